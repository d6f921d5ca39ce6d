"""What things cost: the façade over prices, speeds and the cache, by a model's name.

Comes in: anything that is a conversation, and a model of the table. Goes out: a `Bill`, a `Payback`, a `Gap`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from packlight.adapters.catalogue import cache_min_tokens_of, prices_of, speeds
from packlight.adapters.counters import resolve_counter
from packlight.api.resolve import conversation_of
from packlight.core import bill as core_bill
from packlight.core import gap as core_gap
from packlight.core import session as core_session
from packlight.core.bill import Bill
from packlight.core.errors import UserError
from packlight.core.gap import Gap
from packlight.core.outcome import Compacted
from packlight.core.price import Prices, Use
from packlight.core.proposal import unchanged_prefix
from packlight.core.session import CACHE_MIN_TOKENS, Payback
from packlight.core.tokens import TokenCounter, weigh_base


def cost(
    conv: Any,
    model: str,
    *,
    counter: str | TokenCounter = "tiktoken",
    cached: bool = True,
    lifetime: str = "5m",
) -> Bill:
    """What the requests that made a conversation cost together, and how long they took, by the model table.

    Args:
        conv: a conversation, a payload, messages, SDK objects or a path.
        model: a model of the table.
        cached: whether the session used the cache.
        lifetime: how long the cache keeps what is written to it, `"5m"` or `"1h"`.

    >>> cost([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}], "claude-opus-5")
    <Bill: 1 requests, $0.0002, 2 s, with a cache (estimate)>
    """
    talk, weigher = conversation_of(conv), resolve_counter(counter)
    return core_bill.bill(
        core_session.calls_of(talk, weigher),
        price_list(model, lifetime),
        speeds(),
        cached=cached,
        cache_min_tokens=cache_min_tokens_of(model) or CACHE_MIN_TOKENS,
        estimated=weigher.estimated,
    )


def payback(result: Compacted, model: str, *, cached: bool = True, lifetime: str = "5m") -> Payback:
    """What a compaction costs, its own call and the broken cache, and after how many requests it has paid for itself.

    >>> from packlight.api.packing import compact
    >>> talk = [{"role": role, "content": "word " * 3_000} for role in ("user", "assistant") * 4]
    >>> payback(compact(talk, window=20_000), "claude-opus-5").calls
    4
    """
    talk = result.conversation
    # The beginning that stays: the prompt, and the messages in front of the first change.
    kept = sum(weigh_base(talk, result.tally.counter)) + result.tally.before(
        min(unchanged_prefix(result.plan), len(talk))
    )
    return core_session.payback(
        result.before,
        result.after,
        price_list(model, lifetime),
        kept_tokens=min(kept, result.after),
        summary_in=result.summary_tokens_in,
        summary_out=result.summary_tokens_out,
        cached=cached,
    )


def gap(conv: Any, counter: str | TokenCounter = "tiktoken") -> Gap:
    """The estimate beside the real usage that a log carries, and what can be learned from it.

    >>> gap([{"role": "user", "content": "hi"}])
    <Gap: no real usage in this conversation>
    """
    return core_gap.gap(conversation_of(conv), resolve_counter(counter))


def summary_price(model: str) -> Callable[[int, int], float]:
    """What a summarizer call on this model costs, in dollars, by tokens in and tokens out; nothing of it is cached.

    >>> round(summary_price("claude-haiku-4-5")(10_000, 1_000), 4)
    0.015
    """
    prices = price_list(model)
    return lambda tokens_in, tokens_out: prices.of(Use(fresh=tokens_in, output=tokens_out)).total_usd


def call_seconds(tokens_in: int) -> float:
    """Seconds of a summarizer call that reads so much, none of it cached, and writes nothing, by the course's speeds.

    >>> call_seconds(80_000)
    12.1
    """
    return speeds().of(Use(fresh=tokens_in)).total_s


def price_list(model: str, lifetime: str = "5m") -> Prices:
    """The model's prices; a model without any is an error that says where to put them."""
    prices = prices_of(model, lifetime=lifetime)
    if prices is None:
        raise UserError(f"no prices are known for {model!r}: give them in a file that PACKLIGHT_MODELS names")
    return prices
