"""From the wire to blocks: one small parser a type, and none of them raises.

Comes in: one element of a `content` array. Goes out: a `Block`. Called by `messages.py`; going back is each block's
own `to_api()`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from packlight.core.blocks import (
    Block,
    Compaction,
    Document,
    Image,
    Other,
    RedactedThinking,
    ServerToolResult,
    ServerToolUse,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)
from packlight.core.frozen import EMPTY, Frozen, freeze, plain

Fields = Mapping[str, Any]


def block_from_api(value: Any) -> Block:
    """Read one content block; what cannot be read as its type is kept verbatim as `Other`.

    >>> block_from_api({"type": "text", "text": "hi"})
    Text(text='hi', extra={})
    >>> block_from_api({"type": "hologram", "beam": 3}).type
    'hologram'
    """
    # Asking for a plain dict first spares two slow questions, here and in `Message.from_api`.
    if type(value) is not dict:
        value = plain(value)
    if type(value) is dict or isinstance(value, Mapping):
        kind = value.get("type")
        parser = _PARSERS.get(kind) if isinstance(kind, str) else None
        if parser is None and isinstance(kind, str) and kind.endswith("_tool_result"):
            parser = _server_result
        block = parser(value) if parser else None
        if block is not None:
            return block
    return Other(freeze(value))


def content_from_api(content: list[Any] | tuple[Any, ...]) -> tuple[Block, ...]:
    """Read a content array, block by block, places unchanged."""
    return tuple([block_from_api(item) for item in content])


def _rest(fields: Fields, *known: str) -> Frozen:
    """The fields that the block has no name for, frozen."""
    # Every parser names only fields that are there, `type` beside them: as many as that leave nothing over.
    if len(fields) == len(known) + 1:
        return EMPTY
    return Frozen({key: freeze(item) for key, item in fields.items() if key != "type" and key not in known})


def _text(fields: Fields) -> Block | None:
    text = fields.get("text")
    return Text(text, _rest(fields, "text")) if isinstance(text, str) else None


def _thinking(fields: Fields) -> Block | None:
    thinking, signature = fields.get("thinking"), fields.get("signature")
    if not isinstance(thinking, str):
        return None
    if isinstance(signature, str):
        return Thinking(thinking, signature, _rest(fields, "thinking", "signature"))
    return Thinking(thinking, None, _rest(fields, "thinking"))


def _redacted(fields: Fields) -> Block | None:
    data = fields.get("data")
    return RedactedThinking(data, _rest(fields, "data")) if isinstance(data, str) else None


def _tool_use(fields: Fields) -> Block | None:
    call_id, name = fields.get("id"), fields.get("name")
    if not (isinstance(call_id, str) and isinstance(name, str) and "input" in fields):
        return None
    return ToolUse(call_id, name, freeze(fields["input"]), _rest(fields, "id", "name", "input"))


def _tool_result(fields: Fields) -> Block | None:
    call_id, content, is_error = fields.get("tool_use_id"), fields.get("content"), fields.get("is_error")
    if not isinstance(call_id, str):
        return None
    known = ["tool_use_id"]
    if isinstance(content, list | tuple):
        content = content_from_api(content)
    if isinstance(content, str | tuple):
        known.append("content")
    elif content is not None:
        return None
    if isinstance(is_error, bool):
        known.append("is_error")
    else:
        is_error = None
    return ToolResult(call_id, content, is_error, _rest(fields, *known))


def _server_use(fields: Fields) -> Block | None:
    call_id, name = fields.get("id"), fields.get("name")
    if not (isinstance(call_id, str) and isinstance(name, str) and "input" in fields):
        return None
    rest = _rest(fields, "id", "name", "input")
    return ServerToolUse(call_id, name, freeze(fields["input"]), fields["type"], rest)


def _server_result(fields: Fields) -> Block | None:
    call_id = fields.get("tool_use_id")
    if not (isinstance(call_id, str) and "content" in fields):
        return None
    rest = _rest(fields, "tool_use_id", "content")
    return ServerToolResult(call_id, freeze(fields["content"]), fields["type"], rest)


def _sourced(make: Callable[[Frozen, Frozen], Block]) -> Callable[[Fields], Block | None]:
    def parse(fields: Fields) -> Block | None:
        source = freeze(fields.get("source"))
        return make(source, _rest(fields, "source")) if isinstance(source, Frozen) else None

    return parse


def _compaction(fields: Fields) -> Block | None:
    content = fields.get("content", ...)
    return Compaction(content, _rest(fields, "content")) if content is None or isinstance(content, str) else None


_PARSERS: dict[str, Callable[[Fields], Block | None]] = {
    "text": _text,
    "thinking": _thinking,
    "redacted_thinking": _redacted,
    "tool_use": _tool_use,
    "tool_result": _tool_result,
    "server_tool_use": _server_use,
    "mcp_tool_use": _server_use,
    "image": _sourced(Image),
    "document": _sourced(Document),
    "compaction": _compaction,
}
