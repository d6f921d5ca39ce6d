"""A policy: under which rules a conversation is replayed, as one frozen value.

Comes in: what a person chose. Goes out: the strategy, budget and summarizer that `run.py` prepares with.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from packlight.core.breaker import Breaker
from packlight.core.budget import Budget
from packlight.core.errors import UserError
from packlight.core.frozen import EMPTY, Frozen, freeze
from packlight.core.strategies import Strategy, make_strategy
from packlight.core.summarizers import Summarizer, extractive, scripted


@dataclass(frozen=True, slots=True, init=False)
class Policy:
    """Rules of a replay.

    Attributes:
        window: tokens that the model can read at once, 1 or more.
        strategy: a name, a list of names, or a `Strategy`.
        threshold: the usage at which compaction starts, above 0 and up to 1.
        reserve: tokens kept free for the answer.
        failures: what the summarizer does, a letter a call: F fails, S succeeds, C is cancelled; then it succeeds.
        breaker: the breaker at the start; None is the course's: three failures, no cooldown.
        summarizer: a callable, or None for the offline one.
        counter: a counter or its name; None is the default one.
        options: what the strategy takes, such as `keep_last`.

    >>> Policy(20_000, failures="FFF").strategy
    'summary'
    """

    window: int
    strategy: Any
    threshold: float
    reserve: int
    failures: str
    breaker: Breaker | None
    summarizer: Any
    counter: Any
    options: Frozen

    def __init__(
        self,
        window: int,
        strategy: Any = None,
        threshold: float = 0.87,
        reserve: int = 0,
        failures: str = "",
        *,
        breaker: Breaker | None = None,
        summarizer: Any = None,
        counter: Any = None,
        **options: Any,
    ) -> None:
        script = _script(failures)
        named = strategy if strategy is not None else ("summary" if script else "sliding_window")
        put = object.__setattr__
        put(self, "window", window)
        put(self, "strategy", freeze(named))
        put(self, "threshold", threshold)
        put(self, "reserve", reserve)
        put(self, "failures", script)
        put(self, "breaker", breaker)
        put(self, "summarizer", summarizer)
        put(self, "counter", counter)
        put(self, "options", freeze(options) if options else EMPTY)
        self.budget()
        chosen = self.make_strategy()
        if script and not chosen.needs_summarizer:
            raise UserError(
                f"failures={script!r} scripts a summarizer, and the strategy {chosen.name} calls none: "
                "use strategy='summary', or leave failures out"
            )

    def changed(self, **changes: Any) -> Policy:
        """The same policy with other values for some of its arguments.

        >>> Policy(20_000, failures="FFF").changed(window=9_000).failures
        'FFF'
        """
        given = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "options"}
        return Policy(**{**given, **self.options, **changes})

    def budget(self) -> Budget:
        """Window, threshold and reserve; raises when one of them makes no sense."""
        return Budget(self.window, self.threshold, self.reserve)

    def make_strategy(self) -> Strategy:
        """The strategy with its options; raises on an unknown name or option."""
        return make_strategy(self.strategy, **self.options)

    @property
    def strategy_name(self) -> str:
        """How to call the strategy: its name, or the names joined by `+`."""
        return self.make_strategy().name

    def make_summarizer(self, lang: str = "en") -> Summarizer | None:
        """A fresh summarizer: the one given, behind the failure script where there is one."""
        if not self.make_strategy().needs_summarizer:
            return None
        inner = self.summarizer if self.summarizer is not None else extractive(lang)
        return scripted(self.failures, inner) if self.failures else inner


def _script(failures: object) -> str:
    if not isinstance(failures, str) or set(failures.upper()) - set("FSC"):
        raise UserError(f"failures is {failures!r}: give letters, F fails, S succeeds, C is cancelled, such as 'FFF'")
    return failures.upper()
