"""Charts of a film: the tokens that are carried step by step, and the breaker's time line.

Comes in: a `Film`. Goes out: figures of at most five traces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from packlight.core.event_words import percent
from packlight.simulation.film import Film, Frame, Happening
from packlight.views.charts.frame import dressed, plain
from packlight.views.charts.words import say
from packlight.views.look import theme_of

STATES = ("closed", "half_open", "open")
_BLUE, _GREEN, _RED = "#0072B2", "#009E73", "#D55E00"


def tokens_figure(film: Film, lang: str, theme: str) -> Any:
    """The tokens of each frame as steps, the threshold, the room that the reserve leaves, and what was packed."""
    import plotly.graph_objects as go

    window, threshold, reserve = (film.policy[name] for name in ("window", "threshold", "reserve"))
    look, steps = theme_of(theme), [frame.step for frame in film.frames]
    lines = [(threshold * window, say(lang, "line", percent=percent(threshold)), "dot", look.warm)]
    if reserve:
        lines.append((window - reserve, say(lang, "room"), "dash", look.edge))
    lines.append((window, say(lang, "window"), "solid", look.edge))
    ends = [steps[0], steps[-1]] if steps else []
    traces = [
        go.Scatter(
            x=steps,
            y=[frame.tokens for frame in film.frames],
            mode="lines",
            line={"shape": "hv", "color": _BLUE, "width": 2},
            fill="tozeroy",
            fillcolor="rgba(86,180,233,.25)",
            name=say(lang, "carried"),
            hovertext=[_at(frame, lang) for frame in film.frames],
            hoverinfo="text",
        ),
        *(
            go.Scatter(
                x=ends, y=[y] * len(ends), mode="lines", name=name, hoverinfo="skip", line={"dash": dash, "color": c}
            )
            for y, name, dash, c in lines
        ),
    ]
    packings = [event for event in film.events if event.kind in ("compact", "trim")]
    applied = [event for event in packings if event.reason == "applied"]
    failed = [event for event in packings if event.reason != "applied"]
    looks = (("packed", applied, "triangle-down", _GREEN), ("failed", failed, "x", look.warm))
    traces += [_marks(events, say(lang, name), shape, colour, lang) for name, events, shape, colour in looks if events]
    figure = dressed(go.Figure(traces), say(lang, "tokens.title", title=film.title or film.scenario), theme)
    figure.update_xaxes(title=say(lang, "step"))
    return figure.update_yaxes(title=say(lang, "tokens"), rangemode="tozero", tickformat=",d")


def _at(frame: Frame, lang: str) -> str:
    return say(lang, "at", step=frame.step, tokens=frame.tokens, percent=percent(frame.usage))


def _marks(events: Sequence[Happening], name: str, shape: str, colour: str, lang: str) -> Any:
    """What was packed, at what it came to; a failure stands where nothing changed."""
    import plotly.graph_objects as go

    return go.Scatter(
        x=[event.step for event in events],
        y=[event.after for event in events],
        mode="markers",
        name=name,
        marker={"size": 12, "symbol": shape, "color": colour},
        hovertext=[plain(say(lang, "event", step=event.step, text=event.text)) for event in events],
        hoverinfo="text",
    )


def breaker_figure(film: Film, lang: str, theme: str) -> Any:
    """The state of the breaker at each step, and every attempt on it."""
    import plotly.graph_objects as go

    most = film.policy.get("max_failures", 3)
    state = go.Scatter(
        x=[frame.step for frame in film.frames],
        y=[STATES.index(frame.breaker) for frame in film.frames],
        mode="lines",
        line={"shape": "hv", "color": theme_of(theme).ink, "width": 2},
        name=say(lang, "state"),
        hovertext=[
            say(
                lang,
                "breaker.at",
                step=frame.step,
                state=say(lang, f"state.{frame.breaker}"),
                n=frame.failures,
                all=most,
            )
            for frame in film.frames
        ],
        hoverinfo="text",
    )
    traces = [state, *_attempts(film, lang)]
    figure = dressed(go.Figure(traces), say(lang, "breaker.title", title=film.title or film.scenario), theme)
    names = [say(lang, f"state.{name}") for name in STATES]
    figure.update_xaxes(title=say(lang, "step"))
    return figure.update_yaxes(tickvals=[0, 1, 2], ticktext=names, range=[-0.4, 2.4])


def _attempts(film: Film, lang: str) -> list[Any]:
    """A trace for each way in which an attempt can end; those that nobody saw are left out."""
    import plotly.graph_objects as go

    looks = {"success": ("circle", _GREEN), "failed": ("x", _RED), "refused": ("circle-open", _RED)}
    found: dict[str, list[Happening]] = {name: [] for name in looks}
    for event in film.events:
        if event.kind == "compact" and event.reason != "cancelled":
            found["success" if event.reason == "applied" else "failed"].append(event)
        elif event.reason == "breaker_open":
            found["refused"].append(event)
    states = {frame.step: STATES.index(frame.breaker) for frame in film.frames}
    return [
        go.Scatter(
            x=[event.step for event in events],
            y=[states.get(event.step, 0) for event in events],
            mode="markers",
            name=say(lang, name),
            marker={"size": 12, "symbol": looks[name][0], "color": looks[name][1]},
            hovertext=[plain(say(lang, "event", step=event.step, text=event.text)) for event in events],
            hoverinfo="text",
        )
        for name, events in found.items()
        if events
    ]
