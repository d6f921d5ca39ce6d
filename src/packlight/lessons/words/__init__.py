"""The words of the lessons, in English and Chinese: two tables with the same keys in each file.

    engine.py       what every check may say
    lesson_NN.py    what the exercises of a lesson say, by exercise id and key
    beliefs.py      the refutations of the wrong beliefs
    quiz.py         the questions and choices of the final quiz

Comes in: an exercise, a key and values. Goes out: a sentence.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from packlight.lessons.words import engine

Table = Mapping[str, Mapping[str, str]]
MOST_SHOWN = 80
"""Characters of a student's value that a sentence shows."""

_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = MOST_SHOWN
_short.maxlist = _short.maxtuple = _short.maxdict = 12


class _Shown(str):
    """A value as a sentence shows it: bounded, and with no format of its own but the one of numbers."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return str(self)


def shown(value: Any) -> Any:
    """A value for a placeholder: numbers as numbers, so that `{used:,}` works; words as words; the rest as Python."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value if abs(value) < 10**15 else _Shown(_short.repr(value))
    if isinstance(value, str):
        return _Shown(value if len(value) <= 4 * MOST_SHOWN else value[: 4 * MOST_SHOWN] + "…")
    try:
        return _Shown(_short.repr(value))
    except Exception:
        return _Shown(f"<{type(value).__name__}>")


@cache
def tables(number: str) -> tuple[Table, Table]:
    """The English and the Chinese table of a lesson."""
    module = import_module(f"packlight.lessons.words.lesson_{number}")
    return module.EN, module.ZH


def own(id: str, lang: str) -> Mapping[str, str]:
    """The words of one exercise."""
    english, chinese = tables(id[:2])
    return (chinese if lang == "zh" else english)[id]


def general(key: str, lang: str, /, **values: Any) -> str:
    """A sentence that every exercise may say.

    >>> general("outcome.right", "en")
    'right'
    """
    return _fill((engine.ZH if lang == "zh" else engine.EN)[key], values)


def say(id: str, key: str, lang: str, /, **values: Any) -> str:
    """A sentence of an exercise, or the general one where the exercise has none of its own."""
    sentence = own(id, lang).get(key)
    return _fill(sentence, values) if sentence is not None else general(key, lang, **values)


def _fill(sentence: str, values: Mapping[str, Any]) -> str:
    return sentence.format_map({name: shown(value) for name, value in values.items()}) if values else sentence
