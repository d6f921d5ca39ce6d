"""The scripted summarizer: each way to fail, on cue."""

import pytest

from packlight.core.errors import UserError
from packlight.core.summarizers import ask, extractive, scripted
from tests.core.talks import WORDS, chat, pack, talk

REQUEST = ask(tuple(talk(*chat(2)).messages), 30, WORDS)


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("F", "summarizer_error"),
        ("C", "cancelled"),
        ("S", "applied"),
        ("slow", "summarizer_error"),
        ("empty", "empty_summary"),
        ("too_long", "non_compressing"),
        ("tool_call", "empty_summary"),
        ("thinking_only", "empty_summary"),
        ("grows", "non_compressing"),
    ],
)
def test_each_mode_ends_in_its_reason_and_then_it_succeeds(mode, reason):
    summarizer = scripted([mode])
    conversation = talk(*chat(6))
    assert pack(conversation, "summary", window=310, summarizer=summarizer).reason == reason
    assert pack(conversation, "summary", window=310, summarizer=summarizer).reason == "applied"
    assert summarizer.calls == 2


def test_letters_play_in_order_in_any_case():
    assert scripted("fsFF").script == ("fail", "succeed", "fail", "fail")
    assert repr(scripted("F")) == "<ScriptedSummarizer: fail, called 0 times>"


def test_success_is_the_inner_ones():
    assert scripted("S", lambda request: "inner")(REQUEST) == "inner"
    assert scripted("")(REQUEST) == extractive()(REQUEST)


def test_the_window_of_the_inner_one_is_its_own():
    def inner(request):
        return "told"

    inner.max_input_tokens = 500
    assert scripted("F", inner).max_input_tokens == 500
    assert not hasattr(scripted("F"), "max_input_tokens")


@pytest.mark.parametrize(("script", "words"), [("FXF", "other letters than F, S and C"), (["F", "slwo"], "'slow'")])
def test_mistakes(script, words):
    with pytest.raises(UserError, match=words):
        scripted(script)
