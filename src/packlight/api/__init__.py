"""The façade: what `import packlight as pl` offers.

    resolve.py    names, paths and foreign objects become the core's objects
    packing.py    validate, repair, count_tokens, compact, prepare_messages
    films.py      simulate, show, play, picture, without_breaker
    costs.py      cost, payback, gap
    labs.py       the labs, as pl.labs
    charts.py     the charts, as pl.charts
    live.py       live: a run with a real model
    sweep.py      sweep
    pictures.py   how objects are drawn in Jupyter

Comes in: what people have at hand (names, paths, dicts, SDK objects). Goes out: the core's objects and results. This is
the only floor that resolves names, loads paths and registers pictures; everything below it takes objects.
"""

from packlight.adapters.language import language
from packlight.adapters.load import load, load_all
from packlight.api import charts, labs
from packlight.api.costs import cost, gap, payback
from packlight.api.films import (
    auto_film,
    load_scene,
    picture,
    play,
    scene_link,
    show,
    simulate,
    still_film,
    without_breaker,
)
from packlight.api.live import live
from packlight.api.packing import compact, compare, count_tokens, lost, plan, prepare_messages, repair, validate
from packlight.api.pictures import register_pictures
from packlight.api.resolve import Budget, Context, Ledger, conversation_of, scenario
from packlight.api.sweep import sweep
from packlight.core.compact import Compacted
from packlight.core.rules import Capabilities, Report
from packlight.core.tokens import Count
from packlight.simulation.live_run import LiveRun
from packlight.simulation.scenarios import names as scenarios
from packlight.simulation.tools import tool_names, tool_policy

register_pictures()

__all__ = [
    "Budget",
    "Capabilities",
    "Compacted",
    "Context",
    "Count",
    "Ledger",
    "LiveRun",
    "Report",
    "auto_film",
    "charts",
    "compact",
    "compare",
    "conversation_of",
    "cost",
    "count_tokens",
    "gap",
    "labs",
    "language",
    "live",
    "load",
    "load_all",
    "load_scene",
    "lost",
    "payback",
    "picture",
    "plan",
    "play",
    "prepare_messages",
    "repair",
    "scenario",
    "scenarios",
    "scene_link",
    "show",
    "simulate",
    "still_film",
    "sweep",
    "tool_names",
    "tool_policy",
    "validate",
    "without_breaker",
]
