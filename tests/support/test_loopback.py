"""The loopback Messages API against the real SDK: each action does to a client what the API would do."""

import anthropic
import httpx2
import pytest

from tests.support.loopback import Action, Answer, HangUp, LoopbackApi, Refuse, messages_api

MESSAGES: list[anthropic.types.MessageParam] = [{"role": "user", "content": "hello"}]
NO_RETRY = {"x-should-retry": "false"}


def client(api: LoopbackApi, *, retries: int = 0, timeout: float = 10) -> anthropic.Anthropic:
    """A client of the loopback API."""
    return anthropic.Anthropic(api_key="test", base_url=api.url, max_retries=retries, timeout=timeout)


def ask(api: LoopbackApi, *, retries: int = 0, timeout: float = 10) -> anthropic.types.Message:
    """One request, answered whole."""
    caller = client(api, retries=retries, timeout=timeout)
    return caller.messages.create(model="loopback", max_tokens=10, messages=MESSAGES)


def listen(api: LoopbackApi) -> str:
    """One request, its stream read to the end."""
    with client(api).messages.stream(model="loopback", max_tokens=10, messages=MESSAGES) as stream:
        return stream.get_final_text()


def test_an_answer_and_what_was_asked() -> None:
    with messages_api(Answer("hi", stop_reason="max_tokens")) as api:
        message = ask(api)
        assert (message.content[0].type, message.stop_reason) == ("text", "max_tokens")
        assert message.usage.input_tokens > 0
        assert [r.path for r in api.requests] == ["/v1/messages"]
        assert api.requests[0].body["messages"] == MESSAGES


def test_a_stream_with_text_and_a_tool_call() -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {"path": "a.py"}}
    with (
        messages_api(Answer(content=[{"type": "text", "text": "你好"}, call])) as api,
        client(api).messages.stream(model="loopback", max_tokens=10, messages=MESSAGES) as stream,
    ):
        first, second = stream.get_final_message().content
    assert first.type == "text" and first.text == "你好"
    assert second.type == "tool_use" and second.input == {"path": "a.py"}


def test_tokens_are_counted() -> None:
    with messages_api() as api:
        assert (
            client(api).messages.count_tokens(model="loopback", messages=MESSAGES).input_tokens
            == len('{"messages": [{"role": "user", "content": "hello"}]}') // 4
        )


def test_counting_can_be_refused() -> None:
    with messages_api(counting=[Refuse(429)]) as api, pytest.raises(anthropic.RateLimitError):
        client(api).messages.count_tokens(model="loopback", messages=MESSAGES)


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (Refuse(400), anthropic.BadRequestError),
        (Refuse(401), anthropic.AuthenticationError),
        (Refuse(404), anthropic.NotFoundError),
        (Refuse(413), anthropic.APIStatusError),
        (Refuse(429, headers=NO_RETRY), anthropic.RateLimitError),
        (Refuse(529, headers=NO_RETRY), anthropic.InternalServerError),
        (HangUp(), anthropic.APIConnectionError),
    ],
    ids=["400", "401", "404", "413", "429", "529", "hang-up"],
)
def test_a_refusal_is_the_error_of_its_kind(action: Action, error: type[Exception]) -> None:
    with messages_api(action) as api:
        with pytest.raises(error) as caught:
            ask(api, retries=0 if isinstance(action, HangUp) else 2)
        assert len(api.requests) == 1
    if isinstance(action, Refuse):
        assert getattr(caught.value, "status_code", None) == action.status


def test_a_retry_meets_the_next_action() -> None:
    with messages_api(Refuse(429, headers={"retry-after-ms": "1"}), Answer("late")) as api:
        assert ask(api, retries=1).content[0].to_dict()["text"] == "late"
        assert len(api.requests) == 2


def test_a_slow_answer_runs_into_the_time_limit() -> None:
    with messages_api(Answer(wait_s=30)) as api, pytest.raises(anthropic.APITimeoutError):
        ask(api, timeout=0.2)


def test_a_stream_that_is_cut() -> None:
    with messages_api(Answer("a", cut_after=2)) as api, pytest.raises((httpx2.RemoteProtocolError, anthropic.APIError)):
        listen(api)


def test_an_error_in_mid_stream() -> None:
    with messages_api(Answer("a", error_after=2)) as api, pytest.raises(anthropic.APIStatusError) as caught:
        listen(api)
    assert "overloaded" in str(caught.value)


def test_an_unknown_path_is_not_found() -> None:
    with messages_api() as api:
        answer = httpx2.post(f"{api.url}/v1/nothing", json={})
    assert (answer.status_code, answer.json()["error"]["type"]) == (404, "not_found_error")
