"""The exercises of lesson 06, the family of strategies: a plan, its bill, a cut, and whether to accept a result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.exercises.cut_place import CUT
from packlight.lessons.exercises.plan_by_hand import PLAN
from packlight.lessons.judges import by_rule, choice, first

# 06-2: the bill of one summary. Real tools send the head alone, or all of it on the cached prefix: both are right.

BILL = {"summarizer_reads": 18_000, "summarizer_writes": 1_000, "next_request": 4_000, "from_cache": 1_000}
WHOLE = 21_000


def find_in_bill(bill: Mapping[str, Any]) -> Fault | None:
    """What is wrong with a bill, entry by entry."""
    return first(look(bill) for look in (_entries, _reads, _writes, _next_request, _from_cache))


def _entries(bill: Mapping[str, Any]) -> Fault | None:
    odd = next((key for key in BILL if not _is_number(bill.get(key))), None)
    return Fault("entries", {"entry": odd, "yours": bill.get(odd)}) if odd else None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _reads(bill: Mapping[str, Any]) -> Fault | None:
    yours = bill["summarizer_reads"]
    if BILL["summarizer_reads"] <= yours <= WHOLE:
        return None
    return Fault(
        "reads_little" if yours <= 3_000 else "reads", {"yours": yours}, "packing_is_free" if yours <= 3_000 else ""
    )


def _writes(bill: Mapping[str, Any]) -> Fault | None:
    yours = bill["summarizer_writes"]
    if yours == BILL["summarizer_writes"]:
        return None
    return Fault("writes_free", belief="packing_is_free") if yours == 0 else Fault("writes", {"yours": yours})


def _next_request(bill: Mapping[str, Any]) -> Fault | None:
    yours = bill["next_request"]
    if yours == BILL["next_request"]:
        return None
    return Fault("next_whole" if yours >= WHOLE else "next_request", {"yours": yours})


def _from_cache(bill: Mapping[str, Any]) -> Fault | None:
    yours = bill["from_cache"]
    if yours == BILL["from_cache"]:
        return None
    return Fault("cache_nothing") if yours == 0 else Fault("cache_kept", {"yours": yours}, "cheaper_at_once")


PAY = Exercise(
    id="06-2",
    name="bill",
    takes="dict",
    judge=by_rule(find_in_bill),
    solution=BILL,
    also_right=(BILL | {"summarizer_reads": 19_000}, BILL | {"summarizer_reads": WHOLE}),
    wrong=(
        Wrong("reads_little", BILL | {"summarizer_reads": 0}, "packing_is_free"),
        Wrong("writes_free", BILL | {"summarizer_writes": 0}, "packing_is_free"),
        Wrong("cache_kept", BILL | {"from_cache": 3_000}, "cheaper_at_once"),
        Wrong("cache_kept", BILL | {"from_cache": 4_000}, "cheaper_at_once"),
        Wrong("cache_nothing", BILL | {"from_cache": 0}),
        Wrong("next_whole", BILL | {"next_request": 22_000}),
        Wrong("next_request", BILL | {"next_request": 3_000}),
        Wrong("reads", BILL | {"summarizer_reads": 40_000}),
    ),
)

# 06-4: may the result take the history's place?


def accept(result: Mapping[str, Any], facts: Sequence[str]) -> bool:
    return (
        bool(result["text"].strip())
        and result["after"] < result["before"]
        and sorted(result["calls"]) == sorted(result["results"])
        and all(fact in result["text"] for fact in facts)
    )


def accept_all(result: Mapping[str, Any], facts: Sequence[str]) -> bool:
    return True


def accept_none(result: Mapping[str, Any], facts: Sequence[str]) -> bool:
    return False


def accept_same_size(result: Mapping[str, Any], facts: Sequence[str]) -> bool:
    return result["after"] <= result["before"] and accept({**result, "after": 0}, facts)


def accept_empty(result: Mapping[str, Any], facts: Sequence[str]) -> bool:
    return accept({**result, "text": "x" + result["text"]}, facts)


def accept_split(result: Mapping[str, Any], facts: Sequence[str]) -> bool:
    return accept({**result, "calls": [], "results": []}, facts)


def accept_lossy(result: Mapping[str, Any], facts: Sequence[str]) -> bool:
    return accept(result, [])


def accept_any_fact(result: Mapping[str, Any], facts: Sequence[str]) -> bool:
    return accept(result, []) and (not facts or any(fact in result["text"] for fact in facts))


def accept_in_steps(result: Mapping[str, Any], facts: Sequence[str]) -> bool:
    """As right, a reason at a time."""
    if not result["text"].strip() or result["after"] >= result["before"]:
        return False
    if set(result["calls"]) != set(result["results"]):
        return False
    return not [fact for fact in facts if fact not in result["text"]]


def _outcome(text: str, after: int = 4_000, calls: str = "a", results: str = "a") -> dict[str, Any]:
    return {"before": 9_000, "after": after, "text": text, "calls": list(calls), "results": list(results)}


GOOD = "Port 8043 stays. The bug is in auth.py:75."
FACTS = ("8043", "auth.py:75")
ACCEPT_CASES: tuple[tuple[str, str, dict[str, Any], tuple[str, ...]], ...] = (
    ("refuses_good", "", _outcome(GOOD), FACTS),
    ("larger", "always_shrinks", _outcome(GOOD, after=9_700), FACTS),
    ("same_size", "always_shrinks", _outcome(GOOD, after=9_000), FACTS),
    ("empty", "", _outcome(""), ()),
    ("empty", "", _outcome(" \n"), ()),
    ("split", "cut_anywhere", _outcome(GOOD, calls="ab"), FACTS),
    ("split", "cut_anywhere", _outcome(GOOD, results="ab"), FACTS),
    ("lossy", "summary_keeps", _outcome("There was a port. The bug is mended."), FACTS),
    ("any_fact", "summary_keeps", _outcome("Port 8043 stays."), FACTS),
    ("refuses_order", "", _outcome(GOOD, calls="ab", results="ba"), FACTS),
    ("refuses_good", "", _outcome("A short talk."), ()),
)
"""What is to be told when a result is judged wrongly, the belief behind it, and the call."""


def find_in_accept(function: Callable[..., Any]) -> Fault | None:
    """The first result that is judged wrongly."""
    for key, belief, result, facts in ACCEPT_CASES:
        yours, right = function(result, list(facts)), accept(result, facts)
        if yours is None:
            return Fault("gives_none", {"call": f"accept({result!r}, {list(facts)!r})"}, outcome="could_not_run")
        if bool(yours) != right:
            return Fault(key, {"yours": yours, **result}, belief)
    return None


ACCEPT = Exercise(
    id="06-4",
    name="accept",
    takes="function",
    judge=by_rule(find_in_accept),
    solution=accept,
    also_right=(accept_in_steps,),
    wrong=(
        Wrong("larger", accept_all, "always_shrinks"),
        Wrong("same_size", accept_same_size, "always_shrinks"),
        Wrong("empty", accept_empty),
        Wrong("split", accept_split, "cut_anywhere"),
        Wrong("lossy", accept_lossy, "summary_keeps"),
        Wrong("any_fact", accept_any_fact, "summary_keeps"),
        Wrong("refuses_good", accept_none),
    ),
)


EXERCISES = (
    choice("06-a", "b", a="max_tokens_apart"),
    choice("06-b", "a"),
    choice("06-c", "a"),
    choice("06-d", "b", a="summary_keeps"),
    choice("06-e", "c", a="packing_is_free", b="cheaper_at_once"),
    choice("06-f", "b", a="screen_is_window", c="screen_is_window"),
    PLAN,
    PAY,
    CUT,
    ACCEPT,
)
