"""Exercises 07-3 and 07-4: whether to call, and the pseudo code that never asks.

Comes in: `should_call(breaker, turn)`, `pack(failures, summarize, trim)`. Goes out: faults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.judges import by_cases, by_rule, first

Breaker = Mapping[str, Any]
Act = Callable[[], Any]


def should_call(breaker: Breaker, turn: int) -> bool:
    if breaker["state"] != "open":
        return True
    cooldown = breaker["cooldown_turns"]
    return cooldown is not None and turn - breaker["opened_turn"] >= cooldown


def in_one_line(breaker: Breaker, turn: int) -> bool:
    """As right, and it never meets None in arithmetic."""
    waited = turn - breaker["opened_turn"]
    return breaker["state"] in ("closed", "half_open") or waited >= (breaker["cooldown_turns"] or waited + 1)


def door(breaker: Breaker, turn: int) -> bool:
    return bool(breaker["state"] == "open")


def latch_only(breaker: Breaker, turn: int) -> bool:
    return bool(breaker["state"] != "open")


def closed_only(breaker: Breaker, turn: int) -> bool:
    return breaker["state"] != "half_open" and should_call(breaker, turn)


def every_other(breaker: Breaker, turn: int) -> bool:
    return turn % 2 == 0 if breaker["state"] == "half_open" else should_call(breaker, turn)


def one_late(breaker: Breaker, turn: int) -> bool:
    cooldown = breaker["cooldown_turns"]
    return breaker["state"] != "open" or (cooldown is not None and turn - breaker["opened_turn"] > cooldown)


def from_start(breaker: Breaker, turn: int) -> bool:
    return should_call({**breaker, "opened_turn": 0}, turn)


def no_latch(breaker: Breaker, turn: int) -> bool:
    return should_call({**breaker, "cooldown_turns": breaker["cooldown_turns"] or 0}, turn)


def _breaker(state: str, cooldown_turns: int | None = None, opened_turn: int = 12) -> dict[str, Any]:
    return {"state": state, "opened_turn": opened_turn, "cooldown_turns": cooldown_turns}


CALL = Exercise(
    id="07-3",
    name="should_call",
    takes="function",
    judge=by_cases(
        (
            (_breaker("closed"), 3),
            (_breaker("open"), 13),
            (_breaker("open"), 99),
            (_breaker("open", 5), 17),
            (_breaker("open", 5), 40),
            (_breaker("open", 5), 16),
            (_breaker("open", 5), 13),
            (_breaker("half_open", 5), 17),
            (_breaker("half_open", 5), 18),
            (_breaker("closed", 5), 18),
        ),
        result=bool,
    ),
    solution=should_call,
    also_right=(in_one_line,),
    wrong=(
        Wrong("one_late", one_late),
        Wrong("from_start", from_start),
        Wrong("no_latch", no_latch),
        Wrong("every_other", every_other, "half_passes_half"),
        Wrong("closed_only", closed_only, "half_passes_half"),
        Wrong("latch_only", latch_only),
        Wrong("door", door, "closed_stops"),
    ),
)


@dataclass(slots=True)
class Session:
    """Drives a student's `pack` through due requests, one letter of the script a call, and keeps what it did."""

    script: str
    requests: int
    calls: int = 0
    trims: int = 0
    done: list[Any] = field(default_factory=list)
    calls_at: list[int] = field(default_factory=list)

    def summarize(self) -> bool:
        """The summarizer: whether it succeeds, by the script; after the last letter it fails."""
        self.calls += 1
        return self.script[self.calls - 1 : self.calls] == "S"

    def trim(self) -> None:
        """The cut without a model."""
        self.trims += 1

    def run(self, pack: Callable[[int, Act, Act], Any]) -> Fault | None:
        """A fault in the shape of a result; else the session is filled."""
        failures = 0
        for _ in range(self.requests):
            given = pack(failures, lambda: self.summarize(), lambda: self.trim())
            if not isinstance(given, tuple | list) or len(given) != 2 or not isinstance(given[0], int):
                return Fault("shape", {"yours": given, "failures": failures})
            failures = given[0]
            self.done.append(given[1])
            self.calls_at.append(self.calls)
        return None


