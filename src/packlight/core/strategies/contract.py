"""What a strategy is, and all that it may see.

    Packing ─▶ strategy.plan(packing) ─▶ Plan

Comes in: a conversation that is too large, with what it weighs and how small it should get. Goes out: a plan. A
strategy only decides: it changes nothing, calls nothing and remembers nothing. Called by `compact.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Protocol

from packlight.core.budget import Budget
from packlight.core.conversation import Conversation
from packlight.core.cuts import Shape, shape_of
from packlight.core.errors import UserError
from packlight.core.messages import Messages
from packlight.core.plan import Plan
from packlight.core.rules import Capabilities
from packlight.core.tokens import Tally, TokenCounter

GOAL_SHARE = 0.5
"""Where nothing else is asked for, packing goes down to this share of the window."""


@dataclass(frozen=True, slots=True)
class Packing:
    """What a strategy may see.

    Attributes:
        conversation: what is to be packed.
        tally: the weight of each message.
        base_tokens: what system prompt and tools weigh.
        budget: window, threshold and reserve.
        goal_tokens: how small the whole request should get.
        counter: weighs what is shortened.
        shape: where the history may be cut.
        forced: packing was asked for, due or not.
        lang: language of reasons and notes.
        capabilities: what the model takes, or None.
    """

    conversation: Conversation
    tally: Tally
    base_tokens: int
    budget: Budget
    goal_tokens: int
    counter: TokenCounter
    shape: Shape
    forced: bool = False
    lang: str = "en"
    capabilities: Capabilities | None = None

    @property
    def messages(self) -> Messages:
        """The messages to be packed."""
        return self.conversation.messages

    @property
    def total_tokens(self) -> int:
        """What the whole request weighs now."""
        return self.base_tokens + self.tally.total

    def fits(self, tokens: int) -> bool:
        """Whether a request of this size is under the threshold and leaves the reserve free."""
        return not self.budget.due(tokens)


def packing_of(
    conversation: Conversation,
    tally: Tally,
    base_tokens: int,
    budget: Budget,
    *,
    goal_tokens: int | None = None,
    forced: bool = False,
    lang: str = "en",
    capabilities: Capabilities | None = None,
) -> Packing:
    """A packing with its shape read and its goal set: half of the window, unless a goal is given."""
    goal = half_of(budget) if goal_tokens is None else goal_tokens
    shape = shape_of(conversation.messages)
    return Packing(conversation, tally, base_tokens, budget, goal, tally.counter, shape, forced, lang, capabilities)


def half_of(budget: Budget, share: float = GOAL_SHARE) -> int:
    """The goal where none is given: a share of the window, and never more than is not due.

    >>> half_of(Budget(20_000)), half_of(Budget(20_000, reserve=15_000))
    (10000, 5000)
    """
    return min(int(budget.window * share), budget.limit_tokens)


class Strategy(Protocol):
    """Decides what to keep, shorten, drop or replace.

    `name` is how it is called; `needs_summarizer` says whether its plan may ask for words; `limit_tokens` is the goal
    that its caller gave it, or None; `explicit` tells that the caller said what to keep or how small to get, so that a
    result which is smaller but still too large is what was asked for.
    """

    @property
    def name(self) -> str: ...

    @property
    def needs_summarizer(self) -> bool: ...

    @property
    def limit_tokens(self) -> int | None: ...

    @property
    def explicit(self) -> bool: ...

    def plan(self, packing: Packing) -> Plan:
        """The decisions for every message of the packing."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options that every strategy takes; each strategy adds its own.

    Attributes:
        limit_tokens: the goal for the whole request, in tokens; None: half of the window.
        pin: ids of messages that stay as they are, with what belongs to them.
    """

    limit_tokens: int | None = None
    pin: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        pin: object = self.pin
        if isinstance(pin, str):
            object.__setattr__(self, "pin", (pin,))
        elif isinstance(pin, Iterable):
            object.__setattr__(self, "pin", tuple(pin))
        else:
            raise UserError(f"pin is {pin!r}: give message ids, such as pin=['m3-7f1c22aa']")
        for option in fields(self):
            value = getattr(self, option.name)
            counted = option.name.startswith("keep_") or option.name == "limit_tokens"
            if counted and value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
                raise UserError(f"{option.name} is {value!r}: give a whole number of 0 or more")

    @property
    def explicit(self) -> bool:
        """Whether the caller said what to keep or how small to get."""
        named = [option.name for option in fields(self) if option.name.startswith("keep_")]
        return any(getattr(self, name) is not None for name in [*named, "limit_tokens"])
