"""The ledger: running totals of a conversation that changes, each block counted once in its life.

Comes in: a conversation, then messages. Goes out: totals without a walk. The public, mutable form of `tokens.Tally`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.messages import Message
from packlight.core.tokens import Tally, TokenCounter, weigh_base


class Ledger:
    """Weighs a conversation as it grows and shrinks: always what a count from scratch would give.

    `append` and `extend` weigh the new messages, `total` is one addition, `cut` a bisection; `replace` and `drop` look
    up what was kept and weigh the rest.

    Attributes:
        conversation: what is weighed now.
        counter: how text is weighed.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> ledger = Ledger(Conversation.from_api([{"role": "user", "content": "hello"}]), HeuristicCounter())
    >>> ledger.append({"role": "assistant", "content": "hi"})
    >>> len(ledger), ledger.total == sum(ledger.weights())
    (2, True)
    """

    def __init__(self, conversation: Conversation, counter: TokenCounter) -> None:
        self.conversation = conversation
        self.counter = counter
        self._tally = Tally(counter).extend(conversation.messages)
        self._base = sum(weigh_base(conversation, counter))

    @property
    def total(self) -> int:
        """Tokens of the whole request: system, tools and messages."""
        return self._base + self._tally.total

    @property
    def estimated(self) -> bool:
        """Whether its numbers are a guess at what the API would count."""
        return self.counter.estimated

    @property
    def base(self) -> int:
        """Tokens in front of the messages: system prompt and tool definitions."""
        return self._base

    def __len__(self) -> int:
        return len(self._tally)

    def weight(self, place: int) -> int:
        """Tokens of the message at that place."""
        self._check(place, "weight", len(self) - 1)
        return self._tally.weight(place)

    def weights(self) -> tuple[int, ...]:
        """Tokens of each message, in order."""
        return tuple(self._tally.weight(index) for index in range(len(self._tally)))

    def append(self, message: Message | Mapping[str, Any]) -> None:
        """One more message behind the others."""
        self.extend([message])

    def extend(self, messages: Iterable[Message | Mapping[str, Any]]) -> None:
        """More messages behind the others; only they are weighed."""
        self.conversation = self.conversation.append(*messages)
        self._tally = self._tally.extend(self.conversation.messages)

    def replace(self, messages: Sequence[Message] | Conversation) -> None:
        """Another history, such as a packed one: messages that were kept are not weighed again."""
        packed = messages if isinstance(messages, Conversation) else self.conversation.with_messages(messages)
        same_base = packed.system == self.conversation.system and packed.tools == self.conversation.tools
        self._base = self._base if same_base else sum(weigh_base(packed, self.counter))
        self.conversation = packed
        self._tally = self._tally.rebuild(packed.messages)

    def drop(self, start: int, stop: int) -> None:
        """Take out the messages from `start` to before `stop`."""
        self._check(start, "start", len(self))
        self._check(stop, "stop", len(self))
        if start > stop:
            raise UserError(f"drop({start}, {stop}): the first place lies behind the second; give them in order")
        kept = list(self.conversation.messages)
        self.replace([*kept[:start], *kept[stop:]])

    def cut(self, limit_tokens: int) -> int:
        """The first place from which the messages, with system and tools, fit into the limit; costs a bisection.

        The number of messages when none fits. The place says nothing of pairs: `cuts.py` knows where one may cut.
        """
        return self._tally.cut(limit_tokens - self._base)

    def _check(self, place: int, what: str, last: int) -> None:
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place <= last:
            raise UserError(f"{what} is {place!r}: give a place from 0 to {last} of these {len(self)} messages")

    def __repr__(self) -> str:
        label = "estimate" if self.estimated else "exact"
        return f"<Ledger: {self.total:,} tokens ({label}, {self.counter.name}), {len(self)} messages>"
