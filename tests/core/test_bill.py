"""A session's bill adds up, says what it was reckoned with, and shows what the cache is worth."""

from __future__ import annotations

import pytest

from packlight.core.bill import bill
from packlight.core.latency import Speeds
from packlight.core.price import Prices, Use
from packlight.core.session import Call

LIST = Prices(5, 25, 6.25, 0.5, source="a page", read="2026-12-01")
SPEEDS = Speeds(8_000, 80_000, 40, overhead_s=2, assumption={"en": "slow", "zh": "慢"})
CALLS = [Call(10_000 + 2_000 * turn, 300) for turn in range(20)]


def test_the_whole_is_the_sum_of_its_requests():
    found = bill(CALLS, LIST, SPEEDS)
    assert len(found.requests) == len(CALLS)
    assert found.use.input == sum(call.input_tokens for call in CALLS)
    assert found.price.total_usd == pytest.approx(sum(request.price.total_usd for request in found.requests))
    assert found.latency.total_s == pytest.approx(sum(request.latency.total_s for request in found.requests))


def test_the_cache_saves_money_and_time():
    cached, plain = bill(CALLS, LIST, SPEEDS), bill(CALLS, LIST, SPEEDS, cached=False)
    assert cached.price.total_usd < 0.5 * plain.price.total_usd
    assert cached.latency.first_token_s < plain.latency.first_token_s
    assert plain.use == Use(fresh=cached.use.input, output=cached.use.output)


def test_a_bill_says_what_it_was_reckoned_with():
    found = bill(CALLS[:1], LIST, SPEEDS, cached=False, estimated=False)
    assert found.to_dict()["figures"] == {
        "source": "a page",
        "read": "2026-12-01",
        "assumption": dict(SPEEDS.assumption),
    }
    assert found.to_dict()["tokens"] == {"fresh": 10_000, "cache_write": 0, "cache_read": 0, "output": 300}
    assert repr(found) == "<Bill: 1 requests, $0.0575, 11 s, without a cache (exact)>"


def test_nothing_asked_costs_nothing():
    found = bill([], LIST, SPEEDS)
    assert (found.price.total_usd, found.latency.total_s, found.use) == (0.0, 0.0, Use())
