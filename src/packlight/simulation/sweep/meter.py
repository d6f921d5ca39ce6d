"""The meter: watches one replay and keeps figures instead of pictures.

Comes in: what `replay` shows. Goes out: the figures of a row. Everything that grows with the history costs what is new;
a request is looked over as a whole only after something in it was changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from packlight.core.context import Prepared
from packlight.core.messages import Message
from packlight.core.price import Prices, total
from packlight.core.rules import validate
from packlight.core.session import CACHE_MIN_TOKENS, Call, uses
from packlight.core.tokens import Tally
from packlight.simulation.questions import FAILED
from packlight.simulation.replay import Setting
from packlight.simulation.sweep.uses import Planted, Uses, facts_watch


class Meter:
    """The figures of one replay in the making.

    Args:
        setting: what the replay starts from.
        facts: what the conversation uses again by itself, or what was planted in it.
    """

    def __init__(self, setting: Setting, facts: Uses | Planted) -> None:
        self.state = setting.opening
        self._counter, self._budget = setting.context.counter, setting.context.budget
        self._watch = facts_watch(facts, setting.script.messages)
        self._place = 0
        self._sent: list[tuple[int, int | None]] = []
        self._calls: list[Call] = []
        self.compactions = self.failures = self.invalid = self.summarizer_tokens = self.cache_broken = 0
        self.summarizer_usd = 0.0
        self.opened_at: int | None = None

    def prepared(self, ready: Prepared) -> None:
        """A request goes out."""
        before, after = self.state.conversation.messages, ready.state.conversation.messages
        tally = ready.state.tally
        kept = None
        if after is not before:
            self._watch.packed(after, self._place)
            kept = ready.after - (tally.total if tally else 0)
            kept += tally.before(_same(before, after)) if tally else 0
            self.invalid += not validate(ready.conversation).ok
        self._count(ready)
        if self._calls and kept is not None:
            self.cache_broken += max(0, self._calls[-1].input_tokens - kept)
        self._watch.before(self._place)
        self._sent = [(ready.after, kept)]
        self.state = ready.state

    def _count(self, ready: Prepared) -> None:
        for event in ready.events:
            if event.kind == "compact":
                self.failures += event.reason in FAILED
                self.summarizer_tokens += event.tokens
                self.summarizer_usd += event.price_usd or 0.0
        self.compactions += ready.reason == "applied"
        if self.opened_at is None and ready.state.breaker.state == "open":
            self.opened_at = self._place

    def append(self, message: Message) -> None:
        """The next message; after a request it is its answer."""
        grown = self.state.append(message)
        tally = (grown.tally if grown.tally is not None else Tally(self._counter)).extend(grown.conversation.messages)
        for tokens, kept in self._sent:
            self._calls.append(Call(tokens, tally.weight(len(tally) - 1), kept))
        self._sent = []
        self.state = replace(grown, tally=tally)
        self._watch.met(message, self._place)
        self._place += 1

    @property
    def calls(self) -> tuple[Call, ...]:
        """The requests so far, each with what it sent, what came back, and what of it was unchanged."""
        return tuple(self._calls)

    def figures(self, prices: Prices | None, cache_min_tokens: int = CACHE_MIN_TOKENS) -> dict[str, Any]:
        """The columns of the row that the replay has filled."""
        usd = None
        if prices is not None:
            usd = total(map(prices.of, uses(self._calls, cache_min_tokens))).total_usd + self.summarizer_usd
        peak = max((call.input_tokens for call in self._calls), default=0)
        return {
            "turns": self.state.turn,
            "requests": len(self._calls),
            "compactions": self.compactions,
            "failures": self.failures,
            "opened_at": self.opened_at,
            "tokens": sum(call.input_tokens for call in self._calls),
            "summarizer_tokens": self.summarizer_tokens,
            "price": None if usd is None else round(usd, 6),
            "cache_broken": self.cache_broken,
            "facts": self._watch.counted()[0],
            "facts_kept": self._watch.counted()[1],
            "peak_usage": round(self._budget.usage(peak), 6),
            "invalid": self.invalid,
        }


def _same(before: Sequence[Message], after: Sequence[Message]) -> int:
    """How many messages stand first in both, unchanged."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((place for place, (a, b) in pairs if a is not b), min(len(before), len(after)))
