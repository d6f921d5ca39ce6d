"""The words of the labs, in English and Chinese: one module a lab, and `frame.py` for what all of them say.

Comes in: two tables with the same keys. Goes out: a function that fills a sentence. A test compares all the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Say = Callable[..., str]
"""Gives one sentence of a table by its key, with numbers in place."""


def speaker(en: Mapping[str, str], zh: Mapping[str, str], lang: str) -> Say:
    """A function that speaks one language of these two tables.

    >>> speaker({"n": "{n:,} tokens"}, {"n": "{n:,} 个 token"}, "zh")("n", n=1200)
    '1,200 个 token'
    """
    table = zh if lang == "zh" else en

    def say(key: str, **values: Any) -> str:
        return table[key].format(**values)

    return say
