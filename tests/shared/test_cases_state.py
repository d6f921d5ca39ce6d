"""What public reports say of sessions that go on: loops, breakers, races; one function a case, none left out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from packlight.adapters.counters import resolve_counter
from packlight.core.breaker import Breaker
from packlight.core.budget import Budget
from packlight.core.compact import compact
from packlight.core.context import Context, Prepared
from packlight.core.conversation import Conversation
from packlight.core.events import CompactionCircuitOpenError
from packlight.core.prepare import prepare_messages
from packlight.core.rules import validate
from packlight.core.state import State
from packlight.core.strategies import make_strategy
from packlight.core.tokens import count
from tests.support.shared import find_shared

Case = dict[str, Any]
ELSEWHERE = {"shape-13", "loop-02", "loop-04", "loop-05", "loop-10", "long-07", "img-04", "big-04"}
"""Cases of one compaction, which `test_cases_compaction.py` holds by name."""
FILLER = "the ferry waits for nobody and the tide for less " * 40


def _cases() -> dict[str, Case]:
    folder = find_shared()
    if folder is None:
        return {}
    lines = (folder / "cases" / "reports.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines) if "state" in case["expected"]}


CASES = _cases()


class Fake:
    """A summarizer by a case's words: a ratio of what it read, a fixed text, or failures."""

    def __init__(self, *, ratio: float | None = None, returns: str = "short", fails: str = "") -> None:
        self.ratio, self.returns, self.fails, self.calls = ratio, returns, fails, 0

    def __call__(self, request: Any) -> str:
        self.calls += 1
        if self.fails:
            raise ConnectionError(self.fails)
        if self.ratio is not None:
            return str(request.text[: int(len(request.text) * self.ratio)])
        return self.returns


def context(summarizer: Any, window: int = 2_000, **rest: Any) -> Context:
    return Context(
        budget=Budget(window),
        strategy=make_strategy("summary"),
        counter=resolve_counter("tiktoken"),
        summarizer=summarizer,
        **rest,
    )


def talk_of(case: Case) -> Conversation:
    given = case["input"]
    payload = {key: given[key] for key in ("system", "tools") if key in given}
    return Conversation.from_api({**payload, "messages": given.get("messages") or long_talk()})


def long_talk(turns: int = 12) -> list[dict[str, Any]]:
    rows = [
        [{"role": "user", "content": f"{i} {FILLER}"}, {"role": "assistant", "content": f"{i} yes"}]
        for i in range(turns)
    ]
    return [*(message for pair in rows for message in pair), {"role": "user", "content": "LAST"}]


def prepared(state: State, ctx: Context) -> tuple[Prepared | None, State]:
    """One call: what came of it, None where the open breaker stopped it, and the state to go on with."""
    try:
        ready = prepare_messages(state, ctx)
    except CompactionCircuitOpenError as error:
        return None, error.state
    return ready, ready.state


def over_again(state: State) -> State:
    """The same long history in front of the state's breaker, as when it has filled again."""
    grown = State(Conversation.from_api(long_talk()), breaker=state.breaker, turn=state.turn + 1)
    return replace(grown, refills=0)


def opened(fake: Fake, breaker: Breaker | None = None) -> State:
    state = State(Conversation.from_api(long_talk()), breaker=breaker or Breaker())
    for _ in range(2):
        _, state = prepared(state, context(fake))
        assert state.breaker.state == "closed"
        state = over_again(state)
    _, state = prepared(state, context(fake))
    assert state.breaker.state == "open"
    return state


def loop_01(case: Case) -> None:
    fake, state = Fake(ratio=case["input"]["summarizer"]["ratio"]), State(talk_of(case))
    for _ in case["input"]["script"]:
        ready, state = prepared(state, context(fake, case["input"]["window"]))
        assert ready is None or not Budget(2_000).due(ready.after)
    assert fake.calls <= case["expected"]["state"]["max_summarizer_calls"]


def loop_07(case: Case) -> None:
    fake = Fake()
    first, state = prepared(State(talk_of(case)), context(fake))
    second, _ = prepared(state, context(fake))
    assert first is not None
    assert second is not None
    assert (first.reason, second.reason, fake.calls) == ("applied", "not_needed", 1)
    assert second.conversation == first.conversation


def loop_08(case: Case) -> None:
    state, applied = State(talk_of(case)), 0
    for _ in case["input"]["script"]:
        ready, state = prepared(state, context(Fake()))
        assert ready is not None
        assert ready.after == count(ready.conversation, resolve_counter("tiktoken")).total
        applied += ready.reason == "applied"
    assert applied <= case["expected"]["state"]["max_compactions"]


def long_04(case: Case) -> None:
    given = case["input"]
    budget = Budget(given["window"], reserve=given["max_tokens"])
    assert budget.due(count(talk_of(case), resolve_counter("tiktoken")).total)


def long_05(case: Case) -> None:
    fake, state = Fake(fails="refused"), State(talk_of(case))
    length = len(state.conversation.messages)
    for _ in case["input"]["script"]:
        _, state = prepared(state, context(fake))
        assert len(state.conversation.messages) <= length


