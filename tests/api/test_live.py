"""A live run against a Messages API on this machine: the loop, the packing inside it, and what can go wrong."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

import packlight as pl
from packlight.core.errors import UserError
from packlight.simulation.live_run import LiveRun
from tests.support.loopback import Action, Answer, HangUp, LoopbackApi, Refuse, messages_api

KEY = "sk-ant-api03-of-nobody-at-all"
MODEL, SUMMARY_MODEL = "claude-haiku-5-5", "claude-opus-5-5"
LOG = "var/log/import/2026-03-12.log"

pytestmark = pytest.mark.usefixtures("key")


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


def calls(*wanted: tuple[str, dict[str, Any]], number: int = 0, **more: Any) -> Answer:
    content = [
        {"type": "tool_use", "id": f"toolu_{number}_{place}", "name": name, "input": given}
        for place, (name, given) in enumerate(wanted)
    ]
    return Answer(content=content, stop_reason="tool_use", **more)


def reads(count: int) -> list[Action]:
    """So many requests for a long piece of a long log: each fills more than a third of a lesson's window."""
    return [calls(("read_file", {"path": LOG, "from_line": 1 + 9 * n}), number=n) for n in range(count)]


def live(api: LoopbackApi, task: Any = "Why was the berth sold twice?", **options: Any) -> LiveRun:
    given = {"summarizer": f"anthropic:{SUMMARY_MODEL}", "base_url": api.url, "max_retries": 0, "lang": "en"}
    return pl.live(task, MODEL, **{**given, **options})


def judged(api: LoopbackApi) -> None:
    """Every request that arrived may be sent."""
    for request in api.requests:
        assert pl.validate(request.body).ok, pl.validate(request.body).findings


def test_the_model_asks_for_tools_until_it_is_done():
    said: list[str] = []
    look = Answer(
        content=[{"type": "text", "text": "I look."}, *calls(("list_files", {}), ("rm", {})).blocks()],
        stop_reason="tool_use",
    )
    with messages_api(look, Answer("Because of the date.")) as api:
        run = live(api, on_text=said.append)
        judged(api)
        first, second = [request.body for request in api.asked(MODEL)]
    assert (run.ended, run.ok, run.text, run.error) == ("end_turn", True, "Because of the date.", None)
    assert said == ["I look.", "Because of the date."]
    assert first["stream"] and [tool["name"] for tool in first["tools"]] == ["list_files", "read_file", "search"]
    assert "looks things up" in first["system"][0]["text"] and "context_management" not in first
    answered = second["messages"][-1]["content"]
    assert "nightline/timetable.py" in answered[0]["content"]
    assert answered[1]["is_error"] and "no tool 'rm'" in answered[1]["content"]
    assert [message.role for message in run.conversation.messages] == ["user", "assistant", "user", "assistant"]
    assert len(run.film.frames) == 4
    assert run.requests[0].tools == ("list_files", "rm")


def test_every_request_is_prepared_and_measured():
    with messages_api(*reads(1), Answer("done", usage={"input_tokens": 900, "cache_read_input_tokens": 100})) as api:
        run = live(api)
    assert [event.kind for event in run.events].count("judge") == len(run.requests) == 2
    assert all(row.estimate == event.after for row, event in zip(run.requests, judges(run), strict=True))
    assert run.requests[1].usage.total_input == 1_000
    assert run.requests[1].ratio == pytest.approx(1_000 / run.requests[1].estimate)
    assert run.requests[1].usage.message == 3
    assert run.price_usd > 0


def judges(run: LiveRun) -> list[pl.Event]:
    return [event for event in run.events if event.kind == "judge"]


def test_a_compaction_in_the_middle_of_a_run():
    with messages_api(*reads(4), Answer("done"), by_model={SUMMARY_MODEL: [Answer("Task: the berth.")]}) as api:
        run = live(api)
        judged(api)
        assert len(api.asked(SUMMARY_MODEL)) == run.summarizer_calls == 1
        asked = api.asked(SUMMARY_MODEL)[0].body
        later = api.asked(MODEL)[-1].body["messages"]
    assert "Constraints" in asked["system"] and LOG in asked["messages"][0]["content"]
    assert "Task: the berth." in json.dumps(later)
    assert "Why was the berth sold twice?" in json.dumps(later)
    assert [row.packed for row in run.requests].count("applied") == 1
    packed = next(event for event in run.film.events if event.kind == "compact")
    assert packed.after < packed.before and packed.plan and packed.seconds is not None and packed.price_usd > 0
    assert run.film.frames[-1].compactions == 1


