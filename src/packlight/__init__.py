"""Packlight: what an LLM agent carries in messages[], drawn, counted and packed again.

    >>> import packlight as pl
    >>> pl.validate([{"role": "user", "content": "hi"}]).ok
    True

Importing the package loads nothing heavy: each name is fetched when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "packlight.adapters.anthropic_summarizer": "AnthropicSummarizer",
    "packlight.adapters.api_errors": "ApiError",
    "packlight.api": (
        "Budget Capabilities Compacted Context Count Ledger Report auto_film charts compact compare cost "
        "count_tokens gap labs language load load_all load_scene lost payback picture plan play prepare_messages "
        "repair scenario scenarios scene_link show simulate tool_names tool_policy validate without_breaker"
    ),
    "packlight.api.live": "live",
    "packlight.api.sweep": "sweep",
    "packlight.core.blocks": (
        "Compaction Document Image Other RedactedThinking ServerToolResult ServerToolUse Text "
        "Thinking ToolResult ToolUse"
    ),
    "packlight.core.breaker": "Breaker",
    "packlight.core.context": "Prepared",
    "packlight.core.conversation": "Conversation",
    "packlight.core.errors": "OptionError PacklightError UnreadableError UserError",
    "packlight.core.events": "CompactionCircuitOpenError Event",
    "packlight.core.messages": "Message",
    "packlight.core.plan": "Plan",
    "packlight.core.query_engine": "QUERY_ENGINE",
    "packlight.core.repair": "Mended",
    "packlight.core.rules": "Finding",
    "packlight.core.state": "State",
    "packlight.simulation.film": "Film",
    "packlight.simulation.live_run": "LiveRun",
    "packlight.simulation.policy": "Policy",
    "packlight.simulation.sweep.rows": "Rows",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

# Constants, classes, functions, each from A to Z.
__all__ = sorted([*_HOME_OF, "__version__"], key=lambda name: (not name.isupper(), not name[0].isupper(), name))


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        from difflib import get_close_matches

        near = get_close_matches(name, _HOME_OF, n=1)
        hint = f": did you mean {near[0]!r}?" if near else ""
        raise AttributeError(f"packlight has no {name!r}{hint}")
    # The façade registers pictures, so it is there before anything of ours can be shown.
    import_module("packlight.api")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
