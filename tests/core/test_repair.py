"""The repair, case by case: what comes out, what is recorded, what stays untouched."""

from __future__ import annotations

import json

import pytest

from packlight.core.conversation import Conversation
from packlight.core.repair import Mended, repair
from packlight.core.repair_texts import ACTIONS, INTERRUPTED, STOPPED_BY_USER
from packlight.core.rule_texts import SENTENCES
from packlight.core.rules import Capabilities, validate
from tests.core.cases import (
    BROKEN,
    CASES,
    NO_PREFILL,
    SOUND,
    Case,
    a,
    answer,
    interrupted,
    picture,
    s,
    text,
    think,
    u,
    use,
)


def mend(case: Case) -> Mended:
    return repair(Conversation.from_api(case.given), capabilities=case.able, running=case.running)


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_a_broken_case_becomes_what_it_should(case: Case) -> None:
    mended = mend(case)
    messages = [message.to_api() for message in mended.conversation.messages]
    assert messages == (case.given if case.after is None else case.after)
    assert tuple(finding.code for finding in mended.unmended) == case.left
    if case.system is not None:
        assert mended.conversation.to_api()["system"] == case.system


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_every_change_says_where_why_and_what(case: Case) -> None:
    mended = mend(case)
    assert bool(mended.changes) == (case.after is not None)
    for change in mended.changes:
        assert change.code in SENTENCES or change.code == "thinking_bound"
        assert not change.at or 0 <= change.at[0] < max(len(case.given), 1)
        assert change.what and change.say("zh") and "{" not in change.what
        assert change.before is not None or change.after is not None or change.action in ("merged", "parted", "dropped")
    assert json.loads(json.dumps(mended.to_dict()))["changes"] is not None


@pytest.mark.parametrize("case", SOUND, ids=lambda case: case.name)
def test_a_sound_case_comes_back_as_the_same_object(case: Case) -> None:
    talk = Conversation.from_api(case.given)
    mended = repair(talk, capabilities=case.able, running=case.running)
    assert mended.conversation is talk
    assert (mended.changes, mended.unmended) == ((), ())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_second_repair_changes_nothing(case: Case) -> None:
    once = mend(case)
    twice = repair(once.conversation, capabilities=case.able, running=case.running)
    assert twice.changes == () and twice.conversation is once.conversation


def test_every_action_is_met() -> None:
    assert {change.action for case in BROKEN for change in mend(case).changes} == set(ACTIONS)


def test_messages_that_need_nothing_keep_their_objects_and_others_say_where_they_come_from() -> None:
    talk = Conversation.from_api([u("hi"), a(use("t1")), u("still there?"), a("yes"), u("go on")])
    after = repair(talk).conversation.messages
    assert [old is new for old, new in zip(talk.messages, after, strict=True)] == [True, True, False, True, True]
    assert after[2].derived_from == talk.messages[2].id != after[2].id
    assert len({message.id for message in after}) == 5


def test_a_copy_that_reads_the_same_has_an_id_of_its_own() -> None:
    marked = [text(word, cache_control={"type": "ephemeral"}) for word in "abcde"]
    talk = Conversation.from_api([u(*marked)])
    (message,) = repair(talk).conversation.messages
    assert message.derived_from == talk.messages[0].id != message.id


def test_the_history_that_came_in_is_not_changed() -> None:
    given = [u("hi"), a(use("t.1", '{"p": 1}')), u("x", answer("t.1"))]
    talk = Conversation.from_api(given)
    repair(talk)
    assert talk.to_api()["messages"] == given


def test_pending_calls_are_left_alone_and_running_ones_too() -> None:
    talk = Conversation.from_api([u(" "), u("hi"), a(use("t1"), use("t2"))])
    assert repair(talk).conversation.messages[-1] is talk.messages[-1]
    longer = talk.append(u(answer("t2")))
    kept = repair(longer, running=["t1"]).conversation
    assert kept.messages[-1] is longer.messages[-1]
    assert [f.pending for f in validate(kept, running=["t1"])] == [True]
    asked = repair(longer).conversation
    assert asked.messages[-1].to_api() == u(interrupted("t1"), answer("t2"))


@pytest.mark.parametrize(
    ("words", "stopped"),
    [
        ("[Request interrupted by user]", True),
        ("[interrupted by user for tool use]", True),
        ("why was it stopped?", False),
    ],
)
def test_a_stop_by_the_user_is_not_told_as_a_crash(words: str, stopped: bool) -> None:
    talk = Conversation.from_api([u("hi"), a(use("t1")), u(words)])
    result = repair(talk).conversation.to_api()["messages"][2]["content"][0]
    assert result["is_error"] and result["content"] == (STOPPED_BY_USER if stopped else INTERRUPTED)


