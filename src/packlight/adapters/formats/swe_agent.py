"""SWE-agent trajectories (`.traj`): `{"trajectory", "history", "info"}`.

Comes in: one run, or several attempts of one. Goes out: the history of each attempt, and of each agent in it, as the
model saw it; `trajectory` says the same again in other words and is not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from packlight.adapters.lines import Sample
from packlight.adapters.names import Names
from packlight.adapters.openai_messages import conversation_of
from packlight.core.conversation import Conversation

NAME = "swe_agent"


def sniff(sample: Sample) -> int:
    """Sure of a history whose messages name an agent or their kind."""
    return 85 if isinstance(sample.value, Mapping) and any(map(_is_history, _histories(sample.value))) else 0


def _histories(value: Mapping[str, Any]) -> list[Any]:
    """The history of the run, or of each of its attempts."""
    attempts = value.get("attempts")
    runs = [run for run in attempts if isinstance(run, Mapping)] if isinstance(attempts, list) else []
    return [run.get("history") for run in (runs or [value])]


def _is_history(history: Any) -> bool:
    items = [item for item in history if isinstance(item, Mapping)] if isinstance(history, list) else []
    return any("role" in item and ("message_type" in item or "agent" in item) for item in items)


def read(sample: Sample) -> dict[str, Conversation]:
    """One conversation for each agent of each attempt; the first one is "main"."""
    names, out = Names(), {}
    for history in filter(_is_history, _histories(sample.value)):
        for agent, messages in _by_agent(history).items():
            out[names.take(agent)] = conversation_of(messages, NAME)
    return out


def _by_agent(history: list[Any]) -> dict[str, list[Any]]:
    agents: dict[str, list[Any]] = {}
    for item in history:
        named = item.get("agent") if isinstance(item, Mapping) else None
        agents.setdefault(named if isinstance(named, str) and named else "main", []).append(item)
    return agents
