"""The gauge as SVG: the suitcase with a slice for each block, the tag above the exact place, the tick, the sum.

Comes in: a `Scene`. Goes out: SVG elements in a box of `gauge_height` pixels, from y = 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from packlight.views.look import FILLS, TILES, Theme
from packlight.views.scene import Block, Row, Scene
from packlight.views.svg.measure import text_width
from packlight.views.svg.pen import box, element, line, number, words
from packlight.views.text import percent, sum_text
from packlight.views.words import say

_CASE, _HIGH, _LINING, _SMALL = 50, 36, 5, 11.5
_TOP, _INNER = _CASE + _LINING, _HIGH - 2 * _LINING


def place_of(tokens: float, window: int, width: float) -> float:
    """The x of a number of tokens in a gauge of some width; what overruns the window stands at its end."""
    return _LINING + min(1.0, max(0.0, tokens / window)) * (width - 2 * _LINING)


def slices(row: Row) -> Iterator[tuple[Block, int]]:
    """Each block with its tokens; a message's overhead goes to its last block, so that slices fill what it weighs."""
    rest = row.tokens
    for at, block in enumerate(row.blocks):
        own = max(rest, 0) if at == len(row.blocks) - 1 else min(block.tokens, rest)
        rest -= own
        yield block, own


def slice_svg(kind: str, x: float, w: float, theme: Theme) -> str:
    """One slice of the suitcase's filling; a pattern from 12 pixels on."""
    fill = FILLS[kind]
    if fill is None:
        return box(x + 1.5, _TOP + 1.5, max(1, w - 3), _INNER - 3, fill="none", stroke=theme.ink2, stroke_width=1.5)
    textured = w >= 12 and kind in TILES
    return box(x, _TOP, w, _INNER, fill=fill) + (box(x, _TOP, w, _INNER, fill=f"url(#pk-g-{kind})") if textured else "")


def case_svg(width: float, theme: Theme) -> str:
    """The empty suitcase with its handle."""
    middle = width / 2
    handle = box(middle - 44, _CASE - 12, 88, 26, radius=8, fill="none", stroke=theme.edge, stroke_width=2.5)
    feet = "".join(box(middle + side * 44 - 6, _CASE - 4, 12, 4, fill=theme.edge) for side in (-1, 1))
    looks = {"fill": theme.ground, "stroke": theme.edge, "stroke_width": 2}
    return handle + feet + box(1, _CASE, width - 2, _HIGH, radius=9, **looks)


def tick_svg(window: int, threshold: float, width: float, *, due: bool, theme: Theme, lang: str) -> str:
    """The threshold's tick with its percent below."""
    x, ink = place_of(window * threshold, window, width), theme.warm if due else theme.ink2
    figure = f"{threshold * 100:g} %"
    right = min(width, x + text_width(figure, _SMALL, bold=True) / 2)
    under = words(figure, right, _CASE + _HIGH + 12, ink, size=_SMALL, bold=True, anchor="end")
    left = right - text_width(figure, _SMALL, bold=True) - 6
    return (
        box(x - 3, _CASE - 5, 6, _HIGH + 9, fill=theme.ground)
        + box(x - 1.25, _CASE - 5, 2.5, _HIGH + 10, fill=ink)
        + under
        + words(say(lang, "starts"), left, _CASE + _HIGH + 12, theme.ink2, size=_SMALL, anchor="end")
    )


def reserve_svg(window: int, reserve: int, width: float, theme: Theme, lang: str) -> str:
    """The reserve, hatched, at the end of the suitcase, with its words where they fit."""
    if not reserve:
        return ""
    x, end = place_of(window - reserve, window, width), width - _LINING
    out = box(x, _TOP, end - x, _INNER, fill=f"url(#pk-reserve-{theme.name})")
    out += line(f"M{number(x)} {_TOP}v{_INNER}", theme.edge, 1.4, stroke_dasharray="4 3")
    said = say(lang, "reserve_n", n=f"{reserve:,}")
    wide = text_width(said, _SMALL) + 14
    if wide > end - x - 6:
        return out
    middle = (x + end) / 2
    out += box(middle - wide / 2, _TOP + 4, wide, 18, radius=4, fill=theme.ground)
    return out + words(said, middle, _TOP + _INNER / 2, theme.ink2, size=_SMALL, anchor="middle")


def tag_svg(tokens: int, usage: float, *, due: bool, leftward: bool, theme: Theme) -> str:
    """The luggage tag on its string, hung at x = 0."""
    ink, ground = (theme.ground, theme.warm) if due else (theme.ink, theme.ground)
    count, share = f"{tokens:,}", percent(usage)
    first, second = text_width(count, 15, bold=True), text_width(share, 15)
    wide = first + second + 42
    x = 13 - wide if leftward else -13
    hole = element("circle", cx=0, cy=13, r=2.6, fill="none" if not due else ink, stroke=ink, stroke_width=2)
    left = x + 10 + (0 if leftward else 14)
    return (
        box(-0.9, 24, 1.8, 27, fill=theme.warm if due else theme.ink2)
        + box(x, 1, wide, 24, radius=6, fill=ground, stroke=theme.warm if due else theme.ink2, stroke_width=2)
        + words(count, left, 13, ink, size=15.0, bold=True)
        + words(share, left + first + 7, 13, ink, size=15.0)
        + hole
    )


def _kinds(scene: Scene) -> Iterator[tuple[str, int]]:
    """Kind and tokens of each slice; rows that the picture leaves out are one slice without a kind."""
    missing, drawn = scene.tokens - sum(row.tokens for row in scene.rows), 0
    for row in scene.rows:
        if row.at is not None and row.at > drawn:
            yield "other", missing
        drawn = 0 if row.at is None else row.at + 1
        yield from ((block.kind, tokens) for block, tokens in slices(row))


def _filling(scene: Scene, width: float, theme: Theme) -> Iterator[str]:
    total = 0
    for kind, tokens in _kinds(scene):
        x, end = (place_of(at, scene.window, width) for at in (total, total + tokens))
        total += tokens
        if end - x > 0.05:
            yield slice_svg(kind, x, end - x, theme)


def _crowded(scene: Scene, width: float, lang: str) -> bool:
    """Whether the sum would run into the words of the tick."""
    tick = text_width(say(lang, "starts"), _SMALL) + text_width("100.0 %", _SMALL, bold=True) + 24
    return (
        text_width(sum_text(scene, lang), _SMALL) > place_of(scene.window * scene.threshold, scene.window, width) - tick
    )


def gauge_height(scene: Scene, width: float, lang: str) -> int:
    """Pixels of the gauge with its lines of words."""
    return _CASE + _HIGH + (40 if _crowded(scene, width, lang) else 22)


def gauge_svg(scene: Scene, width: float, theme: Theme, lang: str) -> str:
    """The whole gauge of a frame; the scene must know its window."""
    at = place_of(scene.tokens, scene.window, width)
    tag = tag_svg(scene.tokens, scene.usage, due=scene.due, leftward=at > width / 2, theme=theme)
    return "".join(
        (
            case_svg(width, theme),
            *_filling(scene, width, theme),
            reserve_svg(scene.window, scene.reserve, width, theme, lang),
            tick_svg(scene.window, scene.threshold, width, due=scene.due, theme=theme, lang=lang),
            element("g", tag, transform=f"translate({number(at)} 0)"),
            words(sum_text(scene, lang), 0, gauge_height(scene, width, lang) - 10, theme.ink2, size=_SMALL),
        )
    )
