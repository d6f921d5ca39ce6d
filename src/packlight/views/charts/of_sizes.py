"""Charts of sizes: tokens by kind, strategies beside one another, the triangle of window, cost and latency.

Comes in: counts, rows of a comparison, bills. Goes out: figures of one trace, three, or one a bill.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from packlight.core.bill import Bill
from packlight.core.comparison import Row
from packlight.core.event_words import percent
from packlight.core.tokens import Count
from packlight.views.charts.frame import dressed, plain
from packlight.views.charts.words import say
from packlight.views.look import FILLS, NEUTRAL, theme_of

PATTERNS = {"tool_use": "/", "tool_result": "\\", "thinking": ".", "assistant_text": "-", "error_result": "x"}
"""The stage's patterns, as far as plotly has them: kinds are told apart without colour."""
_TEXT = "assistant_text"
_LINES = ("solid", "dash", "dot", "dashdot")
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")


def kinds_figure(weighed: Count, lang: str, theme: str) -> Any:
    """A bar for each kind that weighs something, the heaviest on top."""
    import plotly.graph_objects as go

    found = sorted(((n, kind) for kind, n in weighed.by_kind.items() if n), reverse=False)
    names = [kind for _, kind in found]
    looks = [_TEXT if kind == "text" else kind for kind in names]
    bars = go.Bar(
        x=[n for n, _ in found],
        y=names,
        orientation="h",
        marker={
            "color": [FILLS.get(kind) or NEUTRAL for kind in looks],
            "pattern": {"shape": [PATTERNS.get(kind, "") for kind in looks], "size": 6, "solidity": 0.25},
            "line": {"width": 1, "color": theme_of(theme).edge},
        },
        hovertext=[
            say(lang, "kinds.at", kind=kind, tokens=n, percent=percent(n / max(1, weighed.total))) for n, kind in found
        ],
        hoverinfo="text",
    )
    figure = dressed(go.Figure([bars]), say(lang, "kinds.title", tokens=weighed.total), theme, showlegend=False)
    return figure.update_xaxes(title=say(lang, "tokens"), tickformat=",d")


def strategies_figure(rows: Sequence[Row], lang: str, theme: str) -> Any:
    """Three small charts with one scale of names: tokens after, facts kept, the summary's price where one is known."""
    from plotly.subplots import make_subplots

    names = [plain(row.strategy, 40) for row in rows]
    parts: list[tuple[str, Sequence[float], list[str], str]] = [
        ("after", [row.after for row in rows], [say(lang, "n.tokens", n=row.after) for row in rows], "#56B4E9"),
        ("facts", [len(row.facts_kept) for row in rows], [_facts(row, lang) for row in rows], "#009E73"),
    ]
    if any(row.price_usd is not None for row in rows):
        prices = [row.price_usd or 0.0 for row in rows]
        parts.append(("price", prices, [say(lang, "usd", n=usd) for usd in prices], "#CC79A7"))
    figure = make_subplots(1, len(parts), shared_yaxes=True, subplot_titles=[say(lang, key) for key, *_ in parts])
    for column, (_, values, words, colour) in enumerate(parts, 1):
        hover = [say(lang, "strategy.at", name=name, words=each) for name, each in zip(names, words, strict=True)]
        figure.add_bar(
            x=values,
            y=names,
            orientation="h",
            marker_color=colour,
            hovertext=hover,
            hoverinfo="text",
            row=1,
            col=column,
        )
    figure.update_yaxes(autorange="reversed")
    title = say(lang, "strategies.title", n=len(rows))
    return dressed(figure, title, theme, showlegend=False).update_layout(margin={"l": 140, "t": 88})


def _facts(row: Row, lang: str) -> str:
    return say(lang, "of", n=len(row.facts_kept), all=len(row.facts_kept) + len(row.facts_lost))


def triangle_figure(bills: Mapping[str, Bill], window: int, lang: str, theme: str) -> Any:
    """A triangle for each bill: the fullest request, the price, the waiting; each axis up to the heaviest of them."""
    import plotly.graph_objects as go

    sizes = {name: _corners(each, window) for name, each in bills.items()}
    most = [max((corners[axis] for corners in sizes.values()), default=0.0) or 1.0 for axis in range(3)]
    axes = [say(lang, f"axis.{name}") for name in ("window", "cost", "latency")]
    traces = []
    for number, (name, corners) in enumerate(sizes.items()):
        words = [percent(corners[0]), say(lang, "usd", n=corners[1]), say(lang, "seconds", n=corners[2])]
        shown = plain(name, 40)
        hover = [say(lang, "triangle.at", name=shown, axis=a, words=w) for a, w in zip(axes, words, strict=True)]
        traces.append(
            go.Scatterpolar(
                r=[*(value / top for value, top in zip(corners, most, strict=True)), corners[0] / most[0]],
                theta=[*axes, axes[0]],
                name=shown,
                fill="toself",
                opacity=0.7,
                line={"dash": _LINES[number % len(_LINES)], "color": _COLOURS[number % len(_COLOURS)]},
                hovertext=[*hover, hover[0]],
                hoverinfo="text",
            )
        )
    look = theme_of(theme)
    polar = {
        "bgcolor": look.ground,
        "radialaxis": {"range": [0, 1], "showticklabels": False, "gridcolor": look.hair},
        "angularaxis": {"rotation": 90, "direction": "clockwise", "gridcolor": look.hair, "linecolor": look.edge},
    }
    return dressed(go.Figure(traces), say(lang, "triangle.title"), theme, polar=polar)


def _corners(reckoned: Bill, window: int) -> tuple[float, float, float]:
    peak = max((request.use.input for request in reckoned.requests), default=0)
    return peak / window, reckoned.price.total_usd, reckoned.latency.total_s
