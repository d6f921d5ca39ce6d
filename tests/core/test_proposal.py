"""What a compaction would do, before anything runs; and a fair table of strategies."""

import json

import pytest

from packlight.core.budget import Budget
from packlight.core.comparison import compare
from packlight.core.plan import apply
from packlight.core.proposal import propose
from packlight.core.strategies import STRATEGIES, make_strategy
from packlight.core.summarizers import extractive
from packlight.core.weigh import SYSTEM_OVERHEAD
from tests.core.talks import WORDS, assistant, chat, pack, step, talk, user, words

TALK = talk(user("The port is 8043."), *step("t0", words(90)), assistant("read"), *chat(5), system="be brief")


def proposal(strategy, window=330, **given):
    return propose(TALK, budget=Budget(window), strategy=make_strategy(strategy), counter=WORDS, **given)


@pytest.mark.parametrize("strategy", [*STRATEGIES, ["tool_result_trim", "summary"]], ids=str)
def test_a_proposal_is_what_compact_then_does(strategy):
    found, done = proposal(strategy, force=False), pack(TALK, strategy, window=330)
    if done.reason == "applied":
        assert [row.action for row in found.plan] == [row.action for row in done.plan]
        assert done.after <= found.after + 8  # the summary's mark, and the message that carries it
        assert found.calls == done.calls
        assert found.tokens_in == done.summary_tokens_in
    assert found.before == done.before


def test_a_proposed_plan_is_applied_and_undone():
    found = proposal("sliding_window")
    after = apply(found.plan, TALK).conversation
    assert len(after) < len(TALK)
    assert apply(found.plan, TALK).plan.undo(after).messages == TALK.messages
    assert json.loads(json.dumps(found.to_dict()))["plan"]["strategy"] == "sliding_window"


def test_the_prefix_that_stays_cached_ends_at_the_first_change():
    assert proposal("sliding_window").prefix_tokens == SYSTEM_OVERHEAD + 2
    assert proposal("tool_result_trim").prefix_tokens == SYSTEM_OVERHEAD + 2 + 8 + 5
    assert proposal("drop_thinking").prefix_tokens == proposal("drop_thinking").before


def test_a_fair_table():
    ticks = iter(range(100))
    rows = compare(
        TALK,
        [make_strategy(name) for name in ("sliding_window", "summary", "tool_result_trim")],
        budget=Budget(330),
        counter=WORDS,
        facts=["8043", "never said"],
        clock=lambda: next(ticks),
        price_usd=lambda tokens_in, tokens_out: tokens_in * 1e-6,
        summarizer=extractive("en"),
    )
    by_name = {row.strategy: row for row in rows}
    assert {row.before for row in rows} == {rows[0].before}
    assert by_name["sliding_window"].facts_lost == ("8043",)
    assert by_name["summary"].facts_kept == ("8043",)
    assert by_name["summary"].price_usd == by_name["summary"].tokens_in * 1e-6
    assert by_name["sliding_window"].price_usd is None
    assert by_name["tool_result_trim"].shortened == (TALK.messages[2].id,)
    for row in rows:
        assert len(row.kept) + len(row.shortened) + len(row.dropped) + len(row.replaced) == len(TALK)
        assert row.seconds == 1
        assert json.dumps(row.to_dict())
