"""Lesson 02, blocks: string or blocks, which role holds what, neighbours. Words: `words/lesson_02.py`."""

from __future__ import annotations

from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.rules import validate
from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.judges import by_cases, by_rule, choice

Talk = dict[str, Any]

TEXT = {"type": "text", "text": "I look into the folder."}
THOUGHT = {"type": "thinking", "thinking": "Which files are there?", "signature": "c2ln"}
CALL = {"type": "tool_use", "id": "t1", "name": "list_files", "input": {"path": "src"}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "main.py"}
HELLO = {"role": "user", "content": "Hello!"}
HERE = {"role": "user", "content": "Are you there?"}
YES = {"role": "assistant", "content": "Yes."}
KINDS = ("text", "thinking", "tool_use", "tool_result")
MAY_HOLD = {"user": ["text", "tool_result"], "assistant": ["text", "thinking", "tool_use"]}


def to_blocks(message: dict[str, Any]) -> dict[str, Any]:
    content = message["content"]
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    return {"role": message["role"], "content": content}


def _changed_in_place(message: Talk) -> Talk:
    if isinstance(message["content"], str):
        message["content"] = [{"type": "text", "text": message["content"]}]
    return message


def _always_wrapped(message: Talk) -> Talk:
    return {"role": message["role"], "content": [{"type": "text", "text": message["content"]}]}


def _without_list(message: Talk) -> Talk:
    content = message["content"]
    block = {"type": "text", "text": content}
    return {"role": message["role"], "content": block if isinstance(content, str) else content}


def _string_in_list(message: Talk) -> Talk:
    content = message["content"]
    return {"role": message["role"], "content": [content] if isinstance(content, str) else content}


def _without_type(message: Talk) -> Talk:
    content = message["content"]
    return {"role": message["role"], "content": [{"text": content}] if isinstance(content, str) else content}


def _always_user(message: Talk) -> Talk:
    return to_blocks(message) | {"role": "user"}


def holds_right(table: dict[str, Any]) -> Fault | None:
    """Whether each kind of block stands under the roles that may hold it."""
    if set(table) != {"user", "assistant"}:
        return Fault("roles", {"yours": ", ".join(map(str, table)) or "–"})
    unlisted = next((role for role, kinds in table.items() if not isinstance(kinds, list | tuple | set)), None)
    if unlisted:
        return Fault("not_a_list", {"role": unlisted, "yours": table[unlisted]})
    unknown = next((kind for kinds in table.values() for kind in kinds if kind not in KINDS), None)
    if unknown is not None:
        return Fault("unknown", {"kind": unknown})
    for role, kind, key, belief in (
        ("assistant", "tool_result", "result_in_assistant", "role_tool"),
        ("user", "tool_use", "use_in_user", "model_runs_tool"),
        ("user", "thinking", "thinking_in_user", ""),
    ):
        if kind in table[role]:
            return Fault(key, belief=belief)
    for role, kinds in MAY_HOLD.items():
        missing = next((kind for kind in kinds if kind not in table[role]), None)
        if missing:
            return Fault("missing", {"role": role, "kind": missing})
    return None


def one_message(message: dict[str, Any]) -> Fault | None:
    """Whether it is an assistant's message of thought, text and call, the thought in front."""
    content = message.get("content")
    if message.get("role") != "assistant":
        return Fault("role", {"yours": message.get("role")})
    if isinstance(content, dict):
        return Fault("not_a_list")
    if not isinstance(content, list) or any(not isinstance(block, dict) for block in content):
        return Fault("no_blocks", {"yours": content})
    if any(isinstance(block.get("content"), list) for block in content):
        return Fault("nested")
    kinds = [block.get("type") for block in content]
    missing = next((kind for kind in ("thinking", "text", "tool_use") if kind not in kinds), None)
    if missing:
        return Fault("missing", {"kind": missing})
    example = Conversation.from_api([HELLO, message])
    if kinds[0] != "thinking":
        return Fault("thinking_late", {"first": kinds[0]}, example=example)
    finding = next((f for f in validate(example).findings if f.severity == "error" and not f.pending), None)
    return Fault("refused", {"finding": finding}, example=example) if finding else None


