"""The counter ladder: which counter a name means.

    anthropic:MODEL   the API's own count (`anthropic_counter.py`): opt-in, needs a key and the network
    tiktoken          OpenAI's o200k vocabulary, offline: an estimate, and the default everywhere
    cl100k            the older vocabulary
    heuristic         no vocabulary at all

Comes in: a name or a counter. Goes out: a counter. When a vocabulary file is missing or wrong, the heuristic takes its
place, a warning says so, and its name stands beside every number.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache

from packlight.adapters.tiktoken_counter import TiktokenCounter, VocabularyError
from packlight.core.errors import UserError, unknown_name
from packlight.core.heuristic import HeuristicCounter
from packlight.core.tokens import TokenCounter

EXACT = "anthropic"


def _vocabulary(name: str) -> TokenCounter:
    try:
        return TiktokenCounter(name)
    except VocabularyError as error:
        warnings.warn(f"{error}; counting with the heuristic instead", stacklevel=4)
        return HeuristicCounter()


_MAKERS: dict[str, Callable[[], TokenCounter]] = {
    "tiktoken": lambda: _vocabulary("o200k_base"),
    "cl100k": lambda: _vocabulary("cl100k_base"),
    "heuristic": HeuristicCounter,
}
_ALIASES = {"o200k": "tiktoken", "o200k_base": "tiktoken", "cl100k_base": "cl100k"}


def resolve_counter(counter: str | TokenCounter) -> TokenCounter:
    """The counter of that name, or the counter itself.

    >>> resolve_counter("heuristic").name, resolve_counter("tiktoken").name
    ('heuristic', 'o200k_base')
    """
    if isinstance(counter, str):
        kind, _, model = counter.partition(":")
        if kind == EXACT:
            return _exact(model)
        name = _ALIASES.get(counter, counter)
        if name not in _MAKERS:
            raise unknown_name("counter", counter, [*_MAKERS, *_ALIASES, f"{EXACT}:MODEL"])
        return _named(name)
    if not callable(getattr(counter, "count_text", None)):
        raise UserError(f"counter is {counter!r}: give 'tiktoken', 'heuristic', or an object with count_text(text)")
    return counter


@cache
def _named(name: str) -> TokenCounter:
    """One counter a name and process: a tally that was made with it is known again."""
    return _MAKERS[name]()


@cache
def _exact(model: str) -> TokenCounter:
    from packlight.adapters.anthropic_counter import AnthropicCounter

    if not model:
        raise UserError(f"counter is '{EXACT}': name the model whose tokens count, such as '{EXACT}:claude-opus-5-5'")
    return AnthropicCounter(model)
