"""Inspect evaluation logs in JSON: `{"version", "eval", "samples": [{"id", "epoch", "messages", "output"}]}`.

Comes in: one log. Goes out: one conversation for each sample and epoch, attachments put back in their places. The
binary `.eval` form is a zip archive: `inspect log dump` writes it as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from packlight.adapters.lines import Sample
from packlight.adapters.names import Names
from packlight.adapters.openai_messages import arguments_of, blocks_of_parts, image_of
from packlight.adapters.thread import Thread
from packlight.adapters.usage import usage_of
from packlight.core.blocks import Block, Thinking, ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.frozen import EMPTY

NAME = "inspect"
# Inspect writes NaN for a score that could not be computed.
NAN_IS_HARMLESS = True

_ATTACHMENT = "attachment://"


def sniff(sample: Sample) -> int:
    """Sure of a log's head beside its samples."""
    value = sample.value
    if not isinstance(value, Mapping) or "eval" not in value:
        return 0
    return 90 if "version" in value or isinstance(value.get("samples"), list) else 0


def read(sample: Sample) -> dict[str, Conversation]:
    """One conversation for each sample, named by its id, and by its epoch when the log has several."""
    samples = sample.value.get("samples")
    known = [item for item in samples if isinstance(item, Mapping)] if isinstance(samples, list) else []
    several = len({str(item.get("epoch"))[:20] for item in known}) > 1
    names = Names()
    return {names.take(_name(item, several)): _conversation(item) for item in known}


def _name(item: Mapping[str, Any], several: bool) -> Any:
    name = item.get("id")
    return f"{str(name)[:80]} epoch {str(item.get('epoch'))[:20]}" if several else name


def _conversation(item: Mapping[str, Any]) -> Conversation:
    attachments = item.get("attachments")
    files = attachments if isinstance(attachments, Mapping) else EMPTY
    messages = item.get("messages")
    known = [message for message in messages if isinstance(message, Mapping)] if isinstance(messages, list) else []
    thread, base = Thread(), Conversation()
    for message in known:
        content = _attached(message.get("content"), files)
        if message.get("role") == "system" and not thread.turns and not base.system:
            base = base.with_system(content if isinstance(content, str) else tuple(_blocks(content)))
        else:
            _add(thread, message, content)
    whole = thread.conversation(NAME, base)
    output = item.get("output")
    usage = usage_of(output.get("usage") if isinstance(output, Mapping) else None, max(0, len(whole) - 1))
    if usage is None or whole.source is None:
        return whole
    return replace(whole, source=replace(whole.source, usage=(usage,)))


def _attached(value: Any, files: Mapping[str, Any], depth: int = 0) -> Any:
    """The value with each reference to an attachment replaced by the attachment."""
    if isinstance(value, str) and value.startswith(_ATTACHMENT):
        return files.get(value.removeprefix(_ATTACHMENT), value)
    if isinstance(value, list):
        return [_attached(item, files) for item in value]
    if isinstance(value, Mapping):
        return {key: _attached(item, files) for key, item in value.items()}
    return value


def _add(thread: Thread, message: Mapping[str, Any], content: Any) -> None:
    role, is_text = message.get("role"), isinstance(content, str)
    if role == "tool":
        thread.add("user", [_answer(message, content)])
    elif role == "assistant":
        calls = message.get("tool_calls")
        known = [call for call in calls if isinstance(call, Mapping)] if isinstance(calls, list) else []
        thread.add(role, [*_blocks(content), *(_call(call, thread) for call in known)], text=is_text)
    elif isinstance(role, str):
        thread.add(role, _blocks(content), text=is_text)


def _blocks(content: Any) -> list[Block]:
    items = content if isinstance(content, list) else [content] if isinstance(content, str) else []
    return [block for item in items for block in _part(item)]


def _part(item: Any) -> list[Block]:
    kind = item.get("type") if isinstance(item, Mapping) else None
    if kind == "image" and (image := image_of(item.get("image"))):
        return [image]
    if kind == "reasoning" and isinstance(item.get("reasoning"), str):
        signature = item.get("signature")
        return [Thinking(item["reasoning"], signature if isinstance(signature, str) else None)]
    return blocks_of_parts([item])


def _call(call: Mapping[str, Any], thread: Thread) -> ToolUse:
    call_id, name = call.get("id"), call.get("function")
    known = call_id if isinstance(call_id, str) else ""
    return ToolUse(known, name if isinstance(name, str) else "", arguments_of(call.get("arguments"), known, thread))


def _answer(message: Mapping[str, Any], content: Any) -> ToolResult:
    """The result; when the tool failed without a word, the error's message stands in its place."""
    call_id, error = message.get("tool_call_id"), message.get("error")
    failed = isinstance(error, Mapping)
    said = error.get("message") if isinstance(error, Mapping) else None
    if not content and isinstance(said, str):
        content = said
    body = tuple(_blocks(content)) if isinstance(content, list) else content
    known = call_id if isinstance(call_id, str) else ""
    return ToolResult(known, body if isinstance(body, str | tuple) else None, True if failed else None)
