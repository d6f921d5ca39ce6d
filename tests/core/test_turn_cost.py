"""What one more turn costs an agent: the same, whatever lies before it. Steps and bytes are counted, not seconds."""

from __future__ import annotations

import sys
import timeit
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from packlight.core.budget import Budget
from packlight.core.context import Context
from packlight.core.heuristic import HeuristicCounter
from packlight.core.prepare import prepare_messages
from packlight.core.state import State
from packlight.core.strategies import make_strategy
from packlight.core.tokens import TokenCounter, count

MOST_CALLS = 260
"""Python functions that a turn of two messages and three blocks may call; 150 in December 2026."""
TOOLS = tuple({"name": f"tool_{n}", "description": "does something", "input_schema": {}} for n in range(40))


class Texts:
    """Counts words, and keeps every text that it was asked for."""

    name, estimated = "words", True

    def __init__(self) -> None:
        self.seen: list[str] = []

    def count_text(self, text: str) -> int:
        self.seen.append(text)
        return len(text.split())


def turn(number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """What an agent adds between two requests: a result with the next call, numbered so that every text is new."""
    call = {"type": "tool_use", "id": f"toolu_{number}", "name": f"run_{number}", "input": {"path": f"src/{number}.py"}}
    result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": f"line {number} " * 12}
    said = {"type": "text", "text": f"Step {number}."}
    return {"role": "assistant", "content": [said, call]}, {"role": "user", "content": [result]}


def context(window: int = 10**9, counter: TokenCounter | None = None) -> Context:
    chosen = counter if counter is not None else HeuristicCounter()
    strategy = make_strategy("sliding_window")
    return Context(budget=Budget(window), strategy=strategy, counter=chosen, system="Be brief.", tools=TOOLS)


def after(turns: int, ctx: Context) -> State:
    """The state behind so many turns, each of them prepared."""
    state = State().append({"role": "user", "content": "Read all files."})
    for number in range(turns):
        state = prepare_messages(state.append(*turn(number)), ctx).state
    return state


def calls_of(work: Callable[[], object]) -> int:
    """How many Python functions a piece of work calls."""
    found = 0

    def listen(frame: Any, event: str, arg: Any) -> None:
        nonlocal found
        found += event == "call"

    before = sys.getprofile()
    sys.setprofile(listen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def peak_of(work: Callable[[], object]) -> int:
    """The most bytes that a piece of work held."""
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_a_turn_takes_the_same_steps_whatever_lies_before_it() -> None:
    ctx = context()

    def calls(turns: int) -> int:
        state, number = after(turns, ctx), turns
        return calls_of(lambda: prepare_messages(state.append(*turn(number)), ctx))

    few, many = calls(10), calls(1_000)
    assert few == many
    assert few <= MOST_CALLS


def test_a_prepare_that_does_not_compact_allocates_nothing_that_grows() -> None:
    ctx = context()

    def peak(turns: int) -> int:
        # Lists and tables grow by leaps; the least of some turns in a row is one without a leap.
        state, peaks = after(turns, ctx), []
        for number in range(turns, turns + 6):
            state = state.append(*turn(number))
            peaks.append(peak_of(lambda state=state: prepare_messages(state, ctx)))  # type: ignore[misc]
            state = prepare_messages(state, ctx).state
        return min(peaks)

    assert peak(3_000) < peak(30) + 1_000


def test_a_loop_counts_each_block_once_in_its_life_compactions_included() -> None:
    counter = Texts()
    ctx = context(window=2_500, counter=counter)
    state, reasons = State().append({"role": "user", "content": "Read all files."}), []
    for number in range(200):
        ready = prepare_messages(state.append(*turn(number)), ctx)
        state = ready.state
        reasons.append(ready.reason)
        assert ready.after <= ctx.budget.limit_tokens
    assert reasons.count("applied") >= 3
    written = [text for text in counter.seen if text.startswith(("line ", "Step ", "run_"))]
    assert len(written) == len(set(written)) == 200 * 3
    assert ready.after == count(ready.conversation, counter).total


@pytest.mark.parametrize("tokens", [0, 173_999, 174_000, 5_000_000])
def test_asking_whether_compaction_is_due_takes_less_than_a_microsecond(tokens: int) -> None:
    budget = Budget(200_000)
    best = min(timeit.repeat(lambda: budget.due(tokens), number=1_000, repeat=7)) / 1_000
    assert best < 1e-6
