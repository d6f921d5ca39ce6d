"""Exercise 09-3: a policy for the bug hunt that keeps the facts and spares the summarizer.

Comes in: a `pl.Policy`. Goes out: the first thing that its replay shows to be wrong, read off the film itself.
"""

from __future__ import annotations

from typing import Any

from packlight.adapters.counters import resolve_counter
from packlight.adapters.language import language
from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.judges import by_rule
from packlight.simulation.policy import Policy
from packlight.simulation.run import run
from packlight.simulation.scenarios import session

WINDOW = 10_000
FACTS = 8
CALLS = 1


def suits(policy: Any) -> Fault | None:
    """Whether the replay keeps eight facts or more, calls a summarizer once at most, and always fits."""
    if not isinstance(policy, Policy):
        return Fault("not_policy", {"type": type(policy).__name__})
    if policy.window != WINDOW:
        return Fault("window", {"yours": policy.window, "wanted": WINDOW})
    lang = language()
    hunt = session("bug_hunt", lang)
    film = run(
        hunt.conversation,
        policy,
        counter=resolve_counter(policy.counter or "tiktoken"),
        scenario=hunt.name,
        title=hunt.title,
        lang=lang,
        facts=hunt.facts,
    )
    peak = max(frame.usage for frame in film.frames)
    lost = [fact["text"] for fact in film.facts if fact["lost_at"] is not None]
    kept = len(film.facts) - len(lost)
    if peak > 1:
        return Fault("past", {"peak": peak}, belief="full_is_thrift", example=film)
    if kept < FACTS:
        return Fault("facts", {"kept": kept, "all": len(film.facts), "first": lost[0]}, example=film)
    calls = film.cost["summarizer_calls"]
    return Fault("calls", {"calls": calls}, belief="packing_is_free", example=film) if calls > CALLS else None


POLICY = Exercise(
    id="09-3",
    name="policy",
    takes="any",
    judge=by_rule(suits),
    solution=Policy(WINDOW, strategy="tool_result_trim"),
    also_right=(Policy(WINDOW, strategy=["tool_result_trim", "summary"]),),
    wrong=(
        Wrong("facts", Policy(WINDOW, strategy="sliding_window")),
        Wrong("calls", Policy(WINDOW, strategy="summary"), "packing_is_free"),
        Wrong("past", Policy(WINDOW, strategy="tool_result_trim", threshold=1.0), "full_is_thrift"),
        Wrong("window", Policy(200_000, strategy="tool_result_trim")),
        Wrong("not_policy", "tool_result_trim"),
    ),
    solution_text='policy = pl.Policy(10_000, strategy="tool_result_trim")\n',
)
