"""The look of Packlight as values: fills, glyphs, patterns and themes, for pictures that are drawn without a browser.

Comes in: nothing. Goes out: tables for `svg.py`, `html.py` and the charts. The stage has the same ones in
`static/glyphs.js` and `static/stage.css`; a test compares them. The fills are Okabe and Ito's, told apart by
colour-blind eyes; each kind also has a glyph, a pattern and a word.
"""

from __future__ import annotations

from dataclasses import dataclass

from packlight.core.errors import unknown_name

DARK = "#0D1116"
NEUTRAL = "#AEB6C0"
FILLS: dict[str, str | None] = {
    "system": None, "user_text": "#0072B2", "assistant_text": "#009E73", "thinking": "#F0E442",
    "tool_use": "#E69F00", "tool_result": "#56B4E9", "error_result": "#D55E00", "summary": "#CC79A7",
    "image": NEUTRAL, "document": NEUTRAL, "server_tool": NEUTRAL, "other": NEUTRAL,
}  # fmt: skip


def _dot(x: float, y: float, r: float) -> str:
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"


GLYPH_PATHS: dict[str, tuple[str, str]] = {
    "system": ("M6.2 3h7.3v10H6.2L2.2 8z", _dot(7, 8, 1.2)),
    "user_text": ("M2.5 3h11v7.5H7.2L4.6 13v-2.5H2.5z", ""),
    "assistant_text": ("M2.5 4h11M2.5 8h11M2.5 12h7", ""),
    "thinking": ("", _dot(8, 4, 1.8) + _dot(3.8, 11.3, 1.8) + _dot(12.2, 11.3, 1.8)),
    "tool_use": ("M3 8h10.5M10 4.4 13.6 8 10 11.6", _dot(2.4, 8, 1.9)),
    "tool_result": ("M13 8H2.5M6 4.4 2.4 8 6 11.6", _dot(13.6, 8, 1.9)),
    "error_result": ("M3.4 3.4l9.2 9.2M12.6 3.4l-9.2 9.2", ""),
    "summary": ("M1.5 8h13M8 1v4M5.4 2.8 8 5.4l2.6-2.6M8 15v-4M5.4 13.2 8 10.6l2.6 2.6", ""),
    "image": ("M2 3h12v10H2zM2.4 11.4 6 7.6l2.6 2.7 2-1.9 3 3", _dot(10.8, 5.9, 1)),
    "document": ("M4 2h5.2L12.5 5.4V14H4zM9 2.2v3.4h3.3", ""),
    "server_tool": ("M2 2.8h12v4.4H2zM2 8.8h12v4.4H2z", _dot(4.6, 5, 0.9) + _dot(4.6, 11, 0.9)),
    "other": ("M5 5.8a3 3 0 1 1 4.6 2.5C8.5 9 8 9.5 8 10.6", _dot(8, 13.4, 1.1)),
}
"""A stroked and a filled path in a box of 16 by 16, kind by kind."""

ROLE_PATHS: dict[str, tuple[str, str]] = {
    "human": ("M3 14c0-3.2 2-4.7 5-4.7s5 1.5 5 4.7M8 8.2a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8z", ""),
    "results": ("M6.2 3 2.7 6.5l3.5 3.5M3 6.5h7a3.5 3.5 0 0 1 0 7H7.5", ""),
    "assistant": (
        "M4.6 5h6.8a2 2 0 0 1 2 2v4.5a2 2 0 0 1-2 2H4.6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 4.8V2.2",
        _dot(6, 9.2, 1) + _dot(10, 9.2, 1),
    ),
    "system": GLYPH_PATHS["system"],
    "summary": GLYPH_PATHS["summary"],
}

TILES: dict[str, str] = {
    "assistant_text": "M0 1.5h6M0 4.5h6",
    "thinking": _dot(1.5, 1.5, 0.55) + _dot(4.5, 4.5, 0.55),
    "tool_use": "M-1 4 4-1M-1 7 7-1M2 7 7 2",
    "tool_result": "M-1 2 4 7M-1-1 7 7M2-1 7 4",
    "error_result": "M0 0 6 6M6 0 0 6",
    "summary": "M1.5 0v6M4.5 0v6",
    "image": "M0 3h6M3 0v6",
    "document": "M0 3h6",
    "server_tool": "M3 0v6",
    "other": _dot(3, 3, 0.8),
    "reserve": "M-1 4 4-1M-1 7 7-1M2 7 7 2",
}
"""The pattern of each kind: one tile of 6 by 6 that repeats without a seam. A call and its result mirror each other."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of one theme, as `#RRGGBB`.

    Attributes:
        ground, panel, tint: surfaces; `tint` lies under what is warm.
        ink, ink2, ink3: text, quiet text, indexes; each at least 4.5 : 1 on ground and panel.
        edge, hair, hatch: outlines, hairlines, the pattern of the reserve.
        warm: due, lost, open.
        past, future: the film's curve before and after the shown step.
        fold: words about a summary.
    """

    name: str
    ground: str
    panel: str
    ink: str
    ink2: str
    ink3: str
    edge: str
    hair: str
    warm: str
    tint: str
    past: str
    future: str
    hatch: str
    fold: str

    @property
    def dark(self) -> bool:
        """Whether the ground is dark: blocks then need no edge."""
        return self.name == "dark"


_LIGHT = Theme(
    "light", ground="#FFFFFF", panel="#F5F6F8", ink="#15181D", ink2="#535B66", ink3="#68717D", edge="#838C98",
    hair="#E3E6EA", warm="#A84300", tint="#FDF2EA", past="#8E96A1", future="#E1E4E8", hatch="#C9CED5", fold="#8A4468",
)  # fmt: skip
_DARK = Theme(
    "dark", ground="#14171B", panel="#1D2127", ink="#ECEFF3", ink2="#AAB2BD", ink3="#8C95A1", edge="#6A7480",
    hair="#2E343C", warm="#FF9A52", tint="#2A2019", past="#6A7480", future="#2E343C", hatch="#3A424C", fold="#DC92BC",
)  # fmt: skip
_CONTRAST = Theme(
    "contrast", ground="#FFFFFF", panel="#FFFFFF", ink="#000000", ink2="#23282F", ink3="#23282F", edge="#15181D",
    hair="#B9BFC7", warm="#9C3D00", tint="#FFF4EB", past="#6B737E", future="#B9BFC7", hatch="#9AA1AB", fold="#8A4468",
)  # fmt: skip
THEMES: dict[str, Theme] = {theme.name: theme for theme in (_LIGHT, _DARK, _CONTRAST)}


def theme_of(name: str) -> Theme:
    """The theme of that name; raises a `UserError` with the nearest name on any other.

    >>> theme_of("dark").ground
    '#14171B'
    """
    if name not in THEMES:
        raise unknown_name("theme", name, THEMES)
    return THEMES[name]


def ink_on(kind: str) -> str:
    """The colour of text on a block of a kind, at least 4.5 : 1."""
    return "#FFFFFF" if kind == "user_text" else DARK


def mixed(color: str, other: str, share: float) -> str:
    """A colour with a share of another in it, both `#RRGGBB`.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    parts = [(int(color[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)
