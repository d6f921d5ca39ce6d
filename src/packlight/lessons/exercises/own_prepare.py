"""Exercise 08-3: what a student's own `prepare` has to do, case by case, and ways in which it goes wrong.

Comes in: `prepare(messages, failures, do)`. Goes out: the first fault. The pseudo code's flaws are cases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.exercises.small_prepare import Prepare, Ran, prepare, run
from packlight.lessons.judges import by_rule, first

Given = tuple[list[str], int]


def find_in_prepare(function: Prepare) -> Fault | None:
    """Eight requests, from a quiet one to one with an open breaker."""
    looks: tuple[Callable[[Prepare], Fault | None], ...] = (
        _quiet,
        _measured,
        _at_the_line,
        _success,
        _failure,
        _third,
        _asked,
        _goes_on,
    )
    return first(look(function) for look in looks)


def _odd(ran: Ran, usage: float, failures: int) -> Fault | None:
    """What makes a run useless for any case in which messages must come back."""
    values = {"usage": round(100 * usage), "failures": failures}
    if ran.raised:
        return Fault("raised_early", values)
    if not ran.is_pair:
        return Fault("shape", {**values, "yours": ran.given})
    return Fault("sends_nothing", values) if not ran.given[0] else None


def _quiet(function: Prepare) -> Fault | None:
    ran = run(function, 0.5, 1)
    if odd := _odd(ran, 0.5, 1):
        return odd
    messages, failures = ran.given
    if "normalise" not in ran.log:
        return Fault("not_normalised", {"log": ran.log})
    if "system" not in messages:
        return Fault("not_injected", {"yours": messages})
    if "compact" in ran.log or "trim" in ran.log:
        return Fault("packs_always", {"log": ran.log})
    return Fault("count_changed", {"yours": failures}) if failures != 1 else None


def _measured(function: Prepare) -> Fault | None:
    ran = run(function, 0.9)
    return _odd(ran, 0.9, 0) or (Fault("measured_early", {"log": ran.log}) if "compact" not in ran.log else None)


def _at_the_line(function: Prepare) -> Fault | None:
    ran = run(function, 0.87)
    return _odd(ran, 0.87, 0) or (Fault("past_line") if "compact" not in ran.log else None)


def _success(function: Prepare) -> Fault | None:
    ran = run(function, 0.95, 2)
    if odd := _odd(ran, 0.95, 2):
        return odd
    messages, failures = ran.given
    if "summary" not in messages:
        return Fault("not_taken", {"yours": messages})
    if "system" not in messages:
        return Fault("not_injected", {"yours": messages})
    return Fault("no_reset", {"yours": failures}, "three_in_all") if failures != 0 else None


def _failure(function: Prepare) -> Fault | None:
    ran = run(function, 0.95, compacts=False)
    if odd := _odd(ran, 0.95, 0):
        return odd
    if ran.given[1] != 1:
        return Fault("not_counted", {"yours": ran.given[1]})
    return None if "trim" in ran.log and len(ran.given[0]) < 6 else Fault("no_trim", {"yours": ran.given[0]})


def _third(function: Prepare) -> Fault | None:
    ran = run(function, 0.95, 2, compacts=False)
    return None if ran.raised else Fault("third_passes", {"yours": ran.given})


def _asked(function: Prepare) -> Fault | None:
    ran = run(function, 0.95, 3)
    if "compact" in ran.log:
        return Fault("never_asks", {"log": ran.log}, "closed_stops")
    return None if ran.raised else Fault("open_silent", {"yours": ran.given})


def _goes_on(function: Prepare) -> Fault | None:
    ran = run(function, 0.5, 3)
    return Fault("ends_talk", belief="open_ends_talk") if ran.raised else _odd(ran, 0.5, 3)


def prepare_nested(messages: list[str], failures: int, do: Any) -> Given:
    """As right, written from the inside."""
    ready = do.inject(do.normalise(messages))
    if do.usage(ready) >= 0.87:
        packed = do.compact(ready) if failures < 3 else None
        failures = 0 if packed else failures + 1
        if failures >= 3:
            raise do.CircuitOpen("three in a row")
        ready = packed or do.trim(ready)
    return ready, failures


def pseudo_code(messages: list[str], failures: int, do: Any) -> Given:
    """The course's pseudo code, word for word: both flaws."""
    messages = do.normalise(messages)
    if do.usage(messages) >= 0.87:
        packed = do.compact(messages)
        failures = 0 if packed else failures + 1
        if failures >= 3:
            raise do.CircuitOpen
        messages = packed or do.trim(messages)
    return do.inject(messages), failures


def never_asks(messages: list[str], failures: int, do: Any) -> Given:
    messages = do.inject(do.normalise(messages))
    if do.usage(messages) >= 0.87:
        packed = do.compact(messages)
        failures = 0 if packed else failures + 1
        if failures >= 3:
            raise do.CircuitOpen
        messages = packed or do.trim(messages)
    return messages, failures


def ends_talk(messages: list[str], failures: int, do: Any) -> Given:
    if failures >= 3:
        raise do.CircuitOpen
    return prepare(messages, failures, do)


def past_line(messages: list[str], failures: int, do: Any) -> Given:
    ready = do.inject(do.normalise(messages))
    return prepare(messages, failures, do) if do.usage(ready) > 0.87 else (ready, failures)


def keeps_count(messages: list[str], failures: int, do: Any) -> Given:
    ready, count = prepare(messages, failures, do)
    return ready, max(count, failures)


def no_trim(messages: list[str], failures: int, do: Any) -> Given:
    ready, count = prepare(messages, failures, do)
    return (do.inject(messages), count) if count > failures else (ready, count)


def no_normalise(messages: list[str], failures: int, do: Any) -> Given:
    do.normalise = list
    return prepare(messages, failures, do)


def silent(messages: list[str], failures: int, do: Any) -> Given:
    try:
        return prepare(messages, failures, do)
    except do.CircuitOpen:
        return do.trim(do.inject(messages)), 3


PREPARE = Exercise(
    id="08-3",
    name="prepare",
    takes="function",
    judge=by_rule(find_in_prepare),
    solution=prepare,
    also_right=(prepare_nested,),
    wrong=(
        Wrong("measured_early", pseudo_code),
        Wrong("never_asks", never_asks, "closed_stops"),
        Wrong("ends_talk", ends_talk, "open_ends_talk"),
        Wrong("past_line", past_line),
        Wrong("no_reset", keeps_count, "three_in_all"),
        Wrong("no_trim", no_trim),
        Wrong("not_normalised", no_normalise),
        Wrong("third_passes", silent),
    ),
)
