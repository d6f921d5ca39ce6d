"""The desk of one `prepare_messages` call: what stands at this moment, between its steps.

Comes in: a context and what the state remembered. Goes out: the `State` and `Prepared` of the call. Called by
`prepare.py` only; everything that outlives the call is frozen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from packlight.core.breaker import Breaker
from packlight.core.context import Context, Prepared
from packlight.core.conversation import Conversation
from packlight.core.events import Event
from packlight.core.rules import Watch
from packlight.core.state import Base, State
from packlight.core.tokens import Tally


@dataclass(slots=True)
class Desk:
    """What stands right now, while one call is at work; it never leaves the call."""

    ctx: Context
    conversation: Conversation
    breaker: Breaker
    turn: int
    refills: int
    tally: Tally
    watch: Watch
    base: Base
    started: int = 0
    trail: list[Event] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.tally.total + self.base.tokens

    def dressed(self) -> Conversation:
        """The conversation as it would be sent."""
        return self.base.conversation.carrying(self.conversation)

    def state(self) -> State:
        return State(
            self.conversation,
            breaker=self.breaker,
            turn=self.turn,
            refills=self.refills,
            tally=self.tally,
            watch=self.watch,
            base=self.base,
        )

    def ready(self, reason: str) -> Prepared:
        return Prepared(self.dressed(), self.state(), tuple(self.trail), self.started, self.total, reason)

    def note(self, event: Event) -> None:
        self.trail.append(event)
        if self.ctx.listener is not None:
            self.ctx.listener(event)
