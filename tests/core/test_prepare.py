"""Step 1 of 8: what is sent, what goes on, what is counted, and when it stops."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from packlight.core.breaker import Breaker
from packlight.core.budget import Budget
from packlight.core.context import Context
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.events import CompactionCircuitOpenError
from packlight.core.heuristic import HeuristicCounter
from packlight.core.prepare import estimate_context_usage_ratio, prepare_messages
from packlight.core.rules import validate
from packlight.core.state import State
from packlight.core.strategies import make_strategy
from packlight.core.tokens import count

COUNTER = HeuristicCounter()
WORDS = "the ferry waits for nobody and the tide waits for less than that " * 8


def talk(turns: int = 10) -> Conversation:
    """A plain conversation that ends with a human word."""
    rows: list[dict[str, Any]] = []
    for i in range(turns):
        rows += [{"role": "user", "content": f"ask {i} {WORDS}"}, {"role": "assistant", "content": f"say {i} {WORDS}"}]
    return Conversation.from_api([*rows, {"role": "user", "content": "LAST: which ferry?"}])


class Summarizer:
    """Answers in order; the last answer is given for ever. An exception among the answers is raised."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.calls = list(answers), 0

    def __call__(self, request: Any) -> Any:
        answer = self.answers[min(self.calls, len(self.answers) - 1)]
        self.calls += 1
        if isinstance(answer, BaseException):
            raise answer
        return answer


def context(summarizer: Any = None, *, window: int = 2_000, strategy: str | None = None, **rest: Any) -> Context:
    name = strategy or ("summary" if summarizer else "sliding_window")
    return Context(budget=Budget(window), strategy=make_strategy(name), counter=COUNTER, summarizer=summarizer, **rest)


def test_not_due_leaves_everything_as_it_is() -> None:
    state = State(talk(2))
    ready = prepare_messages(state, context(window=20_000))
    assert ready.reason == "not_needed"
    assert ready.conversation == state.conversation
    assert [event.kind for event in ready.events] == ["normalise", "inject", "judge"]
    assert ready.before == ready.after == count(ready.conversation, COUNTER).total


def test_due_packs_and_the_numbers_are_those_of_what_is_sent() -> None:
    state = State(talk())
    ready = prepare_messages(state, context(system="Be brief."))
    assert ready.reason == "applied"
    assert [event.kind for event in ready.events] == ["normalise", "inject", "judge", "compact", "break"]
    assert ready.after == count(ready.conversation, COUNTER).total < ready.before
    assert ready.before == count(talk().with_system("Be brief."), COUNTER).total
    assert validate(ready.conversation).ok
    assert not Budget(2_000).due(ready.after)
    assert ready.state.conversation.system == ()
    assert len(state.conversation) == 21


def test_the_system_prompt_is_measured_before_it_is_judged() -> None:
    budget = Budget(2_000)
    plain = talk(5)
    room = budget.limit_tokens - count(plain, COUNTER).total
    assert room > 0
    long_prompt = "rule " * (room * 4)
    assert prepare_messages(State(plain), context()).reason == "not_needed"
    assert prepare_messages(State(plain), context(system=long_prompt)).reason != "not_needed"


def test_two_prepares_of_one_state_are_equal_and_change_nothing() -> None:
    state = State(talk())
    before = json.dumps(state.to_dict())
    one, two = (prepare_messages(state, context()) for _ in range(2))
    assert one.conversation == two.conversation
    assert [event.to_dict() for event in one.events] == [event.to_dict() for event in two.events]
    assert json.dumps(state.to_dict()) == before


def test_a_broken_history_is_mended_first() -> None:
    call = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]}
    broken = Conversation.from_api([{"role": "user", "content": "go"}, call, {"role": "user", "content": "hello?"}])
    ready = prepare_messages(State(broken), context())
    assert validate(ready.conversation).ok
    assert ready.events[0].key == "normalise.mended"
    assert "hello?" in ready.conversation.messages[-1].text()


