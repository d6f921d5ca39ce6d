"""Sliding window: the newest stay."""

import pytest

from tests.core.talks import (
    assistant,
    chat,
    loop,
    pack,
    result,
    roles,
    step,
    talk,
    text,
    texts,
    thinking,
    use,
    user,
    words,
)


def starts_of(conversation):
    return [message.split(" ")[0] for message in texts(conversation)]


def test_it_goes_down_to_half_of_the_window_by_whole_turns():
    packed = pack(talk(*chat(4)), window=230)
    assert packed.reason == "applied"
    assert packed.after <= 115
    assert starts_of(packed.conversation) == ["q2", "a2", "q3", "a3", "the"]


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ({"keep_last": 3}, ["q3", "a3", "the"]),
        ({"keep_last": 2}, ["q3", "a3", "the"]),
        ({"keep_last": 1}, ["the"]),
        ({"keep_last": 0}, ["the"]),
        ({"keep_turns": 2}, ["q3", "a3", "the"]),
        ({"keep_turns": 0}, ["the"]),
        ({"keep_turns": 99}, ["q0", "a0", "q1", "a1", "q2", "a2", "q3", "a3", "the"]),
        ({"keep_first": 2, "keep_last": 1}, ["q0", "a0", "the"]),
        ({"limit_tokens": 60}, ["q3", "a3", "the"]),
        ({"limit_tokens": 60, "keep_turns": 1}, ["q3", "a3", "the"]),
    ],
    ids=str,
)
def test_options(options, left):
    packed = pack(talk(*chat(4)), force=True, window=1_000, **options)
    assert starts_of(packed.conversation) == left


def test_pins_stay_with_the_human_they_answer():
    conversation = talk(*chat(4))
    packed = pack(conversation, force=True, window=1_000, keep_last=1, pin=conversation.messages[3].id)
    assert starts_of(packed.conversation) == ["q1", "a1", "the"]
    assert [row.reason for row in packed.plan if row.id == conversation.messages[3].id] == ["pinned"]


def test_packed_by_hand_three_turns_stay():
    packed = pack(talk(*chat(6)), force=True, window=10_000)
    assert starts_of(packed.conversation) == ["q4", "a4", "q5", "a5", "the"]


def test_a_loop_with_one_human_is_cut_inside_the_running_turn():
    conversation = talk(*loop(10, size=20))
    packed = pack(conversation, window=260)
    assert packed.reason == "applied"
    assert packed.after <= 130
    assert roles(packed.conversation)[:2] == "ua"
    assert packed.conversation.messages[0] is conversation.messages[0]
    assert packed.conversation.messages[-1] is conversation.messages[-1]
    assert {row.reason for row in packed.plan if row.action == "drop"} == {"an older step of the running turn"}


def test_the_newest_result_is_shortened_when_it_alone_is_too_large():
    packed = pack(talk(*loop(1, size=500)), window=200)
    [_, call, answer] = packed.conversation.messages
    assert packed.fits
    assert [block.type for block in (*call.content, *answer.content)] == ["tool_use", "tool_result"]
    assert "tokens left out" in answer.text()


def test_steps_with_thinking_stay_and_their_results_get_shorter():
    conversation = talk(*loop(6, size=60, thought="a plan"))
    packed = pack(conversation, window=400)
    old = [block for message in conversation.messages for block in message.content if block.type == "thinking"]
    new = [block for message in packed.conversation.messages for block in message.content if block.type == "thinking"]
    assert new == old
    assert packed.plan.counts()["drop"] == 0


def test_steps_with_thinking_go_when_shorter_results_are_not_enough():
    conversation = talk(*loop(8, size=2, thought=words(40)))
    packed = pack(conversation, window=200)
    assert packed.fits
    assert packed.conversation.messages[1].content[0].type == "thinking"


def test_a_summary_made_before_goes_along():
    packed = pack(talk(user("[summary] the vault is in rack 4"), assistant(words(30)), *chat(3)), window=160)
    assert packed.conversation.messages[0].text().startswith("[summary] the vault")
    assert packed.after <= 80


def test_a_summary_in_front_of_a_dropped_human_goes_along_alone():
    old = user([text("[summary] rack 4"), text("dig " + words(30))])
    packed = pack(talk(old, assistant(words(30)), *chat(3)), window=160)
    first = packed.conversation.messages[0]
    assert first.content[0].text == "[summary] rack 4"
    assert "dig" not in first.text()


def test_a_human_who_interrupts_a_loop_keeps_the_call_and_the_opening():
    mixed = user([result("t9", words(5)), text("stop, use tabs")])
    conversation = talk(*loop(6, size=30), assistant([use("t9")]), mixed)
    packed = pack(conversation, window=200)
    assert [message.text() for message in packed.conversation.messages][-1] == mixed["content"][0][
        "content"
    ] + "\nstop, use tabs"
    assert packed.conversation.messages[0].text() == "look at everything"
    assert packed.after <= 100


def test_thinking_and_result_of_one_step_go_together():
    conversation = talk(user("a"), assistant([thinking(), text("b " + words(50))]), user("c"), *step("t1", words(40)))
    packed = pack(conversation, window=110)
    assert starts_of(packed.conversation)[0] == "c"