def test_new_ids_do_not_collide_with_old_ones() -> None:
    talk = Conversation.from_api(
        [u("x"), a(use("t1", {"n": 1}), use("t1", {"n": 2}), use("t1_2"), use("t!1")), u(answer("t1_2", "mine"))]
    )
    after = repair(talk).conversation
    ids = [block.id for block in after.messages[1].content]  # type: ignore[union-attr]
    assert ids == ["t1", "t1_3", "t1_2", "t_1"]
    assert repair(talk).conversation == after


def test_a_hundred_uses_of_one_id_get_a_hundred_names() -> None:
    history = [u("go")]
    for number in range(100):
        history += [a(use("t", {"n": number})), u(answer("t", str(number)))]
    after = repair(Conversation.from_api(history)).conversation
    assert validate(after).ok
    assert [m.content[0].content for m in after.messages[2::2]] == [str(n) for n in range(100)]  # type: ignore[union-attr]


def test_system_prompts_are_put_behind_the_one_that_is_there() -> None:
    payload = {"system": "You help.", "messages": [s("A"), u("q"), s("B")]}
    after = repair(Conversation.from_api(payload)).conversation.to_api()
    assert after["system"] == [text("You help."), text("A"), text("B")]
    assert after["messages"] == [u("q")]


def test_markers_outside_of_the_messages_go_last() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    payload = {
        "system": [text(word, **mark) for word in "abc"],
        "tools": [{"name": "one", **mark}, {"name": "two", **mark}],
        "messages": [u(text("q", **mark))],
    }
    after = repair(Conversation.from_api(payload)).conversation.to_api()
    assert after["messages"] == [u(text("q"))]
    assert after["tools"] == [{"name": "one"}, {"name": "two", **mark}]
    assert after["system"] == payload["system"]


def test_a_marker_inside_a_result_goes_before_the_result_s_own() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    inner = [text(word, **mark) for word in "abcd"]
    given = [u("q"), a(use("t1")), u(answer("t1", inner, **mark))]
    after = repair(Conversation.from_api(given)).conversation.to_api()["messages"][2]
    assert after == u(answer("t1", [text("a"), *inner[1:]], **mark))


def test_a_picture_in_a_result_is_replaced_there() -> None:
    given = [u("q"), a(use("t1")), u(answer("t1", [picture(9, 9)]), picture(9, 9))]
    after = repair(Conversation.from_api(given), capabilities=Capabilities(max_images=1)).conversation
    result, image = after.to_api()["messages"][2]["content"]
    assert [block["type"] for block in result["content"]] == ["text"]
    assert image == picture(9, 9)


def test_thinking_of_the_running_loop_stays_byte_for_byte() -> None:
    thought = {"type": "thinking", "thinking": "  two steps:\n 1 ", "signature": "c2ln"}
    talk = Conversation.from_api([u("a"), u("b"), a(thought, use("t1")), u("wait", answer("t1"))])
    after = repair(talk, capabilities=Capabilities(thinking=True)).conversation
    assert after.messages[1] is talk.messages[2]
    assert after.to_api()["messages"][1]["content"][0] == thought


def test_a_bound_thought_goes_with_the_system_prompt_that_changed() -> None:
    given = [s("Be brief."), u("q"), a(think(), "x"), u("r")]
    bound = repair(Conversation.from_api(given), capabilities=Capabilities(thinking_bound=True)).conversation
    free = repair(Conversation.from_api(given)).conversation
    assert bound.to_api()["messages"][1] == a(text("x"))
    assert free.to_api()["messages"][1] == a(think(), "x")


def test_a_message_of_which_nothing_is_left_is_not_sent() -> None:
    after = repair(Conversation.from_api([a(think(None))]), capabilities=NO_PREFILL).conversation
    assert [message.role for message in after.messages] == ["user"]
    assert validate(after, capabilities=NO_PREFILL).ok


def test_errors_of_which_none_has_words_keep_one() -> None:
    given = [u("x"), a(use("t1")), u(answer("t1", "first", is_error=True), answer("t1", "second", is_error=True))]
    (_, _, result) = repair(Conversation.from_api(given)).conversation.to_api()["messages"]
    assert result == u(answer("t1", [text("first"), text("second")], is_error=True))
    given = [u("x"), a(use("t1")), u(interrupted("t1"), answer("t1", "exit 1", is_error=True))]
    (_, _, result) = repair(Conversation.from_api(given)).conversation.to_api()["messages"]
    assert result == u(answer("t1", "exit 1", is_error=True))


def test_inputs_too_deep_to_compare_do_not_stop_a_repair() -> None:
    deep: object = "bottom"
    for _ in range(50_000):
        deep = [deep]
    given = [u("x"), a(use("t1", {"a": deep}), use("t1", {"a": deep})), u(answer("t1"))]
    assert validate(repair(Conversation.from_api(given)).conversation).ok


def test_a_mended_history_reads_as_one() -> None:
    mended = repair(Conversation.from_api([a("x")]))
    assert repr(mended).splitlines()[0] == "<Mended: 1 changes, 0 unmended>"
    assert [change.code for change in mended] == ["first_not_user"]
