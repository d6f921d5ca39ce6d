"""An SVG picture as PNG, without a browser: by resvg, which the extra `packlight[png]` brings.

Comes in: SVG text. Goes out: the bytes of a PNG. Characters that no font here can draw are asked for first: a missing
Chinese font is an error in words, and any other character is drawn by its number, never as a box.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from packlight.core.errors import UserError
from packlight.views.svg.pen import CHINESE, FONT

_NEEDED = "a PNG needs resvg: pip install 'packlight[png]', or write an .svg instead"
# A character that no font has: whatever is drawn like it is not drawn at all.
_NOBODY = "\U0010fffd"
_PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" font-family="{}">'
    '<text x="2" y="19" font-size="18">{}</text></svg>'
)


def _renderer() -> Any:
    try:
        import resvg_py
    except ImportError:
        raise UserError(_NEEDED) from None
    return resvg_py.svg_to_bytes


@dataclass(frozen=True, slots=True)
class Fonts:
    """Which fonts to draw with.

    Attributes:
        files: font files to use instead of those that are installed; None: the installed ones.
        family: the name of the font to try first.
    """

    files: tuple[str, ...] | None = None
    family: str = ""

    def options(self) -> dict[str, Any]:
        """For the renderer: with files of one's own it looks at no other, so a picture is the same everywhere."""
        return {} if self.files is None else {"font_files": list(self.files), "skip_system_fonts": True}

    def families(self, text: str) -> str:
        """What to try: resvg takes the first that is there and fills up from any other, so Chinese names its own."""
        chinese = any("\u4e00" <= char <= "\u9fff" for char in text)
        own = [f"'{self.family}'"] if self.family else []
        return ",".join([*own, *([CHINESE] if chinese else []), FONT])


INSTALLED = Fonts()


def undrawable(text: str, fonts: Fonts = INSTALLED) -> str:
    """The characters of a text that no font here can draw, each once, in order; ASCII is asked for by one letter.

    Raises:
        UserError: resvg is not installed.
    """
    render, families = _renderer(), fonts.families(text)
    seen = dict.fromkeys(char for char in text if not char.isascii() and not char.isspace())

    def drawn(char: str) -> Any:
        return render(svg_string=_PROBE.format(families, char), **fonts.options())

    blank = {drawn(sign) for sign in (" ", _NOBODY)}
    letters = ["a"] if re.search("[a-zA-Z0-9]", text) else []
    return "".join(char for char in [*letters, *seen] if drawn(char) in blank)


def _refuse(missing: str) -> None:
    """An error where the missing characters are what the picture is about: Chinese, or all text."""
    if "a" in missing:
        raise UserError(
            "no font is here that a picture can be drawn with: install one (on Debian: apt-get install fonts-dejavu), "
            "or write an .svg instead"
        )
    chinese = [char for char in missing if unicodedata.east_asian_width(char) in "WF" and char.isalnum()]
    if chinese:
        raise UserError(
            f"no font here has {len(chinese)} of the Chinese characters, such as {''.join(chinese[:4])}: install one "
            "(on Debian: apt-get install fonts-noto-cjk), or write an .svg instead"
        )


def svg_png(svg: str, *, zoom: float = 2.0, fonts: Fonts = INSTALLED) -> bytes:
    """An SVG picture as PNG bytes.

    Args:
        zoom: pixels of the PNG a pixel of the SVG, above 0.
        fonts: what to draw with.

    Raises:
        UserError: resvg is not installed, or no font here has the Chinese characters of the picture.
    """
    shown = re.sub(r"<(title|desc)>.*?</\1>|<[^>]*>", "", svg, flags=re.DOTALL)
    missing = undrawable(shown, fonts)
    _refuse(missing)
    for char in missing:
        svg = svg.replace(char, f"({ord(char):04X})")
    svg = svg.replace(f'font-family="{FONT}"', f'font-family="{fonts.families(shown)}"')
    png: bytes = _renderer()(svg_string=svg, zoom=zoom, **fonts.options())
    return png
