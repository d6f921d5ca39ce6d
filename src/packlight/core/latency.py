"""How long a request takes: time to the first token, and time for each token after it.

Comes in: the tokens of a request by kind, and speeds (measured by others, with source and date; no vendor publishes
any). Goes out: seconds. The speeds are assumptions, carried along so that every picture can say so.

    first token = overhead + fresh ÷ prefill rate + cached ÷ cached rate
    whole       = first token + output ÷ output rate
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from packlight.core.errors import UserError
from packlight.core.frozen import EMPTY
from packlight.core.price import Use


@dataclass(frozen=True, slots=True)
class Speeds:
    """How fast a model reads and writes; tokens a second.

    Attributes:
        prefill_tokens_per_s: reading what is not in the cache.
        cached_tokens_per_s: reading what is.
        output_tokens_per_s: writing.
        overhead_s: seconds before anything happens.
        assumption: the sentence that belongs beside every number made with them, by language.

    >>> speeds = Speeds(prefill_tokens_per_s=10_000, cached_tokens_per_s=100_000, output_tokens_per_s=50, overhead_s=1)
    >>> speeds.of(Use(fresh=20_000, output=100))
    Latency(first_token_s=3.0, total_s=5.0)
    """

    prefill_tokens_per_s: float
    cached_tokens_per_s: float
    output_tokens_per_s: float
    overhead_s: float = 0.0
    assumption: Mapping[str, str] = EMPTY

    def __post_init__(self) -> None:
        for name in ("prefill_tokens_per_s", "cached_tokens_per_s", "output_tokens_per_s"):
            _require(name, getattr(self, name), above_zero=True)
        _require("overhead_s", self.overhead_s, above_zero=False)

    def of(self, use: Use) -> Latency:
        """Seconds of one request."""
        reading = (use.fresh + use.cache_write) / self.prefill_tokens_per_s + use.cache_read / self.cached_tokens_per_s
        first = self.overhead_s + reading
        return Latency(first, first + use.output / self.output_tokens_per_s)


def _require(name: str, value: Any, *, above_zero: bool) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    if not number or value < 0 or (above_zero and value == 0):
        raise UserError(f"{name} is {value!r}: give a number {'above 0' if above_zero else 'of 0 or more'}")


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds of a request, or the sum of many.

    Attributes:
        first_token_s: until the first token of the answer.
        total_s: until the last one.
    """

    first_token_s: float = 0.0
    total_s: float = 0.0

    def __add__(self, other: Latency) -> Latency:
        return Latency(self.first_token_s + other.first_token_s, self.total_s + other.total_s)


def total(latencies: Iterable[Latency]) -> Latency:
    """What many requests, one after the other, take together."""
    return sum(latencies, Latency())
