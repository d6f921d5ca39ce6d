"""The exact counter against a Messages API on this machine: what it asks, how often, and what it makes of refusals."""

from __future__ import annotations

import anthropic
import pytest

import packlight as pl
from packlight.adapters.anthropic_counter import AnthropicCounter, CountingError
from packlight.adapters.counters import resolve_counter
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.ledger import Ledger
from tests.support.loopback import HangUp, Refuse, messages_api

FILES = "a.py b.py " * 9
TALK = Conversation.from_api(
    {
        "system": "Be brief.",
        "tools": [{"name": "ls", "description": "lists files", "input_schema": {"type": "object"}}],
        "messages": [
            {"role": "user", "content": "What is in the folder? Tell me all of it, please."},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": FILES}]},
        ],
        "max_tokens": 100,
        "stream": True,
    }
)  # fmt: skip


def counter_of(api) -> AnthropicCounter:
    return AnthropicCounter("claude-opus-5-5", anthropic.Anthropic(api_key="test", base_url=api.url, max_retries=0))


def test_a_conversation_is_counted_as_the_request_that_it_is():
    with messages_api() as api:
        found = counter_of(api).count_conversation(TALK)
        bodies = [request.body for request in api.requests]
    assert all(request.path == "/v1/messages/count_tokens" for request in api.requests)
    assert bodies[0]["messages"] == TALK.to_api()["messages"]
    assert not {"max_tokens", "stream"} & set().union(*bodies)
    assert all(body["model"] == "claude-opus-5-5" for body in bodies)
    assert found.estimated is False
    assert found.total == found.system + found.tools + found.messages
    assert found.messages == sum(found.by_message)
    assert found.total == sum(found.by_kind.values())
    assert min(found.system, found.tools, *found.by_message) > 0


def test_the_facade_gives_the_exact_count():
    with messages_api() as api:
        counter = counter_of(api)
        exact = pl.count_tokens(TALK, counter=counter)
        assert exact.total == counter.count_request(TALK.to_api())
    assert (exact.estimated, exact.counter) == (False, "anthropic:claude-opus-5-5")


def test_what_was_counted_is_not_asked_again():
    with messages_api() as api:
        counter = counter_of(api)
        first = counter.count_conversation(TALK)
        asked = len(api.requests)
        assert counter.count_conversation(TALK) == first
        assert len(api.requests) == asked
        counter.count_conversation(TALK.append({"role": "assistant", "content": "Two files, nine times."}))
        # One request more for each of: all, without system, without tools, the new text.
        assert len(api.requests) == asked + 4


def test_a_ledger_asks_for_new_texts_alone_and_side_by_side():
    with messages_api() as api:
        counter = counter_of(api)
        ledger = Ledger(TALK, counter)
        asked = len(api.requests)
        ledger.extend([{"role": "assistant", "content": f"answer {n}"} for n in range(8)])
        assert len(api.requests) == asked + 8
        assert ledger.total == sum(ledger.weights()) + ledger.base
        assert counter.count_texts(["", "answer 3", "answer 3"])[0] == 0
        assert len(api.requests) == asked + 8


def test_a_text_is_weighed_without_its_message():
    with messages_api() as api:
        counter = counter_of(api)
        # The loopback counts four characters of JSON a token: 40 more characters are 10 more tokens.
        assert counter.count_text("y" * 41) == 11
        assert counter.count_text("") == 0
        assert counter.count_text(" \n ") >= 1
        assert all(request.body["messages"][0]["content"].strip() for request in api.requests)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Refuse(401, "invalid x-api-key"), "refused the key"),
        (Refuse(400, "messages: too many"), "gave no count for claude-opus-5-5.*use 'tiktoken'"),
        (Refuse(529), "gave no count"),
        (HangUp(), "gave no count"),
    ],
    ids=["key", "bad-request", "overloaded", "hung-up"],
)
def test_a_refusal_is_one_sentence(action, sentence):
    with messages_api(counting=[action]) as api, pytest.raises(CountingError, match=sentence):
        counter_of(api).count_conversation(TALK)


def test_without_a_key_it_says_what_to_do():
    with pytest.raises(UserError, match="set ANTHROPIC_API_KEY, or count with 'tiktoken'"):
        resolve_counter("anthropic:claude-opus-5-5")


def test_the_key_comes_from_the_environment(monkeypatch):
    with messages_api() as api:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.url)
        assert AnthropicCounter("claude-opus-5-5").count_text("hello") > 0
        assert "sk-test" in str(api.requests[0].headers)


def test_an_empty_conversation_is_not_sent():
    with messages_api() as api:
        with pytest.raises(UserError, match="no request without messages"):
            counter_of(api).count_conversation(Conversation())
        assert api.requests == []