def fail_until_open(summarizer: Any, **rest: Any) -> tuple[State, CompactionCircuitOpenError]:
    """Prepare the same long history turn after turn until the breaker opens."""
    ctx = context(summarizer, **rest)
    state = State(talk())
    for _ in range(2):
        ready = prepare_messages(state, ctx)
        assert ready.reason in ("summarizer_error", "empty_summary")
        assert not ctx.budget.due(ready.after)
        state = State(talk(), breaker=ready.state.breaker)
    with pytest.raises(CompactionCircuitOpenError) as caught:
        prepare_messages(state, ctx)
    return state, caught.value


def test_three_strikes_and_the_error_says_why_what_it_cost_and_what_to_do() -> None:
    summarizer = Summarizer(ConnectionError("no route"), "  ", ConnectionError("no route"))
    state, error = fail_until_open(summarizer, price_usd=lambda tokens_in, tokens_out: tokens_in / 1_000_000)
    assert summarizer.calls == 3
    assert [failure.reason for failure in error.failures] == ["summarizer_error", "empty_summary", "summarizer_error"]
    assert error.state.compaction_circuit_open
    assert error.state.conversation == state.conversation
    assert error.cost.calls == 3
    assert error.cost.tokens > 0
    assert error.cost.price_usd is not None
    assert len(error.advice) == 3
    for word in ("summarizer_error", "tokens", "clear the history"):
        assert word in str(error)
    assert "\n" not in str(error)


def test_an_open_breaker_never_calls_the_summarizer_again() -> None:
    summarizer = Summarizer(ConnectionError())
    _, error = fail_until_open(summarizer)
    for turn in range(20):
        state = error.state.append({"role": "assistant", "content": "…"}, {"role": "user", "content": f"again {turn}"})
        with pytest.raises(CompactionCircuitOpenError):
            prepare_messages(state, context(summarizer))
    assert summarizer.calls == 3


def test_an_open_breaker_does_not_stop_what_is_not_due() -> None:
    state = State(talk(1), breaker=Breaker(state="open", count=3))
    assert prepare_messages(state, context(Summarizer("x"))).reason == "not_needed"


def test_an_open_breaker_with_fallback_trims_without_a_model() -> None:
    summarizer = Summarizer("x")
    state = State(talk(), breaker=Breaker(state="open", count=3))
    ready = prepare_messages(state, context(summarizer, on_open="fallback"))
    assert (ready.reason, summarizer.calls) == ("breaker_open", 0)
    assert not Budget(2_000).due(ready.after)
    assert "LAST: which ferry?" in ready.conversation.messages[-1].text()


def test_a_success_sets_the_count_back() -> None:
    ready = prepare_messages(State(talk(), compaction_failures=2), context(Summarizer("the ferry")))
    assert (ready.reason, ready.state.compaction_failures) == ("applied", 0)


@pytest.mark.parametrize("cancel", [KeyboardInterrupt()], ids=["ctrl-c"])
def test_a_cancel_is_not_a_failure_and_applies_nothing(cancel: BaseException) -> None:
    state = State(talk(), compaction_failures=2)
    ready = prepare_messages(state, context(Summarizer(cancel)))
    assert (ready.reason, ready.state.compaction_failures) == ("cancelled", 2)
    assert ready.conversation == state.conversation


def test_packing_by_hand_is_a_probe() -> None:
    state = State(talk(), breaker=Breaker(state="open", count=3))
    ready = prepare_messages(state, context(Summarizer("the ferry"), trigger="manual"))
    assert (ready.reason, ready.state.breaker.state) == ("applied", "closed")
    with pytest.raises(CompactionCircuitOpenError):
        prepare_messages(state, context(Summarizer(ConnectionError()), trigger="manual"))


def test_a_cooldown_in_turns_lets_one_probe_through() -> None:
    summarizer = Summarizer(ConnectionError())
    breaker = Breaker(state="open", count=3, cooldown_turns=2, opened_turn=11)
    state = State(talk(), breaker=breaker)
    with pytest.raises(CompactionCircuitOpenError):
        prepare_messages(state, context(summarizer))
    assert summarizer.calls == 0
    later = state.append({"role": "assistant", "content": "…"}, {"role": "user", "content": "b"})
    later = later.append({"role": "assistant", "content": "…"}, {"role": "user", "content": "c"})
    ready = prepare_messages(later, context(Summarizer("the ferry")))
    assert (ready.reason, ready.state.breaker.state) == ("applied", "closed")
    assert [event.key for event in ready.events if event.kind == "break"] == ["break.probe", "break.closed"]


