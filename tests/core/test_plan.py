"""Plans: rows, applying, joining, combining, undoing."""

import pytest

from packlight.core.blocks import Text
from packlight.core.errors import UserError
from packlight.core.messages import is_summary
from packlight.core.plan import Decision, Plan, apply, combine, keep_all, project
from tests.core.talks import assistant, chat, roles, step, talk, texts, user


def plan_for(conversation, actions, **given):
    """A plan from letters: k keep, d drop, r replace, s shorten to one word."""
    names = {"k": "keep", "d": "drop", "r": "replace", "s": "shorten"}
    rows = [
        Decision(message.id, names[letter], "because", (Text("short"),) if letter == "s" else None)
        for message, letter in zip(conversation.messages, actions, strict=True)
    ]
    return Plan("test", conversation.messages, tuple(rows), **given)


def test_a_row_is_a_mapping_and_has_attributes():
    row = Decision("m0-1", "drop", "older")
    assert dict(row) == {"id": "m0-1", "action": "drop", "reason": "older", "into": None}
    assert row["reason"] == row.reason
    with pytest.raises(KeyError):
        row["content"]


def test_kept_messages_stay_the_same_objects():
    conversation = talk(*chat(2))
    after = apply(plan_for(conversation, "ddkkk"), conversation).conversation
    assert all(a is b for a, b in zip(after.messages, conversation.messages[2:], strict=True))


def test_a_shortened_message_knows_where_it_comes_from():
    conversation = talk(*chat(1))
    applied = apply(plan_for(conversation, "ksk"), conversation)
    short = applied.conversation.messages[1]
    assert short.derived_from == conversation.messages[1].id == applied.plan[1].id
    assert applied.plan[1].into == short.id != applied.plan[1].id


def test_a_summary_stands_before_the_blocks_of_the_next_human():
    conversation = talk(*chat(2))
    applied = apply(plan_for(conversation, "rrrrk").with_summary("All was said."), conversation)
    [message] = applied.conversation.messages
    assert [is_summary(block) for block in message.content] == [True, False]
    assert message.derived_from == conversation.messages[4].id
    assert {row.into for row in applied.plan} == {message.id}


def test_a_summary_inside_the_running_turn_stands_before_its_human():
    conversation = talk(user("go"), *step("t1"), *step("t2"))
    after = apply(plan_for(conversation, "krrkk").with_summary("One file was read."), conversation).conversation
    assert roles(after) == "uau"
    assert [block.readable() for block in after.messages[0].content][1] == "go"


def test_a_summary_before_an_assistant_is_a_message_of_its_own_that_tells_what_it_stands_for():
    conversation = talk(*chat(2))
    applied = apply(plan_for(conversation, "rrrkk").with_summary("So far."), conversation)
    first = applied.conversation.messages[0]
    assert (first.role, first.is_human) == ("user", False)
    assert first.id.startswith("m0~m2-")
    assert first.derived_from == conversation.messages[0].id


def test_a_second_summary_spans_what_the_first_one_stood_for():
    conversation = talk(*chat(2))
    once = apply(plan_for(conversation, "rrrkk").with_summary("So far."), conversation).conversation
    twice = apply(plan_for(once, "rrk").with_summary("Further."), once).conversation
    assert twice.messages[0].derived_from == conversation.messages[4].id
    thrice = apply(plan_for(once, "rkk").with_summary("Again."), once).conversation
    assert thrice.messages[0].id.startswith("m0~m2-")


def test_users_that_become_neighbours_are_joined_and_neighbours_of_old_are_left():
    conversation = talk(user("task"), assistant("done"), user("next"))
    applied = apply(plan_for(conversation, "kdk"), conversation)
    assert texts(applied.conversation) == ["task\nnext"]
    assert applied.plan[0].into == applied.plan[2].into == applied.conversation.messages[0].id
    neighbours = talk(user("a"), user("b"), assistant("c"), user("d"))
    assert roles(apply(plan_for(neighbours, "kkkk"), neighbours).conversation) == "uuau"


def test_old_results_and_the_next_human_stay_apart():
    conversation = talk(user("a"), *step("t1"), assistant("done"), user("b"))
    after = apply(plan_for(conversation, "kkkdk"), conversation).conversation
    assert texts(after) == ["a", "read_file{}", "done", "[messages left out]", "b"]
    assert roles(after) == "uauau"
    assert after.messages[4] is conversation.messages[4]
    assert len({message.id for message in after.messages}) == 5


def test_what_a_summary_says_is_marked_once_and_cannot_break_the_request():
    conversation = talk(*chat(1))
    plan = plan_for(conversation, "rrk")
    assert plan.with_summary("[summary] mine").summary == "[summary] mine"
    assert plan.with_summary("a\ud800b\0c").summary == "[summary of earlier messages]\na?bc"


def test_chinese_plans_mark_their_summary_in_chinese():
    plan = plan_for(talk(*chat(1)), "rrk", lang="zh").with_summary("都说过了。")
    assert plan.summary == "[前文摘要]\n都说过了。"
    assert is_summary(Text(plan.summary))


def test_a_plan_without_its_summary_or_for_other_messages_is_refused():
    conversation = talk(*chat(1))
    with pytest.raises(UserError, match="waits for a summary"):
        apply(plan_for(conversation, "rrk"), conversation)
    with pytest.raises(UserError, match="other messages"):
        apply(keep_all("test", conversation.messages), talk(user("else")))


def test_the_summary_in_front_of_a_kept_message_is_folded_too():
    conversation = talk(
        user("a"), assistant("b"), user([{"type": "text", "text": "[summary] old"}, {"type": "text", "text": "c"}])
    )
    rows = list(plan_for(conversation, "rrk").decisions)
    rows[2] = Decision(rows[2].id, "shorten", "", (Text("c"),))
    plan = Plan("test", conversation.messages, tuple(rows))
    assert [message.text() for message in plan.folded()] == ["a", "b", "[summary] old"]
    after = apply(plan.with_summary("new"), conversation).conversation
    assert [block.readable() for block in after.messages[0].content] == ["[summary of earlier messages]\nnew", "c"]


def test_two_plans_make_one():
    conversation = talk(*chat(2))
    first = plan_for(conversation, "ddsks")
    stay, rows = project(first)
    assert (len(stay), rows) == (3, [2, 3, 4])
    second = Plan("then", talk().messages, (Decision(stay[0].id, "drop"), Decision(stay[1].id), Decision(stay[2].id)))
    both = combine(first, second, rows)
    assert [row.action for row in both] == ["drop", "drop", "drop", "keep", "shorten"]
    assert [row.id for row in both] == [message.id for message in conversation.messages]
    assert both.strategy == "test+then"


def test_undo_gives_the_history_back_with_what_came_since():
    conversation = talk(*chat(2))
    applied = apply(plan_for(conversation, "rrskk").with_summary("So far."), conversation)
    later = applied.conversation.append(assistant("answer"))
    undone = applied.plan.undo(later)
    assert list(undone.messages[:5]) == list(conversation.messages)
    assert texts(undone)[5:] == ["answer"]


def test_plans_compare_by_their_decisions():
    conversation = talk(*chat(1))
    assert plan_for(conversation, "kkk") == plan_for(conversation, "kkk") != plan_for(conversation, "kdk")
    assert plan_for(conversation, "kdk").counts() == {"keep": 2, "shorten": 0, "drop": 1, "replace": 0}
    assert repr(plan_for(conversation, "kdk")) == "<Plan test: 2 keep, 1 drop>"
    assert plan_for(conversation, "kdk").to_dict()["decisions"][1]["action"] == "drop"
