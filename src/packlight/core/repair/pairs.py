"""Pairs: every call gets exactly one result, first in the user turn right behind it, under an id of its own.

Comes in: a desk where user and assistant alternate. Goes out: the same with results brought home, orphans gone, open
calls answered and colliding ids renamed on both sides. Called by `run.py`.

    claim      a result in the turn behind its call is the call's own
    fetch      a call without one takes a result that stands elsewhere under its id
    combine    of several, a real output wins over an error; two real ones are joined, so that none is lost
    rename     the second use of an id, and an id with forbidden characters
    seat       results first, in the order of the calls; who was not answered is told so, unless nothing ever followed
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from packlight.core.blocks import Block, Text, ToolResult, ToolUse
from packlight.core.repair.draft import Desk, Draft, Piece, clean_id, wire
from packlight.core.repair_texts import INTERRUPTED, STOPPED_BY_USER
from packlight.core.rules.blocks import is_blank, result_id

_STOPPED = re.compile(
    r"\W{0,3}(request |tool use )?(interrupted|cancel+ed|stopped|aborted)\b.{0,20}\buser\b", re.IGNORECASE
)
"""How programs write into the history that the user pressed stop."""


@dataclass(slots=True, eq=False)
class _Call:
    """A call, the result that is meant for it, and further ones under the same id."""

    piece: Piece
    result: Piece | None = None
    more: list[Piece] | None = None

    @property
    def block(self) -> ToolUse:
        assert isinstance(self.piece.block, ToolUse)
        return self.piece.block

    @property
    def id(self) -> str:
        return self.block.id

    def give(self, piece: Piece) -> None:
        """Take a result."""
        if self.result is None:
            self.result = piece
        elif self.more is None:
            self.more = [piece]
        else:
            self.more.append(piece)


@dataclass(slots=True, eq=False)
class _Batch:
    """The calls of one assistant message, and the user turn right behind it, where their results belong."""

    caller: Draft
    calls: list[_Call]
    home: Draft | None


def pair(desk: Desk) -> None:
    """Bring results home, answer open calls, rename colliding ids."""
    batches = list(_batches(desk))
    strays = list(_claim(desk, batches))
    if strays:
        _fetch(batches, strays)
    for batch in batches:
        for call in batch.calls:
            _combine(desk, call)
    _rename(desk, batches)
    _seat(desk, batches)


def _batches(desk: Desk) -> Iterator[_Batch]:
    for draft, follower in zip_longest(desk.drafts, desk.drafts[1:]):
        calls = [_Call(piece) for piece in draft.content if isinstance(piece.block, ToolUse)]
        if calls and draft.role == "assistant":
            yield _Batch(draft, calls, follower if follower is not None and follower.role == "user" else None)


def _claim(desk: Desk, batches: list[_Batch]) -> Iterator[Piece]:
    """Give each result to the call of its id in the message before; gives back those that find none there."""
    answering = {id(batch.home): batch for batch in batches}
    for draft in desk.drafts:
        if draft.role != "user":
            continue
        waiting: dict[str, deque[_Call]] = {}
        for call in answering[id(draft)].calls if id(draft) in answering else ():
            waiting.setdefault(call.id, deque()).append(call)
        for piece in draft.content:
            if isinstance(piece.block, ToolResult):
                queue = waiting.get(piece.block.tool_use_id)
                if queue:
                    # Calls that share an id in one message are answered in order; the last takes what is left.
                    (queue.popleft() if len(queue) > 1 else queue[0]).give(piece)
                else:
                    yield piece


def _fetch(batches: list[_Batch], strays: list[Piece]) -> None:
    """Give results that stand in the wrong place to the first call of their id that has none, else to the last."""
    by_id: dict[str, list[_Call]] = defaultdict(list)
    for batch in batches:
        for call in batch.calls:
            by_id[call.id].append(call)
    empty = {key: deque(call for call in calls if call.result is None) for key, calls in by_id.items()}
    for piece in strays:
        assert isinstance(piece.block, ToolResult)
        key = piece.block.tool_use_id
        if key in by_id:
            (empty[key].popleft() if empty[key] else by_id[key][-1]).give(piece)


def _combine(desk: Desk, call: _Call) -> None:
    """Make one result of several: errors give way to real output, equal ones are one, different ones are joined."""
    if call.result is None or call.more is None:
        return
    results = [call.result, *call.more]
    real = [piece for piece in results if _is_real(piece.block)]
    # Of errors only, those with a word of their own count as much as an output would.
    chosen = real or [piece for piece in results if not _is_placeholder(piece.block)] or results[:1]
    first, counts = chosen[0], set(map(id, chosen))
    kept = {wire(first.block): first.block}
    for piece in results:
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
    call.result, call.more = first, None


def _is_real(block: Block) -> bool:
    return isinstance(block, ToolResult) and not block.is_error


def _is_placeholder(block: Block) -> bool:
    return isinstance(block, ToolResult) and block.content in (INTERRUPTED, STOPPED_BY_USER)


def _as_blocks(block: Block) -> tuple[Block, ...]:
    content = block.content if isinstance(block, ToolResult) else None
    if isinstance(content, str):
        return () if is_blank(content) else (Text(content),)
    return content or ()


def _rename(desk: Desk, batches: list[_Batch]) -> None:
    """Give a new id to each second use of one and to each id with forbidden characters, always the same ones."""
    calls = [call for batch in batches for call in batch.calls]
    taken = {call.id for call in calls}
    used: set[str] = set()
    numbers: dict[str, int] = defaultdict(lambda: 1)
    for call in calls:
        old = call.id
        base = clean_id(old)
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
        if call.result is not None:
            assert isinstance(call.result.block, ToolResult)
            call.result.block = replace(call.result.block, tool_use_id=new)


def _seat(desk: Desk, batches: list[_Batch]) -> None:
    """Put every result first in the turn behind its call, in the order of the calls."""
    by_caller = {id(batch.caller): batch for batch in batches}
    hosts = {id(batch.home) for batch in batches}
    out: list[Draft] = []
    last = len(desk.original.messages) - 1
    for place, draft in enumerate(desk.drafts, 1):
        out.append(draft)
        batch = by_caller.get(id(draft))
        if batch is None:
            if draft.role == "user" and id(draft) not in hosts:
                _fill(desk, draft, [])
        elif batch.home is not None:
            _fill(desk, batch.home, batch.calls)
        elif place < len(desk.drafts) or any(call.result or call.piece.row < last for call in batch.calls):
            # What stood behind the calls is gone, and still they are not at work any more: the history went on.
            made = Draft(draft.row, "user", [])
            _fill(desk, made, batch.calls)
            out += [made] if made.content else []
    desk.drafts = out


def _is_seated(home: Draft, calls: list[_Call]) -> bool:
    """Whether a user turn holds the results of a batch, in order and first, and no others."""
    count = len(calls)
    front, rest = home.content[:count], home.content[count:]
    return (
        len(front) == count
        and all(call.result is piece for call, piece in zip(calls, front, strict=True))
        and not any(isinstance(piece.block, ToolResult) for piece in rest)
    )


def _fill(desk: Desk, home: Draft, calls: list[_Call]) -> None:
    """Seat the results of one batch in their user turn; a turn that is right as it stands keeps its order."""
    if _is_seated(home, calls):
        return
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
        found = call.result
        if found is not None and id(found) not in here:
            desk.note("orphan_tool_result", found.at, "moved", id=call.id, after=found.block)
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
    if call.result is not None:
        return call.result
    if call.id in desk.running:
        return None
    made = ToolResult(call.id, STOPPED_BY_USER if stopped else INTERRUPTED, True)
    desk.note("unanswered_tool_use", call.piece.at, "answered", id=call.id, after=made)
    return Piece(made, call.piece.row, call.piece.place)
