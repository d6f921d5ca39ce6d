"""Hypothesis generators of conversations: sound ones with every kind of block, and ones with every kind of damage.

`conversations()` gives sound histories, `damaged()` histories that were sound before something was done to them,
`hostile()` request payloads from any JSON at all. All give plain JSON, so that the reading is tested as well.

    sound ──damage──▶ damaged            a list of moves, each a function of (history, draw)
"""

from __future__ import annotations

import copy
import string
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from packlight.core.rules import Capabilities

Json = Any
History = list[dict[str, Json]]
Draw = Callable[[st.SearchStrategy[Any]], Any]

WORDS = st.text(string.ascii_letters + "éß汉字🙂 ", min_size=1, max_size=20).map(lambda text: "w" + text)
PNG = "iVBORw0KGgoAAAANSUhEUgAAACgAAAAoAQAAAACkhYXAAAAADElEQVR42mNgGNwAAACgAAFuW6rRAAAAAElFTkSuQmCC"
MARKER = {"type": "ephemeral"}

capabilities = st.builds(
    Capabilities,
    system_in_messages=st.sampled_from([None, True, False]),
    prefill=st.sampled_from([None, True, False]),
    thinking=st.sampled_from([None, None, False]),
    max_images=st.sampled_from([2, 100]),
    thinking_bound=st.sampled_from([None, True]),
)
"""What a model takes. Without `thinking=True`: a lost thought cannot be mended, which has tests of its own."""

json_values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


def texts() -> st.SearchStrategy[Json]:
    return st.builds(lambda words: {"type": "text", "text": words}, WORDS)


def images() -> st.SearchStrategy[Json]:
    return st.just({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}})


