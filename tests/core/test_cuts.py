"""Legal cuts: pairs, turns, and what must stay with what is kept."""

import pytest

from packlight.core.cuts import shape_of
from tests.core.talks import assistant, chat, result, step, talk, text, use, user

PLAIN = talk(user("a"), assistant("b"), user("c"), assistant("d")).messages
TOOLS = talk(user("a"), *step("t1"), assistant("b"), user("c"), *step("t2")).messages
SPLIT = talk(
    user("a"), assistant([use("t1"), use("t2")]), user([result("t1")]), user([result("t2")]), assistant("b")
).messages
MIXED = talk(user("a"), assistant([use("t1")]), user([result("t1"), text("stop")]), *step("t2")).messages
SERVER = talk(
    user("a"),
    assistant([{"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}]),
    assistant([{"type": "web_search_tool_result", "tool_use_id": "s1", "content": []}]),
    user("b"),
).messages


@pytest.mark.parametrize(
    ("messages", "units", "starts", "humans"),
    [
        (PLAIN, (0, 1, 2, 3), (0, 2), (0, 2)),
        (TOOLS, (0, 1, 3, 4, 5), (0, 4), (0, 4)),
        (SPLIT, (0, 1, 4), (0,), (0,)),
        (MIXED, (0, 1, 3), (0,), (0, 2)),
        (SERVER, (0, 1, 3), (0, 3), (0, 3)),
        ((), (), (), ()),
    ],
    ids=["plain", "tools", "split results", "human words behind results", "server pair over two messages", "empty"],
)
def test_shape(messages, units, starts, humans):
    shape = shape_of(messages)
    assert (shape.units, shape.starts, shape.humans) == (units, starts, humans)


@pytest.mark.parametrize(
    ("messages", "position", "start"),
    [
        (PLAIN, 1, 0),
        (PLAIN, 9, 4),
        (TOOLS, 2, 0),
        (TOOLS, 6, 5),
        (TOOLS, -3, 0),
        (MIXED, 4, 3),
        (MIXED, 2, 1),
    ],
    ids=["to the human", "past the end", "out of a pair", "inside the running turn", "before all", "step", "mixed"],
)
def test_a_tail_snaps_outward_to_a_legal_start(messages, position, start):
    assert shape_of(messages).snap(position) == start


def test_what_is_kept_takes_its_pair_its_human_and_the_last_human_along():
    keep = shape_of(TOOLS).close(bytearray([0, 0, 1, 0, 0, 0, 0]))
    assert list(keep) == [1, 1, 1, 0, 1, 0, 0]


def test_a_kept_last_human_with_results_takes_the_call_and_the_turns_opening_along():
    keep = shape_of(MIXED).close(bytearray(5))
    assert list(keep) == [1, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("messages", "sound", "pending"),
    [
        (TOOLS, True, None),
        (talk(user("a"), assistant([use("t1")])).messages, True, 1),
        (talk(user("a"), assistant([use("t1")]), user("b")).messages, False, None),
        (talk(user("a"), user([result("t1")])).messages, False, None),
        (talk(user("a"), assistant([use("t1")]), assistant("b"), user([result("t1")])).messages, False, None),
    ],
    ids=["whole", "pending", "unanswered", "orphan", "too late"],
)
def test_soundness(messages, sound, pending):
    shape = shape_of(messages)
    assert (shape.sound, shape.pending) == (sound, pending)


def test_a_system_prompt_in_front_always_stays():
    messages = talk({"role": "system", "content": "s"}, *chat(3)).messages
    shape = shape_of(messages)
    assert (shape.leading, shape.starts) == (1, (1, 3, 5, 7))
    assert list(shape.close(bytearray(8))) == [1, 0, 0, 0, 0, 0, 0, 1]


def test_a_system_message_in_between_stays_with_its_neighbours():
    messages = talk(user("a"), {"role": "system", "content": "s"}, assistant("b"), user("c"), assistant("d")).messages
    assert shape_of(messages).units == (0, 3, 4)


def test_a_history_may_begin_with_the_servers_own_compaction():
    told = assistant([{"type": "compaction", "content": "all before"}, text("hello")])
    shape = shape_of(talk(told, user("a"), assistant("b")).messages)
    assert (shape.starts, shape.summaries) == ((0, 1), (0,))
    failed = assistant([{"type": "compaction", "content": None}])
    assert shape_of(talk(failed, user("a")).messages).starts == (1,)


def test_a_history_without_a_human_is_anchored_at_its_summary():
    messages = talk(user("[summary] all before"), *step("t1")).messages
    shape = shape_of(messages)
    assert (shape.humans, shape.summaries, shape.anchor) == ((), (0,), 0)
