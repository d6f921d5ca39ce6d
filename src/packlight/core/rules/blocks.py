"""What can be wrong with one block, whatever stands around it.

Comes in: a block. Goes out: the codes of its faults, usually none. Called by the walk for every block of a history, so
the common kinds take the shortest way; called by the repair to know what to mend.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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
from packlight.core.frozen import EMPTY, Frozen

Codes = tuple[str, ...]
NONE: Codes = ()
KNOWN_TYPES = frozenset(
    (
        "text",
        "thinking",
        "redacted_thinking",
        "tool_use",
        "tool_result",
        "server_tool_use",
        "mcp_tool_use",
        "image",
        "document",
        "compaction",
    )
)
"""Types that Packlight reads: an `Other` of such a type is malformed, one of any other type unknown."""
IN_RESULTS = (Text, Image, Document, Other)
"""What may stand inside a tool result."""

_TOOL_ID = re.compile(r"[a-zA-Z0-9_-]+")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def faults(block: Block) -> Codes:
    """Codes of what is wrong with a block in itself, errors and warnings, without control characters.

    >>> faults(Text("  ")), faults(Text("hi")), faults(ToolUse("call.0", "ls", None))
    (('empty_text',), (), ('bad_tool_id', 'bad_tool_input'))
    """
    return _FAULTS[type(block)](block)


def is_blank(text: str) -> bool:
    """Whether a text has no visible character."""
    return not text or text.isspace()


def broken(text: str) -> bool:
    """Whether a text holds a lone surrogate, which UTF-8 cannot write."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def broken_deep(value: Any) -> bool:
    """Whether any string in a JSON value is `broken`; deep and cyclic values are walked without recursion."""
    if isinstance(value, str):
        return broken(value)
    queue, seen = [value], set()
    while queue:
        item = queue.pop()
        if isinstance(item, str):
            if broken(item):
                return True
        elif isinstance(item, dict | list | tuple) and id(item) not in seen:
            # Only what was too deep to freeze can hold itself, but asking costs less than telling the two apart.
            seen.add(id(item))
            queue.extend(item.values() if isinstance(item, dict) else item)
            if isinstance(item, dict):
                queue.extend(item.keys())
    return False


def control_character(block: Block) -> str:
    """The first control character in what a model reads of a text or result, as `U+0007`; empty when there is none."""
    for text in _texts(block):
        found = _CONTROL.search(text)
        if found:
            return f"U+{ord(found.group()):04X}"
    return ""


def is_signed(block: Block) -> bool:
    """Whether a block is thinking that the API can verify."""
    return (isinstance(block, Thinking) and bool(block.signature)) or isinstance(block, RedactedThinking)


def call_id(block: Block) -> str | None:
    """The id of a call, also of a malformed one; None for every other block."""
    if isinstance(block, ToolUse):
        return block.id
    claimed = block.get("id") if isinstance(block, Other) and block.type == "tool_use" else None
    return claimed if isinstance(claimed, str) else None


def result_id(block: Block) -> str | None:
    """The id of the call that a block answers, also of a malformed one; None for every other block."""
    if isinstance(block, ToolResult):
        return block.tool_use_id
    claimed = block.get("tool_use_id") if isinstance(block, Other) and block.type == "tool_result" else None
    return claimed if isinstance(claimed, str) else None


def server_id(block: Block) -> str | None:
    """The id of a call that the API or an MCP server runs, or of its result; None for every other block."""
    if isinstance(block, ServerToolUse):
        return block.id
    return block.tool_use_id if isinstance(block, ServerToolResult) else None


def caller_id(block: Block) -> str | None:
    """The id of the server's call (running code) that made a call of the program's own tools; None for others."""
    caller = block.extra.get("caller") if isinstance(block, ToolUse) else None
    claimed = caller.get("tool_id") if isinstance(caller, Frozen) else None
    return claimed if isinstance(claimed, str) else None


def markers(block: Block) -> int:
    """How many cache markers a block carries, those inside a tool result too.

    >>> markers(Text("hi", Frozen({"cache_control": Frozen({"type": "ephemeral"})})))
    1
    """
    fields = block.raw if isinstance(block, Other) else block.extra
    own = int(isinstance(fields, Frozen) and fields.get("cache_control") is not None)
    if isinstance(block, ToolResult) and isinstance(block.content, tuple):
        return own + sum([markers(inner) for inner in block.content])
    return own


