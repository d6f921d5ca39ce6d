"""A pen that writes SVG: text that is escaped, boxes, glyphs, patterns; nothing here knows a film.

Comes in: numbers, colours and words. Goes out: SVG elements as text. A picture needs no script, font file or network.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from packlight.views.look import DARK, TILES, Theme

CHINESE = "'PingFang SC','Noto Sans CJK SC','Microsoft YaHei','WenQuanYi Zen Hei'"
FONT = (
    "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans','Noto Sans','DejaVu Sans',"
    f"{CHINESE},sans-serif"
)
BODY, FIGURE = 12.5, 11.5
# XML has no place for these, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(words: object) -> str:
    """Words that are safe as the text or as an attribute of an element.

    >>> escaped('<script>"&')
    '&lt;script&gt;&quot;&amp;'
    """
    text = _NOT_XML.sub("\ufffd", str(words))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(value: float) -> str:
    """A coordinate, no longer than the eye can see.

    >>> number(12.3456), number(3.0)
    ('12.3', '3')
    """
    return f"{value:.1f}".removesuffix(".0")


def element(name: str, *inside: str, **attributes: object) -> str:
    """One element; `_` in an attribute's name stands for `-`, and None leaves the attribute out.

    >>> element("rect", width=2.0, stroke_width=None)
    '<rect width="2"/>'
    """
    pairs = [
        f' {key.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, float) else escaped(value)}"'
        for key, value in attributes.items()
        if value is not None
    ]
    body = "".join(inside)
    return f"<{name}{''.join(pairs)}>{body}</{name}>" if body else f"<{name}{''.join(pairs)}/>"


def box(x: float, y: float, w: float, h: float, *, radius: float = 0, **looks: object) -> str:
    """A rectangle."""
    rounded = float(radius) if radius else None
    return element("rect", x=float(x), y=float(y), width=float(max(w, 0)), height=float(h), rx=rounded, **looks)


def line(d: str, ink: str, width: float = 1.0, **looks: object) -> str:
    """A stroked path."""
    return element("path", d=d, fill="none", stroke=ink, stroke_width=width, **looks)


def words(text: str, x: float, middle: float, ink: str, **looks: object) -> str:
    """One line of text around a height; `size`, `bold` and `anchor` are optional."""
    size = float(str(looks.pop("size", BODY)))
    weight = 700 if looks.pop("bold", False) else None
    anchor = looks.pop("anchor", None)
    # Figures and letters look centred a third of their size above the line they stand on.
    place = {"x": float(x), "y": middle + 0.35 * size, "fill": ink, "text_anchor": anchor}
    return element(
        "text", escaped(text), **place, font_size=size if size != BODY else None, font_weight=weight, **looks
    )


def glyph(paths: tuple[str, str], x: float, middle: float, size: float, ink: str, *, weight: float = 1.8) -> str:
    """A glyph of 16 by 16, its left edge at x, around a height."""
    stroked, solid = paths
    inside = line(stroked, ink, weight, stroke_linecap="round", stroke_linejoin="round") if stroked else ""
    inside += element("path", d=solid, fill=ink) if solid else ""
    scale = f" scale({size / 16:.3f})" if size != 16 else ""
    return element("g", inside, transform=f"translate({number(x)} {number(middle - size / 2)}){scale}")


def patterns(kinds: Iterable[str], theme: Theme) -> str:
    """The definitions of some kinds' patterns: on a block's spine (`pk-s-KIND`) and in the gauge (`pk-g-KIND`)."""
    made = []
    for kind in kinds:
        if kind in TILES:
            made.append(_tile(f"pk-s-{kind}", TILES[kind], DARK, 0.66))
            made.append(_tile(f"pk-g-{kind}", TILES[kind], DARK, 0.2))
    made.append(_tile(f"pk-reserve-{theme.name}", TILES["reserve"], theme.hatch, 1))
    return element("defs", *made)


def _tile(name: str, path: str, ink: str, alpha: float) -> str:
    # A tile of dots is filled, one of lines is stroked.
    looks = {"fill": ink} if "a" in path else {"fill": "none", "stroke": ink}
    faint = {"opacity": f"{alpha:g}"} if alpha < 1 else {}
    inside = element("path", d=path, **looks, **faint)
    return element("pattern", inside, id=name, width=6, height=6, patternUnits="userSpaceOnUse")
