"""The fallback trim: the cheap cut without a model after a failed compaction.

Comes in: a packing. Goes out: a plan that first shortens old tool results, then drops the oldest turns, then goes into
the running turn. No human word of the last human message is touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from packlight.core.plan import Plan
from packlight.core.strategies.choose import Aim, TailOptions, choose
from packlight.core.strategies.contract import Packing
from packlight.core.strategies.draft import Draft
from packlight.core.strategies.squeeze import shorten_steps

KEEP_STEPS = 2
"""The newest steps whose results are not shortened as long as anything else can go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FallbackTrim(TailOptions):
    """Shorten old results, then drop whole pairs and turns, oldest first, down to the goal."""

    name: ClassVar[str] = "fallback_trim"
    needs_summarizer: ClassVar[bool] = False

    def plan(self, packing: Packing) -> Plan:
        """Shorten first, drop second."""
        draft = Draft(packing)
        units = packing.shape.units
        newest = units[-KEEP_STEPS] if len(units) >= KEEP_STEPS else 0
        shorten_steps(draft, range(newest), packing.goal_tokens)
        if draft.total > packing.goal_tokens:
            choose(draft, self, Aim(goal_tokens=packing.goal_tokens))
            self._give_up_newest(draft)
        return draft.plan(self.name)

    def _give_up_newest(self, draft: Draft) -> None:
        """When even the newest step does not fit, steps go from the end until the last human message is alone."""
        shape = draft.packing.shape
        for step in reversed(shape.steps()):
            if draft.packing.fits(draft.total) or step <= (shape.anchor or 0):
                return
            keep = bytearray(draft.keep)
            keep[step:] = bytes(shape.size - step)
            draft.select(keep)