def _texts(block: Block) -> Iterator[str]:
    if isinstance(block, Text):
        yield block.text
    elif isinstance(block, ToolResult):
        if isinstance(block.content, str):
            yield block.content
        else:
            yield from (inner.text for inner in block.content or () if isinstance(inner, Text))


def _text(block: Text) -> Codes:
    text = block.text
    if text.isascii() and not block.extra:
        return NONE if text and not text.isspace() else ("empty_text",)
    codes = ("empty_text",) if is_blank(text) else NONE
    return (*codes, "lone_surrogate") if broken(text) or broken_deep(block.extra) else codes


def _thinking(block: Thinking) -> Codes:
    codes = NONE if block.signature else ("thinking_unsigned",)
    spoilt = broken(block.thinking) or broken(block.signature or "") or broken_deep(block.extra)
    return (*codes, "lone_surrogate") if spoilt else codes


def _redacted(block: RedactedThinking) -> Codes:
    return ("lone_surrogate",) if broken(block.data) or broken_deep(block.extra) else NONE


def _tool_use(block: ToolUse) -> Codes:
    given = block.input
    codes = NONE if _TOOL_ID.fullmatch(block.id) else ("bad_tool_id",)
    if type(given) is not Frozen:
        codes = (*codes, "bad_tool_input")
    elif _is_plain(block):
        return codes
    spoilt = broken(block.name) or broken(block.id) or broken_deep(given) or broken_deep(block.extra)
    return (*codes, "lone_surrogate") if spoilt else codes


def _is_plain(block: ToolUse) -> bool:
    """Whether a call holds nothing but ASCII strings, as most do, so that no string in it can be broken."""
    if block.extra is not EMPTY or not block.name.isascii() or not block.id.isascii():
        return False
    try:
        return all(map(str.isascii, block.input)) and all(map(str.isascii, block.input.values()))
    except TypeError:  # something in it is no string
        return False


def _tool_result(block: ToolResult) -> Codes:
    content = block.content
    if type(content) is tuple:
        inner = [code for item in content for code in _inner(item)]
    else:
        inner = ["lone_surrogate"] if content and broken(content) else []  # type: ignore[arg-type]
    if block.extra and broken_deep(block.extra):
        inner.append("lone_surrogate")
    return tuple(dict.fromkeys(inner)) if inner else NONE


def _inner(block: Block) -> Codes:
    """Faults of a block inside a tool result, whose place they share."""
    if not isinstance(block, IN_RESULTS) or (isinstance(block, Other) and block.type.startswith("tool_")):
        return ("malformed_block",)
    return faults(block)


def _server_use(block: ServerToolUse) -> Codes:
    codes = NONE if _TOOL_ID.fullmatch(block.id) else ("bad_tool_id",)
    if not isinstance(block.input, Frozen):
        codes = (*codes, "bad_tool_input")
    spoilt = broken(block.id) or broken(block.name) or broken_deep(block.input) or broken_deep(block.extra)
    return (*codes, "lone_surrogate") if spoilt else codes


def _server_result(block: ServerToolResult) -> Codes:
    spoilt = broken(block.tool_use_id) or broken_deep(block.content) or broken_deep(block.extra)
    return ("lone_surrogate",) if spoilt else NONE


def _sourced(block: Image | Document) -> Codes:
    return ("lone_surrogate",) if broken_deep(block.source) or broken_deep(block.extra) else NONE


def _compaction(block: Compaction) -> Codes:
    return ("lone_surrogate",) if broken(block.content or "") or broken_deep(block.extra) else NONE


def _other(block: Other) -> Codes:
    kind = block.type
    if not kind or kind in KNOWN_TYPES or kind.endswith("_tool_result"):
        return (_malformed(block),)
    return ("unknown_block_type", "lone_surrogate") if broken_deep(block.raw) else ("unknown_block_type",)


def _malformed(block: Other) -> str:
    """What exactly is wrong with a block that could not be read as its type."""
    if block.type in ("tool_use", "server_tool_use", "mcp_tool_use"):
        named = isinstance(block.get("id"), str) and isinstance(block.get("name"), str)
        return "bad_tool_input" if named and "input" not in block.raw else "malformed_block"
    return "malformed_block"


_FAULTS: dict[type, Callable[[Any], Codes]] = {
    Text: _text,
    Thinking: _thinking,
    RedactedThinking: _redacted,
    ToolUse: _tool_use,
    ToolResult: _tool_result,
    ServerToolUse: _server_use,
    ServerToolResult: _server_result,
    Image: _sourced,
    Document: _sourced,
    Compaction: _compaction,
    Other: _other,
}
