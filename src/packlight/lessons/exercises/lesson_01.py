"""Lesson 01, messages[]: roles, positions, turns. Words: `words/lesson_01.py`."""

from __future__ import annotations

from typing import Any

from packlight.core.blocks import Text, ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.rules import validate
from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.judges import by_cases, by_rule, choice

NAME = {"role": "user", "content": "My name is Ada."}
HELLO = {"role": "assistant", "content": "Hello, Ada!"}
QUESTION = {"role": "user", "content": "What is my name?"}

ORDER = "Answer in one word."
SUM = {"role": "user", "content": "2 + 2?"}

ASK = {"role": "user", "content": "How many files are in src?"}
CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "count", "input": {"path": "src"}}]}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "12"}
WELL = {"type": "text", "text": "Well?"}
BACK = {"role": "user", "content": [RESULT]}
ANSWER = {"role": "assistant", "content": "Twelve."}
LATE = ("tool_result_not_first", "unanswered_tool_use")


def _refused(talk: Conversation) -> Fault | None:
    """The first thing for which the API would refuse it, in our words."""
    finding = next((finding for finding in validate(talk).findings if finding.severity == "error"), None)
    return Fault("refused", {"finding": finding}, example=talk) if finding else None


def remembered(talk: Conversation) -> Fault | None:
    """Whether a model that has only this request can answer what the name is."""
    last = talk.messages[-1] if talk.messages else None
    if last is None or "?" not in last.text():
        return Fault("no_question", example=talk)
    if last.role != "user":
        return Fault("ends", example=talk)
    said = "\n".join([*(message.text() for message in talk.messages), *(block.readable() for block in talk.system)])
    if "ada" not in said.lower():
        return Fault("no_name", belief="remembers", example=talk)
    return _refused(talk)


def hoisted(payload: dict[str, Any]) -> Fault | None:
    """Whether the order stands at the top level, and the question alone in messages."""
    messages = payload.get("messages")
    if not isinstance(messages, list) or not messages:
        return Fault("no_messages")
    talk = Conversation.from_api(payload)
    if any(message.role == "system" for message in talk.messages):
        return Fault("still_in", belief="system_first", example=talk)
    said = "\n".join(message.text() for message in talk.messages)
    if ORDER in said:
        return Fault("as_user", example=talk)
    if ORDER not in "\n".join(block.readable() for block in talk.system):
        elsewhere = next((key for key, value in payload.items() if ORDER in str(value)), "")
        return Fault("other_key", {"key": elsewhere}) if elsewhere else Fault("lost")
    return Fault("question_lost", example=talk) if "2 + 2" not in said else _refused(talk)


def built(talk: Conversation) -> Fault | None:
    """Whether it is one whole tool turn: a question, a call, its result, an answer."""
    if not talk.messages:
        return Fault("empty", outcome="not_attempted")
    roles = {message.role for message in talk.messages}
    if "tool" in roles:
        return Fault("tool_role", belief="role_tool", example=talk)
    if "system" in roles:
        return Fault("system_in", belief="system_first", example=talk)
    late = next((finding for finding in validate(talk).findings if finding.code in LATE), None)
    refused = _refused(talk)
    blocks = [block for message in talk.messages for block in message.content]
    if refused and any(isinstance(block, ToolResult) for block in blocks) and late:
        return Fault("late", {"finding": late}, belief="result_late", example=talk)
    if refused:
        return refused
    if not any(isinstance(block, ToolUse) for block in blocks):
        return Fault("no_call", example=talk)
    last = talk.messages[-1]
    if last.role != "assistant" or not any(isinstance(block, Text) for block in last.content):
        return Fault("no_answer", example=talk)
    return None


def count_turns(messages: list[dict[str, Any]]) -> int:
    turns = 0
    for message in messages:
        content = message["content"]
        spoken = isinstance(content, str) or any(block["type"] != "tool_result" for block in content)
        if message["role"] == "user" and spoken:
            turns += 1
    return turns


def _by_first_block(messages: list[dict[str, Any]]) -> int:
    def kinds(message: dict[str, Any]) -> set[str]:
        content = message["content"]
        return {"text"} if isinstance(content, str) else {block["type"] for block in content}

    return len([m for m in messages if m["role"] == "user" and kinds(m) - {"tool_result"}])


def _every_message(messages: list[dict[str, Any]]) -> int:
    return len(messages)


def _every_user(messages: list[dict[str, Any]]) -> int:
    return sum(message["role"] == "user" for message in messages)


def _every_assistant(messages: list[dict[str, Any]]) -> int:
    return sum(message["role"] == "assistant" for message in messages)


