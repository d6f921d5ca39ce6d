"""Pairs that the API or an MCP server runs: call and result stand in one assistant message, call first.

Comes in: a desk where user and assistant alternate. Goes out: the same without halves of such pairs and with ids that
may be sent. Called by `run.py`.

    [call, result]                                       a pair
    [call] the user speaks                               a turn that was paused and never resumed: the call goes
    [call, tool_use of its code] tool_result [result]    the server's code calls a tool of the program: a pair as well
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from packlight.core.blocks import ServerToolResult, ServerToolUse, ToolResult
from packlight.core.repair.draft import Desk, Draft, Piece, clean_id
from packlight.core.rules.blocks import call_id, caller_id, faults, server_id


def drop_server_halves(desk: Desk) -> None:
    """Drop server tool results without their call, and calls that the user's next words left without a result."""
    halves = _Halves(desk)
    for draft in desk.drafts:
        if draft.role == "assistant":
            halves.take(draft)
        elif draft.role == "user" and halves.waiting:
            halves.close(draft)
    for draft in desk.drafts if halves.gone else ():
        kept = [piece for piece in draft.content if id(piece) not in halves.gone]
        if len(kept) < len(draft.content):
            draft.content = kept


class _Halves:
    """One pass over the messages: which calls wait for a result, and which pieces are to go."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.waiting: dict[str, list[Piece]] = {}
        self.lent: set[str] = set()
        self.gone: set[int] = set()

    def take(self, draft: Draft) -> None:
        """An assistant message."""
        served: set[str] = set()
        for piece in draft.content:
            block = piece.block
            caller = caller_id(block)
            if isinstance(block, ServerToolUse):
                served.add(block.id)
                self.waiting.setdefault(block.id, []).append(piece)
            elif isinstance(block, ServerToolResult):
                self.waiting.pop(block.tool_use_id, None)
                if block.tool_use_id not in served and block.tool_use_id not in self.lent:
                    self._drop(piece, "server_tool_result_orphan")
                self.lent.discard(block.tool_use_id)
            elif caller is not None and caller in self.waiting:
                self.lent.add(caller)

    def close(self, draft: Draft) -> None:
        """A user message: only calls whose code it answers wait on."""
        if not (draft.content and isinstance(draft.content[0].block, ToolResult)):
            self.lent.clear()
        for id in [id for id in self.waiting if id not in self.lent]:
            for piece in self.waiting.pop(id):
                self._drop(piece, "unanswered_tool_use")

    def _drop(self, piece: Piece, code: str) -> None:
        self.gone.add(id(piece))
        self.desk.note(code, piece.at, "dropped", id=server_id(piece.block), before=piece.block)


def rename_server_calls(desk: Desk) -> None:
    """Give server calls with forbidden characters in their id a new one, in their results too."""
    for draft in desk.drafts:
        if any(_is_misnamed(piece) for piece in draft.content):
            _rename(desk, draft)


def _is_misnamed(piece: Piece) -> bool:
    return isinstance(piece.block, ServerToolUse) and "bad_tool_id" in faults(piece.block)


def _rename(desk: Desk, draft: Draft) -> None:
    taken = {server_id(piece.block) or call_id(piece.block) for piece in draft.content}
    names: dict[str, str] = {}
    numbers: dict[str, int] = defaultdict(lambda: 1)
    for piece in draft.content:
        block, old = piece.block, server_id(piece.block) or ""
        if isinstance(block, ServerToolUse) and _is_misnamed(piece):
            if old not in names:
                base = new = clean_id(old)
                while new in taken:
                    numbers[base] += 1
                    new = f"{base}_{numbers[base]}"
                names[old] = new
                taken.add(new)
            desk.note("bad_tool_id", piece.at, "renamed", id=old, before=old, after=names[old])
            piece.block = replace(block, id=names[old])
        elif isinstance(block, ServerToolResult) and old in names:
            piece.block = replace(block, tool_use_id=names[old])
