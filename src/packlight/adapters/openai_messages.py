"""From OpenAI's chat messages to Anthropic's, one message at a time.

Comes in: messages with `tool_calls`, the roles `tool`, `function`, `system` and `developer`, content parts. Goes out: a
`Conversation`: calls become `tool_use` blocks, answers become `tool_result` blocks of one user message, the leading
system messages become the system prompt. Called by the formats that speak this dialect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from packlight.adapters.lines import BadJson, Parser
from packlight.adapters.thread import Thread
from packlight.core.blocks import Block, Document, Image, Other, Text, Thinking, ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.frozen import Frozen, freeze
from packlight.core.wire import block_from_api

SYSTEM_ROLES = ("system", "developer")
_TEXT_PARTS = ("text", "input_text", "output_text")
_ANTHROPIC = ("tool_use", "tool_result", "thinking", "redacted_thinking")


def speaks_openai(messages: Sequence[Any]) -> bool:
    """Whether messages have what only OpenAI's have, and nothing that only Anthropic's have.

    >>> speaks_openai([{"role": "tool", "tool_call_id": "call_1", "content": "sun"}])
    True
    >>> speaks_openai([{"role": "system", "content": "Be kind."}, {"role": "user", "content": "hi"}])
    False
    """
    fields = [message for message in messages if isinstance(message, Mapping) and "role" in message]
    if any(part.get("type") in _ANTHROPIC for message in fields for part in _parts(message.get("content"))):
        return False
    return any(_is_openai(message) for message in fields)


def _is_openai(message: Mapping[str, Any]) -> bool:
    if message["role"] == "developer" or (message["role"] in ("tool", "function") and "content" in message):
        return message["role"] == "developer" or "tool_call_id" in message or "name" in message
    if isinstance(message.get("tool_calls"), list) or isinstance(message.get("function_call"), Mapping):
        return True
    return any(part.get("type") in ("image_url", "input_audio") for part in _parts(message.get("content")))


def _parts(content: Any) -> list[Mapping[str, Any]]:
    return [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []


def thread_of(messages: Sequence[Any]) -> tuple[list[Block], bool, Thread]:
    """The blocks of the system prompt, whether it was one string, and the thread of the rest."""
    start = 0
    while (
        start < len(messages) and isinstance(messages[start], Mapping) and messages[start].get("role") in SYSTEM_ROLES
    ):
        start += 1
    contents = [message.get("content") for message in messages[:start]]
    system = [block for content in contents for block in blocks_of_parts(content)]
    thread = Thread()
    for place, message in enumerate(messages[start:], start):
        if isinstance(message, Mapping):
            _add(thread, message, place)
        else:
            thread.notes.append(f"element {place} of the messages is not an object and was left out.")
    return system, len(contents) == 1 and isinstance(contents[0], str), thread


def conversation_of(messages: Sequence[Any], format: str, base: Conversation | None = None) -> Conversation:
    """The conversation that OpenAI messages tell; tools and other fields come from `base`."""
    system, is_string, thread = thread_of(messages)
    base = Conversation() if base is None else base
    if is_string and system and isinstance(system[0], Text):
        return thread.conversation(format, base.with_system(system[0].text))
    return thread.conversation(format, base.with_system(tuple(system)) if system else base)


def _add(thread: Thread, message: Mapping[str, Any], place: int) -> None:
    role, content = message.get("role"), message.get("content")
    if role in ("tool", "function"):
        thread.add("user", answers_of(message, thread))
    elif role == "assistant":
        thread.add(
            "assistant",
            [*_thoughts(message), *blocks_of_parts(content), *_calls(message, thread)],
            usage=message.get("usage"),
            text=isinstance(content, str),
        )
    elif role in SYSTEM_ROLES:
        thread.add("system", blocks_of_parts(content), text=isinstance(content, str))
    elif isinstance(role, str):
        thread.add(role, blocks_of_parts(content), text=isinstance(content, str))
    else:
        thread.notes.append(f"message {place} has no role and was left out.")


def answers_of(message: Mapping[str, Any], thread: Thread) -> list[Block]:
    """The results that a `tool` message holds; SWE-agent gives a list of ids, the old `function` role gives none."""
    content = message.get("content")
    inner = tuple(blocks_of_parts(content)) if isinstance(content, list) else content
    body = inner if inner is None or isinstance(inner, str | tuple) else str(inner)
    ids = message.get("tool_call_ids")
    known = ids if isinstance(ids, list) and ids else [message.get("tool_call_id") or _last_call(thread)]
    is_error = True if message.get("status") == "error" else None
    return [ToolResult(call if isinstance(call, str) else "", body, is_error) for call in known]


def _last_call(thread: Thread) -> str:
    """The id that the last call got; a `function` message names none."""
    calls = [block for turn in thread.turns[-1:] for block in turn.blocks if isinstance(block, ToolUse)]
    return calls[-1].id if calls else ""


def _thoughts(message: Mapping[str, Any]) -> list[Block]:
    """Thinking as LiteLLM keeps it (`thinking_blocks`), or the bare text of other servers, unsigned."""
    signed = message.get("thinking_blocks")
    if isinstance(signed, list) and signed:
        return [block_from_api(block) for block in signed]
    bare = message.get("reasoning_content")
    return [Thinking(bare)] if isinstance(bare, str) and bare.strip() else []


def _calls(message: Mapping[str, Any], thread: Thread) -> list[Block]:
    calls = message.get("tool_calls")
    known = [call for call in calls if isinstance(call, Mapping)] if isinstance(calls, list) else []
    old = message.get("function_call")
    if not known and isinstance(old, Mapping):
        known = [{"id": f"call_{len(thread.turns)}", "function": old}]
    return [_call(call, thread) for call in known]


def _call(call: Mapping[str, Any], thread: Thread) -> Block:
    function = call.get("function", call.get("custom"))
    fields = function if isinstance(function, Mapping) else call
    call_id, name = call.get("id"), fields.get("name")
    given = fields.get("arguments", fields.get("input"))
    call_id = call_id if isinstance(call_id, str) else ""
    return ToolUse(call_id, name if isinstance(name, str) else "", arguments_of(given, call_id, thread))


def arguments_of(given: Any, call_id: str, thread: Thread) -> Any:
    """The input of a call; a text that is not JSON becomes `{}`, and the thread tells so."""
    if given is None or (isinstance(given, str) and not given.strip()):
        return Frozen()
    if not isinstance(given, str):
        return freeze(given)
    parser = Parser()
    try:
        value = parser.parse(given)
        if not parser.constants:
            return freeze(value)
        reason = "NaN or an infinity"
    except BadJson as error:
        reason = str(error).removeprefix("line 1, ")
    thread.mark("bad_tool_input", id=call_id, raw=given[:2000])
    thread.notes.append(
        f"bad_tool_input: the arguments of {call_id!r} are not JSON ({reason}); {{}} stands in their place."
    )
    return Frozen()


def blocks_of_parts(content: Any) -> list[Block]:
    """The blocks of an OpenAI `content`: a string, null, or parts."""
    if isinstance(content, str):
        return [Text(content)]
    return [_part(part) for part in content] if isinstance(content, list | tuple) else []


def _part(part: Any) -> Block:
    if isinstance(part, str):
        return Text(part)
    if not isinstance(part, Mapping):
        return Other(freeze(part))
    kind, text = part.get("type"), part.get("text", part.get("refusal"))
    if isinstance(text, str) and (kind in _TEXT_PARTS or kind == "refusal"):
        marks = {"cache_control": freeze(part["cache_control"])} if "cache_control" in part else {}
        return Text(text, Frozen(marks))
    if kind in ("image_url", "input_image"):
        address = part.get("image_url")
        url = address.get("url") if isinstance(address, Mapping) else address
        return image_of(url) or Other(freeze(part))
    file = part.get("file")
    if kind == "file" and isinstance(file, Mapping):
        source = _data_source(file.get("file_data"))
        return Document(source) if source else Other(freeze(part))
    return block_from_api(part)


def image_of(url: Any) -> Image | None:
    """An image block for a data URI or an address; None for anything else.

    >>> image_of("data:image/png;base64,iVBORw0KGgo=").to_api()["source"]["media_type"]
    'image/png'
    """
    source = _data_source(url)
    if source is None and isinstance(url, str) and url.startswith(("http://", "https://")):
        source = Frozen({"type": "url", "url": url})
    return Image(source) if source else None


def _data_source(url: Any) -> Frozen | None:
    head, comma, data = url.partition(",") if isinstance(url, str) else ("", "", "")
    if not (comma and head.startswith("data:") and head.endswith(";base64")):
        return None
    return Frozen({"type": "base64", "media_type": head[5:-7].partition(";")[0], "data": data})
