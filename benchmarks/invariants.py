"""The invariants at scale: many made-up histories, packed by every strategy, each result looked at.

    python benchmarks/invariants.py --histories 10000

Prints a row a strategy: results, applied, invalid, larger, lost last human messages, other breaches. Exit status 1 when
there is any breach. Independent of the property tests, which look at fewer histories and shrink what they find.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from packlight.core.budget import Budget
from packlight.core.compact import Compacted, compact, fallback_trim
from packlight.core.conversation import Conversation
from packlight.core.heuristic import HeuristicCounter
from packlight.core.strategies import make_strategy
from packlight.core.summarizers import extractive
from packlight.core.tokens import count
from tests.support.histories import history, window_for
from tests.support.invariants import broken

COUNTER = HeuristicCounter()
STRATEGIES: dict[str, dict[str, Any]] = {
    "sliding_window": {},
    "sliding_window keep_last": {"strategy": "sliding_window", "keep_last": 5},
    "sliding_window keep_first": {"strategy": "sliding_window", "keep_first": 2},
    "structured": {},
    "structured keep_turns": {"strategy": "structured", "keep_turns": 2},
    "summary": {},
    "summary keep_last": {"strategy": "summary", "keep_last": 3},
    "tool_result_trim": {},
    "drop_thinking": {},
    "all composed": {"strategy": ["drop_thinking", "tool_result_trim", "summary", "sliding_window"]},
    "fallback_trim": {},
}


def pack(talk: Conversation, budget: Budget, name: str, force: bool) -> Compacted:
    """Pack one history with one strategy."""
    options = {"strategy": name, **STRATEGIES[name]}
    if options["strategy"] == "fallback_trim":
        return fallback_trim(talk, budget=budget, counter=COUNTER)
    made = make_strategy(options.pop("strategy"), **options)
    return compact(talk, budget=budget, strategy=made, counter=COUNTER, summarizer=extractive(), force=force)


def look(seed: int, name: str) -> tuple[str, list[str]]:
    """The reason of one run, and what does not hold of it or of a second run straight after."""
    random = Random(seed)
    talk = Conversation.from_api(history(random))
    budget = Budget(window_for(random, count(talk, COUNTER).total), reserve=0)
    force = random.random() < 0.3
    wire = talk.to_api()
    result = pack(talk, budget, name, force)
    found = broken(talk, result, COUNTER)
    if talk.to_api() != wire:
        found.append("the caller's value was changed")
    again = pack(result.conversation, budget, name, force)
    if again.conversation != result.conversation:
        found.append("a second run changed something")
    if result.reason == "applied" and not result.fits and not force and "keep" not in name and name != "fallback_trim":
        found.append("applied, not asked for, and still over the line")
    return result.reason, found


def main() -> int:
    """Run all strategies over all histories and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--histories", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    breaches = 0
    print(
        f"{'strategy':28} {'results':>8} {'applied':>8} {'invalid':>8} {'larger':>7} {'lost':>5} {'other':>6} {'s':>6}"
    )
    for name in STRATEGIES:
        begun, reasons, found = time.perf_counter(), Counter[str](), Counter[str]()
        for seed in range(given.first, given.first + given.histories):
            reason, sentences = look(seed, name)
            reasons[reason] += 1
            found.update(sentences)
            if sentences and sum(found.values()) <= 3:
                print(f"  seed {seed}: {sentences}", file=sys.stderr)
        invalid = found["has an error that was not there"] + found["the independent checker objects"]
        larger, lost = found["not smaller"], found["the last human message is not whole"]
        other = sum(found.values()) - invalid - larger - lost
        breaches += sum(found.values())
        seconds = time.perf_counter() - begun
        numbers = f"{given.histories:8,} {reasons['applied']:8,} {invalid:8} {larger:7} {lost:5} {other:6}"
        print(f"{name:28} {numbers} {seconds:6.1f}", flush=True)
    print(f"{given.histories * len(STRATEGIES):,} results, {breaches} breaches")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
