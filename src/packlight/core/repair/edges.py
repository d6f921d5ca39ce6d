"""The first and the last message: who may begin, and who may end.

Comes in: a desk that is in order otherwise. Goes out: one that starts with the user and ends as the model takes it.
Called by `run.py`.
"""

from __future__ import annotations

from dataclasses import replace

from packlight.core.blocks import Compaction, ServerToolUse, Text
from packlight.core.repair.draft import Desk, Draft, Piece
from packlight.core.repair_texts import CONTINUE, START
from packlight.core.rules.blocks import call_id
from packlight.core.rules.walk import is_thought


def drop_disabled_thinking(desk: Desk) -> None:
    """Drop the thoughts of a final assistant message where thinking is disabled."""
    last = desk.drafts[-1] if desk.drafts else None
    if desk.thinking is not False or last is None or last.role != "assistant":
        return
    for piece in last.content:
        if is_thought(piece.block):
            desk.note("thinking_when_disabled", piece.at, "dropped", before=piece.block)
    if any(is_thought(piece.block) for piece in last.content):
        last.content = [piece for piece in last.content if not is_thought(piece.block)]


def start_with_user(desk: Desk) -> None:
    """Put a placeholder in front of an assistant message that comes first; nothing is dropped."""
    if not len(desk.conversation.messages):
        return  # nothing was there: nothing can be said for it
    first = desk.drafts[0] if desk.drafts else None
    if first is not None and first.role != "assistant":
        return
    if first is not None and first.content and isinstance(first.content[0].block, Compaction):
        return
    code = "first_not_user" if first is not None else "no_user_message"
    desk.note(code, (0,), "placed", after=START)
    desk.drafts.insert(0, _user(0, START))


def end_as_taken(desk: Desk) -> None:
    """Answer a final assistant message where prefill is refused; strip its trailing white space where it is taken."""
    last = desk.drafts[-1] if desk.drafts else None
    if last is None or last.role != "assistant" or desk.able.prefill is None or _goes_on(last):
        return
    if not desk.able.prefill:
        desk.note("ends_with_assistant", last.at, "placed", after=CONTINUE)
        desk.drafts.append(_user(last.row, CONTINUE))
    elif last.content and isinstance(last.content[-1].block, Text):
        piece = last.content[-1]
        block = last.content[-1].block
        if block.text != block.text.rstrip():
            piece.block = replace(block, text=block.text.rstrip())
            desk.note("trailing_whitespace", piece.at, "stripped", before=block, after=piece.block)


def _goes_on(last: Draft) -> bool:
    """Whether the turn is not over: calls wait for results, or the API itself goes on with a paused one."""
    if any(call_id(piece.block) is not None for piece in last.content):
        return True
    return bool(last.content) and isinstance(last.content[-1].block, ServerToolUse)


def _user(row: int, text: str) -> Draft:
    return Draft(row, "user", [Piece(Text(text), row)])
