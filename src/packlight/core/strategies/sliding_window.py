"""Sliding window: the newest messages stay, the oldest go. No model, no memory of what went.

Comes in: a packing. Goes out: a plan of `keep` and `drop`; inside a running turn that is too large, the oldest steps go
and the newest result is shortened when it alone does not fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from packlight.core.plan import Plan
from packlight.core.strategies.choose import Aim, TailOptions, choose
from packlight.core.strategies.contract import Packing
from packlight.core.strategies.draft import Draft

FORCED_TURNS = 3
"""Packed by hand without options, the last three turns stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlidingWindow(TailOptions):
    """Keep the newest messages, by messages, by turns or by tokens.

    >>> SlidingWindow(keep_last=6).explicit
    True
    """

    name: ClassVar[str] = "sliding_window"
    needs_summarizer: ClassVar[bool] = False

    def plan(self, packing: Packing) -> Plan:
        """Drop from the front until the goal is met, or what the options name is left."""
        draft = Draft(packing)
        choose(draft, self, Aim(goal_tokens=packing.goal_tokens, forced_turns=FORCED_TURNS))
        return draft.plan(self.name)
