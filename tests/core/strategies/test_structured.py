"""Structured retention: the task never goes."""

from tests.core.talks import assistant, chat, loop, pack, talk, texts, user, words


def test_task_and_tail_stay():
    packed = pack(talk(user("TASK port the parser"), assistant(words(20)), *chat(4)), "structured", window=260)
    assert packed.reason == "applied"
    assert texts(packed.conversation)[0].startswith("TASK port the parser\nq2")
    assert texts(packed.conversation)[-1] == "the last question"
    assert packed.plan[0].reason == "the task that everything began with"


def test_keep_turns_and_pin():
    conversation = talk(user("TASK"), assistant("ok"), *chat(4))
    pin = conversation.messages[5].id
    packed = pack(conversation, "structured", window=1_000, force=True, keep_turns=1, pin=[pin])
    assert [line.split("\n")[0].split(" ")[0] for line in texts(packed.conversation)] == ["TASK", "a1", "the"]


def test_in_a_loop_the_task_is_the_last_human():
    packed = pack(talk(*loop(10)), "structured", window=260)
    assert texts(packed.conversation)[0] == "look at everything"
    assert packed.after <= 130
