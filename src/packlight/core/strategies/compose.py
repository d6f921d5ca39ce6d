"""Several strategies in a row, the cheap ones first, until it fits.

Comes in: strategies in order, and flags that switch some of them off by name. Goes out: one plan for the history as it
was; each strategy sees what the ones before it have left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from packlight.core.cuts import shape_of
from packlight.core.frozen import EMPTY, Frozen
from packlight.core.plan import Plan, combine, keep_all, project
from packlight.core.strategies.contract import Packing, Strategy


class Compose:
    """Run strategies in order until it fits; packed by hand, all of them run.

    Attributes:
        strategies: in the order in which they run.
        flags: names of strategies that are switched off (`False`); all others are on.
        limit_tokens: the goal for the whole request, or None.
    """

    __slots__ = ("flags", "limit_tokens", "strategies")

    def __init__(
        self,
        strategies: Sequence[Strategy],
        flags: Mapping[str, bool] | None = None,
        limit_tokens: int | None = None,
    ) -> None:
        self.strategies = tuple(strategies)
        self.flags = Frozen(flags) if flags else EMPTY
        goals = [strategy.limit_tokens for strategy in self.strategies if strategy.limit_tokens is not None]
        self.limit_tokens = limit_tokens if limit_tokens is not None or not goals else min(goals)

    @property
    def enabled(self) -> tuple[Strategy, ...]:
        """The strategies that are not switched off."""
        return tuple([strategy for strategy in self.strategies if self.flags.get(strategy.name, True)])

    @property
    def name(self) -> str:
        """The names, joined by `+`."""
        return "+".join([strategy.name for strategy in self.strategies])

    @property
    def needs_summarizer(self) -> bool:
        """Whether one of them may ask for words."""
        return any(strategy.needs_summarizer for strategy in self.enabled)

    @property
    def explicit(self) -> bool:
        """Whether one of them was told what to keep or how small to get."""
        return self.limit_tokens is not None or any(strategy.explicit for strategy in self.enabled)

    def plan(self, packing: Packing) -> Plan:
        """One plan for what they decide together."""
        plan = keep_all(self.name, packing.messages, lang=packing.lang)
        view, rows = packing, list(range(len(packing.messages)))
        for strategy in self.enabled:
            plan = combine(plan, strategy.plan(view), rows)
            if not plan.changes:
                continue
            view, rows = _after(packing, plan)
            if not packing.forced and self._enough(view):
                break
        return replace(plan, strategy=self.name)

    def _enough(self, view: Packing) -> bool:
        if self.limit_tokens is not None:
            return view.total_tokens <= self.limit_tokens
        return view.fits(view.total_tokens)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Compose):
            return NotImplemented
        mine = (self.strategies, self.flags, self.limit_tokens)
        return mine == (other.strategies, other.flags, other.limit_tokens)

    def __hash__(self) -> int:
        return hash((self.strategies, self.limit_tokens))

    def __repr__(self) -> str:
        return f"Compose({list(self.strategies)!r})"


def _after(packing: Packing, plan: Plan) -> tuple[Packing, list[int]]:
    """What the next strategy sees, and the row of each of its messages; a summary to come has its room set aside."""
    messages, rows = project(plan)
    conversation = packing.conversation.with_messages(messages)
    room = plan.summary_limit_tokens if plan.needs_summary else 0
    view = replace(
        packing,
        conversation=conversation,
        tally=packing.tally.rebuild(conversation.messages),
        base_tokens=packing.base_tokens + room,
        shape=shape_of(conversation.messages),
    )
    return view, rows
