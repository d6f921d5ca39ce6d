"""What one compaction came to: a reason from a closed set, a conversation, a plan, and what it cost.

Comes in: what `attempt.py` found. Goes out: `Compacted`, to whoever asked for a compaction.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.plan import Plan
from packlight.core.rules import Watch
from packlight.core.tokens import Tally

REASONS = (
    "not_needed",
    "applied",
    "nothing_to_compact",
    "non_compressing",
    "empty_summary",
    "request_too_large",
    "irreducible",
    "summarizer_error",
    "cancelled",
    "breaker_open",
)
"""How a compaction can end. `breaker_open` is said by `prepare_messages` only."""


@dataclass(frozen=True, slots=True)
class Compacted:
    """What one compaction came to.

    Attributes:
        conversation: the smaller one when `reason` is `"applied"`, else the one that came in.
        reason: how it ended, one of `REASONS`.
        plan: a row for each message; all `keep` when nothing was changed.
        before, after: tokens of the whole request, system prompt and tools included.
        fits: whether the result is under the threshold and leaves the reserve free.
        calls: summarizer calls that were made.
        summary_tokens_in, summary_tokens_out: what the summarizer read and wrote, failed or not.
        seconds: how long it took by the injected clock, or None.
        detail: why it failed, as a sentence; else empty.
        tally: the weights of the result; kept messages were not counted again.
        watch: a watch over the result, where that was found clean; else None.
    """

    conversation: Conversation
    reason: str
    plan: Plan
    before: int
    after: int
    fits: bool
    calls: int = 0
    summary_tokens_in: int = 0
    summary_tokens_out: int = 0
    seconds: float | None = None
    detail: str = ""
    tally: Tally = field(kw_only=True, repr=False, compare=False)
    watch: Watch | None = field(default=None, kw_only=True, repr=False, compare=False)

    @property
    def saved(self) -> int:
        """Tokens that the result has fewer."""
        return self.before - self.after

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON: numbers, the plan's rows and the request payload."""
        numbers = {"before": self.before, "after": self.after, "fits": self.fits, "calls": self.calls}
        plan = [row.to_dict() for row in self.plan]
        words = {"reason": self.reason, "detail": self.detail, "strategy": self.plan.strategy}
        return {**numbers, **words, "plan": plan, "conversation": self.conversation.to_api()}

    def __repr__(self) -> str:
        return f"<Compacted by {self.plan.strategy}: {self.reason}, {self.before:,} → {self.after:,} tokens>"
