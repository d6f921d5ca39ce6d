"""The rows of a frame as SVG: gutter, blocks, pair traces, and what did not fit, said once at the right.

Comes in: rows of a `Scene` and a `Sheet`, which holds what all rows share. Goes out: SVG elements around y = 0 of each
row. Widths follow the square root of tokens on one scale, as on the stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from packlight.views.look import DARK, FILLS, GLYPH_PATHS, ROLE_PATHS, Theme, ink_on, mixed
from packlight.views.scene import Block, Row
from packlight.views.svg.measure import cut_text, text_width
from packlight.views.svg.pen import BODY, FIGURE, box, element, glyph, line, number, words
from packlight.views.text import block_word, role_word

PITCH, BLOCK = 30, 22
_SPINE, _GLYPH, _PAD, _GAP = 8, 13, 6, 4
_WIDEST = 14.0
_LEAST_LABEL = 16


@dataclass(frozen=True, slots=True)
class Sheet:
    """What all rows of a picture share: theme, language, pixels of the gutter and of the room, pixels a root token."""

    theme: Theme
    lang: str
    gutter: float
    room: float
    scale: float


@dataclass(frozen=True, slots=True)
class Place:
    """A block's place: x, width, and the words that fit into it."""

    block: Block
    x: float
    w: float
    lead: float
    number: str
    tokens: str
    word: str
    label: str
    side: str


def sheet_for(rows: Sequence[Row], theme: Theme, lang: str, width: float) -> Sheet:
    """The sheet on which every row fits that can."""
    last = max((row.at or 0 for row in rows), default=0)
    gutter = (104 if lang == "zh" else 124) + 8 * max(0, len(str(last)) - 2)
    room = width - gutter
    return Sheet(theme, lang, gutter, room, _scale(rows, room))


def _scale(rows: Sequence[Row], room: float) -> float:
    low, high = 0.0, _WIDEST
    heavy = [row for row in rows if row_width(row, 0) <= room]
    if all(row_width(row, high) <= room for row in heavy):
        return high
    for _ in range(24):
        half = (low + high) / 2
        fits = all(row_width(row, half) <= room for row in heavy)
        low, high = (half, high) if fits else (low, half)
    return low


def _least(block: Block) -> float:
    return _SPINE + _GLYPH + 15 + (0 if block.pair is None else 8.8 * len(str(block.pair)) + 6)


def row_width(row: Row, scale: float) -> float:
    """Pixels of a row's blocks at a scale."""
    return sum(_GAP + max(_least(block), sqrt(block.tokens) * scale) for block in row.blocks) - _GAP


def places(row: Row, sheet: Sheet) -> list[Place]:
    """Where each block of a row stands; a row of more blocks than fit is squeezed."""
    widths = [max(_least(block), sqrt(block.tokens) * sheet.scale) for block in row.blocks]
    gap = min(_GAP, sheet.room / 3 / (len(widths) or 1))
    squeeze = min(1.0, (sheet.room - gap * (len(widths) - 1)) / (sum(widths) or 1))
    x, out = sheet.gutter, []
    for block, width in zip(row.blocks, widths, strict=True):
        w = width * squeeze
        out.append(_fit(block, x, w, sheet.lang))
        x += w + gap
    return out


def _fit(block: Block, x: float, w: float, lang: str) -> Place:
    """What a width holds; dropped in this order: label, word, tokens, number."""
    lead = (3 if block.kind == "system" else _SPINE) + _GLYPH + 9
    room = w - lead - _PAD

    def take(text: str, size: float, gap: float, bold: bool) -> str:
        nonlocal room
        wide = text_width(text, size, bold=bold) + gap
        if not text or wide > room:
            return ""
        room -= wide
        return text

    word = block_word(block, lang)
    label = "" if block.label == word else block.label
    pair = take("" if block.pair is None else str(block.pair), BODY, 5, True)
    tokens = take(f"{block.tokens:,}", FIGURE, 8, False)
    shown = take(word, BODY, 5, True) if tokens else ""
    cut = cut_text(label, room - 2, BODY) if tokens and shown == word else ""
    if cut != label and (len(cut) <= _LEAST_LABEL or room <= 150):
        cut = ""
    side = [word if block.kind == "tool_use" and not shown else "", "" if cut else label]
    return Place(block, x, w, lead, pair, tokens, shown, cut, " ".join(filter(None, side)))


def row_svg(row: Row, sheet: Sheet) -> str:
    """A row around y = 0: gutter, blocks, findings and the words at the right."""
    placed = places(row, sheet)
    blocks = [_block(place, sheet.theme) for place in placed]
    found = [_finding(place, sheet.theme) for place in placed if place.block.finding]
    return _gutter(row, sheet) + "".join(blocks + found) + _side(placed, sheet)


def _gutter(row: Row, sheet: Sheet) -> str:
    theme, results = sheet.theme, row.voice == "results"
    ink, middle, index = (
        theme.ink2 if results else theme.ink,
        BLOCK / 2,
        sheet.gutter - (82 if sheet.lang == "zh" else 102),
    )
    at = "" if row.at is None else words(str(row.at), index, middle, theme.ink3, size=FIGURE, anchor="end")
    icon = glyph(ROLE_PATHS.get(row.voice, GLYPH_PATHS["other"]), index + 8, middle, 15, ink, weight=1.7)
    said = cut_text(role_word(row, sheet.lang).removesuffix(" ←"), sheet.gutter - index - 31, BODY, bold=True)
    return at + icon + words(said, index + 29, middle, ink, bold=not results)


