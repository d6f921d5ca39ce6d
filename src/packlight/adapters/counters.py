"""The counter ladder: which counter a name means.

    exact        the API's own count (`anthropic_counter.py`), asked for on purpose
    tiktoken     OpenAI's o200k vocabulary, offline: an estimate, and the default everywhere
    cl100k       the older vocabulary
    heuristic    no vocabulary at all

Comes in: a name or a counter. Goes out: a counter. When a vocabulary file is missing or wrong, the heuristic takes its
place, and a warning says so.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache

from packlight.adapters.tiktoken_counter import TiktokenCounter, VocabularyError
from packlight.core.errors import UserError, unknown_name
from packlight.core.heuristic import HeuristicCounter
from packlight.core.tokens import TokenCounter


@cache
def _vocabulary(name: str) -> TokenCounter:
    try:
        return TiktokenCounter(name)
    except VocabularyError as error:
        warnings.warn(f"{error}; counting with the heuristic instead", stacklevel=4)
        return HeuristicCounter()


_MAKERS: dict[str, Callable[[], TokenCounter]] = {
    "tiktoken": lambda: _vocabulary("o200k_base"),
    "o200k": lambda: _vocabulary("o200k_base"),
    "o200k_base": lambda: _vocabulary("o200k_base"),
    "cl100k": lambda: _vocabulary("cl100k_base"),
    "cl100k_base": lambda: _vocabulary("cl100k_base"),
    "heuristic": HeuristicCounter,
}


def resolve_counter(counter: str | TokenCounter) -> TokenCounter:
    """The counter of that name, or the counter itself.

    >>> resolve_counter("heuristic").name, resolve_counter("tiktoken").name
    ('heuristic', 'o200k_base')
    """
    if isinstance(counter, str):
        if counter not in _MAKERS:
            raise unknown_name("counter", counter, _MAKERS)
        return _named(counter)
    if not callable(getattr(counter, "count_text", None)):
        raise UserError(f"counter is {counter!r}: give 'tiktoken', 'heuristic', or an object with count_text(text)")
    return counter


@cache
def _named(name: str) -> TokenCounter:
    return _MAKERS[name]()
