"""First steps: messages that could not be read, roles and fields of other formats.

Comes in: a desk with raw drafts. Goes out: drafts whose role is user, assistant or system, with content; what holds
nothing to keep is dropped. Called by `run.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from packlight.core.blocks import Block, Text, Thinking, ToolResult, ToolUse
from packlight.core.frozen import EMPTY, Frozen, freeze, json_text
from packlight.core.repair.draft import Desk, Draft, Piece
from packlight.core.rules.blocks import call_id, is_blank
from packlight.core.rules.malformed import OPENAI_FIELDS, content_fault, fields_of, role_fault
from packlight.core.wire import block_from_api, content_from_api

ASSISTANTS = ("ai", "model")
"""Names that other formats have for the assistant; every other unknown role is read as the user's."""


def read_malformed(desk: Desk) -> None:
    """Read what stands in place of a message, as far as it says anything; drop the rest."""
    kept = []
    for draft in desk.drafts:
        if draft.raw:
            draft.raw = False
            if not _read(desk, draft):
                continue
        kept.append(draft)
    desk.drafts = kept


def _read(desk: Desk, draft: Draft) -> bool:
    """Read one raw draft; False when nothing in it can be kept."""
    message = draft.message
    assert message is not None
    fields = fields_of(message)
    draft.extra = Frozen({key: item for key, item in fields.items() if key not in ("role", "content")}) or EMPTY
    if fields is EMPTY:
        return _take(desk, draft, "not_an_object", message.raw)
    code = content_fault(message)
    calls = any(field in fields for field in OPENAI_FIELDS) or isinstance(fields.get("tool_call_id"), str)
    if not code or (calls and code != "bad_content"):
        _give_role(desk, draft)
        return True
    if not _take(desk, draft, code, fields.get("content")):
        return False
    _give_role(desk, draft)
    return True


def _take(desk: Desk, draft: Draft, code: str, value: Any) -> bool:
    """Make blocks of a value that is no content; a change says what became of it."""
    blocks = _blocks_of(value)
    draft.content = [Piece(block, draft.row, place) for place, block in enumerate(blocks)]
    draft.role = draft.role or "user"
    before = draft.message.raw if draft.message is not None else None
    desk.note(code, draft.at, "read" if blocks else "dropped", before=before, after=blocks or None)
    return bool(blocks)


def _blocks_of(value: Any) -> tuple[Block, ...]:
    if isinstance(value, str):
        return () if is_blank(value) else (Text(value),)
    if isinstance(value, Mapping):
        return (block_from_api(value),) if value else ()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return (Text(json_text(value)),)
    return ()


def _give_role(desk: Desk, draft: Draft) -> None:
    """Say who speaks where that is missing: calls and thoughts are the assistant's, everything else the user's."""
    if draft.message is None or role_fault(draft.message) != "missing_role":
        return
    thinks = any(isinstance(piece.block, Thinking) or call_id(piece.block) for piece in draft.content)
    draft.role = "assistant" if thinks or any(field in draft.extra for field in OPENAI_FIELDS) else "user"
    desk.note("missing_role", draft.at, "role", after=draft.role)


def convert_openai(desk: Desk) -> None:
    """Turn OpenAI's `tool_calls` into calls and role tool into results; a call that is there already stays one."""
    for draft in desk.drafts:
        given = [field for field in OPENAI_FIELDS if field in draft.extra]
        if given:
            before = Frozen({field: draft.extra[field] for field in given})
            # Only an assistant calls: in every other message the field says nothing.
            calls = _calls(draft) if draft.role in ("assistant", *ASSISTANTS) else []
            known = {call_id(piece.block) for piece in draft.content}
            draft.content += [Piece(call, draft.row) for call in calls if call.id not in known]
            draft.extra = Frozen({key: item for key, item in draft.extra.items() if key not in given}) or EMPTY
            desk.note("openai_field", draft.at, "converted", before=before, after=tuple(calls) or None)
        answered = draft.extra.get("tool_call_id")
        if draft.role in ("tool", "function") and isinstance(answered, str):
            _result_of(desk, draft, answered)


def _calls(draft: Draft) -> list[ToolUse]:
    """The calls of an OpenAI message."""
    calls = draft.extra.get("tool_calls")
    listed = list(calls) if isinstance(calls, Sequence) and not isinstance(calls, str) else []
    legacy = draft.extra.get("function_call")
    listed += [{"function": legacy}] if isinstance(legacy, Mapping) else []
    made = []
    for number, call in enumerate(listed):
        function = call.get("function") if isinstance(call, Mapping) else None
        name = function.get("name") if isinstance(function, Mapping) else None
        if isinstance(function, Mapping) and isinstance(name, str):
            given = call.get("id")
            id = given if isinstance(given, str) else f"call_{draft.row}_{number}"
            made.append(ToolUse(id, name, parsed(function.get("arguments"))))
    return made


def _result_of(desk: Desk, draft: Draft, answered: str) -> None:
    blocks = draft.blocks
    if not any(isinstance(block, ToolResult) for block in blocks):
        first = blocks[0] if len(blocks) == 1 else None
        content = first.text if isinstance(first, Text) else blocks or None
        draft.content = [Piece(ToolResult(answered, content), draft.row, 0)]
    draft.role = "user"
    draft.extra = Frozen({k: v for k, v in draft.extra.items() if k not in ("tool_call_id", "name")}) or EMPTY
    desk.note("unknown_role", draft.at, "converted", id=answered, before=blocks or None, after=draft.blocks)


def parsed(value: Any) -> Frozen:
    """An object from a call's broken input: the JSON in a string, else empty.

    >>> parsed('{"path": "a.py"}'), parsed("half a")
    ({'path': 'a.py'}, {})
    """
    if isinstance(value, str):
        try:
            value = freeze(json.loads(value))
        except (ValueError, RecursionError):
            return EMPTY
    return value if isinstance(value, Frozen) else EMPTY


def known_roles(desk: Desk) -> None:
    """Give messages of an unknown role one that the API knows."""
    for draft in desk.drafts:
        if draft.role not in ("user", "assistant", "system"):
            role = _nearest(draft.role)
            desk.note("unknown_role", draft.at, "role", before=draft.role, after=role)
            draft.role = role


def _nearest(role: str) -> str:
    """The role that a name stands for: upper and lower case aside; who is not the assistant is the user."""
    name = role.strip().lower()
    if name in ("assistant", *ASSISTANTS):
        return "assistant"
    return "system" if name == "system" else "user"


def read_content(value: Any) -> tuple[Block, ...]:
    """Blocks of a content that may be a string or a list."""
    if isinstance(value, list | tuple):
        return content_from_api(value)
    return _blocks_of(value)
