"""Dropping thinking: finished turns only."""

from packlight.core.cuts import thinks
from packlight.core.rules import Capabilities
from tests.core.talks import assistant, pack, step, talk, text, texts, thinking, user, words

OLD = [user("a"), assistant([thinking(words(30)), text("b")]), user("c"), assistant([thinking(words(30)), text("d")])]


def test_thinking_of_finished_turns_goes_and_every_word_stays():
    packed = pack(talk(*OLD, user("e")), "drop_thinking", window=80)
    assert packed.reason == "applied"
    assert texts(packed.conversation) == ["a", "b", "c", "d", "e"]


def test_the_running_turn_and_the_turns_asked_for_keep_theirs():
    conversation = talk(*OLD, user("e"), *step("t1", thought="now"))
    packed = pack(conversation, "drop_thinking", window=10_000, force=True, keep_turns=2)
    assert [thinks(message) for message in packed.conversation.messages] == [
        False,
        False,
        False,
        True,
        False,
        True,
        False,
    ]


def test_a_message_of_nothing_but_thinking_stays():
    conversation = talk(user("a"), assistant([thinking(words(40))]), user("b"))
    assert pack(conversation, "drop_thinking", window=50).conversation == conversation


def test_bound_thinking_behind_a_change_goes_whole():
    bound = Capabilities(thinking_bound=True)
    conversation = talk(*OLD, user("e"), *step("t1", thought="now"))
    packed = pack(conversation, "sliding_window", window=95, capabilities=bound)
    assert packed.reason == "applied"
    assert not any(thinks(message) for message in packed.conversation.messages)
    assert packed.plan[5].reason == "thinking that is bound to what stood before it"