@pytest.mark.parametrize(
    ("action", "kind", "retry_helps"),
    [
        (Refuse(400), "bad_request", False),
        (Refuse(401), "key_refused", False),
        (Refuse(404), "not_found", False),
        (Refuse(413), "too_large", False),
        (Refuse(429, headers={"retry-after": "60"}), "rate_limited", True),
        (Refuse(529), "overloaded", True),
        (HangUp(), "connection", True),
        (Answer("half of it", cut_after=4), "cut_stream", True),
        (Answer("half of it", end_after=4), "cut_stream", True),
        (Answer("half of it", error_after=4), "overloaded", True),
    ],
)
def test_a_failure_ends_the_run_and_keeps_what_was_said(action, kind, retry_helps):
    with messages_api(*reads(1), action) as api:
        run = live(api)
    assert (run.ended, run.error.kind, run.error.retry_helps, run.ok) == ("error", kind, retry_helps, False)
    assert len(run.conversation.messages) == len(run.film.frames) == 3
    assert "half" not in json.dumps(run.conversation.to_api())
    assert pl.validate(run.conversation).ok
    assert str(run.error) in repr(run)
    # A failed answer is not a failed compaction.
    assert run.state.compaction_failures == 0


def test_a_timeout_ends_the_run():
    with messages_api(Answer(wait_s=30)) as api:
        run = live(api, time_limit_s=0.2)
    assert (run.error.kind, run.requests) == ("timeout", ())


def test_the_sdk_retries_after_what_the_api_asks_for():
    with messages_api(Refuse(429, headers={"retry-after-ms": "1"}), Answer("late")) as api:
        run = live(api, max_retries=1)
        assert (run.text, len(api.requests)) == ("late", 2)


@pytest.mark.parametrize("action", [Refuse(401), Refuse(529), Answer("x", cut_after=3), Answer(" ")])
def test_the_breaker_opens_after_exactly_three_summarizer_calls(action):
    with messages_api(*reads(12), Answer("done"), by_model={SUMMARY_MODEL: [action]}) as api:
        run = live(api, max_requests=30)
        assert len(api.asked(SUMMARY_MODEL)) == run.summarizer_calls == 3
    assert run.ended == "breaker_open"
    assert isinstance(run.error, pl.CompactionCircuitOpenError)
    assert run.state.breaker.state == run.film.frames[-1].breaker == "open"
    assert run.error.advice[0] in repr(run)
    assert run.to_dict()["error"]["kind"] == "breaker_open"


def test_with_the_cheap_trim_the_run_goes_on():
    with messages_api(*reads(14), Answer("done"), by_model={SUMMARY_MODEL: [Refuse(529)]}) as api:
        run = live(api, max_requests=30, on_open="fallback")
        judged(api)
        assert len(api.asked(SUMMARY_MODEL)) == 3
    assert (run.ended, run.text, run.state.breaker.state) == ("end_turn", "done", "open")
    assert run.film.cost["saved_calls"] >= 1


def test_ctrl_c_in_an_answer_is_cancelled():
    with messages_api(*reads(1), Answer(wait_s=30, interrupt=True)) as api:
        run = live(api)
    assert (run.ended, run.error, len(run.conversation.messages)) == ("cancelled", None, 3)
    assert run.state.compaction_failures == 0


def test_ctrl_c_in_a_compaction_is_cancelled_and_no_failure():
    slow = Answer(wait_s=30, interrupt=True)
    with messages_api(*reads(9), by_model={SUMMARY_MODEL: [slow]}) as api:
        run = live(api, breaker=pl.Breaker(count=2))
    assert (run.ended, run.state.compaction_failures) == ("cancelled", 2)
    assert "applied" not in [event.reason for event in run.events]
    assert run.film.events[-1].reason == "cancelled"


@pytest.mark.parametrize("action", [Answer("ok"), Refuse(401, f"no such key {KEY}"), Answer("x", cut_after=2)])
def test_the_key_is_nowhere(action, caplog, capsys):
    caplog.set_level(logging.DEBUG)
    with messages_api(action) as api:
        run = live(api)
        assert KEY in api.requests[0].headers["authorization"]
    told = f"{run!r}{run.to_dict()}{run.film.to_json()}{run.error!r}{vars(run.error) if run.error else ''}"
    assert KEY not in told + caplog.text + "".join(capsys.readouterr())