def join_neighbours(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    joined: list[dict[str, Any]] = []
    for message in messages:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
        if joined and joined[-1]["role"] == message["role"]:
            joined[-1]["content"] += blocks
        else:
            joined.append({"role": message["role"], "content": blocks})
    return joined


def _joined_backwards(messages: list[Talk]) -> list[Talk]:
    """As right: it leaves a string where nothing is joined."""
    whole: list[Talk] = []
    for message in messages:
        if whole and whole[-1]["role"] == message["role"]:
            blocks = to_blocks(whole[-1])["content"] + to_blocks(message)["content"]
            whole[-1] = {"role": message["role"], "content": blocks}
        else:
            whole.append(message)
    return whole


def _kept_first(messages: list[Talk]) -> list[Talk]:
    return [m for at, m in enumerate(messages) if not at or messages[at - 1]["role"] != m["role"]]


def _kept_last(messages: list[Talk]) -> list[Talk]:
    return [m for at, m in enumerate(messages) if at + 1 == len(messages) or messages[at + 1]["role"] != m["role"]]


def _one_a_role(messages: list[Talk]) -> list[Talk]:
    roles = list(dict.fromkeys(m["role"] for m in messages))
    return [
        {"role": role, "content": [b for m in messages if m["role"] == role for b in to_blocks(m)["content"]]}
        for role in roles
    ]


def _untouched(messages: list[Talk]) -> list[Talk]:
    return messages


def _filler_between(messages: list[Talk]) -> list[Talk]:
    filled: list[Talk] = []
    for message in messages:
        if filled and filled[-1]["role"] == message["role"]:
            filled.append({"role": "assistant" if message["role"] == "user" else "user", "content": "OK"})
        filled.append(message)
    return filled


def _pairs_only(messages: list[Talk]) -> list[Talk]:
    whole: list[Talk] = []
    fresh = True
    for message in messages:
        if whole and fresh and whole[-1]["role"] == message["role"]:
            whole[-1] = {
                "role": message["role"],
                "content": to_blocks(whole[-1])["content"] + to_blocks(message)["content"],
            }
            fresh = False
        else:
            whole.append(message)
            fresh = True
    return whole


def _same_blocks(yours: Any, right: Any) -> bool:
    """Whether two lists of messages say the same, a string being one text block."""
    if not all(isinstance(m, dict) and "role" in m and "content" in m for m in yours):
        return False
    return [to_blocks(m) for m in yours] == [to_blocks(m) for m in right]


_BLOCKS = {"role": "user", "content": [{"type": "text", "text": "Please."}]}
_LOOKS = {"role": "assistant", "content": [TEXT, CALL]}
_FOUND = {"role": "user", "content": [RESULT]}

EXERCISES = (
    choice("02-a", "b", a="role_tool", c="role_tool"),
    choice("02-b", "c"),
    Exercise(
        id="02-1",
        name="to_blocks",
        takes="function",
        judge=by_cases(((HELLO,), (YES,), (_BLOCKS,), (_LOOKS,)), result=dict),
        solution=to_blocks,
        also_right=(_changed_in_place,),
        wrong=(
            Wrong("always_wrapped", _always_wrapped),
            Wrong("without_list", _without_list),
            Wrong("string_in_list", _string_in_list),
            Wrong("without_type", _without_type),
            Wrong("always_user", _always_user),
        ),
    ),
    choice("02-c", "b", a="model_runs_tool"),
    Exercise(
        id="02-2",
        name="may_hold",
        takes="dict",
        judge=by_rule(holds_right),
        solution=MAY_HOLD,
        also_right=({"assistant": ("tool_use", "text", "thinking"), "user": {"tool_result", "text"}},),
        wrong=(
            Wrong("result_in_assistant", {"user": ["text"], "assistant": list(KINDS)}, "role_tool"),
            Wrong("use_in_user", {"user": ["text", "tool_use"], "assistant": ["text"]}, "model_runs_tool"),
            Wrong("thinking_in_user", {"user": ["text", "thinking"], "assistant": ["text"]}),
            Wrong("missing", {"user": ["tool_result"], "assistant": ["text", "thinking", "tool_use"]}),
            Wrong("unknown", {"user": ["tekst"], "assistant": ["text"]}),
            Wrong("roles", {"user": ["text"], "tool": ["tool_result"]}),
            Wrong("not_a_list", {"user": "text", "assistant": ["text"]}),
        ),
    ),
    Exercise(
        id="02-3",
        name="message",
        takes="dict",
        judge=by_rule(one_message),
        solution={"role": "assistant", "content": [THOUGHT, TEXT, CALL]},
        also_right=(
            {"role": "assistant", "content": [THOUGHT, CALL, TEXT]},
            {"role": "assistant", "content": [THOUGHT, TEXT, TEXT, CALL]},
        ),
        wrong=(
            Wrong("role", {"role": "user", "content": [THOUGHT, TEXT, CALL]}),
            Wrong("thinking_late", {"role": "assistant", "content": [TEXT, THOUGHT, CALL]}),
            Wrong("missing", {"role": "assistant", "content": [THOUGHT, CALL]}),
            Wrong("not_a_list", {"role": "assistant", "content": CALL}),
            Wrong("no_blocks", {"role": "assistant", "content": "I look into the folder."}),
            Wrong("nested", {"role": "assistant", "content": [THOUGHT, {"type": "text", "content": [TEXT, CALL]}]}),
            Wrong("refused", {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": ""}, CALL]}),
        ),
    ),
    choice("02-d", "b", a="neighbours_refused"),
    Exercise(
        id="02-4",
        name="join_neighbours",
        takes="function",
        judge=by_cases(
            (
                ([HELLO, YES],),
                ([HELLO, HERE],),
                ([HELLO, HERE, YES, _BLOCKS],),
                ([HELLO, HERE, _BLOCKS],),
                ([HELLO, _LOOKS, _FOUND, HERE, YES],),
            ),
            result=list,
            accepts=_same_blocks,
        ),
        example=lambda messages: Conversation.from_api(messages),
        solution=join_neighbours,
        also_right=(_joined_backwards,),
        wrong=(
            Wrong("kept_first", _kept_first),
            Wrong("kept_last", _kept_last),
            Wrong("one_a_role", _one_a_role),
            Wrong("untouched", _untouched),
            Wrong("filler_between", _filler_between, "neighbours_refused"),
            Wrong("pairs_only", _pairs_only),
        ),
    ),
)
