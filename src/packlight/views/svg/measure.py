"""How wide text is, told without a font: a picture is drawn once and shown in whatever font the reader has.

Comes in: text and a size. Goes out: pixels in the widest of the usual fonts (DejaVu Sans), so that text fits in all.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# Hundredths of an em, by the characters that are that wide in DejaVu Sans.
_GROUPS = {
    28: "'ijl", 34: " !IJ,./\\:;|fr-", 41: "()[]t", 50: '"_`*z', 55: "csx?v", 61: "aeokyhnuSYLEFTZ",
    64: "bdgpq0123456789$#PK{}", 70: "ABCRXV", 79: "&DGHNOQU", 86: "M<>=+^~", 99: "%@Wmw",
}  # fmt: skip
_WIDTHS = {char: width for width, chars in _GROUPS.items() for char in chars}
_BOLD = 1.16
_CJK = re.compile(r"[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]")


@cache
def _wide(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return _WIDTHS.get(char) or (102 if unicodedata.east_asian_width(char) in "WF" else 84)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Pixels of a text at a font size; a little more than any usual font needs.

    >>> text_width("窗口", 10)
    20.4
    """
    return sum(map(_wide, text)) * size / 100 * (_BOLD if bold else 1)


def _breaks_at(text: str, at: int) -> bool:
    """Whether a cut after `at` characters splits no word; Chinese is cut by character."""
    near = text[at - 1 : at + 1]
    return at == 0 or at == len(text) or _CJK.search(near) is not None or any(char.isspace() for char in near)


def cut_text(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """The text, or as many whole words of it as fit with "…"; empty where no word fits.

    >>> cut_text("read the parser and run the tests", 120, 10)
    'read the parser and…'
    """
    if text_width(text, size, bold=bold) <= room:
        return text
    at = len(text)
    while at and (not _breaks_at(text, at) or text_width(text[:at] + "…", size, bold=bold) > room):
        at -= 1
    kept = text[:at].rstrip(" ·,，:：;；")
    return kept + "…" if kept else ""


def wrap_text(text: str, room: float, size: float, most: int) -> list[str]:
    """The text in at most `most` lines, the last one cut.

    >>> wrap_text("Compaction is due before the next request.", 110, 10, 2)
    ['Compaction is due', 'before the next…']
    """
    lines: list[str] = []
    rest = text.strip()
    while rest and len(lines) < most - 1 and text_width(rest, size) > room:
        at = len(cut_text(rest, room, size).removesuffix("…")) or max(1, int(room / size))
        lines.append(rest[:at].strip())
        rest = rest[at:].strip()
    return [*lines, cut_text(rest, room, size)] if rest else lines
