"""Compaction: one attempt to make a conversation smaller, with every ending a value.

    due? ─▶ strategy plans ─▶ (summarizer writes) ─▶ plan applied ─▶ smaller? fits? ─▶ Compacted

Comes in: a conversation, its budget, a strategy. Goes out: `Compacted`: the smaller conversation, or the one that
came in and the reason. Nothing here raises for a compaction that fails, and nothing is ever half applied. Called by
`prepare.py`, which counts failures, and by the façade.
"""

from __future__ import annotations

from collections.abc import Callable

from packlight.core.attempt import Attempt
from packlight.core.budget import Budget
from packlight.core.conversation import Conversation
from packlight.core.outcome import REASONS, Compacted
from packlight.core.rules import Capabilities
from packlight.core.strategies.contract import GOAL_SHARE, Strategy, half_of
from packlight.core.strategies.fallback import FallbackTrim
from packlight.core.summarizers import Summarizer
from packlight.core.tokens import Tally, TokenCounter, weigh_base

__all__ = ["REASONS", "Compacted", "compact", "fallback_trim"]


def compact(
    conversation: Conversation,
    *,
    budget: Budget,
    strategy: Strategy,
    counter: TokenCounter,
    summarizer: Summarizer | None = None,
    tally: Tally | None = None,
    force: bool = False,
    limit_tokens: int | None = None,
    lang: str = "en",
    clock: Callable[[], float] | None = None,
    capabilities: Capabilities | None = None,
) -> Compacted:
    """Make a conversation smaller when it is due, or when forced; never raises for a compaction that fails.

    Args:
        budget: window, threshold and reserve, in tokens.
        strategy: decides what to keep, shorten, drop or replace.
        counter: weighs text.
        summarizer: writes the summary where the strategy asks for one; None: the offline one.
        tally: weights that are known already.
        force: act even when compaction is not due.
        limit_tokens: the goal for the whole request; None: the strategy's, else half of the window.
        clock: gives seconds; None: the time is not measured. A time limit is a summarizer's own: see `adapters`.

    >>> from packlight.core.strategies import SlidingWindow
    >>> from packlight.core.heuristic import HeuristicCounter
    >>> talk = Conversation.from_api([{"role": r, "content": "word " * 50} for r in ("user", "assistant", "user")])
    >>> result = compact(talk, budget=Budget(150), strategy=SlidingWindow(), counter=HeuristicCounter())
    >>> result.reason, len(result.conversation)
    ('applied', 1)
    """
    goal = limit_tokens if limit_tokens is not None else strategy.limit_tokens
    tally = (tally if tally is not None and tally.counter is counter else Tally(counter)).extend(conversation.messages)
    base = sum(weigh_base(conversation, counter))
    explicit = force or strategy.explicit or limit_tokens is not None
    attempt = Attempt(conversation, tally, base, budget, strategy, explicit, lang, clock)
    if not force and not budget.due(attempt.before):
        return attempt.unchanged("not_needed")
    packing = attempt.packing(goal, force, capabilities)
    return attempt.run(packing, summarizer)


def fallback_trim(
    conversation: Conversation,
    *,
    budget: Budget,
    counter: TokenCounter,
    tally: Tally | None = None,
    target: float = GOAL_SHARE,
    limit_tokens: int | None = None,
    lang: str = "en",
    clock: Callable[[], float] | None = None,
    capabilities: Capabilities | None = None,
) -> Compacted:
    """The cheap cut without a model: down to `target` of the window (a share), system prompt and tools included.

    Long tool results are shortened first, then whole pairs and turns go, the oldest first, inside the running turn too.
    What still passes the threshold but leaves the reserve free can be sent, and is applied; else it is `irreducible`.
    """
    tally = (tally if tally is not None and tally.counter is counter else Tally(counter)).extend(conversation.messages)
    base = sum(weigh_base(conversation, counter))
    goal = half_of(budget, target) if limit_tokens is None else limit_tokens
    attempt = Attempt(conversation, tally, base, budget, FallbackTrim(), False, lang, clock)
    attempt.last_resort = True
    return attempt.run(attempt.packing(goal, False, capabilities), None)
