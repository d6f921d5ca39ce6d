"""Putting the lines of a log together: one message for one API message, results first, no blank texts."""

from packlight.adapters.thread import Thread, blocks_of
from packlight.core.blocks import Other, Text, ToolResult, ToolUse


def test_lines_of_one_api_message_meet_across_the_results_between_them() -> None:
    thread = Thread()
    thread.add("assistant", [ToolUse("a", "ls")], message_id="msg_1")
    thread.add("user", [ToolResult("a", "1")])
    thread.add("assistant", [ToolUse("b", "ls")], message_id="msg_1")
    thread.add("user", [ToolResult("b", "2")])
    messages = thread.conversation("x").messages
    assert [[block.type for block in message.content] for message in messages] == [
        ["tool_use"] * 2,
        ["tool_result"] * 2,
    ]


def test_results_come_first_in_their_order() -> None:
    thread = Thread()
    thread.add("user", [ToolResult("b", "2")])
    thread.add("user", [Text("wait")], text=True)
    thread.add("user", [ToolResult("a", "1")])
    assert thread.conversation("x").messages[0].content == (ToolResult("b", "2"), ToolResult("a", "1"), Text("wait"))


def test_blank_texts_and_what_they_leave_empty_are_dropped() -> None:
    thread = Thread()
    thread.add("user", [Text(" \n"), Text("go")])
    thread.add("assistant", [Text("")])
    assert [message.content for message in thread.conversation("x").messages] == [(Text("go"),)]


def test_a_lone_string_stays_a_string() -> None:
    thread = Thread()
    thread.add("user", [Text("one")], text=True)
    thread.add("assistant", [Text("two")], text=True)
    thread.add("assistant", [Text("three")], text=True)
    one, rest = thread.conversation("x").messages
    assert one.to_api()["content"] == "one"
    assert [block["text"] for block in rest.to_api()["content"]] == ["two", "three"]


def test_usage_is_the_last_of_its_message() -> None:
    thread = Thread()
    thread.add("user", [Text("go")])
    for output in (1, 9):
        usage = {"input_tokens": 10, "output_tokens": output}
        thread.add("assistant", [Text("on")], message_id="m", usage=usage)
    source = thread.conversation("x").source
    assert source is not None
    assert [(usage.message, usage.output_tokens) for usage in source.usage] == [(1, 9)]


def test_odd_content_is_kept_or_nothing() -> None:
    assert blocks_of(["words", 7]) == [Text("words"), Other(7)]
    assert blocks_of(None) == [] and blocks_of(3) == []
