"""LangChain messages, serialised: `{"lc": 1, "id": [..., "HumanMessage"], "kwargs"}` or `{"type": "human", "data"}`.

Comes in: a list of them, one a line, or an object that holds them under `messages`. Goes out: "main".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from packlight.adapters.lines import Sample
from packlight.adapters.openai_messages import arguments_of, blocks_of_parts
from packlight.adapters.thread import Thread
from packlight.core.blocks import Block, ToolResult, ToolUse
from packlight.core.conversation import Conversation

NAME = "langchain"

_ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "tool", "chat": "chat"}


def sniff(sample: Sample) -> int:
    """Sure of constructor records; fairly sure of messages whose `type` is human, ai or tool."""
    items = _items(sample)
    if any(_is_constructor(item) for item in items):
        return 90
    return 65 if any(_fields(item) is not None for item in items) else 0


def _items(sample: Sample) -> list[Any]:
    value = sample.value
    for key in ("kwargs", "values", "messages"):
        if isinstance(value, Mapping) and isinstance(value.get(key), Mapping | list) and not _is_constructor(value):
            value = value[key]
    return value if isinstance(value, list) else [record.value for record in sample.records]


def _is_constructor(item: Any) -> bool:
    if not (isinstance(item, Mapping) and item.get("lc") == 1 and isinstance(item.get("kwargs"), Mapping)):
        return False
    path = item.get("id")
    return isinstance(path, list) and bool(path) and str(path[-1])[:60].removesuffix("Chunk").endswith("Message")


def _fields(item: Any) -> Mapping[str, Any] | None:
    """The fields of a message, its `type` among them; None for what is not one."""
    if not isinstance(item, Mapping):
        return None
    if _is_constructor(item):
        kind = str(item["id"][-1]).removesuffix("Chunk").removesuffix("Message").lower()
        return {**item["kwargs"], "type": kind}
    data = item.get("data")
    fields = {**data, "type": item.get("type")} if isinstance(data, Mapping) else item
    role = fields.get("type")
    return fields if isinstance(role, str) and role in _ROLES and "content" in fields and "role" not in fields else None


def read(sample: Sample) -> dict[str, Conversation]:
    """The conversation; a leading system message becomes the system prompt."""
    thread, base = Thread(), Conversation()
    for place, item in enumerate(_items(sample), 1):
        fields = _fields(item)
        if fields is None:
            thread.notes.append(f"element {place} is not a message and was left out.")
        elif fields["type"] == "system" and not thread.turns and not base.system:
            content = fields.get("content")
            base = base.with_system(content if isinstance(content, str) else tuple(blocks_of_parts(content)))
        else:
            _add(thread, fields)
    return {"main": thread.conversation(NAME, base)}


def _add(thread: Thread, fields: Mapping[str, Any]) -> None:
    content, role = fields.get("content"), _ROLES.get(fields["type"], fields["type"])
    is_text = isinstance(content, str)
    if role == "tool":
        thread.add("user", [_answer(fields)])
    elif role == "assistant":
        blocks = _whole(blocks_of_parts(content))
        named = fields.get("response_metadata")
        message_id = named.get("id") if isinstance(named, Mapping) else None
        thread.add(
            role,
            [*blocks, *_calls(fields, blocks, thread)],
            message_id=message_id if isinstance(message_id, str) else None,
            usage=fields.get("usage_metadata"),
            text=is_text,
        )
    else:
        spoken = str(fields.get("role")) if role == "chat" else role
        thread.add(spoken, blocks_of_parts(content), text=is_text)


def _whole(blocks: list[Block]) -> list[Block]:
    """The blocks without the pieces that streaming leaves behind: `tool_calls` has those calls whole."""
    return [block for block in blocks if block.type != "input_json_delta"]


def _calls(fields: Mapping[str, Any], blocks: list[Block], thread: Thread) -> list[Block]:
    """The calls that do not stand among the blocks already."""
    known = {block.id for block in blocks if isinstance(block, ToolUse)}
    found: list[Block] = []
    for key in ("tool_calls", "invalid_tool_calls"):
        calls = fields.get(key)
        for call in calls if isinstance(calls, list) else []:
            call_id, name = (call.get("id"), call.get("name")) if isinstance(call, Mapping) else (None, None)
            if isinstance(call_id, str) and call_id not in known:
                given = arguments_of(call.get("args"), call_id, thread)
                found.append(ToolUse(call_id, name if isinstance(name, str) else "", given))
    return found


def _answer(fields: Mapping[str, Any]) -> ToolResult:
    content, call_id = fields.get("content"), fields.get("tool_call_id")
    body = tuple(blocks_of_parts(content)) if isinstance(content, list) else content
    is_error = True if fields.get("status") == "error" else None
    known = call_id if isinstance(call_id, str) else ""
    return ToolResult(known, body if isinstance(body, str | tuple) else None, is_error)


def write(conversation: Conversation) -> list[dict[str, Any]]:
    """The messages in the form of LangChain's `messages_to_dict`.

    >>> write(Conversation.from_api([{"role": "user", "content": "hi"}]))
    [{'type': 'human', 'data': {'content': 'hi', 'type': 'human'}}]
    """
    lines = [line for message in conversation.to_array() for line in _lines(message)]
    return [{"type": kind, "data": {**data, "type": kind}} for kind, data in lines]


def _lines(message: Any) -> list[tuple[str, dict[str, Any]]]:
    if not isinstance(message, Mapping):
        return []
    role, content = message.get("role"), message.get("content")
    kind = {"user": "human", "assistant": "ai"}.get(str(role), str(role))
    blocks = content if isinstance(content, list) else []
    answers = [block for block in blocks if isinstance(block, Mapping) and block.get("type") == "tool_result"]
    lines = [("tool", _tool_data(block)) for block in answers]
    rest = [block for block in blocks if block not in answers] if answers else content
    return [*lines, (kind, {"content": rest, **_call_data(rest)})] if rest or not answers else lines


def _tool_data(block: Mapping[str, Any]) -> dict[str, Any]:
    status = "error" if block.get("is_error") else "success"
    return {"content": block.get("content", ""), "tool_call_id": block.get("tool_use_id"), "status": status}


def _call_data(content: Any) -> dict[str, Any]:
    blocks = [block for block in content if isinstance(block, Mapping)] if isinstance(content, list) else []
    uses = [block for block in blocks if block.get("type") == "tool_use"]
    calls = [
        {"name": use.get("name"), "args": use.get("input"), "id": use.get("id"), "type": "tool_call"} for use in uses
    ]
    return {"tool_calls": calls} if calls else {}
