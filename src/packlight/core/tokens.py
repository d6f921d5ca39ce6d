"""Adding up: how many tokens a conversation takes, each block counted once in its life.

Comes in: messages and a `TokenCounter`. Goes out: whole numbers that add up exactly: total = system + tools + messages.
`Tally` keeps running totals over a growing history; `ledger.py` is the public, mutable form of it. What a single block
weighs is decided in `weigh.py`, whose functions this room hands on.

A local vocabulary is not the model's own, so every such number is an estimate and says so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from operator import sub
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.messages import Message, Messages
from packlight.core.weigh import (
    TokenCounter,
    overhead,
    read_ahead,
    weigh_base,
    weigh_block,
    weigh_content,
    weigh_message,
    weigh_raw,
)

__all__ = ["Count", "Tally", "TokenCounter", "count", "weigh_base", "weigh_block", "weigh_content", "weigh_message"]


@dataclass(frozen=True, slots=True)
class Count:
    """What a conversation weighs, in tokens: total = system + tools + messages, messages = sum(by_message).

    `by_kind` sums to the total too; `overhead`, `system` and `tools` are among its keys.
    """

    total: int
    system: int
    tools: int
    messages: int
    by_message: tuple[int, ...]
    by_kind: dict[str, int]
    estimated: bool
    counter: str

    def to_dict(self) -> dict[str, Any]:
        """The count as JSON."""
        parts = {"total": self.total, "system": self.system, "tools": self.tools, "messages": self.messages}
        how = {"estimated": self.estimated, "counter": self.counter}
        return {**parts, "by_message": list(self.by_message), "by_kind": dict(self.by_kind), **how}

    def __repr__(self) -> str:
        label = "estimate" if self.estimated else "exact"
        return f"<Count: {self.total:,} tokens ({label}, {self.counter})>"


def count(conversation: Conversation, counter: TokenCounter) -> Count:
    """Weigh a whole conversation from scratch.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> result = count(Conversation.from_api([{"role": "user", "content": "hi"}]), HeuristicCounter())
    >>> result.total == result.system + result.tools + sum(result.by_message) == sum(result.by_kind.values())
    True
    """
    read_ahead(conversation.messages, counter)
    system, tools = weigh_base(conversation, counter)
    kinds = {"overhead": 0, "system": system, "tools": tools}
    by_message = []
    for message in conversation.messages:
        parts = [("overhead", overhead(message)), ("other", weigh_raw(message, counter))]
        parts += [(block.type or "other", weigh_block(block, counter)) for block in message.content]
        for kind, tokens in parts:
            if tokens or kind in kinds:
                kinds[kind] = kinds.get(kind, 0) + tokens
        by_message.append(sum(tokens for _, tokens in parts))
    messages = sum(by_message)
    total = system + tools + messages
    return Count(total, system, tools, messages, tuple(by_message), kinds, counter.estimated, counter.name)


class Tally:
    """Running totals over a sequence of messages; `extend` weighs only what is new.

    A tally is a value: extending gives a new one that shares the numbers of the old, so that two histories that part
    from one each have their own. `total` costs nothing, `cut` a bisection.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> from packlight.core.messages import Messages
    >>> messages = Messages([Message("user", "one"), Message("assistant", "two two")])
    >>> tally = Tally(HeuristicCounter()).extend(messages)
    >>> tally.total == tally.weight(0) + tally.weight(1), tally.before(1) == tally.weight(0)
    (True, True)
    """

    __slots__ = ("_messages", "_stop", "_sums", "counter")

    def __init__(self, counter: TokenCounter) -> None:
        self.counter = counter
        self._sums = [0]
        self._stop = 0
        self._messages: Sequence[Message] = ()

    def __len__(self) -> int:
        return self._stop

    @property
    def total(self) -> int:
        """Tokens of all messages."""
        return self._sums[self._stop]

    def before(self, index: int) -> int:
        """Tokens of the messages before this place."""
        return self._sums[index]

    def weight(self, index: int) -> int:
        """Tokens of one message."""
        return self._sums[index + 1] - self._sums[index]

    def cut(self, limit: int) -> int:
        """The first place from which the rest fits into the limit; the length when nothing does."""
        return min(bisect_left(self._sums, self.total - limit, 0, self._stop + 1), self._stop)

    def extend(self, messages: Messages) -> Tally:
        """The tally of this longer sequence, whose first `len(self)` messages are the ones known already."""
        stop = self._stop
        # Two looks that cost nothing: somebody may have put another history into the place of the one weighed here.
        if len(messages) < stop or (stop and messages[stop - 1] is not self._messages[stop - 1]):
            return self.rebuild(messages)
        added = messages.since(stop)
        if not added:
            return self
        total, counter, new = self.total, self.counter, []
        read_ahead(added, counter)
        for message in added:
            total += weigh_message(message, counter)
            new.append(total)
        sums = self._sums
        if len(sums) == stop + 1:
            sums.extend(new)
        # Another branch or thread may have grown the shared numbers; unless they are the same, this one takes a copy.
        if sums[stop + 1 : stop + 1 + len(new)] != new:
            sums = [*sums[: stop + 1], *new]
        return self._made(messages, sums)

    def rebuild(self, messages: Sequence[Message]) -> Tally:
        """The tally of a packed history: messages that were kept are looked up, only new ones are weighed."""
        weights = map(sub, islice(self._sums, 1, self._stop + 1), self._sums)
        known = dict(zip(map(id, self._messages), weights, strict=True))
        sums = [0]
        for message in messages:
            weight = known.get(id(message))
            sums.append(sums[-1] + (weigh_message(message, self.counter) if weight is None else weight))
        return self._made(messages, sums)

    def _made(self, messages: Sequence[Message], sums: list[int]) -> Tally:
        made = Tally.__new__(Tally)
        made.counter, made._sums, made._stop, made._messages = self.counter, sums, len(messages), messages
        return made
