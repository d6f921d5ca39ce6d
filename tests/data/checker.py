"""A second opinion on `messages[]`, written apart from the package: it knows nothing of `packlight.core`.

Comes in: plain messages as they stand in a data file. Goes out: codes with their places. Called by the data tests.
"""

import re
from collections.abc import Iterator
from typing import Any

Place = tuple[str, int]


def blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The blocks of a message; string content is one text."""
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def of_type(message: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The blocks of one type."""
    return [block for block in blocks(message) if block["type"] == kind]


def faults(messages: list[dict[str, Any]]) -> list[Place]:
    """What the Messages API would refuse, as (code, index of the message)."""
    found = [fault for index in range(len(messages)) for fault in _faults_at(messages, index)]
    ids = [call["id"] for message in messages for call in of_type(message, "tool_use")]
    found += [("duplicate_tool_use_id", 0)] if len(set(ids)) < len(ids) else []
    return found


def _faults_at(messages: list[dict[str, Any]], index: int) -> Iterator[Place]:
    message = messages[index]
    before = messages[index - 1] if index else {"role": "assistant", "content": []}
    after = messages[index + 1] if index + 1 < len(messages) else {"role": "user", "content": []}
    if message["role"] == before["role"]:
        yield "roles_do_not_alternate", index
    asked = [call["id"] for call in of_type(before, "tool_use")]
    answers = [result["tool_use_id"] for result in of_type(message, "tool_result")]
    if sorted(answers) != sorted(set(answers) & set(asked)):
        yield "orphan_tool_result", index
    given = {result["tool_use_id"] for result in of_type(after, "tool_result")}
    if [call for call in of_type(message, "tool_use") if call["id"] not in given]:
        yield "unanswered_tool_use", index
    kinds = [block["type"] == "tool_result" for block in blocks(message)]
    if kinds != sorted(kinds, reverse=True):
        yield "tool_result_not_first", index
    yield from (("bad_block", index) for block in blocks(message) if not _sound(message["role"], block))
    if not blocks(message):
        yield "empty_content", index


def _sound(role: str, block: dict[str, Any]) -> bool:
    """Whether a block may stand in a message of that role, and holds what its type needs."""
    kind = block["type"]
    if kind == "text":
        return bool(block["text"].strip())
    if kind == "thinking":
        return role == "assistant" and bool(block["thinking"].strip()) and len(block["signature"]) > 40
    if kind == "tool_use":
        named = re.fullmatch(r"toolu_[A-Za-z0-9_-]+", block["id"])
        return role == "assistant" and named is not None and isinstance(block["input"], dict)
    return kind == "tool_result" and role == "user" and bool(str(block["content"]).strip())
