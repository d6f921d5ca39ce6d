"""Turns: emptied messages go, system messages find their place, neighbours of one role become one message.

Comes in: a desk whose blocks are sound. Goes out: user and assistant alternating, each call with a user turn right
behind it. Called by `run.py`, before `pairs.py` brings results home.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from packlight.core.blocks import ServerToolResult, Text, ToolResult, ToolUse
from packlight.core.frozen import Frozen
from packlight.core.messages import is_summary
from packlight.core.repair.draft import Desk, Draft, clean_id, wire
from packlight.core.rules.blocks import call_id, result_id


def drop_orphans(desk: Desk) -> None:
    """Drop results whose call is nowhere in the history; ids that differ in forbidden characters only are the same."""
    calls = {call_id(piece.block) for draft in desk.drafts if draft.role == "assistant" for piece in draft.content}
    cleaned: dict[str, str] = {}
    for draft in desk.drafts:
        kept = []
        for piece in draft.content:
            answered = result_id(piece.block)
            if answered is None or answered in calls:
                kept.append(piece)
                continue
            cleaned = cleaned or {clean_id(id): id for id in calls if id is not None}
            own = cleaned.get(clean_id(answered))
            if own is not None and isinstance(piece.block, ToolResult):
                desk.note("orphan_tool_result", piece.at, "matched", id=own, before=answered, after=own)
                piece.block = replace(piece.block, tool_use_id=own)
                kept.append(piece)
            else:
                desk.note("orphan_tool_result", piece.at, "dropped", id=answered, before=piece.block)
        if len(kept) < len(draft.content):
            draft.content = kept


def drop_empty(desk: Desk) -> None:
    """Drop messages without content; an empty assistant message may stay last where prefill is not refused."""
    last = len(desk.drafts) - 1
    kept = []
    for place, draft in enumerate(desk.drafts):
        allowed = place == last and draft.role == "assistant" and draft.was_empty and desk.able.prefill is not False
        if draft.content or allowed:
            kept.append(draft)
        elif draft.was_empty:
            desk.note("empty_content", draft.at, "dropped")
    desk.drafts = kept


def settle_system(desk: Desk) -> None:
    """Hoist system messages that may not stay where they are; one that is a summary is the user's from now on."""
    kept: list[Draft] = []
    for place, draft in enumerate(desk.drafts):
        if draft.role != "system" or _may_stay(desk, kept[-1] if kept else None, place):
            kept.append(draft)
            continue
        code = "system_misplaced" if desk.able.system_in_messages else "system_in_messages"
        blocks = draft.blocks
        if all(isinstance(block, Text) and not is_summary(block) for block in blocks):
            desk.system += blocks
            desk.note(code, draft.at, "hoisted", before=blocks)
        else:
            desk.note(code, draft.at, "role", before="system", after="user")
            draft.role = "user"
            kept.append(draft)
    desk.drafts = kept


def _may_stay(desk: Desk, before: Draft | None, place: int) -> bool:
    """Whether the model takes a system message at this place."""
    if not desk.able.system_in_messages or before is None:
        return False
    served = bool(before.content) and isinstance(before.content[-1].block, ServerToolResult)
    follows = before.role == "user" or (before.role == "assistant" and served)
    return follows and (place + 1 == len(desk.drafts) or desk.drafts[place + 1].role == "assistant")


def merge_users(desk: Desk) -> None:
    """Make one message of user neighbours, before anything is paired: a result may stand in the second."""
    kept: list[Draft] = []
    for draft in desk.drafts:
        if draft.role == "user" and kept and kept[-1].role == "user":
            results = any(result_id(piece.block) for piece in draft.content)
            merge(desk, kept[-1], draft, "split_tool_results" if results else "same_role_neighbours")
        else:
            kept.append(draft)
    desk.drafts = kept


def merge(desk: Desk, first: Draft, second: Draft, code: str) -> None:
    """Put the second message behind the first."""
    desk.note(code, second.at, "merged", before=second.blocks or None)
    first.content += second.content
    if second.extra and second.extra is not first.extra:
        first.extra = Frozen({**second.extra, **first.extra})


def drop_repeats(desk: Desk) -> None:
    """Drop calls that an assistant turn makes twice, id, name and input alike: a stream or a key press stored them."""
    seen: dict[str, ToolUse] = {}
    for draft in desk.drafts:
        if draft.role == "user":
            seen = {}
        if draft.role != "assistant":
            continue
        kept = []
        for piece in draft.content:
            block = piece.block
            if isinstance(block, ToolUse):
                first = seen.setdefault(block.id, block)
                if first is not block and wire(first) == wire(block):
                    desk.note("duplicate_tool_use_id", piece.at, "dropped", id=block.id, before=block)
                    continue
            kept.append(piece)
        if len(kept) < len(draft.content):
            draft.content = kept


def merge_assistants(desk: Desk) -> None:
    """Make one message of assistant neighbours; where the first leaves a call open, a user turn parts them."""
    if not any(one.role == other.role == "assistant" for one, other in pairwise(desk.drafts)):
        return
    kept: list[Draft] = []
    answered: list[frozenset[str]] = [frozenset()] * len(desk.drafts)
    for place in range(len(desk.drafts) - 2, -1, -1):
        follower = desk.drafts[place + 1]
        if follower.role == "user":
            answered[place] = frozenset([result_id(piece.block) or "" for piece in follower.content])
        elif follower.role == "assistant":
            answered[place] = answered[place + 1]
    open_calls = False
    for place, draft in enumerate(desk.drafts):
        leaves = _leaves_open(desk, draft, answered[place]) if draft.role == "assistant" else False
        if draft.role == "assistant" and kept and kept[-1].role == "assistant" and not open_calls:
            merge(desk, kept[-1], draft, "same_role_neighbours")
            open_calls = leaves
            continue
        if draft.role == "assistant" and kept and kept[-1].role == "assistant":
            desk.note("unanswered_tool_use", kept[-1].at, "parted")
            kept.append(Draft(kept[-1].row, "user", []))
        kept.append(draft)
        open_calls = leaves
    desk.drafts = kept


def _leaves_open(desk: Desk, draft: Draft, answered: frozenset[str]) -> bool:
    """Whether a call of a message has no result in the user turn that follows."""
    ids = (call_id(piece.block) for piece in draft.content)
    return any(id is not None and id not in answered and id not in desk.running for id in ids)