def documents() -> st.SearchStrategy[Json]:
    return st.builds(
        lambda words: {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": words}}, WORDS
    )


def human_blocks() -> st.SearchStrategy[list[Json]]:
    """What a human sends: words, pictures, documents."""
    others = st.lists(st.one_of(texts(), images(), documents(), st.just({"type": "hologram", "beam": 3})), max_size=2)
    return st.builds(lambda first, rest: [first, *rest], texts(), others)


def thoughts() -> st.SearchStrategy[Json]:
    return st.one_of(
        st.builds(lambda words: {"type": "thinking", "thinking": words, "signature": "c2ln"}, WORDS),
        st.just({"type": "redacted_thinking", "data": "EmwKAg=="}),
    )


def result_contents() -> st.SearchStrategy[Json]:
    return WORDS | st.lists(st.one_of(texts(), images()), min_size=1, max_size=2)


@st.composite
def server_pairs(draw: Draw, name: str) -> list[Json]:
    """A call that the API runs itself, and its result, for one assistant message."""
    kind = draw(st.sampled_from([("server_tool_use", "web_search_tool_result"), ("mcp_tool_use", "mcp_tool_result")]))
    use = {"type": kind[0], "id": f"srv_{name}", "name": "look", "input": {}}
    return [use, {"type": kind[1], "tool_use_id": f"srv_{name}", "content": []}]


@st.composite
def tool_steps(draw: Draw, name: str) -> History:
    """An assistant message with calls, and the user message that answers all of them."""
    calls = [
        {"type": "tool_use", "id": f"toolu_{name}_{n}", "name": draw(st.sampled_from(["ls", "read"])), "input": given}
        for n, given in enumerate(draw(st.lists(st.dictionaries(WORDS, WORDS, max_size=2), min_size=1, max_size=3)))
    ]
    before = draw(st.lists(thoughts(), max_size=1)) + draw(st.lists(texts(), max_size=1))
    if draw(st.booleans()):
        before += draw(server_pairs(name))
    runs_code = draw(st.integers(0, 3)) == 0
    if runs_code:
        before.append({"type": "server_tool_use", "id": f"srv_code_{name}", "name": "run", "input": {}})
        calls[0]["caller"] = {"type": "code_execution_20250825", "tool_id": f"srv_code_{name}"}
    results = []
    for call in calls:
        result: dict[str, Json] = {"type": "tool_result", "tool_use_id": call["id"]}
        if draw(st.booleans()):
            result["content"] = draw(result_contents())
        if draw(st.integers(0, 4)) == 0:
            result["is_error"] = True
        results.append(result)
    if runs_code:
        end = {"type": "code_execution_tool_result", "tool_use_id": f"srv_code_{name}", "content": {"return_code": 0}}
        return [
            {"role": "assistant", "content": before + calls},
            {"role": "user", "content": results},
            {"role": "assistant", "content": [end]},
            {"role": "user", "content": draw(WORDS)},
        ]
    behind = draw(st.lists(texts(), max_size=1))
    return [{"role": "assistant", "content": before + calls}, {"role": "user", "content": results + behind}]


@st.composite
def conversations(draw: Draw, max_turns: int = 4) -> History:
    """A sound history: it may be sent as it is."""
    history: History = []
    for turn in range(draw(st.integers(1, max_turns))):
        history.append({"role": "user", "content": draw(WORDS | human_blocks())})
        for step in range(draw(st.integers(0, 2))):
            history += draw(tool_steps(f"{turn}_{step}"))
        history.append({"role": "assistant", "content": draw(WORDS | st.lists(texts(), min_size=1, max_size=2))})
    return [*history, {"role": "user", "content": draw(WORDS)}]


# --- damage: each move changes a history in place ---------------------------------------------------------------


def _message(history: History, draw: Draw) -> dict[str, Json]:
    return draw(st.sampled_from(history)) if history else {}


def _blocks(history: History, draw: Draw) -> list[Json]:
    """The blocks of one message; string content is made a list first, so that any message can be damaged."""
    message = _message(history, draw)
    if not isinstance(message, dict):
        return []
    if isinstance(message.get("content"), str):
        message["content"] = [{"type": "text", "text": message["content"]}]
    content = message.get("content")
    return content if isinstance(content, list) else []


def _of_type(history: History, kind: str) -> list[dict[str, Json]]:
    found = []
    for message in history:
        content = message.get("content") if isinstance(message, dict) else None
        found += (
            [b for b in content if isinstance(b, dict) and b.get("type") == kind] if isinstance(content, list) else []
        )
    return found


def drop_message(history: History, draw: Draw) -> None:
    if history:
        del history[draw(st.integers(0, len(history) - 1))]


def drop_block(history: History, draw: Draw) -> None:
    blocks = _blocks(history, draw)
    if blocks:
        del blocks[draw(st.integers(0, len(blocks) - 1))]


def repeat_message(history: History, draw: Draw) -> None:
    if history:
        place = draw(st.integers(0, len(history) - 1))
        history.insert(place, copy.deepcopy(history[place]))


def repeat_block(history: History, draw: Draw) -> None:
    blocks = _blocks(history, draw)
    if blocks:
        blocks.insert(draw(st.integers(0, len(blocks))), copy.deepcopy(draw(st.sampled_from(blocks))))


def swap_messages(history: History, draw: Draw) -> None:
    if len(history) > 1:
        place = draw(st.integers(0, len(history) - 2))
        history[place], history[place + 1] = history[place + 1], history[place]


def shuffle_blocks(history: History, draw: Draw) -> None:
    blocks = _blocks(history, draw)
    blocks[:] = draw(st.permutations(blocks))


def split_message(history: History, draw: Draw) -> None:
    if history:
        place = draw(st.integers(0, len(history) - 1))
        content = history[place].get("content") if isinstance(history[place], dict) else None
        if isinstance(content, list) and len(content) > 1:
            cut = draw(st.integers(1, len(content) - 1))
            history[place : place + 1] = [
                {**history[place], "content": content[:cut]},
                {**history[place], "content": content[cut:]},
            ]


def move_block(history: History, draw: Draw) -> None:
    source, target = _blocks(history, draw), _blocks(history, draw)
    if source:
        target.insert(draw(st.integers(0, len(target))), source.pop(draw(st.integers(0, len(source) - 1))))


def insert_message(history: History, draw: Draw) -> None:
    role = draw(st.sampled_from(["user", "assistant", "system"]))
    history.insert(draw(st.integers(0, len(history))), {"role": role, "content": draw(WORDS)})


def insert_block(history: History, draw: Draw) -> None:
    odd = st.sampled_from(
        [
            {"type": "text", "text": ""},
            {"type": "text", "text": " \n"},
            {"type": "text", "text": 5},
            {"type": "text"},
            {"type": "text", "text": "half \ud83d of it"},
            {"type": "text", "text": "bell \x07"},
            {"type": "text", "text": "marked", "cache_control": MARKER},
            {"type": "thinking", "thinking": "unsigned"},
            {"type": "thinking", "thinking": "unsigned", "signature": ""},
            {"type": "thinking", "thinking": "signed", "signature": "c2ln"},
            {"type": "tool_use", "id": "call.0", "name": "f", "input": '{"a": 1}'},
            {"type": "tool_use", "id": "call:0", "name": "f", "input": None},
            {"type": "tool_use", "id": "toolu_0_0_0", "name": "f", "input": {"x": "\udc00"}},
            {"type": "tool_use", "id": "nameless", "input": {}},
            {"type": "tool_use", "name": "without an id", "input": {}},
            {"type": "tool_result", "tool_use_id": "ghost", "content": "nobody asked"},
            {"type": "tool_result", "tool_use_id": "toolu_0_0_0", "content": 7},
            {"type": "tool_result", "tool_use_id": "toolu_0_0_0", "content": [{"type": "text", "text": ""}]},
            {"type": "tool_result", "tool_use_id": "toolu_0_0_0", "content": [{"type": "thinking", "thinking": "x"}]},
            {"type": "web_search_tool_result", "tool_use_id": "srv_ghost", "content": []},
            {"type": "server_tool_use", "id": "srv_open", "name": "look", "input": {}},
            {"type": "server_tool_use", "id": "srv.0", "name": "look", "input": "{}"},
            {"type": "web_search_tool_result", "tool_use_id": "srv_open", "content": []},
            {"type": "tool_use", "id": "by_code", "name": "f", "input": {}, "caller": {"tool_id": "srv_open"}},
            {"type": "compaction", "content": "what was before"},
            {"type": "compaction", "content": None},
            {"type": "image", "source": None},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
            {"type": "hologram", "beam": 3},
            {"no": "type"},
            "a bare string",
            None,
            4.5,
        ]
    )
    blocks = _blocks(history, draw)
    blocks.insert(draw(st.integers(0, len(blocks))), copy.deepcopy(draw(odd)))


def spoil_message(history: History, draw: Draw) -> None:
    odd: list[Json] = [
        {"role": "user", "content": None},
        {"role": "assistant"},
        {"content": "who says this?"},
        {"role": "user", "content": 42},
        {"role": "user", "content": {"type": "text", "text": "a block for a list"}},
        {"role": "robot", "content": "beep"},
        {"role": "ai", "content": "yo"},
        {"role": "tool", "tool_call_id": "toolu_0_0_0", "content": "from elsewhere"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": "{}"}}],
        },
        {"role": "assistant", "content": "x", "tool_calls": 3},
        {"role": "assistant", "content": []},
        {"role": "user", "content": ""},
        {"role": "system", "content": [{"type": "text", "text": "[summary] of old"}]},
        {"role": 7, "content": []},
        "only words",
        None,
        [],
    ]
    history.insert(draw(st.integers(0, len(history))), copy.deepcopy(draw(st.sampled_from(odd))))


def reuse_id(history: History, draw: Draw) -> None:
    uses = _of_type(history, "tool_use")
    if len(uses) > 1:
        draw(st.sampled_from(uses))["id"] = uses[0].get("id", "x")


def cut_tail(history: History, draw: Draw) -> None:
    if history:
        del history[draw(st.integers(1, len(history))) :]


def spoil_end(history: History, draw: Draw) -> None:
    ends: list[Json] = [
        {"role": "assistant", "content": "trailing \n"},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "cut off"}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "signed", "signature": "c2ln"}]},
        {"role": "assistant", "content": [{"type": "server_tool_use", "id": "srv_z", "name": "look", "input": {}}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_z", "name": "ls", "input": {}}]},
    ]
    history.append(copy.deepcopy(draw(st.sampled_from(ends))))


def spoil_role(history: History, draw: Draw) -> None:
    message = _message(history, draw)
    if isinstance(message, dict):
        message["role"] = draw(st.sampled_from(["user", "assistant", "system", "human", ""]))


def mark_all(history: History, draw: Draw) -> None:
    for block in _of_type(history, "text")[:5] + _of_type(history, "tool_result")[:2]:
        block["cache_control"] = MARKER


MOVES = (
    drop_message,
    drop_block,
    repeat_message,
    repeat_block,
    swap_messages,
    shuffle_blocks,
    split_message,
    move_block,
    insert_message,
    insert_block,
    spoil_message,
    reuse_id,
    cut_tail,
    spoil_end,
    spoil_role,
    mark_all,
)
"""Every kind of damage; a history takes several of them."""


@st.composite
def damaged(draw: Draw, max_moves: int = 6) -> History:
    """A history to which things were done."""
    history: History = draw(conversations(max_turns=2))
    for move in draw(st.lists(st.sampled_from(MOVES), min_size=1, max_size=max_moves)):
        move(history, draw)
    return history


@st.composite
def hostile(draw: Draw) -> Json:
    """Anything at all where a request payload is expected."""
    odd_block = st.fixed_dictionaries(
        {
            "type": st.sampled_from(["text", "tool_use", "tool_result", "image", "thinking", "x_tool_result"])
            | json_values
        },
        optional=dict.fromkeys(("text", "id", "name", "input", "tool_use_id", "content", "source"), json_values),
    )
    odd_message = st.fixed_dictionaries(
        {},
        optional={
            "role": st.sampled_from(["user", "assistant", "system"]) | json_values,
            "content": st.lists(odd_block | json_values, max_size=3) | json_values,
            "tool_calls": json_values,
        },
    )
    messages = st.lists(odd_message | json_values, max_size=4)
    payload = st.fixed_dictionaries(
        {}, optional={"messages": messages | json_values, "system": json_values, "tools": json_values}
    )
    return draw(st.one_of(payload, messages, json_values))
