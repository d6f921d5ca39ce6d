"""Where a history may be cut: pairs, turns and the places between them.

Comes in: messages. Goes out: a `Shape` that says which messages belong together and where a human begins to speak.
Called by every strategy, so that none of them can split a pair or let a history start with an assistant.

    message   0  1  2  3  4  5  6  7        u: human   r: results   a: assistant
    role      u  a  r  a  u  a  r  a
    unit     [0][1  2][3][4][5  6][7]       a call and its results are one unit
    turn     [0 ...... 3][4 ...... 7]       from one human message up to the next one
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from packlight.core.blocks import (
    Block,
    Compaction,
    RedactedThinking,
    ServerToolResult,
    ServerToolUse,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)
from packlight.core.messages import Message, is_summary


@dataclass(frozen=True, slots=True)
class Shape:
    """How a sequence of messages hangs together.

    Attributes:
        size: how many messages there are.
        units: where each unit starts, ascending; a pair never crosses such a place.
        starts: where a history may begin: a unit that starts with a user message without tool results, or with the
            server's own compaction.
        leading: how many messages with role system stand in front (the teaching form); they always stay.
        humans: positions of human messages.
        summaries: positions of messages with a summary in them.
        pending: position of a last message whose calls wait for their results, or None.
        sound: every result stands right behind its call, and only the last message has open calls.
    """

    size: int
    units: tuple[int, ...]
    starts: tuple[int, ...]
    humans: tuple[int, ...]
    summaries: tuple[int, ...]
    pending: int | None
    sound: bool
    leading: int = 0

    @property
    def anchor(self) -> int | None:
        """The message that always stays: the last human one, else the last that a history may begin with."""
        return self.humans[-1] if self.humans else (self.starts[-1] if self.starts else None)

    def unit(self, position: int) -> tuple[int, int]:
        """The unit around a message, as a half-open range."""
        index = bisect_right(self.units, position)
        return self.units[index - 1], self.units[index] if index < len(self.units) else self.size

    def opener(self, position: int) -> int | None:
        """The nearest place at or before a position where a history may begin."""
        index = bisect_right(self.starts, position)
        return self.starts[index - 1] if index else None

    @property
    def turn(self) -> int | None:
        """Where the running turn opens: with the last human message, or before it when results stand in that too."""
        return None if self.anchor is None else self.opener(self.unit(self.anchor)[0])

    def steps(self) -> tuple[int, ...]:
        """Where the units of the running turn start, behind its opening message."""
        return () if self.turn is None else self.units[bisect_right(self.units, self.turn) :]

    def snap(self, position: int) -> int:
        """A legal start of a tail at or before a position: outward to whole pairs, and to a human who speaks first.

        Inside the running turn any unit will do, because its human message stays in front.
        """
        if position >= self.size:
            return self.size
        start = self.unit(max(position, 0))[0]
        if self.turn is not None and start > self.turn:
            return start
        opener = self.opener(start)
        return 0 if opener is None else opener

    def close(self, keep: bytearray) -> bytearray:
        """Keep what must stay with what is kept: pairs, the last human message, and a user message in front.

        `keep` holds a 1 for each message to keep; it is changed in place and given back.
        """
        keep[: self.leading] = b"\1" * self.leading
        if self.anchor is not None:
            keep[self.anchor] = 1
        self._whole_units(keep)
        position = keep.find(1)
        while position != -1:
            opener = self.opener(position)
            if opener is not None and not keep[opener]:
                start, stop = self.unit(opener)
                keep[start:stop] = b"\1" * (stop - start)
            gap = keep.find(0, position)
            position = keep.find(1, gap) if gap != -1 else -1
        return keep

    def _whole_units(self, keep: bytearray) -> None:
        for start, stop in zip(self.units, (*self.units, self.size)[1:], strict=True):
            if stop - start > 1 and keep.find(1, start, stop) != -1:
                keep[start:stop] = b"\1" * (stop - start)


def shape_of(messages: Sequence[Message]) -> Shape:
    """Read the shape of a history in one pass.

    >>> talk = [Message("user", "hi"), Message("assistant", (ToolUse("t1", "ls"),)),
    ...         Message("user", (ToolResult("t1", "a.py"),)), Message("assistant", "one file")]
    >>> shape_of(talk).units
    (0, 1, 3)
    """
    walk = _Walk()
    for position, message in enumerate(messages):
        walk.take(position, message)
    return walk.shape()


_RARE = frozenset((ServerToolResult, ServerToolUse, Compaction))


class _Walk:
    """One pass over a history; what has been seen so far."""

    def __init__(self) -> None:
        self.calls: dict[str, int] = {}  # id of a call -> where it stands
        self.open: set[str] = set()  # calls of the newest assistant message that wait for their results
        self.caller = -1  # where that message stands
        self.size = 0
        self.leading = 0
        self.reach: list[int] = []  # for each message, the last one that holds a result for it
        self.starts: list[int] = []
        self.humans: list[int] = []
        self.summaries: list[int] = []
        self.sound = True
        self.after_system = False

    def take(self, position: int, message: Message) -> None:
        self.size = position + 1
        self.reach.append(position)
        role, content = message.role, message.content
        if role == "system":
            self._system(position)
        elif self.after_system:
            # What a system message speaks to stands right behind it, and stays with it.
            self.reach[position - 1], self.after_system = position, False
        if role != "user":
            if self.open:
                self.sound, self.open = False, set()
            if content and type(content[0]) is Compaction and content[0].content is not None:
                self.starts.append(position)
        results = spoken = False
        for block in content:
            kind = type(block)
            if kind is ToolResult:
                results = True
                self._answer(position, block)  # type: ignore[arg-type]
            elif kind is ToolUse:
                spoken = True
                self._call(position, block)  # type: ignore[arg-type]
            elif kind in _RARE:
                spoken = self._rare(position, block) or spoken
            elif kind is Text and is_summary(block):
                self._summary(position)
            else:
                spoken = True
        if role == "user" and message.raw is None:
            if not results:
                self.starts.append(position)
            if spoken:
                self.humans.append(position)

    def _rare(self, position: int, block: Block) -> bool:
        """Blocks of the server; says whether one counts as something that is said."""
        if isinstance(block, ServerToolResult):
            self._answer(position, block)
        elif isinstance(block, ServerToolUse):
            self._call(position, block)
        elif is_summary(block):
            self._summary(position)
        return isinstance(block, ServerToolUse)

    def _summary(self, position: int) -> None:
        if not self.summaries or self.summaries[-1] != position:
            self.summaries.append(position)

    def _system(self, position: int) -> None:
        """In front of everything it is the prompt; elsewhere it belongs to the message before and the one behind it."""
        if self.leading == position:
            self.leading += 1
        else:
            self.reach[position - 1] = max(self.reach[position - 1], position)
            self.after_system = True

    def _call(self, position: int, block: ToolUse | ServerToolUse) -> None:
        self.calls[block.id] = position
        if type(block) is ToolUse:
            self.caller = position
            self.open.add(block.id)

    def _answer(self, position: int, block: ToolResult | ServerToolResult) -> None:
        call = self.calls.get(block.tool_use_id)
        if call is None:
            self.sound = False
        elif call < position:
            self.reach[call] = position
        if type(block) is ToolResult:
            if call != self.caller or block.tool_use_id not in self.open:
                self.sound = False
            self.open.discard(block.tool_use_id)

    def shape(self) -> Shape:
        units: list[int] = []
        furthest = -1
        for position, reach in enumerate(self.reach):
            if furthest < position:
                units.append(position)
            if reach > furthest:
                furthest = reach
        whole = set(units)
        last = self.size - 1
        pending = last if self.open and self.caller == last else None
        return Shape(
            self.size,
            tuple(units),
            tuple([start for start in self.starts if start in whole]),
            tuple(self.humans),
            tuple(self.summaries),
            pending,
            self.sound and (not self.open or pending is not None),
            self.leading,
        )


def thinks(message: Message) -> bool:
    """Whether a message carries thinking, readable or encrypted."""
    return any(isinstance(block, Thinking | RedactedThinking) for block in message.content)


def opens_with_thinking(message: Message) -> bool:
    """Whether a message starts with thinking, as the first message of a running tool loop may have to."""
    return bool(message.content) and isinstance(message.content[0], Thinking | RedactedThinking)
