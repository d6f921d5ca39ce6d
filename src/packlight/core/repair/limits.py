"""What a request may hold only so much of: cache markers and pictures; and thoughts bound to what stands before them.

Comes in: a desk that is in order otherwise. Goes out: one within the limits; the earliest and oldest give way. Called
by `run.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from packlight.core.blocks import Block, Image, Other, Text, ToolResult
from packlight.core.frozen import EMPTY, Frozen
from packlight.core.pictures import measure, pictures_in
from packlight.core.repair.draft import Desk, Piece, said
from packlight.core.repair_texts import NO_IMAGE
from packlight.core.rules.blocks import markers
from packlight.core.rules.seen import MANY_IMAGES_PX
from packlight.core.rules.tail import MANY_IMAGES, MAX_MARKERS
from packlight.core.rules.validate import base_markers
from packlight.core.rules.walk import is_thought


def _pieces(desk: Desk) -> Iterator[Piece]:
    for draft in desk.drafts:
        yield from draft.content


def limit_markers(desk: Desk) -> None:
    """Take off the earliest cache markers over four: those of messages first, then of tools, then of the system."""
    marked = [piece for piece in _pieces(desk) if markers(piece.block)]
    hoisted = sum(map(markers, desk.system))
    over = base_markers(desk.conversation) + hoisted + sum(markers(piece.block) for piece in marked) - MAX_MARKERS
    for piece in marked:
        if over <= 0:
            return
        before = piece.block
        over, piece.block = _unmark(before, over)
        desk.note("cache_control_over_limit", piece.at, "unmarked", before=before, after=piece.block)
    if over > 0:
        _unmark_base(desk, over)


def _unmark(block: Block, over: int) -> tuple[int, Block]:
    """A block without so many of its markers, those inside first; and how many are still over."""
    if isinstance(block, ToolResult) and isinstance(block.content, tuple):
        inner = []
        for item in block.content:
            if over > 0 and markers(item):
                over, item = _unmark(item, over)
            inner.append(item)
        block = replace(block, content=tuple(inner))
    if over > 0 and markers(block):
        return over - 1, _without_marker(block)
    return over, block


def _without_marker(block: Block) -> Block:
    if isinstance(block, Other):
        return Other(_bare(block.raw))
    return replace(block, extra=_bare(block.extra))


def _bare(fields: Frozen) -> Frozen:
    return Frozen({key: item for key, item in fields.items() if key != "cache_control"}) or EMPTY


def _unmark_base(desk: Desk, over: int) -> None:
    """Markers outside of the messages: the tools stand before the system prompt, so theirs are earlier."""
    talk = desk.conversation
    tools: list[Frozen] = []
    for tool in talk.tools:
        marked = over > 0 and tool.get("cache_control") is not None
        over -= marked
        tools.append(_bare(tool) if marked else tool)
    system: list[Block] = []
    for block in (*talk.system, *desk.system):
        over, bare = _unmark(block, over) if over > 0 and markers(block) else (over, block)
        system.append(bare)
    here = len(talk.system)
    desk.note("cache_control_over_limit", (), "unmarked", before=(*talk.system, *desk.system), after=tuple(system))
    desk.conversation = talk.with_tools(tuple(tools))
    if talk.system:
        desk.conversation = replace(desk.conversation, system=tuple(system[:here]), system_is_string=False)
    desk.system = system[here:]


def limit_images(desk: Desk) -> None:
    """Replace the oldest images over the limit by a text that says so; then the oldest of those too large to be one of
    many, until no large one or no more than twenty are left."""
    carriers = [piece for piece in _pieces(desk) if pictures_in(piece.block)]
    count = sum(len(pictures_in(piece.block)) for piece in carriers)
    over = count - desk.able.max_images
    for piece in carriers if over > 0 else ():
        over = _replace_images(desk, piece, over, "too_many_images", f"a request holds at most {desk.able.max_images}")
        if over <= 0:
            break
    over = min(count, desk.able.max_images) - MANY_IMAGES
    reason = f"with more than {MANY_IMAGES} images each may be at most {MANY_IMAGES_PX} pixels a side"
    for piece in carriers if over > 0 else ():
        over = _replace_images(desk, piece, over, "image_too_large_for_many", reason, only_large=True)
        if over <= 0:
            break


def _is_large(image: Block) -> bool:
    size = measure(image)
    return size is not None and size.longest > MANY_IMAGES_PX


def _replace_images(desk: Desk, piece: Piece, count: int, code: str, reason: str, *, only_large: bool = False) -> int:
    """Replace up to so many images of a block by a text; gives back how many are still to go."""
    before = piece.block
    left = count

    def stand_in(item: Block) -> Block:
        nonlocal left
        if left <= 0 or not isinstance(item, Image) or (only_large and not _is_large(item)):
            return item
        left -= 1
        marked = item.extra.get("cache_control")
        return Text(NO_IMAGE.format(reason=reason), Frozen({"cache_control": marked}) if marked else EMPTY)

    if isinstance(before, ToolResult) and isinstance(before.content, tuple):
        piece.block = replace(before, content=tuple([stand_in(item) for item in before.content]))
    else:
        piece.block = stand_in(before)
    if piece.block is not before:
        desk.note(code, piece.at, "replaced", before=before, after=piece.block)
    return left


def drop_bound_thinking(desk: Desk) -> None:
    """Drop thoughts behind the first change, for models that refuse them once anything before them changed."""
    if not desk.able.thinking_bound or not desk.changes:
        return
    before = iter([(m.role, block) for m in desk.original.messages for block in said(m) if m.raw is None])
    same = not desk.system and desk.conversation is desk.original
    for draft in desk.drafts:
        kept: list[Piece] = []
        for piece in draft.content:
            role, block = next(before, ("", None))
            same = same and role == draft.role and block is piece.block
            if not same and is_thought(piece.block):
                desk.note("thinking_bound", piece.at, "dropped", before=piece.block)
            else:
                kept.append(piece)
        if len(kept) < len(draft.content):
            draft.content = kept