def test_a_cooldown_in_seconds_without_a_clock_is_an_error() -> None:
    with pytest.raises(UserError, match="clock"):
        prepare_messages(State(talk(), breaker=Breaker(cooldown_s=60)), context())


def test_the_reserve_makes_it_due_below_the_threshold() -> None:
    tokens = count(talk(3), COUNTER).total
    budget = Budget(window=tokens + 100, threshold=1.0, reserve=200)
    ctx = Context(budget=budget, strategy=make_strategy("sliding_window"), counter=COUNTER)
    ready = prepare_messages(State(talk(3)), ctx)
    assert ready.events[2].key == "judge.reserve"
    assert ready.events[2].trigger == "last_resort"


@pytest.mark.parametrize(("field", "value"), [("trigger", "now"), ("on_open", "panic")])
def test_an_unknown_word_is_named(field: str, value: str) -> None:
    with pytest.raises(UserError, match=value):
        context(**{field: value})


def test_a_turn_is_a_human_message_and_survives_packing() -> None:
    ready = prepare_messages(State(talk(10)), context())
    assert ready.state.turn == 11
    assert ready.state.append({"role": "assistant", "content": "x"}, {"role": "user", "content": "y"}).turn == 12


def test_a_window_that_is_full_again_three_times_in_a_row_is_not_packed_a_fourth_time() -> None:
    summarizer = Summarizer("the ferry")
    state, reasons = State(talk()), []
    for i in range(4):
        ready = prepare_messages(state, context(summarizer))
        reasons.append(ready.reason)
        says = [
            {"role": "assistant", "content": f"say {WORDS * 4}"},
            {"role": "user", "content": f"ask {i} {WORDS * 8}"},
        ]
        state = ready.state.append(*says)
    assert reasons == ["applied"] * 3 + ["irreducible"]
    assert summarizer.calls == 3
    assert state.compaction_failures == 1


def test_a_listener_hears_what_the_trail_holds() -> None:
    heard: list[Any] = []
    ready = prepare_messages(State(talk()), context(listener=heard.append))
    assert tuple(heard) == ready.events


def test_nothing_is_counted_twice() -> None:
    counted: list[str] = []

    class Spy(HeuristicCounter):
        def count_text(self, text: str) -> int:
            counted.append(text)
            return super().count_text(text)

    ctx = Context(budget=Budget(200_000), strategy=make_strategy("sliding_window"), counter=Spy())
    state = State(Conversation.from_api([]))
    for i in range(50):
        state = prepare_messages(state.append({"role": "user", "content": f"ask {i}"}), ctx).state
        state = state.append({"role": "assistant", "content": f"say {i}"})
    assert sorted(counted) == sorted([f"ask {i}" for i in range(50)] + [f"say {i}" for i in range(49)])


def test_a_state_goes_to_json_and_back() -> None:
    state = State(talk(2), compaction_failures=2)
    back = State.from_dict(json.loads(json.dumps(state.to_dict())))
    assert (back.conversation, back.breaker, back.turn) == (state.conversation, state.breaker, state.turn)


@pytest.mark.parametrize("failures", [-1, 2.5, True, "two"])
def test_a_wrong_count_of_failures_is_named(failures: Any) -> None:
    with pytest.raises(UserError, match="compaction_failures"):
        State(talk(1), compaction_failures=failures)


def test_three_failures_given_mean_open() -> None:
    assert State(talk(1), compaction_failures=3).compaction_circuit_open
    assert State(talk(1), breaker=Breaker(count=1)).compaction_failures == 1


def test_usage_is_tokens_over_window() -> None:
    assert estimate_context_usage_ratio(17_400, Budget(20_000)) == 0.87


def clock(step: float) -> Callable[[], float]:
    """A clock that goes on by a step each time it is read."""
    times: Iterator[float] = iter(i * step for i in range(10_000))
    return lambda: next(times)


def test_what_it_took_is_read_off_the_injected_clock() -> None:
    ready = prepare_messages(State(talk()), context(Summarizer("the ferry"), clock=clock(1.5)))
    event = next(event for event in ready.events if event.kind == "compact")
    assert event.seconds is not None
    assert event.seconds > 0
