"""The charts of the report as SVG text: price against facts, and spreads.

Comes in: standings. Goes out: SVG that takes its colours from the page. Policies carry the numbers of the table, so
that long names never lie over each other; hovering tells the name.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence

from packlight.simulation.sweep.summary import Spread, Standing, cost_of, front
from packlight.views.report.words import say

WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 16, 48
ROW = 26


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from low to high.

    >>> ticks(0.2, 9.7)
    [2.0, 4.0, 6.0, 8.0]
    """
    span = (high - low) or 1.0
    power = 10.0 ** math.floor(math.log10(span / about))
    step = next(power * times for times in (1, 2, 5, 10) if span / (power * times) <= about)
    first = math.ceil(low / step - 1e-9)
    return [round(i * step, 12) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def _range(values: Sequence[float], most: float = math.inf) -> tuple[float, float]:
    """Room around the values."""
    low, high = min(values), max(values)
    room = (high - low) * 0.12 or abs(high) * 0.1 or 1.0
    return max(0.0, low - room), min(most, high + room)


def _text(x: float, y: float, text: str, anchor: str = "middle", kind: str = "tick") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{html.escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str = "grid") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def pareto(table: Sequence[Standing], lang: str) -> str:
    """A point for each policy: what it costs from left to right, facts kept upwards; the front as a line."""
    cost = cost_of(table)
    money = all(each.price is not None for each in table)
    (x0, x1), (y0, y1) = _range([cost(each) for each in table]), _range([each.share for each in table], 1.02)

    def x(value: float) -> float:
        return LEFT + (value - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)

    parts = []
    for tick in ticks(x0, x1):
        label = f"${tick:,g}" if money else f"{tick:,.0f}"
        parts += [_line(x(tick), TOP, x(tick), HEIGHT - BOTTOM), _text(x(tick), HEIGHT - BOTTOM + 18, label)]
    for tick in ticks(y0, min(y1, 1.0)):
        parts += [_line(LEFT, y(tick), WIDTH - RIGHT, y(tick)), _text(LEFT - 8, y(tick) + 4, percent(tick), "end")]
    best = front(table)
    way = " ".join(f"{x(cost(each)):.1f},{y(each.share):.1f}" for each in best)
    parts.append(f'<polyline points="{way}" class="front"/>')
    parts += _points(table, {each.policy for each in best}, lambda each: (x(cost(each)), y(each.share)))
    name = say(lang, "axis_price" if money else "axis_tokens")
    parts += [
        _text((LEFT + WIDTH) / 2, HEIGHT - 8, name, kind="axis"),
        _text(LEFT, TOP - 4, say(lang, "axis_facts"), "start", "axis"),
    ]
    return _svg(HEIGHT, say(lang, "pareto" if money else "pareto_tokens"), parts)


def _points(table: Sequence[Standing], best: set[str], place: Callable[[Standing], tuple[float, float]]) -> list[str]:
    """The policies as numbered points; points on one spot share it, and a number stands where it is free."""
    spots = [place(each) for each in table]
    taken = list(spots)
    parts = []
    for number, (each, (x, y)) in enumerate(zip(table, spots, strict=True), 1):
        kind = "point best" if each.policy in best else "point"
        name = html.escape(each.policy)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" class="{kind}"><title>{name}</title></circle>')
        at = next((spot for spot in _around(x, y) if not _crowded(spot, taken, (x, y))), (x, y - 13))
        taken.append(at)
        parts.append(_text(at[0], at[1] + 4, str(number), kind="mark"))
    return parts


def _around(x: float, y: float) -> list[tuple[float, float]]:
    """Where a point's number may stand, best place first."""
    return [(x, y - 15), (x + 17, y), (x - 17, y), (x, y + 15), (x, y - 29), (x + 31, y), (x, y + 29), (x - 31, y)]


def _crowded(spot: tuple[float, float], taken: Sequence[tuple[float, float]], own: tuple[float, float]) -> bool:
    """Whether something else stands there already."""
    return any(abs(spot[0] - a) < 15 and abs(spot[1] - b) < 12 for a, b in taken if (a, b) != own)


def percent(share: float) -> str:
    """A share in words, with as many digits behind the point as it needs.

    >>> percent(0.5), percent(0.875), percent(0.0004)
    ('50 %', '87.5 %', '0.04 %')
    """
    if 0 < abs(share) < 0.001:
        return f"{share * 100:.1g} %"
    return f"{share * 100:.1f}".removesuffix(".0") + " %"


def spreads(
    table: Sequence[Standing], pick: Callable[[Standing], Spread], name: str, show: Callable[[float], str]
) -> str:
    """A row for each policy: least to most, the middle half, the median."""
    low, high = _range([value for each in table for value in pick(each)])
    height = TOP + len(table) * ROW + 30

    def x(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    parts = []
    for tick in ticks(low, high):
        parts += [_line(x(tick), TOP, x(tick), height - 26), _text(x(tick), height - 8, show(tick))]
    for number, each in enumerate(table, 1):
        least, first, middle, third, most = map(x, pick(each))
        y = TOP + (number - 0.5) * ROW
        parts += [
            _text(LEFT - 12, y + 4, str(number), "end", "mark"),
            _line(least, y, most, y, "reach"),
            f'<rect x="{first:.1f}" y="{y - 6:.1f}" width="{max(2.0, third - first):.1f}" height="12" class="half">'
            f"<title>{html.escape(each.policy)}</title></rect>",
            _line(middle, y - 9, middle, y + 9, "median"),
        ]
    return _svg(height, name, parts)


def _svg(height: float, name: str, parts: Sequence[str]) -> str:
    label = html.escape(name, quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
