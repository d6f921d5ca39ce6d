"""The words of the stage's own surface, in English and Chinese: two tables with the same keys.

Comes in: a language. Goes out: the table for the browser, the static twin and the text picture; a film's own words
(captions, labels, advice) are not here but in the film. Placeholders such as `{n}` are filled by `say` and, in the
browser, by `speaker` of `static/kit.js`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from packlight.views.words.en import EN
from packlight.views.words.zh import ZH

TABLES: Mapping[str, Mapping[str, str]] = {"en": EN, "zh": ZH}


def table(lang: str) -> Mapping[str, str]:
    """The words of a language; an unknown language speaks English.

    >>> table("zh")["breaker_open"]
    '熔断器断开'
    """
    return TABLES.get(lang, EN)


def say(lang: str, key: str, **values: object) -> str:
    """One word or sentence with its placeholders filled.

    >>> say("en", "turn_sum", turn=2, tokens="2,472")
    'turn 2 · 2,472'
    """
    return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], "")), table(lang)[key])
