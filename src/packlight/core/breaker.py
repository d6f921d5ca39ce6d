"""The breaker: stops an action that keeps failing. It knows nothing about messages.

Comes in: what happened (`Signal`) and when (turns, seconds). Goes out: a new frozen `Breaker`. Called by `prepare.py`,
the only place where it meets compaction. A closed breaker lets calls through, like a closed circuit.

    closed ──3 failures in a row──▶ open ──cooldown, or by hand──▶ half_open ──success──▶ closed
       ▲                             ▲                                 │
       └── success sets count to 0   └────────────── failure ──────────┘

Without a cooldown an open breaker stays open (it latches) until somebody packs by hand with success, or resets it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from packlight.core.errors import UserError


class Circuit(StrEnum):
    """The three states of a breaker."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class Signal(StrEnum):
    """What can happen to a breaker."""

    PROBE = "probe"
    SUCCESS = "success"
    FAILURE = "failure"
    CANCEL = "cancel"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed attempt: its reason, when it was (turn, clock), and what it cost (tokens, seconds, dollars)."""

    reason: str
    turn: int = 0
    seconds: float | None = None
    tokens: int = 0
    detail: str = ""
    spent_s: float | None = None
    price_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Breaker:
    """A circuit breaker as a value: every change gives a new one.

    Attributes:
        max_failures: consecutive failures that open it, 1 or more.
        cooldown_turns: turns after which an open one lets one probe through; None: never by turns.
        cooldown_s: the same in seconds of an injected clock; None: never by time.
        state: `"closed"`, `"open"` or `"half_open"`.
        count: consecutive failures so far.
        failures: those failures, oldest first.

    >>> breaker = Breaker()
    >>> for _ in range(3):
    ...     breaker = breaker.record_failure("empty_summary", turn=1)
    >>> breaker.state, breaker.count, breaker.allows(turn=99)
    ('open', 3, False)
    >>> breaker.record_success().state
    'closed'
    """

    max_failures: int = 3
    cooldown_turns: int | None = None
    cooldown_s: float | None = None
    state: str = Circuit.CLOSED.value
    count: int = 0
    failures: tuple[Failure, ...] = ()
    opened_turn: int = 0
    opened_s: float | None = None

    def __post_init__(self) -> None:
        if not _is_whole(self.max_failures) or self.max_failures < 1:
            raise UserError(f"max_failures is {self.max_failures!r}: give a whole number of 1 or more")
        if self.cooldown_turns is not None and (not _is_whole(self.cooldown_turns) or self.cooldown_turns < 1):
            raise UserError(f"cooldown_turns is {self.cooldown_turns!r}: give a whole number of 1 or more, or None")
        if self.cooldown_s is not None and not _is_duration(self.cooldown_s):
            raise UserError(f"cooldown_s is {self.cooldown_s!r}: give seconds above 0, or None")
        if self.state not in set(Circuit):
            raise UserError(f"breaker state {self.state!r}: give closed, open or half_open")

    def allows(self, turn: int = 0, seconds: float | None = None) -> bool:
        """Whether an automatic attempt may run now."""
        return self.state != Circuit.OPEN or self._cooled(turn, seconds)

    def _cooled(self, turn: int, seconds: float | None) -> bool:
        if self.cooldown_turns is not None and turn - self.opened_turn >= self.cooldown_turns:
            return True
        if self.cooldown_s is None or seconds is None:
            return False
        # A clock that was not there when it opened cannot say that it cooled down.
        return self.opened_s is not None and seconds - self.opened_s >= self.cooldown_s

    def begin(self, turn: int = 0, seconds: float | None = None, *, manual: bool = False) -> Breaker:
        """The breaker at the start of an attempt: an open one that cooled down, or is probed by hand, is half open."""
        probing = self.state == Circuit.OPEN and (manual or self._cooled(turn, seconds))
        return step(self, Signal.PROBE, turn=turn, seconds=seconds) if probing else self

    def record_failure(self, reason: str, turn: int = 0, seconds: float | None = None, **cost: Any) -> Breaker:
        """One more failure in a row; opens at `max_failures`, and at once when half open.

        `cost` is what a `Failure` keeps beside its reason and time: `tokens`, `detail`, `spent_s`, `price_usd`.
        """
        failure = Failure(reason, turn, seconds, **cost)
        counted = replace(self, count=self.count + 1, failures=(*self.failures, failure))
        return step(counted, Signal.FAILURE, turn=turn, seconds=seconds)

    def record_success(self) -> Breaker:
        """Closed, and the count starts again at 0."""
        return step(self, Signal.SUCCESS)

    def record_cancel(self) -> Breaker:
        """A cancelled attempt is not a failure: the count stays, and a half-open breaker is open as before."""
        return step(self, Signal.CANCEL)

    def reset(self) -> Breaker:
        """Closed by decision, as after the history was cleared."""
        return step(self, Signal.RESET)

    def to_dict(self) -> dict[str, Any]:
        """The breaker as JSON; `from_dict` reads it back."""
        return asdict(self) | {"failures": [asdict(failure) for failure in self.failures]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Breaker:
        """Read what `to_dict` wrote."""
        try:
            return cls(**{**data, "failures": tuple(Failure(**failure) for failure in data.get("failures", ()))})
        except TypeError as error:
            raise UserError(f"this is not a breaker that was saved by to_dict: {error}") from error


def _closed(breaker: Breaker, turn: int, seconds: float | None) -> Breaker:
    return replace(breaker, state=Circuit.CLOSED.value, count=0, failures=(), opened_turn=0, opened_s=None)


def _opened(breaker: Breaker, turn: int, seconds: float | None) -> Breaker:
    return replace(breaker, state=Circuit.OPEN.value, opened_turn=turn, opened_s=seconds)


def _opened_if_full(breaker: Breaker, turn: int, seconds: float | None) -> Breaker:
    return _opened(breaker, turn, seconds) if breaker.count >= breaker.max_failures else breaker


def _half_open(breaker: Breaker, turn: int, seconds: float | None) -> Breaker:
    return replace(breaker, state=Circuit.HALF_OPEN.value)


def _open_as_before(breaker: Breaker, turn: int, seconds: float | None) -> Breaker:
    return replace(breaker, state=Circuit.OPEN.value)


def _same(breaker: Breaker, turn: int, seconds: float | None) -> Breaker:
    return breaker


TABLE: dict[tuple[str, Signal], Callable[[Breaker, int, float | None], Breaker]] = {
    (Circuit.CLOSED, Signal.PROBE): _same,
    (Circuit.CLOSED, Signal.SUCCESS): _closed,
    (Circuit.CLOSED, Signal.FAILURE): _opened_if_full,
    (Circuit.CLOSED, Signal.CANCEL): _same,
    (Circuit.CLOSED, Signal.RESET): _closed,
    (Circuit.OPEN, Signal.PROBE): _half_open,
    (Circuit.OPEN, Signal.SUCCESS): _closed,
    (Circuit.OPEN, Signal.FAILURE): _opened,
    (Circuit.OPEN, Signal.CANCEL): _same,
    (Circuit.OPEN, Signal.RESET): _closed,
    (Circuit.HALF_OPEN, Signal.PROBE): _same,
    (Circuit.HALF_OPEN, Signal.SUCCESS): _closed,
    (Circuit.HALF_OPEN, Signal.FAILURE): _opened,
    (Circuit.HALF_OPEN, Signal.CANCEL): _open_as_before,
    (Circuit.HALF_OPEN, Signal.RESET): _closed,
}
"""Every state × every signal: what follows."""


def step(breaker: Breaker, event: Signal, *, turn: int = 0, seconds: float | None = None) -> Breaker:
    """The transition: pure, total, and nothing else changes a breaker.

    >>> step(Breaker(state="half_open", count=3), Signal.SUCCESS).state
    'closed'
    """
    return TABLE[Circuit(breaker.state), event](breaker, turn, seconds)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_duration(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < float("inf")
