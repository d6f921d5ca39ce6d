"""Lesson 03's tool turns: a function that runs the calls, and a broken list to put in order.

Comes in: what a student's function gives, or a list of messages. Goes out: the first thing that is wrong with it. The
order of results among themselves is free, as it is for the API.
"""

from __future__ import annotations

from typing import Any

from packlight.core.blocks import ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.rules import validate
from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.judges import by_cases, by_rule

Talk = dict[str, Any]


class Shell:
    """A toy that runs a tool by its name; in a sentence it is called `run`."""

    def __call__(self, name: str, given: dict[str, Any]) -> str:
        return f"{name}: {len(given)}"

    def __repr__(self) -> str:
        return "run"


def use(id: str, **given: Any) -> Talk:
    return {"type": "tool_use", "id": id, "name": "read_file", "input": given}


def gave(id: str, text: str) -> Talk:
    return {"type": "tool_result", "tool_use_id": id, "content": text}


def run_tools(message: dict[str, Any], run: Any) -> dict[str, Any]:
    results = []
    for block in message["content"]:
        if block["type"] == "tool_use":
            output = run(block["name"], block["input"])
            results.append({"type": "tool_result", "tool_use_id": block["id"], "content": output})
    return {"role": "user", "content": results}


def _last_call_first(message: Talk, run: Any) -> Talk:
    """As right: results may stand in any order."""
    return {"role": "user", "content": run_tools(message, run)["content"][::-1]}


def _by_assistant(message: Talk, run: Any) -> Talk:
    return run_tools(message, run) | {"role": "assistant"}


def _by_tool(message: Talk, run: Any) -> Talk:
    return run_tools(message, run) | {"role": "tool"}


def _first_only(message: Talk, run: Any) -> Talk:
    return {"role": "user", "content": run_tools(message, run)["content"][:1]}


def _last_only(message: Talk, run: Any) -> Talk:
    return {"role": "user", "content": run_tools(message, run)["content"][-1:]}


def _name_for_id(message: Talk, run: Any) -> Talk:
    calls = [block for block in message["content"] if block["type"] == "tool_use"]
    return {"role": "user", "content": [gave(b["name"], run(b["name"], b["input"])) for b in calls]}


def _id_for_id(message: Talk, run: Any) -> Talk:
    calls = [block for block in message["content"] if block["type"] == "tool_use"]
    results = [{"type": "tool_result", "id": b["id"], "content": run(b["name"], b["input"])} for b in calls]
    return {"role": "user", "content": results}


def _as_text(message: Talk, run: Any) -> Talk:
    return {
        "role": "user",
        "content": [{"type": "text", "text": r["content"]} for r in run_tools(message, run)["content"]],
    }


def _text_in_front(message: Talk, run: Any) -> Talk:
    return {"role": "user", "content": [{"type": "text", "text": "Here:"}, *run_tools(message, run)["content"]]}


def _same_results(yours: Any, right: Any) -> bool:
    """Whether a message brings the same results; their order, and text behind them, are free."""
    content = yours.get("content")
    if yours.get("role") != "user" or not isinstance(content, list):
        return False
    if not all(isinstance(block, dict) for block in content):
        return False
    results = [block for block in content if block.get("type") == "tool_result"]
    if content[: len(results)] != results:
        return False
    return sorted(map(_told, results)) == sorted(map(_told, right["content"]))


def _told(result: Talk) -> tuple[str, str]:
    content = result.get("content")
    if isinstance(content, list):
        content = "".join(str(block.get("text", "")) for block in content if isinstance(block, dict))
    return str(result.get("tool_use_id")), str(content)


