"""How far the heuristic is off, kind by kind of text, and how fast the counters are.

    python benchmarks/counters.py [--docs]

The texts are the project's own and none that the heuristic was fitted to; the truth is o200k. `--docs` puts the table
into `docs/benchmarks.md`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from packlight.adapters.tiktoken_counter import TiktokenCounter  # noqa: E402
from packlight.core.heuristic import HeuristicCounter  # noqa: E402
from packlight.core.tokens import TokenCounter  # noqa: E402
from tests.support.kinds_of_text import texts_by_kind  # noqa: E402

DOCS = ROOT / "docs" / "benchmarks.md"
START, END = "<!-- counters: start -->", "<!-- counters: end -->"
MOST_OFF = 0.15
HEAD = "| kind | texts | characters | characters a token | error in all | error of a text: median | nine of ten below |"


def speed(counter: TokenCounter, texts: list[str], runs: int = 5) -> float:
    """Million characters a second, in the best of some runs."""
    best = float("inf")
    for _ in range(runs):
        begun = process_time()
        for text in texts:
            counter.count_text(text)
        best = min(best, process_time() - begun)
    return sum(map(len, texts)) / best / 1e6


def row(kind: str, texts: list[str], guess: TokenCounter, real: TokenCounter) -> tuple[str, float]:
    """One line of the table, and the error of the whole kind."""
    guessed, counted = [guess.count_text(text) for text in texts], [real.count_text(text) for text in texts]
    errors = sorted(abs(a / b - 1) for a, b in zip(guessed, counted, strict=True))
    characters, off = sum(map(len, texts)), sum(guessed) / sum(counted) - 1
    cells = [kind, f"{len(texts)}", f"{characters:,}", f"{characters / sum(counted):.2f}", f"{off:+.1%}"]
    cells += [f"{statistics.median(errors):.1%}", f"{errors[int(len(errors) * 0.9)]:.1%}"]
    return "| " + " | ".join(cells) + " |", off


def main() -> int:
    """Print the table; exit status 1 when a kind is more than 15 % off."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docs", action="store_true", help="put the table into docs/benchmarks.md")
    asked = parser.parse_args()
    guess, real = HeuristicCounter(), TiktokenCounter()
    kinds = texts_by_kind()
    rows = [row(kind, texts, guess, real) for kind, texts in kinds.items()]
    table = "\n".join([HEAD, "| --- |" + " ---: |" * 6, *(line for line, _ in rows)])
    print(table)
    everything = [text for texts in kinds.values() for text in texts]
    for counter in (guess, real, TiktokenCounter("cl100k_base")):
        print(f"{counter.name}: {speed(counter, everything):,.0f} million characters a second", file=sys.stderr)
    if asked.docs:
        before, _, rest = DOCS.read_text(encoding="utf-8").partition(START)
        DOCS.write_text(f"{before}{START}\n\n{table}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 1 if max(abs(off) for _, off in rows) > MOST_OFF else 0


if __name__ == "__main__":
    sys.exit(main())
