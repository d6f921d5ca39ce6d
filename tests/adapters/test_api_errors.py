"""Every way in which a call to the API fails is one typed error: of which kind, whether it counts, whether to retry."""

from __future__ import annotations

import anthropic
import pytest

from packlight.adapters.api_errors import KINDS, ApiError, api_error, without_keys
from packlight.adapters.live_request import stream_answer
from tests.support.loopback import Answer, HangUp, Refuse, messages_api

NO_RETRY = {"x-should-retry": "false"}
KEY = "sk-ant-api03-of-nobody-at-all"
REQUEST = {"model": "loopback", "max_tokens": 64, "messages": [{"role": "user", "content": "hello"}]}


def client_of(api, *, retries: int = 0, timeout: float = 10) -> anthropic.Anthropic:
    return anthropic.Anthropic(api_key=KEY, base_url=api.url, max_retries=retries, timeout=timeout)


def failure(action, *, timeout: float = 10) -> ApiError:
    with messages_api(action) as api, pytest.raises(ApiError) as caught:
        stream_answer(client_of(api, timeout=timeout), REQUEST)
    return caught.value


@pytest.mark.parametrize(
    ("action", "kind", "status", "retry_helps"),
    [
        (Refuse(400), "bad_request", 400, False),
        (Refuse(400, "prompt is too long: 212000 tokens > 200000 maximum"), "too_large", 400, False),
        (Refuse(400, "Your credit balance is too low"), "no_money", 400, False),
        (Refuse(401), "key_refused", 401, False),
        (Refuse(403), "key_refused", 403, False),
        (Refuse(404), "not_found", 404, False),
        (Refuse(413), "too_large", 413, False),
        (Refuse(422), "bad_request", 422, False),
        (Refuse(429, headers={"retry-after": "7"}), "rate_limited", 429, True),
        (Refuse(500), "server", 500, True),
        (Refuse(529), "overloaded", 529, True),
        (HangUp(), "connection", None, True),
        (Answer("half", cut_after=3), "cut_stream", None, True),
        (Answer("half", end_after=3), "cut_stream", None, True),
        (Answer("half", error_after=3), "overloaded", 200, True),
    ],
)
def test_a_failure_is_of_its_kind(action, kind, status, retry_helps):
    error = failure(action)
    assert (error.kind, error.status_code, error.retry_helps, error.counts) == (kind, status, retry_helps, True)
    assert error.retry_after_s == (7.0 if status == 429 else None)
    assert error.to_dict()["kind"] == kind


def test_a_slow_answer_is_a_timeout():
    assert failure(Answer(wait_s=30), timeout=0.2).kind == "timeout"


def test_no_server_at_all_is_a_connection_error():
    client = anthropic.Anthropic(api_key=KEY, base_url="http://127.0.0.1:9", max_retries=0, timeout=2)
    with pytest.raises(ApiError) as caught:
        stream_answer(client, REQUEST)
    assert caught.value.kind == "connection"


@pytest.mark.parametrize("action", [Refuse(401, f"invalid x-api-key {KEY}"), HangUp(), Answer("x", cut_after=2)])
def test_the_key_is_nowhere(action, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    error = failure(action)
    assert error.__cause__ is None and error.__context__ is None
    assert KEY not in f"{error!r}{error}{error.to_dict()}{error.say('zh')}"


def test_a_key_that_breaks_a_header_is_not_told(monkeypatch):
    key = "abcd\nefgh"
    monkeypatch.setenv("ANTHROPIC_API_KEY", key)
    with messages_api() as api, pytest.raises(ApiError) as caught:
        stream_answer(anthropic.Anthropic(api_key=key, base_url=api.url, max_retries=0), REQUEST)
    assert "efgh" not in f"{caught.value!r}{caught.value.to_dict()}"


def test_what_looks_like_a_key_is_taken_out(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "hunter2hunter2")
    assert without_keys("Bearer abc and hunter2hunter2") == "[key] and [key]"


def test_an_error_of_somebody_else_tells_its_name_alone():
    error = api_error(ValueError("a whole transcript"))
    assert (error.kind, str(error)) == ("unknown", "the call failed: ValueError")


def test_an_interrupt_does_not_count():
    assert (api_error(KeyboardInterrupt()).kind, KINDS["cancelled"].counts) == ("cancelled", False)


def test_every_kind_has_both_languages():
    assert all(kind.en and kind.zh for kind in KINDS.values())


def test_a_streamed_answer_is_what_goes_back():
    call = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "a.py"}}
    said: list[str] = []
    with messages_api(Answer(content=[{"type": "text", "text": "你好"}, call], stop_reason="tool_use")) as api:
        answer = stream_answer(client_of(api), REQUEST, on_text=said.append)
    assert answer.content == ({"type": "text", "text": "你好"}, call)
    assert (answer.stop_reason, "".join(said), answer.text) == ("tool_use", "你好", "你好")
    assert answer.usage is not None and answer.usage.total_input > 0


def test_the_iterations_of_a_server_side_compaction_are_summed():
    parts = [
        {"type": "compaction", "input_tokens": 180, "output_tokens": 35},
        {"type": "message", "input_tokens": 23, "output_tokens": 10},
    ]
    with messages_api(Answer("ok", usage={"iterations": parts})) as api:
        answer = stream_answer(client_of(api), REQUEST, betas=("compact-2026-01-12",))
    assert answer.usage is not None
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (203, 45)
