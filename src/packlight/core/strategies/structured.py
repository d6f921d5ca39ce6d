"""Structured retention: the task description, the last turns and what is pinned stay; the rest goes.

Comes in: a packing. Goes out: a plan of `keep` and `drop`, like a sliding window that never forgets what it is for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from packlight.core.plan import Plan
from packlight.core.strategies.choose import Aim, TailOptions, choose
from packlight.core.strategies.contract import Packing
from packlight.core.strategies.draft import Draft

FORCED_TURNS = 3
"""Packed by hand without options, the last three turns stay behind the task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StructuredRetention(TailOptions):
    """Keep the first human message, the last turns and the pinned messages."""

    name: ClassVar[str] = "structured"
    needs_summarizer: ClassVar[bool] = False

    def plan(self, packing: Packing) -> Plan:
        """Drop what lies between the task and the tail."""
        draft = Draft(packing)
        task = packing.shape.humans[:1]
        choose(draft, self, Aim(goal_tokens=packing.goal_tokens, forced_turns=FORCED_TURNS, front=task))
        return draft.plan(self.name)
