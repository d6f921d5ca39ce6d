"""Summary replacement: the head becomes a short text, the tail stays word for word.

Comes in: a packing. Goes out: a plan that says which messages the summary has to speak for and how long it may be; a
summarizer writes it later. An earlier summary is folded into the new one and never summarised alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from packlight.core.messages import is_summary
from packlight.core.plan import Plan
from packlight.core.strategies.choose import Aim, TailOptions, choose
from packlight.core.strategies.contract import Packing
from packlight.core.strategies.draft import Draft

FORCED_TURNS = 1
"""Packed by hand without options, all but the running turn is summarised."""
SUMMARY_SHARE = 8
"""A summary takes at most one part in so many of the window."""
MOST_SUMMARY_TOKENS = 8_000
LEAST_SUMMARY_TOKENS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryReplacement(TailOptions):
    """Replace the head by a summary and keep the tail.

    >>> SummaryReplacement().needs_summarizer
    True
    """

    name: ClassVar[str] = "summary"
    needs_summarizer: ClassVar[bool] = True

    def plan(self, packing: Packing) -> Plan:
        """Say what the summary speaks for; without anything new to summarise, nothing is replaced."""
        draft = self._chosen(packing, 0)
        if not _has_news(packing, draft):
            return _without_gaps(draft).plan(self.name, "replace")
        room = min(packing.budget.window // SUMMARY_SHARE, MOST_SUMMARY_TOKENS)
        draft = self._chosen(packing, room)
        _give_summaries(draft)
        source = sum(packing.tally.weight(i) for i, kept in enumerate(draft.keep) if not kept)
        return draft.plan(self.name, "replace", summary_limit_tokens=max(min(room, source // 2), LEAST_SUMMARY_TOKENS))

    def _chosen(self, packing: Packing, room: int) -> Draft:
        draft, goal = Draft(packing), max(packing.goal_tokens - room, 0)
        choose(draft, self, Aim(goal_tokens=goal, room_tokens=room, forced_turns=FORCED_TURNS, carry=False))
        return draft


def _has_news(packing: Packing, draft: Draft) -> bool:
    """Whether more than an earlier summary would go."""
    summaries = set(packing.shape.summaries)
    return any(
        not kept and (position not in summaries or not all(map(is_summary, packing.messages[position].content)))
        for position, kept in enumerate(draft.keep)
    )


def _without_gaps(draft: Draft) -> Draft:
    """Nothing is worth a summary: every message stays, shortened where the draft says so."""
    draft.select(bytearray(b"\1") * len(draft.keep))
    return draft


def _give_summaries(draft: Draft) -> None:
    """Earlier summaries that would stay are folded in too: a kept message gives the one in front of it away."""
    for position in draft.packing.shape.summaries:
        content = draft.packing.messages[position].content
        rest = tuple([block for block in content if not is_summary(block)])
        if not draft.keep[position]:
            continue
        if rest:
            draft.rewrite(position, rest, "summary_out")
        else:
            draft.keep[position] = 0
