"""Makes text from a transcript harmless to draw: what would hide, reorder or break text is shown by its number.

Comes in: any text of a film. Goes out: text for `scene.py`, so that the static twin and the text picture show what is
there. The browser's twin of this file is `clean` in `static/kit.js`; escaping for HTML is the writer's own task.
"""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_PILED = re.compile(r"([\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]{3})[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]+")


def _shown(char: str) -> str:
    if char in "\n\t" or unicodedata.category(char) not in _UNSEEN:
        return char
    return f"⟨{ord(char):04X}⟩"


def clean(text: object, limit: int = 4000) -> str:
    """Text with unseen characters shown by their number, piled-up accents thinned out, cut at a limit of characters.

    >>> clean("safe\\u202etxt.exe")
    'safe⟨202E⟩txt.exe'
    """
    short = ("" if text is None else str(text))[:limit]
    plain = short if short.isascii() and short.isprintable() else "".join(map(_shown, short))
    return _PILED.sub(r"\1", plain)


def one_line(text: object, limit: int = 160) -> str:
    """Clean text on one line.

    >>> one_line(" two\\n lines ")
    'two lines'
    """
    return clean(re.sub(r"\s+", " ", ("" if text is None else str(text))[: 2 * limit]).strip(), limit)
