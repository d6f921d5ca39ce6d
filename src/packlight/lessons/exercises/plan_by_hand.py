"""Exercise 06-1: a plan for seven messages, by hand.

Comes in: a dict of ids and actions. Goes out: the first fault: names, then what may not go, then the weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from packlight.core.conversation import Conversation
from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.exercises.small_messages import call, human, result, says
from packlight.lessons.judges import by_rule, first

WEIGHTS = {"m1": 300, "m2": 100, "m3": 5_000, "m4": 100, "m5": 3_000, "m6": 300, "m7": 200}
"""The history of the exercise: the task, a call and its result twice, an answer, the last question."""
LINE = 5_220
"""87 % of the exercise's window of 6,000."""
SUMMARY_TOKENS = 400
SHORT_TOKENS = 200
ACTIONS = ("keep", "shorten", "drop", "replace")
PAIRS = (("m2", "m3"), ("m4", "m5"))
RESULTS = ("m3", "m5")


def tokens_of(plan: Mapping[str, str]) -> int:
    """What the history weighs when the plan was carried out."""
    summary = SUMMARY_TOKENS if "replace" in plan.values() else 0
    short = SHORT_TOKENS * sum(action == "shorten" for action in plan.values())
    return summary + short + sum(WEIGHTS[id] for id, action in plan.items() if action == "keep")


def find_in_plan(plan: Mapping[str, Any]) -> Fault | None:
    """What is wrong with a plan: names first, then what may not go, then the weight."""
    return first(look(plan) for look in (_names, _task, _last_human, _split, _shortened, _grown, _over))


def _names(plan: Mapping[str, Any]) -> Fault | None:
    if set(plan) != set(WEIGHTS):
        return Fault("ids", {"yours": ", ".join(map(str, plan)), "wanted": ", ".join(WEIGHTS)})
    odd = next((id for id in WEIGHTS if plan[id] not in ACTIONS), None)
    return Fault("action", {"id": odd, "yours": plan[odd]}) if odd else None


def _task(plan: Mapping[str, str]) -> Fault | None:
    told = {"drop": ("task_dropped", "screen_is_window"), "replace": ("task_replaced", "summary_keeps")}
    return Fault(told[plan["m1"]][0], belief=told[plan["m1"]][1]) if plan["m1"] in told else None


def _last_human(plan: Mapping[str, str]) -> Fault | None:
    return Fault("last_human", {"yours": plan["m7"]}) if plan["m7"] in ("drop", "replace") else None


def _split(plan: Mapping[str, str]) -> Fault | None:
    for ask, got in PAIRS:
        fates = [plan[id] if plan[id] in ("drop", "replace") else "stays" for id in (ask, got)]
        if fates[0] != fates[1]:
            values = {"call": ask, "result": got, "to_call": plan[ask], "to_result": plan[got]}
            return Fault("split", values, "cut_anywhere", _torn(plan))
    return None


def _torn(plan: Mapping[str, str]) -> Conversation:
    """The messages that stay, as the API would get them."""
    stay = [MESSAGES[id] for id in WEIGHTS if plan[id] in ("keep", "shorten")]
    return Conversation.from_api(stay)


def _shortened(plan: Mapping[str, str]) -> Fault | None:
    odd = next((id for id in WEIGHTS if plan[id] == "shorten" and id not in RESULTS), None)
    return Fault("shortened", {"id": odd}) if odd else None


def _grown(plan: Mapping[str, str]) -> Fault | None:
    replaced = sum(WEIGHTS[id] for id in WEIGHTS if plan[id] == "replace")
    return (
        Fault("grown", {"was": replaced, "now": SUMMARY_TOKENS}, "always_shrinks")
        if 0 < replaced <= SUMMARY_TOKENS
        else None
    )


def _over(plan: Mapping[str, str]) -> Fault | None:
    tokens = tokens_of(plan)
    return Fault("over", {"tokens": tokens, "line": LINE}) if tokens >= LINE else None


MESSAGES = {
    "m1": human("Make the login faster. Port 8043 must stay."),
    "m2": call("toolu_1", "read_log"),
    "m3": result("toolu_1", "a long log"),
    "m4": call("toolu_2", "run_tests"),
    "m5": result("toolu_2", "what the tests wrote"),
    "m6": says("The query in auth.py:75 is slow."),
    "m7": human("Good. Mend it."),
}
KEEP_ALL = dict.fromkeys(WEIGHTS, "keep")

PLAN = Exercise(
    id="06-1",
    name="plan",
    takes="dict",
    judge=by_rule(find_in_plan),
    solution=KEEP_ALL | {"m3": "shorten"},
    also_right=(
        KEEP_ALL | {"m3": "shorten", "m5": "shorten"},
        KEEP_ALL | {"m2": "drop", "m3": "drop"},
        KEEP_ALL | dict.fromkeys(("m2", "m3", "m4", "m5", "m6"), "replace"),
        KEEP_ALL | dict.fromkeys(("m2", "m3"), "replace") | dict.fromkeys(("m4", "m5"), "drop"),
    ),
    wrong=(
        Wrong("split", KEEP_ALL | {"m3": "drop"}, "cut_anywhere"),
        Wrong("task_dropped", KEEP_ALL | dict.fromkeys(("m1", "m2", "m3"), "drop"), "screen_is_window"),
        Wrong("task_replaced", KEEP_ALL | dict.fromkeys(("m1", "m2", "m3"), "replace"), "summary_keeps"),
        Wrong("grown", KEEP_ALL | {"m3": "shorten", "m6": "replace"}, "always_shrinks"),
        Wrong("last_human", KEEP_ALL | {"m3": "shorten", "m7": "drop"}),
        Wrong("shortened", KEEP_ALL | {"m1": "shorten", "m3": "shorten"}),
        Wrong("over", KEEP_ALL),
        Wrong("action", KEEP_ALL | {"m3": "delete"}),
        Wrong("ids", {"m3": "shorten"}),
    ),
)
