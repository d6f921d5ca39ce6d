"""A summarizer that hangs is left behind; one in time is heard, and so are its errors."""

import threading

import pytest

import packlight as pl
from packlight.adapters.time_limit import TimeLimited
from packlight.core.errors import UserError
from packlight.core.summarizers import Cancelled
from tests.core.talks import chat, pack, talk

TALK = talk(*chat(6))


def test_a_summarizer_that_hangs_ends_the_attempt_and_nothing_is_changed():
    never = threading.Event()
    packed = pack(TALK, "summary", window=310, summarizer=TimeLimited(lambda request: never.wait(), 0.01))
    never.set()
    assert (packed.reason, packed.detail) == ("summarizer_error", "TimeoutError: no answer within 0.01 s")
    assert packed.conversation is TALK


@pytest.mark.parametrize(
    ("error", "reason"),
    [(Cancelled(), "cancelled"), (KeyboardInterrupt(), "cancelled"), (OSError("gone"), "summarizer_error")],
    ids=["cancelled", "interrupt", "error"],
)
def test_what_goes_wrong_inside_is_heard_outside(error, reason):
    def breaks(request):
        raise error

    assert pack(TALK, "summary", window=310, summarizer=TimeLimited(breaks, 9)).reason == reason


def test_an_answer_in_time_is_the_answer():
    assert pack(TALK, "summary", window=310, summarizer=TimeLimited(lambda request: "told", 9)).reason == "applied"


def test_the_window_of_the_summarizer_goes_along():
    def inner(request):
        return "told"

    inner.max_input_tokens = 99
    assert TimeLimited(inner, 1).max_input_tokens == 99
    assert not hasattr(TimeLimited(lambda request: "", 1), "max_input_tokens")


@pytest.mark.parametrize("seconds", [0, -1, "2", True, float("nan")])
def test_a_limit_that_makes_no_sense(seconds):
    with pytest.raises(UserError, match="time_limit_s is"):
        TimeLimited(lambda request: "", seconds)


def test_the_facade_puts_the_limit_around_a_summarizer():
    never = threading.Event()
    messages = [message.to_api() for message in TALK.messages]
    given = {"force": True, "summarizer": lambda request: never.wait(), "time_limit_s": 0.01}
    packed = pl.compact(messages, window=2_000, strategy="summary", **given)
    never.set()
    assert packed.reason == "summarizer_error"
