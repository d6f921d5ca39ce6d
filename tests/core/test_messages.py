"""Messages and conversations: lossless, immutable, growing without copies, never raising on what comes in."""

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlight.core.blocks import Other, Text, ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.frozen import Frozen, freeze, json_text, thaw
from packlight.core.messages import Message, Messages, fingerprint, is_summary
from packlight.core.wire import block_from_api

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)

BLOCKS: list[dict[str, Any]] = [
    {"type": "text", "text": "hi"},
    {"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}, "citations": None},
    {"type": "thinking", "thinking": "hm", "signature": "s"},
    {"type": "thinking", "thinking": "hm"},
    {"type": "thinking", "thinking": "hm", "signature": None},
    {"type": "redacted_thinking", "data": "xyz"},
    {"type": "tool_use", "id": "t1", "name": "f", "input": {"a": [1, {"b": None}]}},
    {"type": "tool_use", "id": "t1", "name": "f", "input": "not an object", "caller": {"type": "direct"}},
    {"type": "tool_result", "tool_use_id": "t1"},
    {"type": "tool_result", "tool_use_id": "t1", "content": None},
    {"type": "tool_result", "tool_use_id": "t1", "content": "x", "is_error": False},
    {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "x"}], "is_error": True},
    {"type": "tool_result", "tool_use_id": "t1", "content": [], "is_error": "yes"},
    {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
    {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"type": "web_search_result"}]},
    {"type": "mcp_tool_use", "id": "m1", "name": "f", "server_name": "s", "input": {}},
    {"type": "mcp_tool_result", "tool_use_id": "m1", "is_error": False, "content": []},
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}},
    {"type": "document", "source": {"type": "text", "data": "words"}, "title": "t"},
    {"type": "compaction", "content": None},
    {"type": "compaction", "content": "summary", "encrypted_content": "zzz"},
    {"type": "hologram", "beam": 3},
    {"type": "text", "text": 5},
    {"type": "tool_use", "id": None, "name": "f", "input": {}},
    {"type": "tool_result", "content": "no id"},
    {"type": 7},
    {},
]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: json.dumps(block)[:60])
def test_a_block_comes_back_as_it_was(block: dict[str, Any]) -> None:
    before = copy.deepcopy(block)
    read = block_from_api(block)
    assert read.to_api() == before
    assert block == before
    assert block_from_api(read.to_api()) == read
    assert isinstance(read.readable(), str)


@pytest.mark.parametrize("value", ["words", 5, None, [1], True])
def test_what_is_not_a_block_is_kept(value: Any) -> None:
    assert block_from_api(value) == Other(freeze(value))
    assert block_from_api(value).to_api() == value


@given(JSON)
def test_reading_never_raises_and_loses_nothing(value: Any) -> None:
    talk = Conversation.from_api(value)
    assert Conversation.from_api(talk.to_api()) == talk or _leading_system(talk)
    message = Message.from_api(value)
    assert message.to_api() == value or isinstance(value, dict)
    assert Message.from_api(message.to_api()) == message


@given(st.lists(st.dictionaries(st.sampled_from(["role", "content", "id"]), JSON, max_size=3), max_size=5))
def test_messages_keep_their_places(payload: list[Any]) -> None:
    talk = Conversation.from_api(payload)
    assert len(talk.messages) == len(payload)
    assert [message.to_api() for message in talk.messages] == payload


def _leading_system(talk: Conversation) -> bool:
    return bool(talk.messages) and talk.messages[0].role == "system"


@pytest.mark.parametrize(
    "payload",
    [
        {"messages": []},
        {"system": "", "messages": [], "tools": []},
        {"system": None, "messages": []},
        {"system": 5, "messages": "nothing", "tools": {"a": 1}},
        {"system": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}], "messages": []},
        {"model": "m", "max_tokens": 5, "metadata": {"x": [1]}, "messages": [{"role": "user", "content": "hi"}]},
        {"tools": [{"name": "f", "input_schema": {"type": "object"}}], "messages": []},
    ],
)
def test_a_payload_comes_back_as_it_was(payload: dict[str, Any]) -> None:
    before = copy.deepcopy(payload)
    assert Conversation.from_api(payload).to_api() == before
    assert payload == before


