"""Measures what a user would feel: import time, counting, a thousand prepared turns, a film. `make bench` calls it.

The session is made here, always the same: English, Chinese, code and JSON, tool results with a heavy tail. Times are
of this machine; ratios between them travel better.
"""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

TURNS = 1000
WINDOW = 200_000
SENTENCES = (
    "The window is what the model can read at once, and it fills faster than one thinks. ",
    "压缩之前先看占用率，再决定保留哪些消息。",
    "def due(used: int, window: int) -> bool:\n    return used / window >= 0.87\n",
    '{"path": "src/app/main.py", "line": 42, "severity": "error", "text": "name is not defined"}\n',
)


@dataclass(frozen=True, slots=True)
class Row:
    """One figure.

    Attributes:
        what: what was measured.
        value: how much.
        unit: of what.
    """

    what: str
    value: float
    unit: str


def text_of(rng: random.Random, characters: int) -> str:
    """About as many characters of mixed text."""
    parts: list[str] = []
    while sum(map(len, parts)) < characters:
        parts.append(rng.choice(SENTENCES))
    return "".join(parts)


def turn(rng: random.Random, number: int) -> list[dict[str, Any]]:
    """One turn: a human message, a tool call, its result, an answer; one result in twenty is large."""
    call = {"type": "tool_use", "id": f"toolu_{number}", "name": "read_file", "input": {"path": f"src/{number}.py"}}
    size = int(min(60_000, 300 * rng.paretovariate(1.1)))
    result = {"type": "tool_result", "tool_use_id": call["id"], "content": text_of(rng, size)}
    return [
        {"role": "user", "content": text_of(rng, 200)},
        {"role": "assistant", "content": [{"type": "text", "text": text_of(rng, 100)}, call]},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": text_of(rng, 400)},
    ]


def seconds(action: Callable[[], object]) -> float:
    """How long an action takes, in seconds of this process."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def start_python(code: str) -> None:
    """Runs a line of code in a fresh interpreter."""
    subprocess.run([sys.executable, "-c", code], check=True)


def import_rows() -> Iterator[Row]:
    """`import packlight` in fresh interpreters, less what an empty one takes."""
    starts = [[seconds(partial(start_python, code)) for _ in range(7)] for code in ("pass", "import packlight")]
    empty, ours = map(statistics.median, starts)
    yield Row("import packlight", (ours - empty) * 1000, "ms")


def counting_rows() -> Iterator[Row]:
    """Tokens of one long text, by each offline counter."""
    import packlight as pl

    text = text_of(random.Random(1), 2_000_000)
    size = len(text.encode()) / 1e6
    for counter in ("tiktoken", "heuristic"):
        count = partial(pl.count_tokens, counter=counter)
        count([{"role": "user", "content": "the first call reads the vocabulary"}])
        taken = seconds(partial(count, [{"role": "user", "content": text}]))
        yield Row(f"count_tokens, {counter}", size / taken, "MB/s")


def prepared_turns(counter: str, turns: list[list[dict[str, Any]]]) -> list[float]:
    """Seconds of each turn: append its messages, then prepare the request."""
    import packlight as pl

    context = pl.Context(budget=pl.Budget(window=WINDOW), strategy="sliding_window", counter=counter)
    state = pl.State(pl.Conversation.from_api({"messages": []}))
    taken = []
    for messages in turns:
        start = time.perf_counter()
        for message in messages:
            state = state.append(message)
            if message["role"] == "user":
                state = pl.prepare_messages(state, context).state
        taken.append(time.perf_counter() - start)
    return taken


def turn_rows() -> Iterator[Row]:
    """A thousand turns, and how much the last hundred cost beside the first hundred full ones."""
    rng = random.Random(2)
    turns = [turn(rng, number) for number in range(TURNS)]
    for counter in ("heuristic", "tiktoken"):
        taken = prepared_turns(counter, turns)
        early, late = statistics.fmean(taken[100:200]), statistics.fmean(taken[-100:])
        yield Row(f"{TURNS} turns appended and prepared, {counter}", sum(taken), "s")
        yield Row(f"last 100 turns beside turns 100-200, {counter}", late / early, "times")


def film_rows() -> Iterator[Row]:
    """A film of the first scenario: making it, and what it weighs."""
    import packlight as pl

    name = sorted(pl.scenarios())[0]
    films: list[Any] = []
    taken = seconds(lambda: films.append(pl.simulate(name, pl.Policy(window=20_000), seed=0)))
    yield Row(f"simulate {name}", taken, "s")
    yield Row("its film as JSON", len(films[0].to_json().encode()) / 1000, "kB")
    yield Row("its film as one HTML file", len(films[0].to_html().encode()) / 1000, "kB")


def main() -> None:
    """Prints one line a figure."""
    for measure in (import_rows, counting_rows, turn_rows, film_rows):
        for row in measure():
            print(f"{row.what:<52} {row.value:>10.3g} {row.unit}", flush=True)


if __name__ == "__main__":
    main()
