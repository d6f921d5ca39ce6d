"""What a breaker spares, by doing it: one replay with the breaker, one with a breaker that never opens.

Comes in: a conversation and a policy with a failure script. Goes out: a frozen `WithoutBreaker`: what either replay
spent, and both step by step, for the stage and the labs to draw. Nothing is estimated but the seconds: the calls of the
second replay are calls that were made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from packlight.core.breaker import Breaker
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.simulation.film import Film
from packlight.simulation.policy import Policy
from packlight.simulation.run import run
from packlight.simulation.windows import Remembering


@dataclass(frozen=True, slots=True)
class Spent:
    """What the summarizer cost in one replay.

    Attributes:
        calls: how often it was called.
        failures: how many of the attempts failed.
        tokens: what it read and wrote.
        seconds: how long that took, at least, by the speeds that the course reckons with; None where none were given.
        price_usd: what it cost; None where no price was given.
        opened_at: the step at which the breaker was first open; None: never.
    """

    calls: int
    failures: int
    tokens: int
    seconds: float | None
    price_usd: float | None
    opened_at: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """Calls and tokens up to one step, with the breaker (`kept`) and without it (`alone`)."""

    step: int
    turn: int
    kept_calls: int
    alone_calls: int
    kept_tokens: int
    alone_tokens: int


@dataclass(frozen=True, slots=True)
class WithoutBreaker:
    """One run beside the same run without a breaker.

    Attributes:
        failures: the script that both summarizers followed.
        keeps_failing: whether they went on with its last letter; else they succeed from then on.
        kept, alone: what was spent with the breaker, and without one.
        steps: both as they went, a row a step.
        film, film_alone: the two replays.
    """

    failures: str
    keeps_failing: bool
    kept: Spent
    alone: Spent
    steps: tuple[Step, ...] = field(repr=False)
    film: Film = field(repr=False)
    film_alone: Film = field(repr=False)

    @property
    def saved_calls(self) -> int:
        """Calls that the breaker spared."""
        return self.alone.calls - self.kept.calls

    @property
    def saved_tokens(self) -> int:
        """Tokens that the breaker spared."""
        return self.alone.tokens - self.kept.tokens

    @property
    def saved_usd(self) -> float | None:
        """Dollars that the breaker spared; None where no price was given."""
        if self.alone.price_usd is None or self.kept.price_usd is None:
            return None
        return round(self.alone.price_usd - self.kept.price_usd, 6)

    def to_dict(self) -> dict[str, Any]:
        """The comparison as JSON; the films have their own."""
        saved = {"calls": self.saved_calls, "tokens": self.saved_tokens, "price_usd": self.saved_usd}
        script = {"failures": self.failures, "keeps_failing": self.keeps_failing}
        steps = [asdict(step) for step in self.steps]
        return {**script, "kept": asdict(self.kept), "alone": asdict(self.alone), "saved": saved, "steps": steps}

    def __repr__(self) -> str:
        kept, alone = (f"{each.calls} calls, {each.tokens:,} tokens" for each in (self.kept, self.alone))
        return f"<WithoutBreaker {self.failures!r}: {kept}; without the breaker {alone}>"


def run_twice(
    conversation: Conversation,
    policy: Policy,
    *,
    keeps_failing: bool = False,
    counter: Any,
    seconds_of: Callable[[int], float] | None = None,
    price_usd: Callable[[int, int], float] | None = None,
    **shown: Any,
) -> WithoutBreaker:
    """Replay the conversation under the policy, and once more with a breaker that never opens.

    Raises:
        UserError: the policy has no failure script.
    """
    if not policy.failures:
        raise UserError("the policy has no failure script: give Policy(window, failures='FFF')")
    script, most = policy.failures, len(conversation.messages) + 1
    played = policy.changed(failures=script + script[-1] * most) if keeps_failing else policy
    endless = replace(policy.breaker or Breaker(), max_failures=most + len(script))
    counter = Remembering(counter)
    film, alone = [
        run(conversation, each, counter=counter, price_usd=price_usd, **shown)
        for each in (played, played.changed(breaker=endless))
    ]
    kept, lone = _spent(film, seconds_of), _spent(alone, seconds_of)
    return WithoutBreaker(script, keeps_failing, kept, lone, tuple(_steps(film, alone)), film, alone)


def _calls(film: Film) -> list[tuple[int, int, bool]]:
    """Each call of the summarizer: its step, its tokens, whether it failed."""
    asked = [event for event in film.events if event.kind == "compact" and event.tokens]
    return [(event.step, event.tokens, event.reason != "applied") for event in asked]


def _spent(film: Film, seconds_of: Callable[[int], float] | None) -> Spent:
    calls = _calls(film)
    seconds = round(sum(seconds_of(tokens) for _, tokens, _ in calls), 3) if seconds_of else None
    opened = next((frame.step for frame in film.frames if frame.breaker == "open"), None)
    cost = film.cost
    failed = sum(failed for _, _, failed in calls)
    return Spent(cost["summarizer_calls"], failed, cost["summarizer_tokens"], seconds, cost["price_usd"], opened)


def _steps(film: Film, alone: Film) -> list[Step]:
    """Calls and tokens of both replays, summed up to each step."""
    sums = [[0, 0], [0, 0]]
    steps, told = [], [_calls(film), _calls(alone)]
    for frame in film.frames:
        for total, calls in zip(sums, told, strict=True):
            now = [tokens for step, tokens, _ in calls if step == frame.step]
            total[0], total[1] = total[0] + len(now), total[1] + sum(now)
        (kept_calls, kept_tokens), (alone_calls, alone_tokens) = sums
        steps.append(Step(frame.step, frame.turn, kept_calls, alone_calls, kept_tokens, alone_tokens))
    return steps