def edge_of(kind: str, theme: Theme) -> tuple[str | None, float]:
    """The outline of a block of a kind: its colour and width; on a dark ground a filled block has none."""
    fill = FILLS[kind]
    if fill is None:
        return theme.ink2, 1.5
    return (None, 0.0) if theme.dark else (mixed(fill, DARK, 0.42), 1.0)


def _block(place: Place, theme: Theme) -> str:
    block, x, w = place.block, place.x, place.w
    fill, (edge, wide) = FILLS[block.kind], edge_of(block.kind, theme)
    ledge = (
        box(x + 4, BLOCK - 2, w - 8, 5.5, radius=3, fill=mixed(fill, DARK, 0.42))
        if block.kind == "summary" and fill
        else ""
    )
    base = box(x, 0, w, BLOCK, radius=4, fill=fill or theme.ground)
    spine = _spine(block.kind, x, w)
    rim = box(x + wide / 2, wide / 2, w - wide, BLOCK - wide, radius=4, fill="none", stroke=edge, stroke_width=wide)
    return ledge + base + spine + (rim if edge else "") + _label(place, ink_on(block.kind) if fill else theme.ink)


def _spine(kind: str, x: float, w: float) -> str:
    if FILLS[kind] is None or kind == "user_text":
        return ""
    wide = min(_SPINE, w)
    # The tile's origin moves with the block, so that equal blocks look equal.
    shape = f"M{number(wide)} 0H4a4 4 0 0 0-4 4v{BLOCK - 8}a4 4 0 0 0 4 4h{number(max(0, wide - 4))}z"
    path = element("path", d=shape, fill=f"url(#pk-s-{kind})")
    return element("g", path, transform=f"translate({number(x)} 0)")


def _label(place: Place, ink: str) -> str:
    if place.w < _SPINE + _GLYPH + 6:
        return ""
    kind, middle, left = place.block.kind, BLOCK / 2, place.x + place.lead + 1
    weight = 2.6 if kind == "error_result" else 1.8
    out = glyph(GLYPH_PATHS[kind], place.x + place.lead - _GLYPH - 4, middle, _GLYPH, ink, weight=weight)
    for text, bold in ((place.number, True), (place.word, True), (place.label, False)):
        if text:
            out += words(text, left, middle, ink, bold=bold)
            left += text_width(text, BODY, bold=bold) + 5
    if place.tokens:
        out += words(place.tokens, place.x + place.w - _PAD, middle, ink, size=FIGURE, anchor="end")
    return out


def _finding(place: Place, theme: Theme) -> str:
    x, w = place.x, place.w
    ring = box(x - 2.5, -2.5, w + 5, BLOCK + 5, radius=6.5, fill="none", stroke=theme.warm, stroke_width=2)
    disc = element("circle", cx=x + w + 1, cy=-1, r=6, fill=theme.warm)
    return ring + disc + words("!", x + w + 1, -1, theme.ground, size=10.0, bold=True, anchor="middle")


def side_text(placed: Sequence[Place]) -> str:
    """What the blocks of a row could not hold, in one line; results of several calls carry their pair's number."""
    results = [place for place in placed if place.block.kind.endswith("result")]
    said = [p for p in placed if p.side and (p.block.kind != "thinking" or len(placed) == 1)]

    def head(place: Place) -> str:
        many = len(results) > 1 and place in results and place.block.pair is not None
        return f"{place.block.pair}: " if many else ""

    return " · ".join(head(place) + place.side for place in said)


def _side(placed: Sequence[Place], sheet: Sheet) -> str:
    x = placed[-1].x + placed[-1].w + 10 if placed else sheet.gutter
    said = cut_text(side_text(placed), sheet.gutter + sheet.room - x, BODY)
    return words(said, x, BLOCK / 2, sheet.theme.ink2) if said else ""


def traces_svg(above: Row, below: Row, sheet: Sheet) -> str:
    """The lines from the calls of a row to their results in the next, around the upper row's y = 0."""
    starts = {p.block.pair: p for p in places(above, sheet) if p.block.kind in ("tool_use", "server_tool")}
    ends = [p for p in places(below, sheet) if p.block.kind.endswith("result") and p.block.pair in starts]
    found = [(_center(starts[place.block.pair]), _center(place)) for place in ends]
    return "".join(_trace(a, b, level, sheet.theme.edge) for a, b, level in _levels(found))


def _center(place: Place) -> float:
    return place.x + place.lead - _GLYPH / 2 - 4


def _levels(found: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float, float]]:
    """Each trace with a level of its own, so that no two cross; those out of order keep only their numbers."""
    ordered = sorted(t for t in found if all((a < t[0]) == (b < t[1]) for a, b in found if (a, b) != t))
    if len(ordered) > 6:
        return
    left = [trace for trace in ordered if trace[1] <= trace[0]]
    right = [trace for trace in ordered if trace[1] > trace[0]][::-1]
    for group in (left, right):
        for at, (a, b) in enumerate(group):
            yield a, b, (at + 1) / (len(group) + 1)


def _trace(x: float, end: float, level: float, ink: str) -> str:
    middle = BLOCK + (PITCH - BLOCK) * (0.2 + 0.5 * level)
    path = f"M{number(x)} {BLOCK}V{number(middle)}H{number(end)}V{PITCH - 2}"
    head = f"M{number(end - 3.2)} {PITCH - 3.8:g}h6.4L{number(end)} {PITCH}z"
    dot = element("circle", cx=x, cy=BLOCK, r=2, fill=ink)
    return line(path, ink, 1.4, stroke_linejoin="round") + dot + element("path", d=head, fill=ink)


def kinds_of(rows: Iterable[Row]) -> list[str]:
    """The kinds that stand in some rows, in the order of the legend."""
    there = {block.kind for row in rows for block in row.blocks}
    return [kind for kind in GLYPH_PATHS if kind in there]
