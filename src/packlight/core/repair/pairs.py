"""Pairs: every call gets exactly one result, first in the user turn right behind it, under an id of its own.

Comes in: a desk where user and assistant alternate. Goes out: the same with results brought home, orphans gone, open
calls answered and colliding ids renamed on both sides. Called by `run.py`.

    claim      a result in the turn behind its call is the call's own
    fetch      a call without one takes a result that stands elsewhere under its id
    combine    of several, a real output wins over an error; two real ones are joined, so that none is lost
    rename     the second use of an id, and an id with forbidden characters
    seat       results first, in the order of the calls; who was not answered is told so
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from dataclasses import dataclass, field, replace

from packlight.core.blocks import Block, Text, ToolResult, ToolUse
from packlight.core.repair.draft import Desk, Draft, Piece, wire
from packlight.core.repair_texts import INTERRUPTED, STOPPED_BY_USER
from packlight.core.rules.blocks import is_blank, result_id

_STOPPED = re.compile(
    r"\W{0,3}(request |tool use )?(interrupted|cancel+ed|stopped|aborted)\b.{0,20}\buser\b", re.IGNORECASE
)
"""How programs write into the history that the user pressed stop."""
_FORBIDDEN = re.compile(r"[^a-zA-Z0-9_-]")


@dataclass(slots=True, eq=False)
class _Call:
    """A call, the results that are meant for it, and the id both will have."""

    piece: Piece
    caller: Draft
    results: list[Piece] = field(default_factory=list)

    @property
    def block(self) -> ToolUse:
        assert isinstance(self.piece.block, ToolUse)
        return self.piece.block

    @property
    def id(self) -> str:
        return self.block.id


def pair(desk: Desk) -> None:
    """Bring results home, answer open calls, rename colliding ids."""
    calls = _calls(desk)
    homes = _claim(desk, calls)
    for call in calls:
        _combine(desk, call)
    _rename(desk, calls)
    _seat(desk, calls, homes)


def _calls(desk: Desk) -> list[_Call]:
    return [
        _Call(piece, draft)
        for draft in desk.drafts
        if draft.role == "assistant"
        for piece in draft.content
        if isinstance(piece.block, ToolUse)
    ]


def _claim(desk: Desk, calls: list[_Call]) -> dict[int, Draft]:
    """Give each result to a call; gives back which user turn answers which caller, by the caller's identity."""
    homes: dict[int, Draft] = {}
    for draft, follower in zip(desk.drafts, desk.drafts[1:], strict=False):
        if draft.role == "assistant" and follower.role == "user":
            homes[id(draft)] = follower
    waiting: dict[tuple[int, str], deque[_Call]] = defaultdict(deque)
    by_id: dict[str, list[_Call]] = defaultdict(list)
    for call in calls:
        waiting[(id(homes.get(id(call.caller))), call.id)].append(call)
        by_id[call.id].append(call)
    strays = []
    for draft in desk.drafts:
        for piece in draft.content:
            if isinstance(piece.block, ToolResult):
                queue = waiting.get((id(draft), piece.block.tool_use_id))
                if queue:
                    # Calls that share an id in one message are answered in order; the last takes what is left.
                    (queue.popleft() if len(queue) > 1 else queue[0]).results.append(piece)
                else:
                    strays.append(piece)
    _fetch(by_id, strays)
    return homes


def _fetch(by_id: dict[str, list[_Call]], strays: list[Piece]) -> None:
    """Give results that stand in the wrong place to the first call of their id that has none, else to the last."""
    empty = {key: deque(call for call in calls if not call.results) for key, calls in by_id.items()} if strays else {}
    for piece in strays:
        assert isinstance(piece.block, ToolResult)
        key = piece.block.tool_use_id
        queue = empty.get(key)
        if by_id.get(key):
            (queue.popleft() if queue else by_id[key][-1]).results.append(piece)


def _combine(desk: Desk, call: _Call) -> None:
    """Make one result of several: errors give way to real output, equal ones are one, different ones are joined."""
    if len(call.results) < 2:
        return
    real = [piece for piece in call.results if _is_real(piece.block)]
    # Of errors only, those with a word of their own count as much as an output would.
    chosen = real or [piece for piece in call.results if not _is_placeholder(piece.block)] or call.results[:1]
    first, counts = chosen[0], set(map(id, chosen))
    kept = {wire(first.block): first.block}
    for piece in call.results:
        if piece is first:
            continue
        if id(piece) in counts and wire(piece.block) not in kept:
            kept[wire(piece.block)] = piece.block
            desk.note("duplicate_tool_result", piece.at, "joined", id=call.id, before=piece.block)
        else:
            desk.note("duplicate_tool_result", piece.at, "dropped", id=call.id, before=piece.block)
    if len(kept) > 1:
        content = tuple([block for result in kept.values() for block in _as_blocks(result)])
        assert isinstance(first.block, ToolResult)
        first.block = replace(first.block, content=content)
    call.results = [first]


