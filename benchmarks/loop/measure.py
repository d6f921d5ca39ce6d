"""One measurement, in a process of its own: one loop, so many turns. Prints one line of JSON.

    python -m benchmarks.loop.measure packlight 1000 --budget 60

Times are CPU seconds of appending and preparing; making the other libraries' objects and judging results stays
outside. A loop that is not done within the budget is stopped; the turns to come are taken to cost what its latest did,
which is the least that they can, because no loop gets cheaper as its history grows.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import sys
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.loop.own import OWN, Packlight, texts_of
from benchmarks.loop.peers import PEERS, Peer
from benchmarks.loop.workload import SYSTEM, Message, Workload

from packlight.adapters.tiktoken_counter import TiktokenCounter
from packlight.core.conversation import Conversation
from packlight.core.rules import validate

SAMPLES = 125
"""Results that are judged, spread over the session."""
RUNS = 3
"""How often our own loop is run beside its bound."""


def main() -> int:
    """Measure and print; exit status 3 when the library is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("who", choices=[*OWN, *PEERS])
    parser.add_argument("turns", type=int)
    parser.add_argument("--budget", type=float, default=60.0, help="CPU seconds after which to stop")
    asked = parser.parse_args()
    try:
        peer = {**OWN, **PEERS}[asked.who](SYSTEM, TiktokenCounter("cl100k_base").count_text)
    except ImportError as error:
        print(f"{asked.who} is not installed: {error}", file=sys.stderr)
        return 3
    print(json.dumps({"who": asked.who, "turns": asked.turns, **run(peer, asked.turns, asked.budget)}))
    return 0


class Clock:
    """CPU seconds of many short stretches, added up."""

    def __init__(self) -> None:
        self.spent = 0.0

    def __enter__(self) -> None:
        self.begun = process_time()

    def __exit__(self, *_: object) -> None:
        self.spent += process_time() - self.begun


def run(peer: Peer, turns: int, budget: float) -> dict[str, Any]:
    """Drive one loop and say how long it took, how much memory it needed and what was wrong with its results."""
    session = list(Workload().turns(turns))
    gc.collect()
    gc.freeze()  # the session itself is not the loop's to look after
    every, clock, times, memory = max(1, turns // SAMPLES), Clock(), list[float](), _memory_mb()
    broken: Counter[str] = Counter()
    judged = faulty = 0
    for number, (user, assistant) in enumerate(session):
        asked, answer = peer.read(user), peer.read(assistant)
        with clock:
            peer.append(asked)
            result = peer.prepare()
        if number % every == 0:
            codes = judge(peer.written(result), user)
            judged, faulty = judged + 1, faulty + bool(codes)
            broken.update(codes)
        with clock:
            peer.append(answer)
        times.append(clock.spent)
        if clock.spent > budget:
            break
    found = {"name": peer.name, "counts": peer.counts, "done": len(times), "seconds": _whole(times, turns)}
    known = {"peak_mb": max(0.0, _peak_mb() - memory), "bound_s": 0.0}
    if isinstance(peer, Packlight):
        known |= _beside_the_bound(peer, session)
    return {**found, **known, "judged": judged, "faulty": faulty, "broken": dict(broken)}


def _beside_the_bound(peer: Packlight, session: list[tuple[Message, Message]]) -> dict[str, float]:
    """Our loop without judging, and counting each block's text once and nothing else: no loop can be faster than that.

    The two take turns, because a shared machine is never equally quick for long; the best of each is kept.
    """
    texts = [text for turn in session for message in turn for text in texts_of(message)]
    count, loops, bounds = peer.context.counter.count_text, list[float](), list[float]()
    for _ in range(RUNS):
        loop, bound, fresh = Clock(), Clock(), type(peer)(peer.system, peer.count)
        with bound:
            for text in texts:
                count(text)
        with loop:
            for user, assistant in session:
                fresh.append([user])
                fresh.prepare()
                fresh.append([assistant])
        loops.append(loop.spent)
        bounds.append(bound.spent)
    return {"seconds": min(loops), "bound_s": min(bounds)}


def judge(messages: list[Message], user: Message) -> set[str]:
    """The rules that a request breaks, by our validator; it must end with what the user just said."""
    if not messages:
        return {"empty"}
    report = validate(Conversation.from_api({"messages": messages}))
    codes = {finding.code for finding in report.findings if finding.severity == "error"}
    last = [block for block in messages[-1]["content"] if block["type"] != "tool_use"] or [None]
    return codes if last[-1] == user["content"][-1] else codes | {"new_input_lost"}


def _whole(times: list[float], turns: int) -> float:
    """Seconds for all turns: measured, or at least so many, if the turns to come cost no more than the latest did."""
    done = len(times)
    if done == turns:
        return times[-1]
    quarter = max(1, done // 4)
    latest = (times[-1] - (times[-quarter - 1] if done > quarter else 0.0)) / quarter
    return times[-1] + (turns - done) * latest


def _memory_mb() -> float:
    """What this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def _peak_mb() -> float:
    """The most that it ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