_SAYS = {"type": "text", "text": "I read both."}
_RUN = Shell()
RUN_TOOLS = Exercise(
    id="03-1",
    name="run_tools",
    takes="function",
    judge=by_cases(
        (
            ({"role": "assistant", "content": [use("t1", path="a.py")]}, _RUN),
            ({"role": "assistant", "content": [_SAYS, use("t1", path="a.py")]}, _RUN),
            ({"role": "assistant", "content": [_SAYS, use("t1", path="a.py"), use("t2", path="b.py", lines=9)]}, _RUN),
        ),
        result=dict,
        accepts=_same_results,
    ),
    solution=run_tools,
    also_right=(_last_call_first,),
    wrong=(
        Wrong("by_assistant", _by_assistant, "role_tool"),
        Wrong("by_tool", _by_tool, "role_tool"),
        Wrong("first_only", _first_only, "result_late"),
        Wrong("last_only", _last_only, "result_late"),
        Wrong("name_for_id", _name_for_id),
        Wrong("id_for_id", _id_for_id),
        Wrong("as_text", _as_text),
        Wrong("text_in_front", _text_in_front, "result_late"),
    ),
)

ASK = {"role": "user", "content": "Compare a.py and b.py."}
CALLS = {"role": "assistant", "content": [use("t1", path="a.py"), use("t2", path="b.py")]}
HURRY = {"type": "text", "text": "Please hurry."}
FIRST, SECOND = gave("t1", "print(1)"), gave("t2", "print(2)")
LOOKS = {"role": "assistant", "content": "They differ in one number."}
BROKEN = [ASK, CALLS, {"role": "user", "content": [HURRY, FIRST]}, LOOKS, {"role": "user", "content": [SECOND]}]
LATE = ("tool_result_not_first", "unanswered_tool_use", "orphan_tool_result")


def mended(talk: Conversation) -> Fault | None:
    """Whether the API takes it, and all that was said and given is still there, and nothing is new."""
    finding = next((f for f in validate(talk).findings if f.severity == "error"), None)
    blocks = [block for message in talk.messages for block in message.content]
    calls = {block.id for block in blocks if isinstance(block, ToolUse)}
    if not {"t1", "t2"} <= calls:
        return Fault("call_gone", example=talk)
    results = {block.tool_use_id: block.readable() for block in blocks if isinstance(block, ToolResult)}
    for result in (FIRST, SECOND):
        if result["tool_use_id"] not in results:
            return Fault("result_gone", {"id": result["tool_use_id"]}, example=talk)
        if results[result["tool_use_id"]] != result["content"]:
            return Fault("made_up", {"id": result["tool_use_id"]}, example=talk)
    if finding and finding.code in LATE:
        return Fault("late", {"finding": finding}, belief="result_late", example=talk)
    if finding:
        return Fault("refused", {"finding": finding}, example=talk)
    said = "\n".join(block.readable() for block in blocks)
    lost = next((text for text in (ASK["content"], HURRY["text"], LOOKS["content"]) if text not in said), None)
    return Fault("words_gone", {"text": lost}, example=talk) if lost else None


_MENDED = [ASK, CALLS, {"role": "user", "content": [FIRST, SECOND, HURRY]}, LOOKS]
FIXED = Exercise(
    id="03-2",
    name="fixed",
    takes="conversation",
    judge=by_rule(mended),
    solution=_MENDED,
    also_right=(
        [ASK, CALLS, {"role": "user", "content": [SECOND, FIRST, HURRY]}, LOOKS],
        [ASK, CALLS, {"role": "user", "content": [FIRST, SECOND]}, {"role": "user", "content": [HURRY]}, LOOKS],
        [ASK, {"role": "user", "content": [HURRY]}, CALLS, {"role": "user", "content": [FIRST, SECOND]}, LOOKS],
    ),
    wrong=(
        Wrong("late", BROKEN, "result_late"),
        Wrong("call_gone", [ASK, LOOKS]),
        Wrong("result_gone", [ASK, CALLS, {"role": "user", "content": [FIRST, HURRY]}, LOOKS]),
        Wrong("made_up", [ASK, CALLS, {"role": "user", "content": [FIRST, gave("t2", "OK"), HURRY]}, LOOKS]),
        Wrong("words_gone", [ASK, CALLS, {"role": "user", "content": [FIRST, SECOND]}, LOOKS]),
        Wrong("refused", [*_MENDED, {"role": "tool", "content": [HURRY]}]),
    ),
)
