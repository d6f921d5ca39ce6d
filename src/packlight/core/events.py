"""The trail of `prepare_messages`: one frozen event for each thing that happened, and the error of an open breaker.

Comes in: what `prepare.py` did. Goes out: events that films draw and people read, and `CompactionCircuitOpenError`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from packlight.core.breaker import Failure
from packlight.core.errors import PacklightError
from packlight.core.event_words import percent, say
from packlight.core.quick import quick

if TYPE_CHECKING:
    from packlight.core.plan import Plan
    from packlight.core.state import State

Kind = Literal["normalise", "inject", "judge", "compact", "trim", "break"]


@quick
@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened while messages were prepared.

    Attributes:
        kind: the step: `normalise`, `inject`, `judge`, `compact`, `trim` or `break`.
        key: which sentence tells it; `say` gives the sentence.
        before, after: tokens of the whole request before and after this step.
        reason: how a compaction ended, from the closed set; empty elsewhere.
        trigger: `auto`, `manual` or `last_resort` where something was due; else empty.
        attempt: which try in a row this was, from 1; 0 where nothing was tried.
        seconds: how long it took by the injected clock, or None.
        tokens: what a model call was charged with, in and out.
        price_usd: what that costs, or None where no price is known.
        plan: the decisions that were applied, or None.

    >>> Event("compact", "compact.applied", 17820, 6240, "applied").say("zh")
    '压缩完成：17,820 个 token 变成 6,240 个。'
    """

    kind: Kind
    key: str
    before: int
    after: int
    reason: str = ""
    trigger: str = ""
    attempt: int = 0
    seconds: float | None = None
    tokens: int = 0
    price_usd: float | None = None
    plan: Plan | None = field(default=None, repr=False)
    values: dict[str, Any] = field(default_factory=dict, repr=False)

    def say(self, lang: str = "en") -> str:
        """The event as one sentence."""
        values = {name: percent(each) if isinstance(each, float) else each for name, each in self.values.items()}
        sentence = say(self.key, lang, before=self.before, after=self.after, **values)
        detail = self.values.get("detail")
        return f"{sentence} ({detail})" if detail else sentence

    def to_dict(self) -> dict[str, Any]:
        """The event as JSON, its sentence in English."""
        numbers = {"before": self.before, "after": self.after, "attempt": self.attempt, "tokens": self.tokens}
        how = {"reason": self.reason, "trigger": self.trigger, "seconds": self.seconds, "price_usd": self.price_usd}
        return {"kind": self.kind, "text": self.say(), **numbers, **how}


@dataclass(frozen=True, slots=True)
class Cost:
    """What tries have cost: model calls, tokens in and out, seconds and dollars where they are known."""

    calls: int
    tokens: int
    seconds: float | None = None
    price_usd: float | None = None

    def __bool__(self) -> bool:
        return bool(self.calls or self.tokens)


ADVICE = ("advice.clear", "advice.hand_off", "advice.split")


class CompactionCircuitOpenError(PacklightError):
    """Compaction is due and the breaker is open: the message says why, what it cost and what to do.

    Attributes:
        state: the state to go on with: untrimmed, its breaker open.
        failures: the failures in a row, oldest first.
        cost: what they cost.
        advice: what to do instead, a sentence each.
        events: what happened in this call, up to the error.
    """

    def __init__(
        self,
        state: State,
        cost: Cost,
        *,
        events: tuple[Event, ...] = (),
        lang: str = "en",
    ) -> None:
        self.state = state
        self.failures: tuple[Failure, ...] = state.breaker.failures
        self.cost = cost
        self.events = events
        self.advice = tuple(say(key, lang) for key in ADVICE)
        super().__init__(_sentence(state, cost, self.advice, lang))


def _sentence(state: State, cost: Cost, advice: tuple[str, ...], lang: str) -> str:
    """Why, what it cost, what to do: in one line."""
    count = state.breaker.count
    reasons = ", ".join(failure.reason for failure in state.breaker.failures) or "?"
    parts = [say("open.why", lang, count=count, reasons=reasons), say("open.cost", lang, tokens=cost.tokens)]
    if cost.price_usd is not None:
        parts.append(say("open.money", lang, price=cost.price_usd))
    if cost.seconds is not None:
        parts.append(say("open.seconds", lang, seconds=cost.seconds))
    stop, comma, colon = ("。", "，", "：") if lang == "zh" else (". ", ", ", ": ")
    head = "熔断器已断开" if lang == "zh" else "the breaker is open"
    return f"{head}{colon}{comma.join(parts)}{stop}{(comma if lang == 'zh' else ' / ').join(advice)}"