def test_without_a_key_it_says_what_to_do(monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    with pytest.raises(UserError, match="a live run needs a key: set ANTHROPIC_API_KEY"):
        pl.live("hello")


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"task": " "}, "task is empty"),
        ({"task": []}, "task is empty"),
        ({"max_requests": 0}, "max_requests is 0"),
        ({"max_tokens": True}, "max_tokens is True"),
        ({"strategy": "sumary"}, "did you mean 'summary'"),
        ({"summarizer": "antropic"}, "did you mean 'anthropic'"),
        ({"server_side": "compacted"}, "did you mean 'compact'"),
        ({"window": 0}, "window"),
        ({"time_limit_s": -1}, "time_limit_s is -1"),
        ({"model": "claude-haiku-5-4"}, "did you mean"),
    ],
)
def test_a_wrong_call_is_one_sentence(given, word):
    with messages_api() as api, pytest.raises(UserError, match=word):
        task, model = given.pop("task", "hello"), given.pop("model", MODEL)
        pl.live(task, model, base_url=api.url, **given)
    assert api.requests == []


def test_several_things_can_be_said_and_a_run_goes_on():
    with messages_api(Answer("one"), Answer("two"), Answer("three")) as api:
        run = live(api, ["first", "second"])
        again = live(api, "third", history=run.state)
        judged(api)
        roles = [message["role"] for message in api.requests[-1].body["messages"]]
    assert roles == ["user", "assistant"] * 2 + ["user"]
    assert (run.text, again.text, again.state.turn) == ("two", "three", 3)
    assert len(again.film.frames) == 2
    assert len(again.film.frames[-1].messages) == 6


def test_a_model_that_never_ends_is_stopped():
    with messages_api(*reads(9)) as api:
        run = live(api, max_requests=3, window=200_000)
        assert len(api.requests) == 3
    assert run.ended == "max_requests"
    assert pl.validate(run.conversation).ok


@pytest.mark.parametrize("stop", ["max_tokens", "refusal", "model_context_window_exceeded"])
def test_other_ends_are_told(stop):
    with messages_api(Answer(content=[], stop_reason=stop)) as api:
        run = live(api)
    assert (run.ended, run.ok, len(run.conversation.messages)) == (stop, False, 1)


def test_an_error_of_the_caller_is_the_callers():
    def on_text(text: str) -> None:
        raise LookupError("mine")

    with messages_api(Answer("hi")) as api, pytest.raises(LookupError, match="mine"):
        live(api, on_text=on_text)


def test_the_server_may_pack_by_itself():
    summary = {"type": "compaction", "content": "Task: the berth.", "encrypted_content": "c2VjcmV0"}
    packed = Answer(content=[summary, *calls(("list_files", {}), number=7).blocks()], stop_reason="tool_use")
    edit = {"type": "clear_tool_uses_20250919", "cleared_tool_uses": 2, "cleared_input_tokens": 5_000}
    with messages_api(*reads(1), packed, Answer("done", edits=[edit])) as api:
        run = live(api, server_side={"compact": {"trigger_tokens": 50_000}, "clear_tool_uses": {"keep": 1}})
        judged(api)
        last = api.requests[-1]
    assert [edit["type"] for edit in last.body["context_management"]["edits"]] == [
        "clear_tool_uses_20250919",
        "compact_20260112",
    ]
    assert last.headers["anthropic-beta"] == "context-management-2025-06-27,compact-2026-01-12"
    # What stood before the server's summary is not sent again; the block goes back as it came.
    assert last.body["messages"][0] == {"role": "assistant", "content": [summary, packed.content[1]]}
    assert len(last.body["messages"]) == 2
    assert run.requests[-1].edits == (edit,)
    told = next(event for event in run.film.events if event.kind == "compact")
    assert "server packed" in told.text and len(told.plan) == 3 and told.after < told.before
    assert "summary" in {block.kind for block in run.film.blocks}


def test_a_server_compaction_that_failed_changes_nothing():
    empty = {"type": "compaction", "content": None}
    with messages_api(Answer(content=[empty, {"type": "text", "text": "ok"}])) as api:
        run = live(api, server_side="compact")
    assert len(run.conversation.messages) == 2
    assert run.conversation.to_api()["messages"][1]["content"][0] == empty


def test_chinese_speaks_chinese():
    with messages_api(calls(("rm", {})), Refuse(529)) as api:
        run = live(api, "铺位为什么卖了两次？", lang="zh")
        assert "智能体" in api.requests[0].body["system"][0]["text"]
    assert "过载" in repr(run)
    assert "没有工具" in run.film.blocks[-1].text


def test_the_run_is_told_as_json():
    with messages_api(*reads(1), Answer("done")) as api:
        told = json.loads(json.dumps(live(api).to_dict()))
    assert told["ended"] == "end_turn" and told["model"] == MODEL
    assert set(told["requests"][0]) >= {"estimate", "input_tokens", "output_tokens", "ratio", "seconds", "packed"}
    assert told["conversation"]["messages"][0]["content"] == "Why was the berth sold twice?"
