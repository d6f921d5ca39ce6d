"""The exercises of lesson 08, step 1 of 8: steps in order, the prompt, `prepare`, and what an open breaker stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.exercises.own_prepare import PREPARE
from packlight.lessons.exercises.small_prepare import INJECT
from packlight.lessons.judges import by_rule, choice

STEPS = ["normalise", "inject", "judge", "compact", "break"]
BEFORE = (
    ("normalise", "inject", "normalise_late"),
    ("normalise", "judge", "normalise_late"),
    ("normalise", "compact", "normalise_late"),
    ("inject", "judge", "judge_early"),
    ("judge", "compact", "compact_unasked"),
    ("inject", "compact", "compact_unasked"),
    ("compact", "break", "break_early"),
)
"""Of two steps the first comes first, and what to say when it does not."""


def find_in_steps(steps: Sequence[Any]) -> Fault | None:
    """The first pair of steps in the wrong order."""
    names = [str(step) for step in steps]
    if sorted(names) != sorted(STEPS):
        return Fault("names", {"yours": ", ".join(names)})
    key = next((key for one, other, key in BEFORE if names.index(one) > names.index(other)), None)
    return Fault(key, {"yours": ", ".join(names)}) if key else None


ORDER = Exercise(
    id="08-1",
    name="steps",
    takes="list",
    judge=by_rule(find_in_steps),
    solution=STEPS,
    also_right=(tuple(STEPS),),
    wrong=(
        Wrong("judge_early", ["normalise", "judge", "inject", "compact", "break"]),
        Wrong("normalise_late", ["inject", "judge", "compact", "normalise", "break"]),
        Wrong("compact_unasked", ["normalise", "inject", "compact", "judge", "break"]),
        Wrong("break_early", ["normalise", "inject", "judge", "break", "compact"]),
        Wrong("names", STEPS[:4]),
    ),
)

MAY_RUN = {"request_not_due": True, "fallback_trim": True, "automatic_summary": False, "summary_by_hand": True}
MISREAD = {
    "request_not_due": "open_ends_talk",
    "fallback_trim": "open_ends_talk",
    "automatic_summary": "closed_stops",
    "summary_by_hand": "",
}
"""The belief behind each wrong entry."""


def find_in_may_run(may_run: Mapping[str, Any]) -> Fault | None:
    """The first wrong entry."""
    for entry, right in MAY_RUN.items():
        yours = may_run.get(entry)
        if not isinstance(yours, bool):
            return Fault("no_bool", {"entry": entry, "yours": yours})
        if yours != right:
            return Fault(entry, {"yours": yours}, MISREAD[entry])
    return None


OPEN = Exercise(
    id="08-4",
    name="may_run",
    takes="dict",
    judge=by_rule(find_in_may_run),
    solution=MAY_RUN,
    also_right=(dict(reversed(MAY_RUN.items())),),
    wrong=(
        *(Wrong(entry, MAY_RUN | {entry: not right}, MISREAD[entry]) for entry, right in MAY_RUN.items()),
        Wrong("no_bool", MAY_RUN | {"fallback_trim": "yes"}),
    ),
)

EXERCISES = (
    choice("08-a", "b", a="three_in_all", c="half_passes_half"),
    choice("08-b", "b", a="rule_of_api", c="rule_of_api"),
    ORDER,
    choice("08-c", "b", a="remembers"),
    INJECT,
    choice("08-d", "b", a="system_once"),
    PREPARE,
    choice("08-e", "b", a="open_ends_talk"),
    OPEN,
)