def pack(failures: int, summarize: Act, trim: Act) -> tuple[int, str]:
    if failures >= 3:
        return failures, "open"
    if summarize():
        return 0, "packed"
    failures = failures + 1
    if failures >= 3:
        return failures, "open"
    trim()
    return failures, "trimmed"


def pack_nested(failures: int, summarize: Act, trim: Act) -> tuple[int, str]:
    """As right: it trims also when open."""
    if failures < 3:
        if summarize():
            return 0, "packed"
        failures += 1
    trim()
    return failures, "open" if failures >= 3 else "trimmed"


def never_asks(failures: int, summarize: Act, trim: Act) -> tuple[int, str]:
    return (
        pack(0 if summarize() else failures + 1, lambda: False, trim)
        if failures >= 3
        else pack(failures, summarize, trim)
    )


def four_strikes(failures: int, summarize: Act, trim: Act) -> tuple[int, str]:
    if failures > 3:
        return failures, "open"
    if summarize():
        return 0, "packed"
    trim()
    return failures + 1, "open" if failures + 1 > 3 else "trimmed"


def two_strikes(failures: int, summarize: Act, trim: Act) -> tuple[int, str]:
    return (failures, "open") if failures >= 2 else pack(failures, summarize, trim)


def no_reset(failures: int, summarize: Act, trim: Act) -> tuple[int, str]:
    given = pack(failures, summarize, trim)
    return (failures, "packed") if given[1] == "packed" else given


def no_trim(failures: int, summarize: Act, trim: Act) -> tuple[int, str]:
    return pack(failures, summarize, lambda: None)


def find_in_pack(function: Callable[[int, Act, Act], Any]) -> Fault | None:
    """Four sessions: quiet, three strikes and on, a success between, and one failure."""
    return first(look(function) for look in (_packs, _strikes, _resets, _trims))


def _packs(function: Callable[[int, Act, Act], Any]) -> Fault | None:
    session = Session("S", 1)
    shape = session.run(function)
    if shape or session.done == ["packed"]:
        return shape
    return Fault("no_success", {"yours": session.done[0]})


def _strikes(function: Callable[[int, Act, Act], Any]) -> Fault | None:
    session = Session("F" * 8, 8)
    shape = session.run(function)
    if shape:
        return shape
    values = {"calls": session.calls, "requests": session.requests}
    if session.calls < 3:
        return Fault("opens_early", values)
    if session.calls > 3:
        return Fault("opens_late" if session.done[2] != "open" else "never_asks", values)
    odd = next((n for n in range(2, 8) if session.done[n] != "open"), None)
    return Fault("not_said", {"n": odd + 1, "yours": session.done[odd]}) if odd is not None else None


def _resets(function: Callable[[int, Act, Act], Any]) -> Fault | None:
    session = Session("FFSF", 4)
    shape = session.run(function)
    return shape or (
        Fault("no_reset", {"yours": session.done[3]}, "three_in_all") if session.done[3] == "open" else None
    )


def _trims(function: Callable[[int, Act, Act], Any]) -> Fault | None:
    session = Session("F", 1)
    shape = session.run(function)
    return shape or (None if session.trims else Fault("no_trim"))


PACK = Exercise(
    id="07-4",
    name="pack",
    takes="function",
    judge=by_rule(find_in_pack),
    solution=pack,
    also_right=(pack_nested,),
    wrong=(
        Wrong("never_asks", never_asks),
        Wrong("opens_late", four_strikes),
        Wrong("opens_early", two_strikes),
        Wrong("no_reset", no_reset, "three_in_all"),
        Wrong("no_trim", no_trim),
    ),
)
