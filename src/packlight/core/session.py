"""What a whole session costs: every request sends the history again, and a compaction breaks the cache.

Comes in: a conversation, or its requests as `Call`s. Goes out: tokens by kind for each request (`uses`), and what one
compaction costs and when it has paid for itself (`payback`). Pure arithmetic: prices and speeds are given.

The cache is simulated as the API documents it: a request finds the unchanged beginning of the one before, if that is
long enough, and keeps all of itself for the next one. The course takes every request to come in time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.price import MILLION, Prices, Use
from packlight.core.tokens import Tally, TokenCounter, weigh_base

CACHE_MIN_TOKENS = 1_024
"""Tokens below which a beginning is not kept, where the model table does not say otherwise (most models)."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request.

    Attributes:
        input_tokens: all that it sends.
        output_tokens: what comes back.
        kept_tokens: how many of its first tokens stood first in the request before, unchanged; None: all of that one.
    """

    input_tokens: int
    output_tokens: int
    kept_tokens: int | None = None


def calls_of(conversation: Conversation, counter: TokenCounter) -> tuple[Call, ...]:
    """The requests that made a conversation: one for each run of assistant messages, each sending all before it.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> talk = Conversation.from_api([{"role": r, "content": "hello"} for r in ("user", "assistant") * 2])
    >>> [call.input_tokens for call in calls_of(talk, HeuristicCounter())]
    [5, 15]
    """
    tally = Tally(counter).extend(conversation.messages)
    base, calls = sum(weigh_base(conversation, counter)), list[Call]()
    start: int | None = None
    for place, message in enumerate(conversation.messages):
        if message.role == "assistant" and start is None:
            start = place
        elif message.role != "assistant" and start is not None:
            calls.append(Call(base + tally.before(start), tally.before(place) - tally.before(start)))
            start = None
    if start is not None:
        calls.append(Call(base + tally.before(start), tally.total - tally.before(start)))
    return tuple(calls)


def uses(calls: Iterable[Call], cache_min_tokens: int | None = CACHE_MIN_TOKENS) -> tuple[Use, ...]:
    """Tokens by kind of each request, in order; `cache_min_tokens` None: nothing is cached.

    >>> [use.cache_read for use in uses([Call(2_000, 10), Call(3_000, 10), Call(1_500, 10, kept_tokens=200)])]
    [0, 2000, 0]
    """
    found, before = [], 0
    for call in calls:
        if cache_min_tokens is None or call.input_tokens < cache_min_tokens:
            found.append(Use(fresh=call.input_tokens, output=call.output_tokens))
            before = 0
            continue
        same = before if call.kept_tokens is None else min(call.kept_tokens, before)
        read = min(same, call.input_tokens) if same >= cache_min_tokens else 0
        found.append(Use(cache_write=call.input_tokens - read, cache_read=read, output=call.output_tokens))
        before = call.input_tokens
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Payback:
    """What one compaction costs, and when it has paid for itself.

    Attributes:
        call_usd: the summarizer's own call; 0 for a strategy without one.
        broken_cache_usd: more for the next request than it would have cost uncompacted, beside what it saves: what
            stays must be written to the cache again instead of being read from it.
        saved_usd_per_call: less for every request from then on.
        calls: requests after which it has paid for itself; None: never.
    """

    call_usd: float
    broken_cache_usd: float
    saved_usd_per_call: float
    calls: int | None

    @property
    def cost_usd(self) -> float:
        """The call and the broken cache together."""
        return self.call_usd + self.broken_cache_usd

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON."""
        costs = {"call_usd": self.call_usd, "broken_cache_usd": self.broken_cache_usd, "cost_usd": self.cost_usd}
        return {**costs, "saved_usd_per_call": self.saved_usd_per_call, "calls": self.calls}


def payback(
    before: int,
    after: int,
    prices: Prices,
    *,
    kept_tokens: int = 0,
    summary_in: int = 0,
    summary_out: int = 0,
    cached: bool = True,
) -> Payback:
    """Reckon up one compaction.

    Args:
        before, after: tokens of the request before and after it.
        kept_tokens: tokens in front of the first change: they stay in the cache.
        summary_in, summary_out: tokens of the summarizer's call; it reads the cached beginning while that is warm.
        cached: whether the session uses the cache; without one nothing can break, and each token saved is dearer.

    >>> result = payback(160_000, 40_000, Prices(5, 25, 6.25, 0.5), kept_tokens=5_000, summary_out=2_000)
    >>> round(result.broken_cache_usd, 4), round(result.saved_usd_per_call, 4), result.calls
    (0.2013, 0.06, 5)
    """
    if not 0 <= kept_tokens <= after:
        raise UserError(f"kept_tokens is {kept_tokens}: give a number from 0 to the {after:,} tokens that are left")
    small, large = prices.at(after), prices.at(before)
    summary = Use(cache_read=summary_in, output=summary_out) if cached else Use(fresh=summary_in, output=summary_out)
    call = prices.of(summary).total_usd
    cheap, dear = (_read(small), _read(large)) if cached else (small.input, large.input)
    saved = (before * dear - after * cheap) / MILLION
    broken = (after - kept_tokens) * (_write(small) - _read(small)) / MILLION if cached else 0.0
    cost = call + broken
    return Payback(call, broken, saved, ceil(cost / saved) if saved > 0 else None)


def _read(prices: Prices) -> float:
    return prices.input if prices.cache_read is None else prices.cache_read


def _write(prices: Prices) -> float:
    return prices.input if prices.cache_write is None else prices.cache_write
