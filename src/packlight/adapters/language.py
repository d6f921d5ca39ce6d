"""Which language to speak: asked of the environment and of the folder one works in.

Comes in: a name, or nothing. Goes out: `"en"` or `"zh"`. Called by the façade and by the lessons, so that the same code
cells speak English in a folder `en` and Chinese in a folder `zh`.
"""

from __future__ import annotations

import os
from pathlib import Path

from packlight.core.errors import UserError


def language(lang: str | None = None) -> str:
    """The language to speak: the one given, `PACKLIGHT_LANG`, the name of the working directory, else English.

    >>> language("zh-CN")
    'zh'
    """
    for name in (lang, os.environ.get("PACKLIGHT_LANG"), Path.cwd().name):
        if name and name.lower().split("-")[0].split("_")[0] in ("en", "zh"):
            return name.lower()[:2]
    if lang:
        raise UserError(f"lang is {lang!r}: give 'en' or 'zh'")
    return "en"
