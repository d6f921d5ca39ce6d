"""Mending single blocks: empty and broken text, unsigned thoughts, inputs that are no objects, malformed fields.

Comes in: a desk with readable messages. Goes out: blocks without faults of their own, each in a message of a role that
may hold it. Called by `run.py`; ids are left to `pairs.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from packlight.core.blocks import (
    Block,
    Other,
    ServerToolResult,
    ServerToolUse,
    Text,
    ToolResult,
    ToolUse,
)
from packlight.core.frozen import Frozen, json_text
from packlight.core.repair.draft import Desk, Draft, Piece
from packlight.core.repair.intake import parsed, read_content
from packlight.core.repair_texts import NO_IMAGE
from packlight.core.rules.blocks import IN_RESULTS, broken_deep, call_id, faults, is_blank, result_id
from packlight.core.rules.walk import is_thought
from packlight.core.wire import block_from_api

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_DEEPEST = 400
"""Levels of JSON that are cleaned; what lies deeper is left out, because nothing accepts it."""


def mend_blocks(desk: Desk) -> None:
    """Mend what is wrong with each block in itself."""
    for draft in desk.drafts:
        if draft.extra and broken_deep(draft.extra):
            before, draft.extra = draft.extra, clean(draft.extra)
            desk.note("lone_surrogate", draft.at, "cleaned", before=before, after=draft.extra)
        if any(faults(piece.block) for piece in draft.content):
            draft.content = [piece for piece in draft.content if _mend(desk, piece)]


def _mend(desk: Desk, piece: Piece) -> bool:
    """Mend one block in place; False when it is to be dropped."""
    for _ in range(4):  # mending one fault may lay bare another: a malformed text may turn out to be empty
        codes = [code for code in faults(piece.block) if code in _MENDERS]
        if not codes:
            return True
        action, mend = _MENDERS[codes[0]]
        old = piece.block
        new = mend(old)
        id = call_id(old) or result_id(old)
        desk.note(codes[0], piece.at, action if new is not None else "dropped", id=id, before=old, after=new)
        if new is None:
            return False
        piece.block = new
    return True


def _without_empty(block: Block) -> Block | None:
    """A result without its empty texts; of anything else that is empty nothing remains."""
    if not isinstance(block, ToolResult) or not isinstance(block.content, tuple):
        return None
    kept = tuple(item for item in block.content if not (isinstance(item, Text) and is_blank(item.text)))
    return replace(block, content=kept or None)


def _with_object(block: Block) -> Block:
    if isinstance(block, ToolUse | ServerToolUse):
        return replace(block, input=parsed(block.input))
    assert isinstance(block, Other)
    return block_from_api({**block.raw, "input": {}})


def _cleaned(block: Block) -> Block:
    return block_from_api(clean(block.to_api()))


def clean(value: Any, depth: int = 0) -> Any:
    """A JSON value whose strings can be encoded: halves that belong together are joined, others become U+FFFD.

    >>> clean({"a": ["broken \\ud83d tail"]}) == {"a": ("broken \\ufffd tail",)}
    True
    """
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", _PAIR.sub(_joined, value))
    if depth > _DEEPEST:
        return None
    if isinstance(value, dict):
        return Frozen({clean(key): clean(item, depth + 1) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple([clean(item, depth + 1) for item in value])
    return value


def _joined(match: re.Match[str]) -> str:
    return match.group().encode("utf-16", "surrogatepass").decode("utf-16")


def _nothing(block: Block) -> None:
    return None


def _well_formed(block: Block) -> Block | None:
    """A malformed block read as what it was meant to be, as far as that is certain."""
    if isinstance(block, ToolResult):
        inner = tuple([_readable(item) for item in block.content or () if not isinstance(item, str)])
        return replace(block, content=tuple([item for item in inner if item is not None]) or None)
    assert isinstance(block, Other)
    if not isinstance(block.raw, Frozen):
        return next(iter(read_content(block.raw)), None)
    if block.type.endswith("_tool_result"):
        return None
    return _MALFORMED.get(block.type, _as_text)(block.raw)


def _readable(block: Block) -> Block | None:
    """A block that may stand inside a result."""
    if isinstance(block, Other) and "malformed_block" in faults(block):
        block = _well_formed(block) or Text("")
    if isinstance(block, IN_RESULTS) and not (isinstance(block, Other) and block.type.startswith("tool_")):
        return block
    return _as_text(block.to_api())


def _as_text(raw: Any) -> Block | None:
    """The words of a block that has no type we know, or its JSON: nothing that was said is lost."""
    text = raw.get("text") if isinstance(raw, dict) else None
    return Text(text if isinstance(text, str) else json_text(raw)) if raw else None


def _text_of(raw: Frozen) -> Block | None:
    text = raw.get("text")
    if text is None:
        return None
    return Text(text if isinstance(text, str) else json_text(text))


def _use_of(raw: Frozen) -> Block | None:
    id, name = raw.get("id"), raw.get("name")
    if not isinstance(id, str) and not isinstance(name, str):
        return None
    given = raw.get("input")
    return ToolUse(
        id if isinstance(id, str) else "call", name if isinstance(name, str) else "unknown_tool", parsed(given)
    )


def _answer_of(raw: Frozen) -> Block | None:
    """A result whose content is no content: its JSON as text. Without an id it answers nothing."""
    id, content = raw.get("tool_use_id"), raw.get("content")
    return ToolResult(id, json_text(content)) if isinstance(id, str) else None


def _dropped(raw: Frozen) -> Block | None:
    return None


def _no_image(raw: Frozen) -> Block | None:
    return Text(NO_IMAGE.format(reason="its source could not be read"))


_MALFORMED: dict[str, Callable[[Any], Block | None]] = {
    "text": _text_of,
    "tool_use": _use_of,
    "tool_result": _answer_of,
    "thinking": _dropped,
    "redacted_thinking": _dropped,
    "server_tool_use": _dropped,
    "mcp_tool_use": _dropped,
    "compaction": _dropped,
    "image": _no_image,
    "document": _no_image,
}

_MENDERS: dict[str, tuple[str, Callable[[Block], Block | None]]] = {
    "malformed_block": ("read", _well_formed),
    "bad_tool_input": ("parsed", _with_object),
    "thinking_unsigned": ("dropped", _nothing),
    "empty_text": ("dropped", _without_empty),
    "lone_surrogate": ("cleaned", _cleaned),
}


def right_roles(desk: Desk) -> None:
    """Put calls that stand in a user message into an assistant one, and results the other way; order is kept."""
    out: list[Draft] = []
    for draft in desk.drafts:
        if all(_role_of(piece.block, draft.role) == draft.role for piece in draft.content):
            out.append(draft)
        else:
            out += _split(desk, draft)
    desk.drafts = out


def _split(desk: Desk, draft: Draft) -> list[Draft]:
    parts: list[Draft] = []
    for piece in draft.content:
        role = _role_of(piece.block, draft.role)
        wrong = role != draft.role
        id = call_id(piece.block) or result_id(piece.block)
        if wrong and not isinstance(piece.block, ToolUse | ToolResult):
            desk.note("block_in_wrong_role", piece.at, "dropped", before=piece.block)
            continue
        if wrong:
            desk.note("block_in_wrong_role", piece.at, "split", id=id, before=draft.role, after=role)
        if not parts or parts[-1].role != role:
            parts.append(Draft(draft.row, role, [], draft.message, draft.extra))
        parts[-1].content.append(piece)
    return parts


def _role_of(block: Block, role: str) -> str:
    """The role that a block belongs to: any may hold text and pictures."""
    if isinstance(block, ToolUse | ServerToolUse | ServerToolResult) or is_thought(block):
        return "assistant"
    return "user" if isinstance(block, ToolResult) else role
