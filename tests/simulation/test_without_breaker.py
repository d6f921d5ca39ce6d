"""What the breaker spares: two real replays beside one another."""

from __future__ import annotations

import json

import pytest

import packlight as pl
from packlight.core.errors import UserError
from packlight.core.heuristic import HeuristicCounter

COUNTER = HeuristicCounter()


def chat(turns: int) -> pl.Conversation:
    """So many turns, each of which fills a fifth of a window of 2,000 tokens."""
    return pl.Conversation.from_api(
        [{"role": role, "content": f"{turn} word" * 100} for turn in range(turns) for role in ("user", "assistant")]
    )


def told(turns: int, failures: str = "FFF", **more):
    return pl.without_breaker(chat(turns), pl.Policy(2_000, failures=failures, counter=COUNTER), lang="en", **more)


@pytest.mark.parametrize("turns", [30, 60, 120])
def test_three_strikes_are_three_calls_however_many_turns_follow(turns):
    found = told(turns, keeps_failing=True)
    assert (found.kept.calls, found.kept.failures, found.kept.opened_at is not None) == (3, 3, True)
    assert found.film.cost["summarizer_calls"] == 3
    assert found.alone.opened_at is None
    assert found.alone.calls == found.alone.failures > turns // 8


def test_without_a_breaker_the_cost_grows_with_the_session():
    calls = [told(turns, keeps_failing=True).alone.calls for turns in (30, 60, 120)]
    assert calls == sorted(set(calls))
    assert [told(turns, keeps_failing=True).kept.tokens for turns in (30, 60)] == [told(30).kept.tokens] * 2


def test_the_same_script_succeeds_once_it_is_over():
    found = told(40)
    assert (found.kept.calls, found.alone.failures) == (3, 3)
    # Without a breaker the fourth call succeeds: what a latch costs where the trouble was short.
    assert found.alone.calls > 3
    assert found.film_alone.frames[-1].compactions > 0 == found.film.frames[-1].compactions


def test_the_second_run_is_a_real_one():
    found = told(40, keeps_failing=True, model="claude-haiku-4-5")
    other = pl.simulate(
        chat(40),
        pl.Policy(2_000, failures="F" * 90, counter=COUNTER, breaker=pl.Breaker(max_failures=500)),
        lang="en",
        model="claude-haiku-4-5",
    )
    assert found.alone.calls == other.cost["summarizer_calls"]
    assert (found.alone.tokens, found.alone.price_usd) == (other.cost["summarizer_tokens"], other.cost["price_usd"])
    assert found.saved_usd == pytest.approx(found.alone.price_usd - found.kept.price_usd)
    assert found.alone.seconds > found.kept.seconds > 3 * 2.1


def test_the_steps_add_up_to_what_was_spent():
    found = told(40, keeps_failing=True)
    last = found.steps[-1]
    assert len(found.steps) == len(found.film.frames) == len(found.film_alone.frames)
    assert (last.kept_calls, last.alone_calls) == (found.kept.calls, found.alone.calls)
    assert (last.kept_tokens, last.alone_tokens) == (found.kept.tokens, found.alone.tokens)
    assert [step.alone_calls for step in found.steps] == sorted(step.alone_calls for step in found.steps)
    assert all(step.kept_calls <= step.alone_calls for step in found.steps)


def test_it_is_told_as_json_and_in_a_line():
    found = told(30, keeps_failing=True)
    data = json.loads(json.dumps(found.to_dict()))
    assert data["saved"] == {"calls": found.saved_calls, "tokens": found.saved_tokens, "price_usd": None}
    assert data["kept"]["calls"] == 3
    assert "3 calls" in repr(found)


def test_without_arguments_it_is_useful():
    found = pl.without_breaker(lang="en")
    assert (found.failures, found.kept.calls) == ("FFF", 3)


def test_a_policy_without_a_script_is_an_error():
    with pytest.raises(UserError, match="no failure script"):
        pl.without_breaker(chat(3), pl.Policy(2_000))


def test_a_changed_policy_keeps_the_rest():
    policy = pl.Policy(2_000, "summary", 0.8, 50, "FS", keep_last=4, counter=COUNTER)
    again = policy.changed(window=3_000)
    assert (again.window, again.options, again.threshold, again.failures) == (3_000, policy.options, 0.8, "FS")
    assert policy.changed() == policy
