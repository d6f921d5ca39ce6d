"""What was measured, as a table for the documentation and as a chart.

Comes in: the lines of `measure.py`. Goes out: Markdown, and a plotly figure in a file of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from benchmarks.loop.workload import Message

OURS = {"cl100k": "packlight", "approximate": "packlight-heuristic"}
"""Which of our loops a peer is held against, by what it counts with; one that counts messages meets our heuristic."""
HEAD = ("who", "counts with")
TAIL = ("× Packlight", "× bound", "exponent", "peak MB", "results that break a rule")


@dataclass(frozen=True, slots=True)
class Line:
    """All sizes of one loop.

    Attributes:
        who: its short name.
        runs: what `measure.py` said, by number of turns.
    """

    who: str
    runs: dict[int, Message]

    @property
    def last(self) -> Message:
        """The longest session that was measured."""
        return self.runs[max(self.runs)]

    @property
    def exponent(self) -> float | None:
        """How time grows with length, over the two longest finished sessions: 1 is linear, 2 quadratic."""
        sizes = sorted(size for size, run in self.runs.items() if run["done"] == size)[-2:]
        if len(sizes) < 2:
            return None
        short, long = (self.runs[size]["seconds"] for size in sizes)
        return math.log(long / max(short, 1e-9)) / math.log(sizes[1] / sizes[0])

    @property
    def over_bound(self) -> float | None:
        """Our time beside counting each block once and nothing else, in the middle one of the sizes."""
        run = self.runs[sorted(self.runs)[len(self.runs) // 2]]
        return run["seconds"] / run["bound_s"] if run["bound_s"] else None


def lines_of(runs: list[Message]) -> list[Line]:
    """The runs, gathered by loop, in the order in which they came."""
    found: dict[str, Line] = {}
    for run in runs:
        found.setdefault(run["who"], Line(run["who"], {})).runs[run["turns"]] = run
    return list(found.values())


def table(lines: list[Line], sizes: list[int]) -> str:
    """The lines as a Markdown table; `≥` marks a lower bound, `–` what was not measured."""
    head = [*HEAD, *(f"{size:,} turns, s" for size in sizes), *TAIL]
    rows = [head, ["---"] * 2 + ["---:"] * (len(head) - 2), *(_row(line, lines, sizes) for line in lines)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _row(line: Line, lines: list[Line], sizes: list[int]) -> list[str]:
    exponent = line.exponent
    seconds = [_seconds(line.runs.get(size)) for size in sizes]
    growth = "–" if exponent is None else f"{exponent:.2f}"
    over = "–" if line.over_bound is None else f"{line.over_bound:.2f}"
    tail = [_ratio(line, lines), over, growth, f"{line.last['peak_mb']:.0f}", _faults(line)]
    return [line.last["name"], line.last["counts"], *seconds, *tail]


def _seconds(run: Message | None) -> str:
    if run is None:
        return "–"
    about = _at_least(run)
    return f"{about}{run['seconds']:,.4f}" if run["seconds"] < 0.1 else f"{about}{run['seconds']:,.2f}"


def _at_least(run: Message) -> str:
    return "" if run["done"] == run["turns"] else "≥ "


def _ratio(line: Line, lines: list[Line]) -> str:
    """Its time beside ours with the same kind of counter, at the longest session that both have."""
    own = next((each for each in lines if each.who == OURS.get(line.last["counts"], "packlight-heuristic")), None)
    both = set(line.runs) & set(own.runs) if own else set()
    if own is None or not both:
        return "–"
    size = max(both)
    ratio = line.runs[size]["seconds"] / own.runs[size]["seconds"]
    return _at_least(line.runs[size]) + (f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}")


def _faults(line: Line) -> str:
    """How many of the judged results broke a rule, and which."""
    judged = sum(run["judged"] for run in line.runs.values())
    faulty = sum(run["faulty"] for run in line.runs.values())
    codes = sorted({code for run in line.runs.values() for code in run["broken"]})
    return f"{faulty} of {judged}" + (f" ({', '.join(codes)})" if codes else "")


def chart(lines: list[Line]) -> Any:
    """Seconds over turns, both on a logarithmic scale, a curve for each loop."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for line in lines:
        ours = line.who in OURS.values()
        runs = [line.runs[size] for size in sorted(line.runs)]
        figure.add_scatter(
            x=[run["turns"] for run in runs],
            y=[run["seconds"] for run in runs],
            name=runs[-1]["name"],
            mode="lines+markers",
            line={"width": 4 if ours else 1.5},
            hovertemplate="%{y:.3f} s for %{x:,} turns<extra>%{fullData.name}</extra>",
        )
    figure.update_layout(
        title="Append a turn, prepare the messages: CPU seconds for a whole session",
        xaxis={"type": "log", "title": "turns"},
        yaxis={"type": "log", "title": "CPU seconds"},
        template="plotly_white",
        legend={"title": "loop"},
    )
    return figure
