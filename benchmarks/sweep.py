"""How much of two bare processes a sweep on two workers reaches, what the engine costs, and whether its memory is flat.

    python benchmarks/sweep.py                 20 sessions of 200 turns, 100 policies: 2,000 replays, three times
    python benchmarks/sweep.py --quick         the same with 6 sessions and 20 policies
    python benchmarks/sweep.py --memory        peak memory of a worker, 20 sessions beside 200

Bare is the work alone: two processes, each looping over half of the sessions with the function that a worker calls. All
figures of a table come from one run, one after the other, on an otherwise idle machine.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.loop.workload import Workload

import packlight as pl
from packlight.adapters.pool import Pool
from packlight.simulation.sweep.policies import named_policies
from packlight.simulation.sweep.work import How, Source, Task, rows_of

WORKERS = 2
TURNS = 200
STRATEGIES = ("sliding_window", "structured", "tool_result_trim", "drop_thinking", "summary")


def write_sessions(folder: Path, count: int, turns: int = TURNS) -> list[Path]:
    """So many sessions as files, each with a seed of its own."""
    paths = []
    for seed in range(count):
        messages = [message for pair in Workload(seed).turns(turns) for message in pair]
        paths.append(folder / f"session-{seed:04}.json")
        paths[-1].write_text(json.dumps({"messages": messages}), encoding="utf-8")
    return paths


def policies(count: int) -> dict[str, pl.Policy]:
    """So many policies over five strategies and windows from 20,000 up."""
    each = count // len(STRATEGIES)
    return {
        f"{strategy} {number}": pl.Policy(20_000 + 4_000 * number, strategy=strategy)
        for strategy in STRATEGIES
        for number in range(each)
    }


def bare(paths: Sequence[str], count: int, ready: object, go: object) -> None:
    """One bare process: waits until all are up, then does its share and nothing else."""
    named = named_policies(policies(count))
    ready.release()  # type: ignore[attr-defined]
    go.wait()  # type: ignore[attr-defined]
    for path in paths:
        rows_of(Task(Source(path), named, How()))


def bare_seconds(paths: Sequence[Path], count: int) -> float:
    """Wall time of two bare processes, from the moment when both are up."""
    context = get_context("spawn")
    ready, go = context.Semaphore(0), context.Event()
    shares = [[str(path) for path in paths[number::WORKERS]] for number in range(WORKERS)]
    processes = [context.Process(target=bare, args=(share, count, ready, go)) for share in shares]
    for process in processes:
        process.start()
    for _ in processes:
        ready.acquire()
    begun = time.perf_counter()
    go.set()
    for process in processes:
        process.join()
    return time.perf_counter() - begun


def sweep_seconds(paths: Sequence[Path], count: int, out: Path) -> float:
    """Wall time of the sweep on two workers that are up, rows written."""
    with Pool(WORKERS) as pool:
        for waiting in [pool.submit(time.sleep, 0.5) for _ in range(WORKERS)]:
            waiting.result()
        begun = time.perf_counter()
        rows = len(pl.sweep(paths, policies(count), pool, out, False, model=None, progress=False))
        took = time.perf_counter() - begun
    assert rows == len(paths) * count, rows
    return took


def engine_share(paths: Sequence[Path], count: int) -> float:
    """What the engine adds to the work in one process, as a share of the work."""
    named = named_policies(policies(count))
    begun = time.perf_counter()
    for path in paths:
        rows_of(Task(Source(str(path)), named, How()))
    work = time.perf_counter() - begun
    begun = time.perf_counter()
    len(pl.sweep(paths, policies(count), model=None, progress=False))
    return (time.perf_counter() - begun) / work - 1


def peak_mb(sessions: int) -> float:
    """Peak memory of the hungriest worker over so many sessions; run in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_sessions(Path(folder), sessions)
        with Pool(WORKERS) as pool:
            len(pl.sweep(paths, policies(5), pool, Path(folder) / "rows.jsonl", model=None, progress=False))
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def _peak(sessions: int, answer: object) -> None:
    answer.put(peak_mb(sessions))  # type: ignore[attr-defined]


def peak_apart(sessions: int) -> float:
    """`peak_mb` in a process of its own, whose children are only those of this sweep."""
    context = get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=_peak, args=(sessions, answer))
    process.start()
    value = float(answer.get())
    process.join()
    return value


def main() -> int:
    """Print the figures; exit status 1 where a bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer sessions and policies")
    parser.add_argument("--memory", action="store_true", help="only the memory of a worker")
    given = parser.parse_args()
    if given.memory:
        few, many = peak_apart(20), peak_apart(200)
        print(f"peak memory of a worker: {few:.0f} MB with 20 sessions, {many:.0f} MB with 200 ({many / few - 1:+.1%})")
        return int(abs(many / few - 1) > 0.10)
    sessions, count = (6, 20) if given.quick else (20, 100)
    with tempfile.TemporaryDirectory() as folder:
        paths = write_sessions(Path(folder), sessions)
        alone = bare_seconds(paths, count)
        swept = sweep_seconds(paths, count, Path(folder) / "rows.jsonl")
        share = engine_share(paths[: max(2, sessions // 5)], count)
    ratio = alone / swept
    print(f"{sessions * count:,} replays: bare {alone:.1f} s, sweep {swept:.1f} s: {ratio:.2f} of two bare processes")
    print(f"the engine in one process: {share:+.1%} of the work")
    return int(ratio < 0.85 or share > 0.05)


if __name__ == "__main__":
    sys.exit(main())
