"""Policies of real tools: when each of them begins to compact, to try on one's own log.

Comes in: a tool's name and a window. Goes out: a `Policy` with the tool's line as its threshold. The numbers are those
of `packlight/data/tools_due.json`, each with its source and the day it was read; what a tool keeps afterwards differs
from ours, so a replay shows *when* it would pack, and what our summary would make of it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from packlight.core.errors import UserError, unknown_name
from packlight.simulation.policy import Policy


@cache
def _tools() -> dict[str, dict[str, Any]]:
    text = (files("packlight") / "data" / "tools_due.json").read_text("utf-8")
    return {tool["id"]: tool for tool in json.loads(text)["tools"]}


def tool_names() -> tuple[str, ...]:
    """The tools whose line is known in tokens, sorted.

    >>> "codex_cli" in tool_names()
    True
    """
    return tuple(sorted(name for name, tool in _tools().items() if (tool["rule"] or {}).get("unit") == "tokens"))


def due_tokens(name: str, window: int) -> int:
    """The tokens at which the tool begins to compact in a window of this size.

    Raises `UserError` for a tool nobody knows, and for one whose line is not in tokens.

    >>> due_tokens("claude_code", 200_000), due_tokens("cline", 128_000)
    (167000, 102400)
    """
    if name not in _tools():
        raise unknown_name("tool", name, tool_names())
    rule = _tools()[name]["rule"]
    if not rule or rule["unit"] != "tokens":
        raise UserError(f"{name} has no line in tokens: {_tools()[name]['text']['en']}")
    if rule["fixed"] is not None:
        return int(rule["fixed"])
    line = rule["share"] * window - rule["minus"]
    line = max(line, (rule["at_least_share"] or 0) * window, rule.get("at_least_tokens", 0))
    return int(min(line, rule.get("at_most_tokens", line)))


def tool_policy(name: str, window: int = 200_000, *, strategy: Any = "summary", **rest: Any) -> Policy:
    """A policy that comes due where the tool does.

    >>> tool_policy("codex_cli", 272_000).threshold
    0.9
    """
    due = due_tokens(name, window)
    if not 0 < due <= window:
        raise UserError(f"{name} would come due at {due:,} tokens, which a window of {window:,} does not hold")
    return Policy(window, strategy, due / window, **rest)
