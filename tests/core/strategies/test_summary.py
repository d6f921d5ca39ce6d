"""Summary replacement: the head becomes a summary, the tail stays."""

import pytest

from packlight.core.messages import is_summary
from tests.core.talks import assistant, chat, loop, pack, roles, talk, text, texts, user, words


class Recorder:
    """Says the same each time and writes down what it was asked."""

    def __init__(self, says="All before is told."):
        self.says, self.asked = says, []

    def __call__(self, request):
        self.asked.append(request)
        return self.says


def test_head_is_summarised_and_tail_stays_word_for_word():
    conversation, says = talk(*chat(6)), Recorder()
    packed = pack(conversation, "summary", window=310, summarizer=says)
    assert (packed.reason, packed.calls, packed.fits) == ("applied", 1, True)
    assert is_summary(packed.conversation.messages[0].content[0])
    assert list(packed.conversation.messages[1:]) == list(conversation.messages[-len(packed.conversation) + 1 :])
    assert packed.plan.counts()["replace"] + len(packed.conversation) == len(conversation)
    assert "the last question" not in says.asked[0].text


def test_the_summary_may_take_an_eighth_of_the_window_and_half_of_what_it_replaces():
    says = Recorder()
    pack(talk(*chat(6)), "summary", window=310, summarizer=says)
    assert says.asked[0].limit_tokens == 310 // 8
    says = Recorder("short")
    pack(talk(*chat(1, size=10)), "summary", window=1_000, force=True, summarizer=says)
    assert says.asked[0].limit_tokens == 16


def test_packed_by_hand_only_the_running_turn_stays():
    packed = pack(talk(*chat(6)), "summary", window=10_000, force=True, summarizer=Recorder())
    assert texts(packed.conversation) == ["[summary of earlier messages]\nAll before is told.\nthe last question"]


def test_an_earlier_summary_is_folded_into_the_new_one():
    says = Recorder()
    conversation = talk(user("[summary] the vault is in rack 4"), assistant(words(20)), *chat(4))
    packed = pack(conversation, "summary", window=260, summarizer=says)
    assert "the vault is in rack 4" in says.asked[0].text
    assert sum(is_summary(block) for message in packed.conversation.messages for block in message.content) == 1


def test_an_earlier_summary_in_front_of_the_last_human_is_folded_too():
    says = Recorder()
    conversation = talk(user([text("[summary] rack 4"), text("go")]), *loop(8)[1:])
    packed = pack(conversation, "summary", window=220, summarizer=says)
    first = packed.conversation.messages[0]
    assert "rack 4" in says.asked[0].text
    assert [block.text for block in first.content] == ["[summary of earlier messages]\nAll before is told.", "go"]


@pytest.mark.parametrize(("window", "reason"), [(60, "irreducible"), (4_000, "nothing_to_compact")])
def test_a_summary_is_never_summarised_alone(window, reason):
    says = Recorder()
    conversation = talk(user("[summary] " + words(50)), assistant("recent " + words(10)), user("now"))
    packed = pack(conversation, "summary", window=window, force=window > 60, keep_last=2, summarizer=says)
    assert (packed.reason, says.asked, packed.conversation) == (reason, [], conversation)


def test_inside_a_running_turn_older_steps_are_summarised():
    packed = pack(talk(*loop(10)), "summary", window=260, summarizer=Recorder())
    assert packed.fits
    assert roles(packed.conversation)[:2] == "ua"
    assert [block.readable() for block in packed.conversation.messages[0].content][1] == "look at everything"


def test_no_call_is_made_when_even_an_empty_summary_would_not_help():
    says = Recorder()
    packed = pack(talk(*chat(1), user(words(500))), "summary", window=300, summarizer=says)
    assert (packed.reason, packed.calls, says.asked) == ("irreducible", 0, [])
    assert packed.detail


def test_keep_first_stays_in_front_of_the_summary():
    packed = pack(talk(*chat(6)), "summary", window=10_000, force=True, keep_first=2, summarizer=Recorder())
    assert [line.split("\n")[0].split(" ")[0] for line in texts(packed.conversation)] == ["q0", "a0", "[summary"]
