"""What things weigh: text by the counter, pictures and pages by the published figures, overhead as stated."""

from __future__ import annotations

import base64
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlight.core.conversation import Conversation
from packlight.core.heuristic import HeuristicCounter
from packlight.core.tokens import count, weigh_base, weigh_block, weigh_message
from packlight.core.weigh import (
    BLOCK_OVERHEAD,
    IMAGE_TOKENS_UNKNOWN,
    MESSAGE_OVERHEAD,
    PAGE_TOKENS,
    SYSTEM_OVERHEAD,
    TOOL_PROMPT_TOKENS,
    image_tokens,
)
from packlight.core.wire import block_from_api


class Letters:
    """One token a letter: sums can be checked by eye."""

    name, estimated = "letters", True

    def count_text(self, text: str) -> int:
        return len(text)


LETTERS = Letters()
TEXT = {"type": "text", "text": "x"}


def picture(width: int, height: int) -> dict[str, object]:
    head = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", width, height)
    data = base64.b64encode(head + bytes(40)).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def pdf(pages: int) -> dict[str, object]:
    data = base64.b64encode(b"%%PDF-1.4 1 0 obj <</Type /Pages /Count %d /Kids []>>" % pages).decode()
    return {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": data}}


@pytest.mark.parametrize(
    ("block", "tokens"),
    [
        ({"type": "text", "text": "hello"}, 5),
        ({"type": "thinking", "thinking": "hm", "signature": "long and never billed"}, 2),
        ({"type": "redacted_thinking", "data": "A" * 160}, 30),
        ({"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {"a": 1}}, len('ls{"a": 1}')),
        ({"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {"a": "汉字"}}, len('ls{"a": "汉字"}')),
        ({"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}, 2),
        ({"type": "tool_result", "tool_use_id": "toolu_1"}, 0),
        ({"type": "tool_result", "tool_use_id": "toolu_1", "content": [picture(280, 28), TEXT]}, 11),
        (picture(28, 28), 1),
        (picture(29, 28), 2),
        (picture(800, 600), 29 * 22),
        ({"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}, IMAGE_TOKENS_UNKNOWN),
        ({"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 9_000}}, IMAGE_TOKENS_UNKNOWN),
        (pdf(3), 3 * PAGE_TOKENS),
        ({"type": "document", "source": {"type": "url", "url": "https://example.org/a.pdf"}}, PAGE_TOKENS),
        ({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "words"}}, 5),
        ({"type": "document", "source": {"type": "content", "content": "words"}}, 5),
        ({"type": "compaction", "content": "summary"}, 7),
        ({"type": "compaction", "content": None}, 0),
        ({"type": "server_tool_use", "id": "srv_1", "name": "web", "input": {}}, len("web{}")),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_a_block_weighs(block, tokens):
    assert weigh_block(block_from_api(block), LETTERS) == tokens


@pytest.mark.parametrize(
    ("size", "tokens"),
    [
        ((1, 1), 1),
        ((1_092, 1_092), 39 * 39),
        ((2_576, 2_576), 4_784),  # 92 × 92 is more than the cap
        ((5_152, 280), 92 * 5),  # scaled to 2,576 × 140
        ((8_000, 1), 92),
    ],
)
def test_a_picture_costs_by_the_published_formula(size, tokens):
    assert image_tokens(*size) == tokens


def test_a_picture_of_an_older_model_costs_less():
    assert image_tokens(2_000, 1_000, edge_px=1_568, max_tokens=1_568) == 56 * 28


def test_overhead_is_stated_and_counted():
    talk = Conversation.from_api({"system": "You are a scientist", "messages": [{"role": "user", "content": "hi"}]})
    found = count(talk, LETTERS)
    assert found.system == len("You are a scientist") + SYSTEM_OVERHEAD
    assert found.by_kind["overhead"] == MESSAGE_OVERHEAD + BLOCK_OVERHEAD
    assert found.by_message == (2 + MESSAGE_OVERHEAD + BLOCK_OVERHEAD,)


def test_tools_are_counted_apart():
    tool = {"name": "ls", "description": "lists", "input_schema": {"type": "object"}}
    talk = Conversation.from_api({"tools": [tool, tool], "messages": []})
    one = weigh_base(Conversation.from_api({"tools": [tool], "messages": []}), LETTERS)[1]
    assert count(talk, LETTERS).tools == count(talk, LETTERS).total == 2 * one - TOOL_PROMPT_TOKENS
    assert one > TOOL_PROMPT_TOKENS


def test_an_empty_conversation_weighs_nothing():
    found = count(Conversation(), LETTERS)
    assert (found.total, found.by_message, found.by_kind) == (0, (), {"overhead": 0, "system": 0, "tools": 0})


@pytest.mark.parametrize("raw", ["just a string", 17, None, {"role": 3, "content": "x"}, {"no": "role"}])
def test_a_malformed_message_is_weighed_as_the_text_that_it_is(raw):
    talk = Conversation.from_api([raw])
    found = count(talk, LETTERS)
    assert found.by_message == (weigh_message(talk.messages[0], LETTERS),)
    assert found.total == sum(found.by_kind.values()) > MESSAGE_OVERHEAD


def test_a_count_says_how_it_was_made():
    found = count(Conversation.from_api([{"role": "user", "content": "hi"}]), LETTERS)
    assert (found.estimated, found.counter) == (True, "letters")
    assert found.to_dict()["by_message"] == [6]
    assert "estimate, letters" in repr(found)


@given(st.text())
def test_the_heuristic_is_zero_for_the_empty_text_alone(text):
    assert (HeuristicCounter().count_text(text) == 0) == (text == "")


@given(st.text(st.characters(), min_size=1, max_size=40), st.integers(2, 40))
def test_the_heuristic_is_linear(text, times):
    counter = HeuristicCounter()
    once, many = counter.count_text(text), counter.count_text(text * times)
    # A seam is a place where two kinds meet: at most 1.97 tokens, and the first text carries 1.5 for its start.
    assert (once - 2.6) * times <= many <= (once + 2.1) * times


def test_the_heuristic_takes_what_no_file_may_hold():
    counter = HeuristicCounter()
    assert counter.count_text("\ud800 lone \udfff") >= 3
    assert counter.count_text("<|endoftext|>") >= 3
    assert 20_000 < counter.count_text("a" * 1_000_000) < 200_000
