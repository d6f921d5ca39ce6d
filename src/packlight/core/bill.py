"""The triangle of window, cost and latency: a session's requests, each with its tokens, price and seconds.

Comes in: the requests of a session (`session.calls_of`), a price list, speeds. Goes out: a `Bill`. Called by the façade
for lessons and charts, which draw what stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from packlight.core import latency, price
from packlight.core.latency import Latency, Speeds
from packlight.core.price import Price, Prices, Use
from packlight.core.session import CACHE_MIN_TOKENS, Call, uses


@dataclass(frozen=True, slots=True)
class Request:
    """One request: its tokens by kind, what it costs and how long it takes."""

    use: Use
    price: Price
    latency: Latency


@dataclass(frozen=True, slots=True)
class Bill:
    """What a session costs and how long it takes.

    Attributes:
        requests: one after the other.
        prices, speeds: what they were reckoned with; source and assumption stand there.
        cached: whether the cache was used.
        estimated: whether the tokens are an estimate, and with them every number here.
    """

    requests: tuple[Request, ...]
    prices: Prices
    speeds: Speeds
    cached: bool
    estimated: bool = True

    @property
    def use(self) -> Use:
        """Tokens of all requests; no size of a window, since each request sends the history again."""
        return sum((request.use for request in self.requests), Use())

    @property
    def price(self) -> Price:
        """What all requests cost together."""
        return price.total(request.price for request in self.requests)

    @property
    def latency(self) -> Latency:
        """What all requests take, one after the other."""
        return latency.total(request.latency for request in self.requests)

    def to_dict(self) -> dict[str, Any]:
        """The bill as JSON, with source, date and assumption of its figures."""
        used, took = self.use, self.latency
        tokens = {each.name: getattr(used, each.name) for each in fields(used)}
        figures = {"source": self.prices.source, "read": self.prices.read, "assumption": dict(self.speeds.assumption)}
        seconds = {"first_token_s": took.first_token_s, "total_s": took.total_s}
        how = {"requests": len(self.requests), "cached": self.cached, "estimated": self.estimated}
        return {**how, "tokens": tokens, "price": self.price.to_dict(), "latency": seconds, "figures": figures}

    def __repr__(self) -> str:
        label = "estimate" if self.estimated else "exact"
        cache = "with" if self.cached else "without"
        cost = f"${self.price.total_usd:,.4f}, {self.latency.total_s:,.0f} s"
        return f"<Bill: {len(self.requests)} requests, {cost}, {cache} a cache ({label})>"


def bill(
    calls: Iterable[Call],
    prices: Prices,
    speeds: Speeds,
    *,
    cached: bool = True,
    cache_min_tokens: int = CACHE_MIN_TOKENS,
    estimated: bool = True,
) -> Bill:
    """Reckon up a session.

    >>> speeds = Speeds(prefill_tokens_per_s=10_000, cached_tokens_per_s=100_000, output_tokens_per_s=50)
    >>> bill([Call(20_000, 100), Call(21_000, 100)], Prices(5, 25, 6.25, 0.5), speeds)
    <Bill: 2 requests, $0.1463, 6 s, with a cache (estimate)>
    """
    spent: Sequence[Use] = uses(calls, cache_min_tokens if cached else None)
    requests = tuple(Request(use, prices.of(use), speeds.of(use)) for use in spent)
    return Bill(requests, prices, speeds, cached, estimated)
