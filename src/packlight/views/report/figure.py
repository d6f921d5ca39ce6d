"""The chart of a sweep for a notebook: price against facts kept, by plotly.

Comes in: standings. Goes out: a `plotly.graph_objects.Figure` of two traces, whatever the number of policies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from packlight.simulation.sweep.summary import Standing, cost_of, front
from packlight.views.charts.frame import dressed, plain
from packlight.views.report.words import say


def sweep_figure(table: Sequence[Standing], lang: str = "en") -> Any:
    """A point for each policy, and the line of those that no other one beats on both at once."""
    import plotly.graph_objects as go

    cost, best = cost_of(table), front(table)
    money = all(each.price is not None for each in table)
    line = go.Scatter(
        x=[cost(each) for each in best],
        y=[each.share for each in best],
        mode="lines",
        line={"shape": "linear", "dash": "dot"},
        hoverinfo="skip",
        showlegend=False,
    )
    points = go.Scatter(
        x=[cost(each) for each in table],
        y=[each.share for each in table],
        mode="markers+text",
        text=[str(number) for number, _ in enumerate(table, 1)],
        textposition="top center",
        hovertext=[plain(f"{n}: {each.policy}") for n, each in enumerate(table, 1)],
        hoverinfo="text+x+y",
        marker={"size": 10},
        showlegend=False,
    )
    figure = dressed(go.Figure([line, points]), say(lang, "pareto" if money else "pareto_tokens"))
    figure.update_xaxes(title=say(lang, "axis_price" if money else "axis_tokens"))
    return figure.update_yaxes(title=say(lang, "axis_facts"), tickformat=".0%")
