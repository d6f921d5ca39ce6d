"""The exercises of lesson 07, the breaker: its states, counting in a row, whether to call, and a flaw to mend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.exercises.small_breakers import CALL, PACK
from packlight.lessons.judges import by_cases, by_rule, choice


def in_a_row(letters: str) -> int:
    count = 0
    for letter in letters:
        if letter == "F":
            count += 1
        elif letter == "S":
            count = 0
    return count


def after_last_success(letters: str) -> int:
    """As right, in one line."""
    return letters.rpartition("S")[2].count("F")


def in_all(letters: str) -> int:
    return letters.count("F")


def with_cancels(letters: str) -> int:
    return in_a_row(letters.replace("C", "F"))


def cancel_resets(letters: str) -> int:
    return in_a_row(letters.replace("C", "S"))


def first_run(letters: str) -> int:
    return in_a_row(letters.partition("S")[0])


def longest_run(letters: str) -> int:
    return max(map(in_a_row, letters.split("S")))


COUNT = Exercise(
    id="07-2",
    name="in_a_row",
    takes="function",
    judge=by_cases(
        (("F",), ("FFF",), ("",), ("FFSF",), ("FFS",), ("SFF",), ("FSFFF",), ("FFC",), ("FFCF",), ("CF",), ("FCSF",)),
        result=int,
    ),
    solution=in_a_row,
    also_right=(after_last_success,),
    wrong=(
        Wrong("in_all", in_all, "three_in_all"),
        Wrong("with_cancels", with_cancels, "open_ends_talk"),
        Wrong("cancel_resets", cancel_resets),
        Wrong("first_run", first_run),
        Wrong("longest_run", longest_run, "three_in_all"),
    ),
)

STATES = ("closed", "open", "half_open")
AFTER = {"FFF": "open", "FFSF": "closed", "FFC": "closed", "probe_fails": "open", "calls": 3, "tokens_paid": 15_000}
MISREAD = {
    ("FFF", "closed"): ("door", "closed_stops"),
    ("FFF", "half_open"): ("not_half", "half_passes_half"),
    ("FFSF", "open"): ("in_all", "three_in_all"),
    ("FFC", "open"): ("cancel", "open_ends_talk"),
    ("probe_fails", "closed"): ("probe_closes", "half_passes_half"),
    ("probe_fails", "half_open"): ("probe_stays", "half_passes_half"),
    ("calls", 10): ("calls_on", ""),
    ("calls", 4): ("calls_four", ""),
    ("tokens_paid", 0): ("paid_nothing", "packing_is_free"),
    ("tokens_paid", 50_000): ("paid_all", ""),
}
"""What a wrong entry gives away."""


def find_in_after(after: Mapping[str, Any]) -> Fault | None:
    """The first wrong entry."""
    for entry, right in AFTER.items():
        yours = after.get(entry)
        if yours == right and not isinstance(yours, bool):
            continue
        if isinstance(right, str) and yours not in STATES:
            return Fault("no_state", {"entry": entry, "yours": yours})
        key, belief = MISREAD.get((entry, yours) if isinstance(yours, str | int) else ("", ""), ("entry", ""))
        return Fault(key, {"entry": entry, "yours": yours}, belief)
    return None


AFTERWARDS = Exercise(
    id="07-1",
    name="after",
    takes="dict",
    judge=by_rule(find_in_after),
    solution=AFTER,
    also_right=(AFTER | {"tokens_paid": 15_000.0},),
    wrong=(
        *(Wrong(key, AFTER | {entry: yours}, belief) for (entry, yours), (key, belief) in MISREAD.items()),
        Wrong("no_state", AFTER | {"FFF": "broken"}),
        Wrong("entry", AFTER | {"calls": 7}),
    ),
)

EXERCISES = (
    choice("07-a", "b", a="cut_anywhere", c="cut_anywhere"),
    choice("07-b", "b", a="cache_frees"),
    choice("07-c", "a", b="closed_stops"),
    choice("07-d", "b", a="packing_is_free"),
    choice("07-e", "b", a="open_ends_talk"),
    choice("07-f", "b", a="half_passes_half", c="half_passes_half"),
    AFTERWARDS,
    COUNT,
    CALL,
    PACK,
)
