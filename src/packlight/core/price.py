"""What a request costs: four kinds of tokens, four prices, one sum.

Comes in: how many tokens of each kind a request used, and a price list (the model table has them, with source and
date). Goes out: US dollars, kind by kind. Called by `session.py` for whole sessions, by films for compactions.

    fresh         read for the first time, kept nowhere            input price
    cache_write   read for the first time and kept                 1.25 × input (5 minutes), 2 × (1 hour)
    cache_read    read from the cache: the unchanged beginning     0.1 × input and less
    output        written by the model                             about 5 × input
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import Any

from packlight.core.errors import UserError

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Use:
    """Tokens of one request, or of many together, by what they cost.

    >>> Use(fresh=100, cache_read=900, output=50).input
    1000
    """

    fresh: int = 0
    cache_write: int = 0
    cache_read: int = 0
    output: int = 0

    def __post_init__(self) -> None:
        for name in ("fresh", "cache_write", "cache_read", "output"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise UserError(f"{name} is {value!r}: give a whole number of tokens, 0 or more")

    @property
    def input(self) -> int:
        """All input tokens, cached or not."""
        return self.fresh + self.cache_write + self.cache_read

    def __add__(self, other: Use) -> Use:
        return Use(*[getattr(self, f.name) + getattr(other, f.name) for f in fields(self)])


@dataclass(frozen=True, slots=True)
class Step:
    """Prices of requests with more input than `above_input_tokens`: the whole request costs these."""

    above_input_tokens: int
    input: float
    output: float
    cache_write: float
    cache_read: float


@dataclass(frozen=True, slots=True)
class Prices:
    """A price list: US dollars a million tokens.

    Attributes:
        input, output: of tokens read for the first time, and of tokens written.
        cache_write, cache_read: of tokens kept in the cache, and read from it.
        steps: dearer lists for long requests.
        source, read: where the figures come from, and the day they were read.

    >>> Prices(input=5, output=25).of(Use(fresh=100_000, output=1_000)).total_usd
    0.525
    """

    input: float
    output: float
    cache_write: float | None = None
    cache_read: float | None = None
    steps: tuple[Step, ...] = ()
    source: str = ""
    read: str = ""

    def __post_init__(self) -> None:
        for name in ("input", "output", "cache_write", "cache_read"):
            value = getattr(self, name)
            if value is not None and not _is_price(value):
                raise UserError(f"the price of {name} is {value!r}: give US dollars a million tokens, 0 or more")

    def at(self, input_tokens: int) -> Prices:
        """The list that holds for a request with so much input; cached tokens count towards it.

        >>> Prices(1, 5, steps=(Step(100_000, 2, 10, 2.5, 0.2),)).at(100_001).input
        2
        """
        reached = [step for step in self.steps if input_tokens > step.above_input_tokens]
        if not reached:
            return self
        top = max(reached, key=lambda step: step.above_input_tokens)
        dearer = {name: getattr(top, name) for name in ("input", "output", "cache_write", "cache_read")}
        return replace(self, steps=(), **dearer)

    def of(self, use: Use) -> Price:
        """What one request costs. Without a price for the cache its tokens cost what fresh ones do."""
        here = self.at(use.input)
        write = here.input if here.cache_write is None else here.cache_write
        read = here.input if here.cache_read is None else here.cache_read
        return Price(
            use.fresh * here.input / MILLION,
            use.cache_write * write / MILLION,
            use.cache_read * read / MILLION,
            use.output * here.output / MILLION,
        )

    def call_usd(self, tokens_in: int, tokens_out: int) -> float:
        """What a call without a cache costs, such as a summarizer's: the `price_usd` of a context."""
        return self.of(Use(fresh=tokens_in, output=tokens_out)).total_usd


def _is_price(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and value >= 0


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars by kind of token."""

    fresh_usd: float = 0.0
    cache_write_usd: float = 0.0
    cache_read_usd: float = 0.0
    output_usd: float = 0.0

    @property
    def input_usd(self) -> float:
        """All that reading costs."""
        return self.fresh_usd + self.cache_write_usd + self.cache_read_usd

    @property
    def total_usd(self) -> float:
        """All of it."""
        return self.input_usd + self.output_usd

    def __add__(self, other: Price) -> Price:
        return Price(*[getattr(self, f.name) + getattr(other, f.name) for f in fields(self)])

    def to_dict(self) -> dict[str, Any]:
        """The price as JSON."""
        return {**{f.name: getattr(self, f.name) for f in fields(self)}, "total_usd": self.total_usd}

    def __repr__(self) -> str:
        return f"<Price: ${self.total_usd:,.4f}: in ${self.input_usd:,.4f}, out ${self.output_usd:,.4f}>"


def total(prices: Iterable[Price]) -> Price:
    """Many prices in one.

    >>> total([Price(1.0), Price(2.0, output_usd=0.5)]).total_usd
    3.5
    """
    return sum(prices, Price())
