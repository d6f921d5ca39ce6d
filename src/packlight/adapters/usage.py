"""The real token numbers that APIs and agents report, in their several spellings.

Comes in: a `usage` object of a response or a log. Goes out: `Usage` of the core, or the size of the context in tokens.
Called by the formats. The spellings differ in what `input` includes: Anthropic, Inspect and pi count cached tokens
beside it, OpenAI and LangChain within it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from packlight.core.conversation import Usage
from packlight.core.frozen import EMPTY

_INPUT = ("input_tokens", "prompt_tokens", "input")
_OUTPUT = ("output_tokens", "completion_tokens", "output")
_READ = ("cache_read_input_tokens", "input_tokens_cache_read", "cacheRead")
_WRITE = ("cache_creation_input_tokens", "input_tokens_cache_write", "cacheWrite")
_TOTAL = ("totalTokens", "total_tokens")


def usage_of(fields: Any, message: int) -> Usage | None:
    """A usage object as `Usage` at the position of its answer; None when it says nothing.

    >>> usage_of({"input_tokens": 12, "cache_read_input_tokens": 88, "output_tokens": 5}, message=1).total_input
    100
    """
    if not isinstance(fields, Mapping):
        return None
    given, output = _first(fields, _INPUT), _first(fields, _OUTPUT)
    read, write = _first(fields, _READ), _first(fields, _WRITE)
    inside = _inside(fields)
    if inside != EMPTY:
        read, write = _first(inside, ("cached_tokens", "cache_read")), _first(inside, ("cache_creation",))
        given = max(0, given - read - write)
    total = _first(fields, _TOTAL)
    if 0 < total < given + read + write + output:
        # Parts summed over the requests of one turn: only the total says what stood in the window.
        given, read, write = max(0, total - output), 0, 0
    return Usage(message, given, output, read, write) if given or read or write or output else None


def context_tokens(fields: Any) -> int:
    """How many tokens stood in the window after the answer: input, cached or not, and output; 0 when nothing is known.

    A total that the API itself reports wins, because the parts may be sums over several requests.

    >>> context_tokens({"input": 12, "output": 15104, "cacheRead": 819661, "cacheWrite": 93130, "totalTokens": 163978})
    163978
    """
    total = _first(fields, _TOTAL) if isinstance(fields, Mapping) else 0
    usage = usage_of(fields, 0)
    return total or (usage.total_input + usage.output_tokens if usage else 0)


def _first(fields: Mapping[str, Any], names: tuple[str, ...]) -> int:
    for name in names:
        value = fields.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            return int(value)
    return 0


def _inside(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The object that splits an input which includes the cached tokens."""
    for name in ("prompt_tokens_details", "input_token_details"):
        value = fields.get(name)
        if isinstance(value, Mapping):
            return value
    return EMPTY
