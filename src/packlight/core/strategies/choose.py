"""Which messages stay: a tail, and what was asked for in front of it.

    [kept in front]  …gone…  [last human message]  …gone…  [tail]

Comes in: a packing and the options `keep_last`, `keep_turns`, `keep_first`, `pin`. Goes out: a draft with its selection
made. Shared by the strategies that cut history: sliding window, summary, structured retention and the fallback trim.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from packlight.core.blocks import Block
from packlight.core.cuts import opens_with_thinking, thinks
from packlight.core.messages import is_summary
from packlight.core.strategies.contract import Options, Packing
from packlight.core.strategies.draft import Draft
from packlight.core.strategies.squeeze import shorten_steps, shrink_newest
from packlight.core.tokens import weigh_message

SUMMARY_SHARE = 4
"""An earlier summary stays when it takes no more than one part in so many of the goal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TailOptions(Options):
    """Options of strategies that keep a tail.

    Attributes:
        keep_last: messages at the end that stay, snapped outward to whole pairs.
        keep_turns: human turns at the end that stay.
        keep_first: messages at the front that stay, snapped outward to whole pairs.
    """

    keep_last: int | None = None
    keep_turns: int | None = None
    keep_first: int | None = None

    @property
    def names_a_tail(self) -> bool:
        """Whether the caller said how much of the end stays."""
        return self.keep_last is not None or self.keep_turns is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What a strategy aims at.

    Attributes:
        goal_tokens: what all that stays should weigh, without a summary.
        room_tokens: set aside for a summary that is still to be written.
        forced_turns: turns that stay when packing was asked for and nothing else was said.
        carry: whether a small earlier summary stays too, alone and without what stood behind it.
        front: positions that stay in front of everything.
    """

    goal_tokens: int
    room_tokens: int = 0
    forced_turns: int | None = None
    carry: bool = True
    front: tuple[int, ...] = ()


def choose(draft: Draft, options: TailOptions, aim: Aim) -> None:
    """Select what stays: the front, the pins, and as much of the tail as the options or the goal allow."""
    if draft.packing.shape.anchor is not None:
        _Choosing(draft, options, aim).run()


def pinned(packing: Packing, pin: Iterable[str]) -> list[int]:
    """Positions of pinned messages; a changed copy counts as the message it came from."""
    wanted = set(pin)
    if not wanted:
        return []
    return [i for i, m in enumerate(packing.messages) if m.id in wanted or m.derived_from in wanted]


@dataclass(frozen=True, slots=True)
class _Carried:
    """An earlier summary that goes along: where it stands, its blocks alone, and what they weigh."""

    position: int
    content: tuple[Block, ...]
    tokens: int


class _Choosing:
    """One selection at work on a draft."""

    def __init__(self, draft: Draft, options: TailOptions, aim: Aim) -> None:
        self.draft, self.options, self.aim = draft, options, aim
        self.packing, self.shape = draft.packing, draft.packing.shape
        self.required = self._required()
        self.carried = self._carried() if aim.carry else None

    def run(self) -> None:
        asked, by_goal = self._asked(), self._by_goal()
        if asked is None:
            start = by_goal
        elif self.options.names_a_tail:
            start = asked if self.options.limit_tokens is None else min(asked, by_goal)
        else:
            start = max(asked, by_goal)
        if self.carried is not None and self.carried.position < start:
            self.required[self.carried.position] = 1
            self.draft.rewrite(self.carried.position, self.carried.content, "summary_kept")
            self.carried = None
        self._take(start, asked)

    def _required(self) -> bytearray:
        """What stays in any case, closed under all that must stay with it."""
        keep, reasons = bytearray(self.shape.size), self.draft.reasons
        reasons.update(dict.fromkeys(range(self.shape.leading), "system"))
        for position in self.aim.front:
            keep[position] = 1
            reasons[position] = "task"
        for position in pinned(self.packing, self.options.pin):
            keep[position] = 1
            reasons[position] = "pinned"
            self.draft.fixed.add(position)
        if self.options.keep_first:
            stop = self.shape.unit(min(self.options.keep_first, self.shape.size) - 1)[1]
            keep[:stop] = b"\1" * stop
            reasons.update(dict.fromkeys(range(stop), "head"))
            self.draft.fixed.update(range(stop))
        return self.shape.close(keep)

    def _carried(self) -> _Carried | None:
        """The newest earlier summary, if it is small enough to go along and does not stay anyway."""
        position = self.shape.summaries[-1] if self.shape.summaries else None
        if position is None or self.required[position] or position not in self.shape.starts:
            return None
        message = self.packing.messages[position]
        content = tuple([block for block in message.content if is_summary(block)])
        whole = len(content) == len(message.content)
        alone = self.draft.message(position) if whole else message.with_content(content)
        tokens = weigh_message(alone, self.packing.counter)
        return _Carried(position, content, tokens) if tokens * SUMMARY_SHARE <= self.aim.goal_tokens else None

    def _asked(self) -> int | None:
        """Where the tail starts that the options name, or that packing by hand keeps."""
        shape, options = self.shape, self.options
        starts = [] if options.keep_last is None else [shape.snap(shape.size - options.keep_last)]
        turns = options.keep_turns
        if turns is None and not starts and self.packing.forced:
            turns = self.aim.forced_turns
        if turns is not None and shape.humans:
            starts.append(shape.snap(shape.humans[max(len(shape.humans) - turns, 0)]) if turns else shape.size)
        return min(starts) if starts else None

    def _by_goal(self) -> int:
        """The earliest legal start of a tail with which everything meets the goal; the newest step stays at least."""
        shape, tally, draft, carried = self.shape, self.packing.tally, self.draft, self.carried
        turn = shape.turn if shape.turn is not None else 0
        starts = sorted({0, *[start for start in shape.starts if start <= turn], *shape.steps()})
        positions = [i for i, kept in enumerate(self.required) if kept]
        sums = list(accumulate((draft.weight(i) for i in positions), initial=0))
        shortened = [position for position, _ in draft.saved()]
        saved = list(accumulate((saving for _, saving in draft.saved()), initial=0))

        def fits(start: int) -> bool:
            tail = tally.total - tally.before(start) - (saved[-1] - saved[bisect_left(shortened, start)])
            front = sums[bisect_left(positions, start)]
            front += carried.tokens if carried is not None and carried.position < start else 0
            return self.packing.base_tokens + front + tail <= self.aim.goal_tokens

        # Moving the start to the right hardly ever adds weight, so the first start that fits is found by halving.
        return starts[min(bisect_left(starts, True, key=fits), len(starts) - 1)]

    def _take(self, start: int, asked: int | None) -> None:
        """Select the tail from `start`; the running turn's thinking and newest step get what they need."""
        first = next((step for step in self.shape.steps() if step not in self.draft.fixed), self.shape.size)
        thoughts = self._thoughts(first, start)
        if thoughts:
            # Steps with thinking stay and their results get shorter; they go only when that is not enough to fit.
            self._select(first)
            self.draft.reasons.update(dict.fromkeys(thoughts, "thought"))
            shorten_steps(self.draft, range(first, start), self.aim.goal_tokens)
            if self.options.names_a_tail:
                return
            if not self._fits():
                shorten_steps(self.draft, range(start, self.shape.size), self.aim.goal_tokens)
            if self._fits():
                # What stands in front of the first thought can still go.
                least = max(self._by_goal(), asked or 0)
                self._select(min(least, self.shape.unit(thoughts[0])[0]))
                return
            start = self._at_a_thought(first, start)
        self._select(start)
        if not self.options.names_a_tail:
            shrink_newest(self.draft, self.aim.goal_tokens)

    def _fits(self) -> bool:
        return self.packing.fits(self.draft.total + self.aim.room_tokens)

    def _select(self, start: int) -> None:
        keep = bytearray(self.required)
        keep[start:] = b"\1" * (len(keep) - start)
        self.draft.select(keep)

    def _thoughts(self, first: int, start: int) -> list[int]:
        """Positions of the running turn's steps with thinking that a cut at `start` would lose."""
        if self.packing.capabilities is not None and self.packing.capabilities.thinking_bound:
            return []
        return [i for i in range(first, start) if thinks(self.packing.messages[i])]

    def _at_a_thought(self, first: int, start: int) -> int:
        """A start near this one at which the running turn still opens with thinking, if it did."""
        messages = self.packing.messages
        if not opens_with_thinking(messages[first]):
            return start
        steps = [step for step in self.shape.steps() if opens_with_thinking(messages[step])]
        return next((step for step in steps if step >= start), steps[-1])
