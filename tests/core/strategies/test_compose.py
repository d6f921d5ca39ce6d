"""Several strategies in a row."""

import pytest

from packlight.core.strategies import Compose, SlidingWindow, SummaryReplacement, make_strategy
from tests.core.talks import assistant, chat, loop, pack, step, talk, text, thinking, user, words


def test_the_first_that_is_enough_is_the_last_that_runs():
    conversation = talk(user("dump"), *step("t0", words(300)), assistant("long"), user("sum it up"))
    packed = pack(conversation, ["tool_result_trim", "summary"], window=330)
    assert (packed.reason, packed.calls) == ("applied", 0)
    assert [row.action for row in packed.plan] == ["keep", "keep", "shorten", "keep", "keep"]


def test_the_next_one_sees_what_is_left():
    asked = []
    conversation = talk(
        *chat(4), assistant(words(20)), user("look"), *step("t0", words(300)), assistant("x"), user("end")
    )
    packed = pack(
        conversation,
        ["tool_result_trim", "summary"],
        window=230,
        summarizer=lambda request: asked.append(request) or "told",
    )
    assert (packed.reason, len(asked)) == ("applied", 1)
    assert packed.plan.strategy == "tool_result_trim+summary"
    assert len(packed.plan) == len(conversation)
    assert packed.fits


def test_what_is_folded_was_shortened_before():
    asked = []
    conversation = talk(user("look"), *step("t0", words(300)), *step("t1", words(5)), assistant(words(80)), user("end"))
    given = {"window": 100, "summarizer": lambda request: asked.append(request) or "told", "keep_last": 1}
    pack(conversation, ["tool_result_trim", "summary"], **given)
    assert "left out" in asked[0].text or "cleared" in asked[0].text


def test_flags_switch_strategies_off_by_name():
    made = make_strategy(["drop_thinking", "summary"], flags={"summary": False})
    assert (made.name, made.needs_summarizer) == ("drop_thinking+summary", False)
    conversation = talk(user("a"), assistant([thinking(words(80)), text("b")]), *chat(2))
    assert pack(conversation, made, window=190).reason == "applied"
    off = make_strategy("sliding_window", flags={"sliding_window": False})
    assert pack(talk(*chat(4)), off, window=120).reason == "irreducible"


def test_packed_by_hand_all_of_them_run_and_a_second_time_none_acts():
    conversation = talk(
        user("a"), assistant([thinking(words(9)), text("b")]), user("c"), *step("t", words(90)), *chat(2)
    )
    names = ["drop_thinking", "tool_result_trim", "summary"]
    once = pack(conversation, names, window=5_000, force=True, summarizer=lambda request: "told")
    twice = pack(once.conversation, names, window=5_000, force=True, summarizer=lambda request: "told again")
    assert (once.reason, twice.reason) == ("applied", "nothing_to_compact")


def test_composed_goals():
    assert Compose([SlidingWindow(limit_tokens=50), SummaryReplacement(limit_tokens=40)]).limit_tokens == 40
    assert Compose([SlidingWindow()]).explicit is False
    assert Compose([SlidingWindow(keep_last=2)]).explicit is True
    assert Compose([SlidingWindow()]) == Compose([SlidingWindow()]) != Compose([SummaryReplacement()])


@pytest.mark.parametrize("names", [["summary", "sliding_window"], ["sliding_window", "summary"], ["fallback_trim"]])
def test_any_order_fits(names):
    packed = pack(talk(*chat(3), *loop(6)), names, window=230, summarizer=lambda request: "told")
    assert packed.fits
