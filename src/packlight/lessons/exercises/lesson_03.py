"""Lesson 03, pairs: a call and its result. Words: `words/lesson_03.py`."""

from __future__ import annotations

from typing import Any

from packlight.core.conversation import Conversation
from packlight.lessons.exercise import Exercise, Wrong
from packlight.lessons.exercises.small_messages import Request, call, human, result, talk
from packlight.lessons.exercises.tool_turns import FIXED, RUN_TOOLS
from packlight.lessons.judges import by_cases, choice

Pairs = dict[str, Any]


def pair_up(messages: list[dict[str, Any]]) -> dict[str, Any]:
    pairs = {}
    for n, message in enumerate(messages):
        for block in message["content"]:
            if block["type"] == "tool_use":
                after = messages[n + 1]["content"] if n + 1 < len(messages) else []
                answers = [b for b in after if b.get("tool_use_id") == block["id"]]
                pairs[block["id"]] = n + 1 if answers else None
    return pairs


def _by_answers(messages: Request) -> Pairs:
    calls = {b["id"]: n for n, m in enumerate(messages) for b in m["content"] if b["type"] == "tool_use"}
    answers = {(b["tool_use_id"], n) for n, m in enumerate(messages) for b in m["content"] if "tool_use_id" in b}
    return {id: n + 1 if (id, n + 1) in answers else None for id, n in calls.items()}


def _anywhere(messages: Request) -> Pairs:
    places = {b["tool_use_id"]: n for n, m in enumerate(messages) for b in m["content"] if "tool_use_id" in b}
    return {b["id"]: places.get(b["id"]) for m in messages for b in m["content"] if b["type"] == "tool_use"}


def _answered_only(messages: Request) -> Pairs:
    return {id: place for id, place in pair_up(messages).items() if place is not None}


def _always_next(messages: Request) -> Pairs:
    return {b["id"]: n + 1 for n, m in enumerate(messages) for b in m["content"] if b["type"] == "tool_use"}


def _place_of_call(messages: Request) -> Pairs:
    return {id: None if place is None else place - 1 for id, place in pair_up(messages).items()}


def _from_results(messages: Request) -> Pairs:
    return {b["tool_use_id"]: n for n, m in enumerate(messages) for b in m["content"] if b["type"] == "tool_result"}


def _one_a_message(messages: Request) -> Pairs:
    firsts = [(n, m["content"][0]) for n, m in enumerate(messages) if m["content"][0]["type"] == "tool_use"]
    pairs = pair_up(messages)
    return {block["id"]: pairs[block["id"]] for _, block in firsts}


def _both(*messages: dict[str, Any]) -> dict[str, Any]:
    """Two small messages of one role as one."""
    return {"role": messages[0]["role"], "content": [block for m in messages for block in m["content"]]}


CASES = (
    (talk("hcra"),),
    ([human("Go."), _both(call("a"), call("b")), _both(result("a"), result("b"))],),
    ([human("Go."), call("a")],),
    ([human("Go."), _both(call("a"), call("b")), result("b"), human("And a?")],),
    ([human("Go."), call("a"), human("Wait."), result("a")],),
    ([human("Go."), result("z"), call("a"), result("a")],),
)

EXERCISES = (
    choice("03-a", "b", a="model_runs_tool", c="role_tool"),
    choice("03-b", "b"),
    choice("03-c", "c", a="model_runs_tool", b="model_runs_tool"),
    RUN_TOOLS,
    choice("03-d", "b", a="result_late", c="result_late"),
    FIXED,
    Exercise(
        id="03-3",
        name="pair_up",
        takes="function",
        judge=by_cases(CASES, result=dict),
        example=lambda messages: Conversation.from_api(messages),
        solution=pair_up,
        also_right=(_by_answers,),
        wrong=(
            Wrong("anywhere", _anywhere, "result_late"),
            Wrong("answered_only", _answered_only),
            Wrong("always_next", _always_next),
            Wrong("place_of_call", _place_of_call),
            Wrong("from_results", _from_results),
            Wrong("one_a_message", _one_a_message),
        ),
    ),
    choice("03-e", "a"),
)