def brk_01(case: Case) -> None:
    fake = Fake(fails="529")
    state = opened(fake)
    refused, state = prepared(over_again(state), context(fake))
    assert refused is None
    assert fake.calls == 3
    by_hand, state = prepared(state, context(Fake(), trigger="manual"))
    assert by_hand is not None
    assert by_hand.reason == "applied"
    assert state.breaker.state == "closed"
    again, _ = prepared(over_again(state), context(Fake()))
    assert again is not None
    assert again.reason == "applied"
    assert opened(Fake(fails="529")).cleared().breaker.state == "closed"


def brk_02(case: Case) -> None:
    state = opened(Fake(fails="529"), Breaker(cooldown_turns=2))
    refused, state = prepared(over_again(state), context(Fake()))
    assert refused is None
    probe, state = prepared(over_again(over_again(state)), context(Fake()))
    assert probe is not None
    assert any(event.key == "break.probe" for event in probe.events)
    assert state.breaker.state == "closed"


def brk_04(case: Case) -> None:
    fake = Fake(fails="529")
    ready, state = prepared(over_again(opened(fake)), context(fake, on_open="fallback"))
    assert ready is not None
    assert (ready.reason, state.breaker.state, fake.calls) == ("breaker_open", "open", 3)
    assert not Budget(2_000).due(ready.after)
    assert ready.conversation.messages[-1].text() == "LAST"


def brk_05(case: Case) -> None:
    fake = Fake(fails="529")
    ready, _ = prepared(over_again(opened(fake)), context(fake))
    assert ready is None
    assert fake.calls == case["expected"]["state"]["summarizer_calls"]


def brk_07(case: Case) -> None:
    with pytest.raises(CompactionCircuitOpenError, match="open"):
        prepare_messages(over_again(opened(Fake(fails="529"))), context(Fake()))


def brk_08(case: Case) -> None:
    fake = Fake(fails="400 invalid_request_error")
    ready, state = prepared(State(Conversation.from_api(long_talk())), context(fake))
    assert ready is not None
    assert (ready.reason, fake.calls, state.compaction_failures) == ("summarizer_error", 1, 1)
    assert any("400" in event.say() for event in ready.events)


def brk_10(case: Case) -> None:
    talk = Conversation.from_api(long_talk())
    ctx = context(Fake(fails="529"))
    failed = compact(talk, budget=ctx.budget, strategy=ctx.strategy, counter=ctx.counter, summarizer=ctx.summarizer)
    assert failed.conversation == talk
    ready, state = prepared(State(talk), ctx)
    assert ready is not None
    after, _ = prepared(
        state.append({"role": "assistant", "content": "on it"}, {"role": "user", "content": "next"}), ctx
    )
    assert after is not None
    assert validate(after.conversation).ok


def race_01(case: Case) -> None:
    urgent = case["expected"]["state"]["keep_text"][0]
    ready, state = prepared(State(talk_of(case)), context(Fake()))
    assert ready is not None
    assert ready.reason == "applied"
    joined = state.append({"role": "assistant", "content": "…"}, {"role": "user", "content": urgent})
    assert joined.conversation.messages[-1].text() == urgent
    assert validate(joined.conversation).ok


def race_02(case: Case) -> None:
    _, state = prepared(State(talk_of(case)), context(Fake()))
    late = state.append({"role": "assistant", "content": "a partial answer"})
    assert late.conversation.messages[-1].text() == "a partial answer"
    assert validate(late.conversation).ok


def sys_05(case: Case) -> None:
    state = State(talk_of(case))
    for _ in range(3):
        ready, state = prepared(state, context(Fake(), system="Reminder R"))
        assert ready is not None
        system = ready.conversation.to_api()["system"]
        assert system.count("Reminder R") == case["expected"]["state"]["count_of_reminder"]
        assert case["expected"]["state"]["base_system_kept"] in system
        state = State.from_dict(json.loads(json.dumps(state.to_dict())))


def trim_05(case: Case) -> None:
    ticks = iter(range(1_000))
    state, log = State(Conversation.from_api(long_talk())), []
    for _ in range(3):
        ctx = context(Fake(), clock=lambda: float(next(ticks)))
        ready, state = prepared(state, ctx)
        assert ready is not None
        log += [event for event in ready.events if event.kind == "compact"]
        state = state.append({"role": "assistant", "content": "so"}, *long_talk(8))
    assert len(log) == case["expected"]["state"]["log_entries"]
    for event in log:
        assert event.plan is not None
        assert event.plan.strategy == "summary"
        assert event.trigger
        assert event.reason == "applied"
        assert event.after < event.before
        assert event.seconds is not None


CHECKS: dict[str, Callable[[Case], None]] = {
    name.replace("_", "-"): check
    for name, check in list(globals().items())
    if callable(check) and name.replace("_", "-") in CASES
}


@pytest.mark.parametrize("key", CASES)
def test_a_session_goes_on_as_the_report_asks(key: str) -> None:
    """A case has a function here, or stands in the table of single compactions; a new one fails until it has."""
    assert (key in CHECKS) != (key in ELSEWHERE)
    if key in CHECKS:
        CHECKS[key](CASES[key])


def test_the_cases_are_at_hand() -> None:
    if find_shared() is None:
        pytest.skip("no shared samples: neither ../shared beside the checkout nor PACKLIGHT_SHARED names a folder")
    assert len(CHECKS) >= 16
