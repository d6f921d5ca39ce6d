"""From Anthropic's messages to OpenAI's, the way back of `openai_messages.py`.

Comes in: a `Conversation`. Goes out: chat messages: one `tool` message for each result, calls as `tool_calls`.
Called by the format `openai_chat`.
"""

from __future__ import annotations

import json
from typing import Any

from packlight.core.blocks import Block, Compaction, Image, Other, Text, ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.frozen import thaw
from packlight.core.messages import Message


def messages_of(conversation: Conversation) -> list[dict[str, Any]]:
    """The chat messages of a conversation, system first."""
    system = [{"role": "system", "content": _content(conversation.system)}] if conversation.system else []
    return [*system, *(line for message in conversation.messages for line in _lines(message))]


def tools_of(conversation: Conversation) -> list[dict[str, Any]]:
    """Its tool definitions as functions; server tools, which have no schema, are left out."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.get("name"),
                "description": tool.get("description", ""),
                "parameters": thaw(tool["input_schema"]),
            },
        }
        for tool in conversation.tools
        if "input_schema" in tool
    ]


def _lines(message: Message) -> list[dict[str, Any]]:
    answers = [block for block in message.content if isinstance(block, ToolResult)]
    calls = [block for block in message.content if isinstance(block, ToolUse)]
    rest = tuple(block for block in message.content if _is_sayable(block))
    lines: list[dict[str, Any]] = [
        {"role": "tool", "tool_call_id": answer.tool_use_id, "content": answer.readable()} for answer in answers
    ]
    if calls:
        return [
            *lines,
            {"role": message.role, "content": _content(rest), "tool_calls": [_call(call) for call in calls]},
        ]
    return [*lines, {"role": message.role, "content": _content(rest)}] if rest else lines


def _is_sayable(block: Block) -> bool:
    return isinstance(block, Text | Image | Compaction) or (isinstance(block, Other) and bool(block.readable()))


def _call(call: ToolUse) -> dict[str, Any]:
    arguments = json.dumps(thaw(call.input), ensure_ascii=False)
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _content(blocks: tuple[Block, ...]) -> str | list[dict[str, Any]] | None:
    """One text as a string, several blocks as parts, nothing as null."""
    if not blocks:
        return None
    if len(blocks) == 1 and not isinstance(blocks[0], Image):
        return blocks[0].readable()
    return [_part(block) for block in blocks]


def _part(block: Block) -> dict[str, Any]:
    if not isinstance(block, Image):
        return {"type": "text", "text": block.readable()}
    source = block.source
    inline = f"data:{source.get('media_type', '')};base64,{source.get('data', '')}"
    return {"type": "image_url", "image_url": {"url": source.get("url", inline)}}
