"""Strategies: each decides what to keep, shorten, drop or replace, and returns a plan.

    contract.py          what a strategy is, and all that it may see
    sliding_window.py    the newest stay
    summary.py           the head becomes a summary, the tail stays
    structured.py        task + last turns + pins stay
    tool_result_trim.py  results get shorter
    drop_thinking.py     thinking of finished turns goes
    fallback.py          the cheap trim after a failure
    compose.py           several in a row, until it fits
    registry.py          all of them by name

Shared by them: `draft.py` (a plan in the making), `choose.py` (which messages stay), `squeeze.py` and `shorten.py` (how
results get shorter), `words.py` (why).
"""

from packlight.core.strategies.compose import Compose
from packlight.core.strategies.contract import Options, Packing, Strategy, packing_of
from packlight.core.strategies.drop_thinking import DropThinking
from packlight.core.strategies.fallback import FallbackTrim
from packlight.core.strategies.registry import STRATEGIES, make_strategy, options_of
from packlight.core.strategies.sliding_window import SlidingWindow
from packlight.core.strategies.structured import StructuredRetention
from packlight.core.strategies.summary import SummaryReplacement
from packlight.core.strategies.tool_result_trim import ToolResultTrim

__all__ = [
    "STRATEGIES",
    "Compose",
    "DropThinking",
    "FallbackTrim",
    "Options",
    "Packing",
    "SlidingWindow",
    "Strategy",
    "StructuredRetention",
    "SummaryReplacement",
    "ToolResultTrim",
    "make_strategy",
    "options_of",
    "packing_of",
]