def _is_real(block: Block) -> bool:
    return isinstance(block, ToolResult) and not block.is_error


def _is_placeholder(block: Block) -> bool:
    return isinstance(block, ToolResult) and block.content in (INTERRUPTED, STOPPED_BY_USER)


def _as_blocks(block: Block) -> tuple[Block, ...]:
    content = block.content if isinstance(block, ToolResult) else None
    if isinstance(content, str):
        return () if is_blank(content) else (Text(content),)
    return content or ()


def _rename(desk: Desk, calls: list[_Call]) -> None:
    """Give a new id to each second use of one and to each id with forbidden characters, always the same ones."""
    taken = {call.id for call in calls}
    used: set[str] = set()
    numbers: dict[str, int] = defaultdict(lambda: 1)
    for call in calls:
        old = call.id
        base = _FORBIDDEN.sub("_", old) or "call"
        code = "bad_tool_id" if base != old else "duplicate_tool_use_id"
        if base == old and old not in used:
            used.add(old)
            continue
        new = base
        while new in taken or new in used:
            numbers[base] += 1
            new = f"{base}_{numbers[base]}"
        used.add(new)
        desk.note(code, call.piece.at, "renamed", id=old, before=old, after=new)
        call.piece.block = replace(call.block, id=new)
        for piece in call.results:
            assert isinstance(piece.block, ToolResult)
            piece.block = replace(piece.block, tool_use_id=new)


def _seat(desk: Desk, calls: list[_Call], homes: dict[int, Draft]) -> None:
    """Put every result first in the turn behind its call, in the order of the calls."""
    by_caller: dict[int, list[_Call]] = defaultdict(list)
    for call in calls:
        by_caller[id(call.caller)].append(call)
    out: list[Draft] = []
    last = len(desk.drafts) - 1
    hosts = {id(home) for home in homes.values()}
    for place, draft in enumerate(desk.drafts):
        out.append(draft)
        own = by_caller.get(id(draft), [])
        home = homes.get(id(draft))
        if home is not None:
            _fill(desk, home, own)
        elif own and (place < last or any(call.results for call in own)):
            made = Draft(draft.row, "user", [])
            _fill(desk, made, own)
            out += [made] if made.content else []
        if draft.role == "user" and id(draft) not in hosts:
            _fill(desk, draft, [])
    desk.drafts = out


def _fill(desk: Desk, home: Draft, calls: list[_Call]) -> None:
    """Seat the results of one batch in their user turn; a turn that is right as it stands keeps its order."""
    stopped = any(isinstance(piece.block, Text) and _STOPPED.match(piece.block.text) for piece in home.content)
    answers = [piece for piece in (_answer(desk, call, stopped) for call in calls) if piece is not None]
    others = [piece for piece in home.content if not isinstance(piece.block, ToolResult)]
    here = set(map(id, home.content))
    front = home.content[: len(answers)]
    if len(answers) + len(others) == len(home.content) and set(map(id, answers)) == set(map(id, front)):
        return
    seated = [*answers, *others]
    late = _late(home, {id(piece) for piece in answers})
    if late is not None:
        now = tuple([piece.block for piece in seated])
        desk.note(
            "tool_result_not_first", late.at, "reordered", id=result_id(late.block), before=home.blocks, after=now
        )
    for call in calls:
        moved = call.results and id(call.results[0]) not in here
        if moved:
            desk.note("orphan_tool_result", call.results[0].at, "moved", id=call.id, after=call.results[0].block)
    home.content = seated


def _late(home: Draft, answers: set[int]) -> Piece | None:
    """The first answer in a user turn that stands behind something else."""
    behind = False
    for piece in home.content:
        if behind and id(piece) in answers:
            return piece
        behind = behind or not isinstance(piece.block, ToolResult)
    return None


def _answer(desk: Desk, call: _Call, stopped: bool) -> Piece | None:
    """The result of a call; a new one that says it was interrupted, unless the tool still runs."""
    if call.results:
        return call.results[0]
    if call.id in desk.running:
        return None
    made = ToolResult(call.id, STOPPED_BY_USER if stopped else INTERRUPTED, True)
    desk.note("unanswered_tool_use", call.piece.at, "answered", id=call.id, after=made)
    return Piece(made, call.piece.at)
