"""How to prepare, and what comes of it: the two values on either side of `prepare_messages`.

Comes in: a person's choices. Goes out: a frozen `Context` for `prepare.py` to read, and the `Prepared` that it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from packlight.core.budget import Budget
from packlight.core.conversation import Conversation
from packlight.core.errors import unknown_name
from packlight.core.events import Event
from packlight.core.quick import quick
from packlight.core.rules import Capabilities
from packlight.core.state import State
from packlight.core.strategies.contract import Strategy
from packlight.core.summarizers import Summarizer
from packlight.core.system import Layers
from packlight.core.tokens import TokenCounter

TRIGGERS = ("auto", "last_resort", "manual")
ON_OPEN = ("fallback", "raise")


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """How to prepare: everything that is not the conversation itself.

    Attributes:
        budget: window, threshold and reserve.
        strategy: what decides when compaction is due.
        counter: weighs text.
        summarizer: the model call of strategies that need one, or None.
        system, claude_md, tools: what belongs in front of the messages; see `system.py`.
        trigger: `"auto"` (threshold or reserve), `"manual"` (now, also when the breaker is open) or `"last_resort"`
            (only when the request would be refused).
        on_open: `"raise"`, or `"fallback"` to trim without a model while the breaker is open.
        clock: gives seconds; None where no time is known. A breaker with `cooldown_s` needs one.
        capabilities: what the model takes; None reads the rules strictly.
        limit_tokens: the goal of a compaction; None: what the strategy aims at.
        price_usd: gives dollars for tokens in and tokens out of a summarizer call.
        lang: language of the error's and the summary's words.
        listener: is told each event as it happens; what it raises is raised.
    """

    budget: Budget
    strategy: Strategy
    counter: TokenCounter
    summarizer: Summarizer | None = None
    system: str | None = None
    claude_md: Layers = None
    tools: Iterable[Mapping[str, Any]] | None = None
    trigger: str = "auto"
    on_open: str = "raise"
    clock: Callable[[], float] | None = None
    capabilities: Capabilities | None = None
    limit_tokens: int | None = None
    price_usd: Callable[[int, int], float] | None = None
    lang: str = "en"
    listener: Callable[[Event], None] | None = None

    def __post_init__(self) -> None:
        if self.trigger not in TRIGGERS:
            raise unknown_name("trigger", self.trigger, TRIGGERS)
        if self.on_open not in ON_OPEN:
            raise unknown_name("on_open", self.on_open, ON_OPEN)


@quick
@dataclass(frozen=True, slots=True)
class Prepared:
    """What `prepare_messages` gives back.

    Attributes:
        conversation: what to send, system prompt in place.
        state: the state to go on with, without the injected prompt.
        events: what happened, in order.
        before, after: tokens of the whole request, injected prompt included, before and after.
        reason: how the compaction ended, from the closed set, also when a trim followed.
    """

    conversation: Conversation
    state: State
    events: tuple[Event, ...]
    before: int
    after: int
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON."""
        numbers = {"before": self.before, "after": self.after, "reason": self.reason}
        return {**numbers, "events": [event.to_dict() for event in self.events], "request": self.conversation.to_api()}

    def __repr__(self) -> str:
        return f"<Prepared: {self.reason}, {self.before:,} → {self.after:,} tokens, {len(self.events)} events>"
