"""How long one compaction of a long history takes, once it is counted.

    python benchmarks/compaction.py --messages 10000

Prints milliseconds (median of some runs) for each strategy that needs no model, and for the fallback trim, with the
weights known already; and, apart, what validating and reading the shape of the same history takes.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from packlight.core.budget import Budget
from packlight.core.compact import compact, fallback_trim
from packlight.core.conversation import Conversation
from packlight.core.cuts import shape_of
from packlight.core.heuristic import HeuristicCounter
from packlight.core.rules import validate
from packlight.core.strategies import make_strategy
from packlight.core.tokens import Tally, TokenCounter
from tests.support.histories import text

STRATEGIES = ("sliding_window", "structured", "drop_thinking", "tool_result_trim", "summary")


def long_history(size: int) -> Conversation:
    """A session of so many messages: a human speaks about once in ten, tools are called in between."""
    random = Random(1)
    messages: list[dict[str, object]] = [{"role": "user", "content": text(random)}]
    for number in range(size // 2):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "read_file", "input": {"path": text(random)}}
        speaks = number % 5 == 4
        messages.append({"role": "assistant", "content": text(random) if speaks else [call]})
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": text(random, most=600)}
        messages.append({"role": "user", "content": text(random) if speaks else [result]})
    return Conversation.from_api(messages[:size])


def median_ms(work: Callable[[], object], runs: int = 7) -> float:
    """Milliseconds of the median run."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def main() -> int:
    """Print the table; exit status 1 when a strategy that only drops takes 50 ms or more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=10_000)
    size = parser.parse_args().messages
    counter: TokenCounter = HeuristicCounter()
    talk = long_history(size)
    tally = Tally(counter).extend(talk.messages)
    budget = Budget(int(tally.total / 0.9))
    print(f"{size:,} messages, {tally.total:,} tokens (estimate), window {budget.window:,}")
    slowest = 0.0
    for name in STRATEGIES:
        made = make_strategy(name)
        result = compact(talk, budget=budget, strategy=made, counter=counter, tally=tally)
        ms = median_ms(lambda made=made: compact(talk, budget=budget, strategy=made, counter=counter, tally=tally))
        print(f"{name:20} {ms:8.1f} ms   {result.reason}, {result.before:,} -> {result.after:,}")
        slowest = max(slowest, ms) if name in ("sliding_window", "structured") else slowest
    trimmed = fallback_trim(talk, budget=budget, counter=counter, tally=tally)
    ms = median_ms(lambda: fallback_trim(talk, budget=budget, counter=counter, tally=tally))
    print(f"{'fallback_trim':20} {ms:8.1f} ms   {trimmed.reason}, {trimmed.before:,} -> {trimmed.after:,}")
    print(f"{'shape':20} {median_ms(lambda: shape_of(talk.messages)):8.1f} ms   part of each of these")
    print(f"{'validate':20} {median_ms(lambda: validate(talk)):8.1f} ms   apart")
    return 1 if slowest >= 50 else 0


if __name__ == "__main__":
    sys.exit(main())
