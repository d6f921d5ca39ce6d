"""What requests and sessions cost, how long they take, and when a compaction has paid for itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlight.core import latency, price
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.latency import Latency, Speeds
from packlight.core.price import Price, Prices, Step, Use
from packlight.core.session import Call, calls_of, payback, uses

LIST = Prices(5, 25, 6.25, 0.5)
STEPPED = Prices(0.1, 0.5, 0.125, 0.01, steps=(Step(100_000, 0.5, 2.5, 0.625, 0.05), Step(500_000, 1, 5, 1.25, 0.1)))


class Words:
    name, estimated = "words", True

    def count_text(self, text: str) -> int:
        return len(text.split())


@pytest.mark.parametrize(
    ("use", "usd"),
    [
        (Use(), 0.0),
        (Use(fresh=1_000_000), 5.0),
        (Use(cache_write=1_000_000), 6.25),
        (Use(cache_read=1_000_000), 0.5),
        (Use(output=1_000_000), 25.0),
        (Use(10, 20, 30, 40), (10 * 5 + 20 * 6.25 + 30 * 0.5 + 40 * 25) / 1_000_000),
    ],
)
def test_each_kind_has_its_price(use, usd):
    assert LIST.of(use).total_usd == pytest.approx(usd)


@pytest.mark.parametrize(("tokens", "rate"), [(0, 0.1), (100_000, 0.1), (100_001, 0.5), (500_000, 0.5), (500_001, 1)])
def test_steps_hold_for_the_whole_request(tokens, rate):
    assert STEPPED.of(Use(fresh=tokens)).total_usd == pytest.approx(tokens * rate / 1_000_000)
    # Cached tokens count towards the step.
    assert STEPPED.at(Use(cache_read=tokens).input).input == rate


def test_without_a_price_for_the_cache_its_tokens_cost_what_fresh_ones_do():
    assert Prices(2, 4).of(Use(0, 100, 100, 0)) == Price(0.0, 0.0002, 0.0002, 0.0)


def test_prices_add_up():
    assert price.total([LIST.of(Use(fresh=3)), LIST.of(Use(output=4))]).total_usd == pytest.approx(
        LIST.of(Use(fresh=3, output=4)).total_usd
    )
    assert LIST.call_usd(1_000, 100) == pytest.approx(0.0075)
    assert LIST.of(Use(fresh=100)).to_dict()["total_usd"] == pytest.approx(0.0005)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Prices(-1, 2), "price of input is -1"),
        (lambda: Prices(1, float("inf")), "price of output is inf"),
        (lambda: Prices(1, 2, cache_read="0.1"), "price of cache_read is '0.1'"),
        (lambda: Use(fresh=-1), "fresh is -1"),
        (lambda: Use(output=1.5), "output is 1.5"),
        (lambda: Speeds(0, 1, 1), "prefill_tokens_per_s is 0: give a number above 0"),
        (lambda: Speeds(1, 1, 1, overhead_s=-1), "overhead_s is -1"),
        (lambda: payback(100, 50, LIST, kept_tokens=60), "kept_tokens is 60"),
    ],
)
def test_a_wrong_figure_is_one_sentence(make, sentence):
    with pytest.raises(UserError, match=sentence):
        make()


def test_latency_is_reading_then_writing():
    speeds = Speeds(1_000, 10_000, 50, overhead_s=2)
    found = speeds.of(Use(fresh=1_000, cache_write=1_000, cache_read=10_000, output=100))
    assert found == Latency(first_token_s=5.0, total_s=7.0)
    assert latency.total([found, found]).total_s == 14.0


def test_the_calls_of_a_conversation_send_all_that_stands_before():
    say = [("user", "a b"), ("assistant", "c"), ("assistant", "d e"), ("user", "f"), ("assistant", "g h i")]
    talk = Conversation.from_api({"system": "s t", "messages": [{"role": r, "content": c} for r, c in say]})
    base = 2 + 3
    assert calls_of(talk, Words()) == (Call(base + 6, 5 + 6), Call(base + 6 + 5 + 6 + 5, 7))
    assert calls_of(Conversation(), Words()) == ()


def test_a_growing_session_reads_what_it_wrote():
    found = uses([Call(2_000, 10), Call(3_000, 10), Call(3_500, 10)])
    assert [(use.cache_write, use.cache_read, use.fresh) for use in found] == [
        (2_000, 0, 0),
        (1_000, 2_000, 0),
        (500, 3_000, 0),
    ]


@pytest.mark.parametrize(
    ("kept", "read"),
    [(None, 2_000), (2_000, 2_000), (1_500, 1_500), (1_024, 1_024), (1_023, 0), (0, 0), (9_999, 2_000)],
)
def test_a_changed_beginning_breaks_the_cache(kept, read):
    found = uses([Call(2_000, 10), Call(2_500, 10, kept_tokens=kept), Call(2_600, 10)])
    assert found[1] == Use(cache_write=2_500 - read, cache_read=read, output=10)
    assert found[2].cache_read == 2_500


def test_what_is_too_short_is_not_cached():
    found = uses([Call(1_000, 1), Call(1_100, 1), Call(1_200, 1)])
    assert [use.cache_read for use in found] == [0, 0, 1_100]
    assert [use.fresh for use in found] == [1_000, 0, 0]
    assert all(use.fresh == call for use, call in zip(uses([Call(9_000, 1)] * 2, None), (9_000, 9_000), strict=True))


@given(st.lists(st.builds(Call, st.integers(0, 5_000), st.integers(0, 99), st.none() | st.integers(0, 5_000))))
def test_no_token_is_lost_or_read_twice(calls):
    found = uses(calls)
    assert [use.input for use in found] == [call.input_tokens for call in calls]
    assert [use.output for use in found] == [call.output_tokens for call in calls]
    assert min((min(use.fresh, use.cache_write, use.cache_read) for use in found), default=0) >= 0


def test_caching_makes_a_long_session_cheaper():
    calls = [Call(5_000 + 1_000 * turn, 200) for turn in range(50)]
    cached = price.total(LIST.of(use) for use in uses(calls)).total_usd
    plain = price.total(LIST.of(use) for use in uses(calls, None)).total_usd
    assert cached < plain / 2


@pytest.mark.parametrize("cached", [True, False])
@pytest.mark.parametrize("kept", [0, 3_000])
def test_payback_is_what_a_session_then_shows(cached, kept):
    """Reckoned once by formula and once by playing the session on, with and without the compaction."""
    before, after, rounds = 120_000, 30_000, 40
    least = 0 if cached else None
    stay = [Call(before, 0)] * (rounds + 1)
    packed = [Call(before, 0), Call(after, 0, kept_tokens=kept), *[Call(after, 0)] * (rounds - 1)]
    long, short = ([LIST.of(use).total_usd for use in uses(calls, least)][1:] for calls in (stay, packed))
    found = payback(before, after, LIST, kept_tokens=kept, summary_in=before, summary_out=2_000, cached=cached)
    # After so many requests the shorter session has caught up, and not one sooner.
    gains = [sum(long[:n]) - sum(short[:n]) - found.call_usd for n in range(rounds + 1)]
    caught_up = next(n for n, gain in enumerate(gains) if n and gain >= 0)
    assert found.calls == caught_up
    assert sum(long) - sum(short) == pytest.approx(rounds * found.saved_usd_per_call - found.broken_cache_usd)
    assert found.to_dict()["cost_usd"] == found.cost_usd


def test_a_compaction_that_saves_nothing_never_pays():
    assert payback(1_000, 1_000, LIST, summary_out=10).calls is None


def test_dropping_below_a_step_counts():
    across, within = payback(110_000, 90_000, STEPPED), payback(90_000, 70_000, STEPPED)
    assert across.saved_usd_per_call > 3 * within.saved_usd_per_call