def test_a_leading_system_message_is_hoisted_and_later_ones_stay() -> None:
    system, user = {"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}
    talk = Conversation.from_api([system, user, system])
    assert [message.role for message in talk.messages] == ["system", "user", "system"]
    assert talk.to_api() == {"system": "Be brief.", "messages": [user, system]}
    assert talk.to_array() == [system, user, system]


def test_the_teaching_form_puts_system_first() -> None:
    talk = Conversation.from_api({"system": "Be brief.", "messages": [{"role": "user", "content": "hi"}]})
    assert talk.to_array()[0] == {"role": "system", "content": "Be brief."}
    assert Conversation.from_api(talk.to_array()).to_api() == talk.to_api()


def test_ids_are_the_same_every_time_and_differ_by_place() -> None:
    payload = [{"role": "user", "content": "ok"}, {"role": "user", "content": "ok"}]
    one, two = (Conversation.from_api(payload) for _ in range(2))
    assert [m.id for m in one.messages] == [m.id for m in two.messages]
    assert one.messages[0].id != one.messages[1].id
    assert one.messages[0].id.startswith("m0-")


def test_an_id_is_never_given_out_twice() -> None:
    talk = Conversation.from_api([{"role": "user", "content": "ok"}] * 4)
    packed = talk.with_messages(list(talk.messages)[2:]).append({"role": "user", "content": "ok"})
    ids = [message.id for message in packed.messages]
    assert ids == [talk.messages[2].id, talk.messages[3].id, packed.messages[2].id]
    assert len({*ids, *(message.id for message in talk.messages)}) == 5


def test_a_changed_copy_points_back() -> None:
    message = Conversation.from_api([{"role": "user", "content": "a long story"}]).messages[0]
    short = message.with_content((Text("a story"),))
    assert short.derived_from == message.id
    assert short.id != message.id
    assert short.id.startswith("m0-")


def test_two_appends_from_one_are_independent() -> None:
    base = Conversation.from_api([{"role": "user", "content": "hi"}])
    left, right = base.append({"role": "user", "content": "left"}), base.append({"role": "user", "content": "right"})
    deeper = left.append({"role": "user", "content": "more"})
    texts = [[m.text() for m in talk.messages] for talk in (base, left, right, deeper)]
    assert texts == [["hi"], ["hi", "left"], ["hi", "right"], ["hi", "left", "more"]]


@given(st.lists(st.tuples(st.integers(0, 9), st.text(max_size=3)), max_size=40))
def test_branches_agree_with_plain_lists(steps: list[tuple[int, str]]) -> None:
    branches = [(Messages(), list[Message]())]
    for which, text in steps:
        grown, plain = branches[which % len(branches)]
        new = [Message("user", text)]
        branches.append((grown.extend(new), plain + new))
    assert all(list(grown) == plain and len(grown) == len(plain) for grown, plain in branches)


def test_messages_are_a_sequence() -> None:
    messages = Messages([Message("user", str(i)) for i in range(5)])
    assert messages[-1].text() == "4"
    assert messages[1:3] == [messages[1], messages[2]]
    assert messages == Messages(list(messages))
    assert hash(messages) == hash(Messages(list(messages)))
    assert messages != Messages()
    with pytest.raises(IndexError, match="the last one is 4"):
        messages[5]


def test_nothing_can_be_changed_from_outside() -> None:
    payload = {"messages": [{"role": "user", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]}]}
    talk = Conversation.from_api(payload)
    payload["messages"][0]["content"][0]["input"]["a"] = 1
    block = talk.messages[0].content[0]
    assert isinstance(block, ToolUse)
    assert block.input == {}
    with pytest.raises(TypeError, match="frozen"):
        block.input["a"] = 1
    thawed = block.to_api()
    thawed["input"]["a"] = 1
    assert block.input == {}


@given(JSON)
def test_frozen_values_are_equal_hashable_and_thaw(value: Any) -> None:
    frozen = freeze(value)
    hash(frozen)
    assert thaw(frozen) == value
    assert pickle.loads(pickle.dumps(frozen)) == frozen
    assert copy.deepcopy(frozen) == frozen


def test_cycles_and_abysses_do_not_exhaust_the_stack() -> None:
    cycle: dict[str, Any] = {}
    cycle["self"] = cycle
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    for value in (cycle, deep):
        message = {"role": "user", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {"x": value}}]}
        talk = Conversation.from_api([message])
        assert isinstance(json_text(talk.messages[0].to_api()), str)
        assert fingerprint(talk.messages[0]) >= 0


@pytest.mark.parametrize(
    ("message", "human"),
    [
        (Message("user", "hi"), True),
        (Message("user", (ToolResult("t", "x"),)), False),
        (Message("user", (ToolResult("t", "x"), Text("and hurry"))), True),
        (Message("user", "[summary of earlier messages] …"), False),
        (Message("user", "[前文摘要] …"), False),
        (Message("assistant", "hi"), False),
    ],
)
def test_who_counts_as_human(message: Message, human: bool) -> None:
    assert message.is_human is human


def test_a_summary_is_known_by_its_mark() -> None:
    assert is_summary(Text("[Summary] KEY: rack 4"))
    assert not is_summary(Text("The [summary] is below"))


def test_sdk_objects_are_read_by_their_dump() -> None:
    class Model:
        def model_dump(self, **_: Any) -> dict[str, Any]:
            return {"role": "user", "content": [{"type": "text", "text": "hi"}]}

    assert Conversation.from_api([Model()]).messages[0].text() == "hi"
    assert Frozen({"a": 1}) == {"a": 1}
