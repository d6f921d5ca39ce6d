"""Texts of six kinds on which the heuristic counter is judged; it was fitted to none of them.

They are the project's own: sessions, sources, data files, and made-up base64. `texts_by_kind()` gives them in pieces
of about a message's length.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "packlight"
SESSIONS = PACKAGE / "data" / "sessions"
# Two of the Chinese sessions were among the texts that the weights were fitted to.
HELD_OUT_ZH = ("long_chat", "huge_result", "tool_loop", "interrupted")
PIECE = 1_500


def texts_by_kind() -> dict[str, list[str]]:
    """Pieces of text by kind: English, Chinese, code, JSON, base64, mixed."""
    english = [text for text in _said(SESSIONS.glob("*.en.json")) if _share_of_letters(text) > 0.75]
    chinese = [t for t in _said(SESSIONS / f"{n}.zh.json" for n in HELD_OUT_ZH) if _share_of_chinese(t) > 0.35]
    code = [_read(path) for path in sorted(PACKAGE.rglob("*.py"))[::4] + sorted(PACKAGE.rglob("*.js"))[::3]]
    data = [_read(PACKAGE / "data" / "models.json"), *(_read(path) for path in sorted(SESSIONS.glob("*.en.json")))]
    return {
        "English": english,
        "Chinese": chinese,
        "code": _pieces("".join(code)),
        "JSON": _pieces("".join(data)),
        "base64": _base64(),
        "mixed": _mixed(english, chinese, _pieces("".join(code)), _pieces("".join(data))),
    }


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _said(paths: Any) -> list[str]:
    """All texts of sessions that are long enough to be judged."""
    return [text for path in sorted(paths) for text in _texts(json.loads(_read(path))) if len(text) >= 60]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("text", "content", "thinking") and isinstance(item, str):
                yield item
            else:
                yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _share_of_letters(text: str) -> float:
    return sum(sign.isalpha() and sign.islower() for sign in text) / len(text)


def _share_of_chinese(text: str) -> float:
    return sum("\u4e00" <= sign <= "\u9fff" for sign in text) / len(text)


def _pieces(text: str) -> list[str]:
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


def _base64() -> list[str]:
    random = Random(11)
    return [base64.b64encode(random.randbytes(random.randint(100, 4_000))).decode() for _ in range(40)]


def _mixed(*kinds: list[str]) -> list[str]:
    """Messages of several kinds: a piece of each, shortened, in turn."""
    random = Random(12)
    return ["\n\n".join(random.choice(kind)[: random.randint(50, 500)] for kind in kinds) for _ in range(60)]
