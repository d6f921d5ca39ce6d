"""Session logs of the pi coding agent: JSON lines with `session`, `message` and `compaction` entries.

Comes in: entries whose messages have the roles user, assistant, toolResult and bashExecution. Goes out: "main", the
whole history as it was spoken, with the usage of every turn. Compactions, changes of model and commands that the human
ran beside the talk are markers in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from packlight.adapters.lines import Sample
from packlight.adapters.openai_messages import blocks_of_parts
from packlight.adapters.thread import Thread
from packlight.core.blocks import Block, Image, RedactedThinking, Thinking, ToolResult, ToolUse
from packlight.core.conversation import Conversation, Source
from packlight.core.frozen import EMPTY, Frozen, freeze

NAME = "pi"

_ROLES = ("user", "assistant", "toolResult", "bashExecution")
_MARKED = {
    "tokensBefore": "tokens_before",
    "summary": "summary",
    "firstKeptEntryIndex": "first_kept_entry",
    "firstKeptEntryId": "first_kept_entry",
    "modelId": "model",
    "thinkingLevel": "thinking_level",
}


def sniff(sample: Sample) -> int:
    """Sure of entries of type `message` with pi's roles or its names of fields."""
    return max((_score(record.value) for record in sample.objects), default=0)


def _score(fields: Mapping[str, Any]) -> int:
    message = fields.get("message")
    if fields.get("type") == "message" and isinstance(message, Mapping) and message.get("role") in _ROLES:
        return 88
    return 75 if fields.get("type") == "session" and "cwd" in fields and "id" in fields else 0


def read(sample: Sample) -> dict[str, Conversation]:
    """The whole history, in the order of the file."""
    thread, unread = Thread(), []
    for record in sample.records:
        fields = record.value if isinstance(record.value, Mapping) else EMPTY
        kind, message = fields.get("type"), fields.get("message")
        if kind == "message" and isinstance(message, Mapping) and message.get("role") == "bashExecution":
            ran = {key: freeze(message[key]) for key in ("command", "output", "exitCode") if key in message}
            thread.mark("shell", line=record.line, **ran)
        elif kind == "message" and isinstance(message, Mapping):
            _add(thread, message)
        elif kind == "message" or not isinstance(record.value, Mapping):
            unread.append(record.line)
        elif kind in ("compaction", "model_change", "thinking_level_change", "branch_summary"):
            known = {name: freeze(fields[key]) for key, name in _MARKED.items() if key in fields}
            thread.mark(str(kind), line=record.line, **known)
    conversation = thread.conversation(NAME)
    source = conversation.source or Source(NAME)
    return {"main": replace(conversation, source=replace(source, skipped_lines=tuple(unread)))}


def _add(thread: Thread, message: Mapping[str, Any]) -> None:
    role, content = message.get("role"), message.get("content")
    if role == "toolResult":
        thread.add("user", [_answer(message)])
    elif role in ("user", "assistant"):
        blocks = [_block(item) for item in content] if isinstance(content, list) else blocks_of_parts(content)
        thread.add(role, blocks, usage=message.get("usage"), text=isinstance(content, str))


def _answer(message: Mapping[str, Any]) -> ToolResult:
    call_id, content = message.get("toolCallId"), message.get("content")
    body = tuple(_block(item) for item in content) if isinstance(content, list) else content
    is_error = message.get("isError")
    return ToolResult(
        call_id if isinstance(call_id, str) else "",
        body if isinstance(body, str | tuple) else None,
        is_error if isinstance(is_error, bool) else None,
    )


def _block(item: Any) -> Block:
    kind = item.get("type") if isinstance(item, Mapping) else None
    maker = _MAKERS.get(kind) if isinstance(kind, str) else None
    made = maker(item) if maker else None
    return made or blocks_of_parts([item])[0]


def _call(item: Mapping[str, Any]) -> Block | None:
    call_id, name = item.get("id"), item.get("name")
    if not (isinstance(call_id, str) and isinstance(name, str)):
        return None
    return ToolUse(call_id, name, freeze(item.get("arguments", EMPTY)))


def _thought(item: Mapping[str, Any]) -> Block | None:
    text, signature = item.get("thinking"), item.get("thinkingSignature")
    if item.get("redacted") is True and isinstance(signature, str):
        return RedactedThinking(signature)
    if not isinstance(text, str):
        return None
    return Thinking(text, signature if isinstance(signature, str) else None)


def _image(item: Mapping[str, Any]) -> Block | None:
    data, kind = item.get("data"), item.get("mimeType")
    if not (isinstance(data, str) and isinstance(kind, str)):
        return None
    return Image(Frozen({"type": "base64", "media_type": kind, "data": data}))


_MAKERS: dict[str, Callable[[Mapping[str, Any]], Block | None]] = {
    "toolCall": _call,
    "thinking": _thought,
    "image": _image,
}