def _strings_only(messages: list[dict[str, Any]]) -> int:
    return sum(message["role"] == "user" and isinstance(message["content"], str) for message in messages)


def _without_results(messages: list[dict[str, Any]]) -> int:
    def has_result(message: dict[str, Any]) -> bool:
        return not isinstance(message["content"], str) and any(b["type"] == "tool_result" for b in message["content"])

    return sum(message["role"] == "user" and not has_result(message) for message in messages)


def _one_too_few(messages: list[dict[str, Any]]) -> int:
    return count_turns(messages) - 1


_TEXT = {"role": "user", "content": [{"type": "text", "text": "And in tests?"}]}
_RESULT_AND_WORD = {"role": "user", "content": [RESULT, {"type": "text", "text": "Stop, that is enough."}]}
CASES = (
    ([NAME, HELLO],),
    ([NAME, HELLO, QUESTION, {"role": "assistant", "content": "Ada."}],),
    ([ASK, CALL, BACK, ANSWER],),
    ([ASK, CALL, BACK, ANSWER, _TEXT],),
    ([ASK, CALL, _RESULT_AND_WORD, ANSWER],),
)

EXERCISES = (
    choice("01-a", "b", c="full_is_thrift"),
    choice("01-b", "c", a="remembers", b="remembers"),
    Exercise(
        id="01-1",
        name="request",
        takes="conversation",
        judge=by_rule(remembered),
        solution=[NAME, HELLO, QUESTION],
        also_right=(
            [{"role": "user", "content": "My name is Ada. What is my name?"}],
            [NAME, QUESTION],
            {"system": "The user is called Ada.", "messages": [QUESTION]},
        ),
        wrong=(
            Wrong("no_name", [QUESTION], "remembers"),
            Wrong("no_question", [NAME, HELLO]),
            Wrong("ends", [NAME, HELLO, QUESTION, {"role": "assistant", "content": "Is it Ada?"}]),
            Wrong("refused", [NAME, {"role": "narrator", "content": "She is Ada."}, QUESTION]),
        ),
    ),
    choice("01-c", "b", a="system_first"),
    Exercise(
        id="01-2",
        name="payload",
        takes="dict",
        judge=by_rule(hoisted),
        solution={"system": ORDER, "messages": [SUM]},
        also_right=(
            {"system": [{"type": "text", "text": ORDER}], "messages": [SUM]},
            {"model": "claude-opus-5", "max_tokens": 100, "system": ORDER, "messages": [SUM]},
        ),
        wrong=(
            Wrong("still_in", {"messages": [{"role": "system", "content": ORDER}, SUM]}, "system_first"),
            Wrong("as_user", {"messages": [{"role": "user", "content": f"{ORDER} 2 + 2?"}]}),
            Wrong("lost", {"messages": [SUM]}),
            Wrong("other_key", {"prompt": ORDER, "messages": [SUM]}),
            Wrong("no_messages", {"system": ORDER}),
            Wrong("question_lost", {"system": ORDER, "messages": [{"role": "user", "content": "Well?"}]}),
        ),
    ),
    choice("01-d", "c", a="role_tool", b="role_tool"),
    Exercise(
        id="01-3",
        name="array",
        takes="conversation",
        judge=by_rule(built),
        solution=[ASK, CALL, BACK, ANSWER],
        also_right=([ASK, CALL, BACK, ANSWER, QUESTION, {"role": "assistant", "content": "Ada."}],),
        wrong=(
            Wrong("tool_role", [ASK, CALL, {"role": "tool", "content": [RESULT]}, ANSWER], "role_tool"),
            Wrong("system_in", [{"role": "system", "content": "Be brief."}, ASK, CALL, BACK, ANSWER], "system_first"),
            Wrong("late", [ASK, CALL, {"role": "user", "content": [WELL, RESULT]}, ANSWER], "result_late"),
            Wrong("no_call", [ASK, ANSWER]),
            Wrong("no_answer", [ASK, CALL, BACK]),
            Wrong("refused", [CALL, BACK, ANSWER]),
        ),
    ),
    choice("01-e", "a", b="turn_is_message", c="turn_is_message"),
    Exercise(
        id="01-4",
        name="count_turns",
        takes="function",
        judge=by_cases(CASES, result=int),
        example=lambda messages: Conversation.from_api(messages),
        solution=count_turns,
        also_right=(_by_first_block,),
        wrong=(
            Wrong("every_message", _every_message, "turn_is_message"),
            Wrong("every_user", _every_user, "turn_is_message"),
            Wrong("every_assistant", _every_assistant, "turn_is_message"),
            Wrong("strings_only", _strings_only),
            Wrong("without_results", _without_results),
            Wrong("one_too_few", _one_too_few),
        ),
    ),
)
