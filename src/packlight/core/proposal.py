"""What a compaction would do, before anything runs: the plan, what it would leave, and what it would cost.

Comes in: a conversation, its budget and a strategy. Goes out: a `Proposal`. No summarizer is called and nothing is
changed; `apply` of `plan.py` carries a plan out. Called by the façade, and by whoever compares strategies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from packlight.core.attempt import Attempt, least_tokens
from packlight.core.budget import Budget
from packlight.core.conversation import Conversation
from packlight.core.messages import Message
from packlight.core.plan import Plan
from packlight.core.rules import Capabilities
from packlight.core.sendable import bind_thinking
from packlight.core.strategies.contract import Strategy
from packlight.core.summarizers import ask
from packlight.core.tokens import Tally, TokenCounter, weigh_base


@dataclass(frozen=True, slots=True)
class Proposal:
    """A plan with what is known of it beforehand.

    Attributes:
        plan: the decisions, a row for each message.
        before: tokens of the whole request now.
        after: tokens when it is done; with a summary to come, the most it should be.
        fits: whether that is under the threshold.
        calls: summarizer calls, unless the summarizer folds.
        tokens_in, tokens_out: what those calls read, and the most they should write.
        prefix_tokens: tokens in front of the first change: what stays in a provider's cache.
    """

    plan: Plan
    before: int
    after: int
    fits: bool
    calls: int
    tokens_in: int
    tokens_out: int
    prefix_tokens: int

    def to_dict(self) -> dict[str, Any]:
        """The proposal as JSON."""
        numbers = {"before": self.before, "after": self.after, "fits": self.fits, "calls": self.calls}
        costs = {"tokens_in": self.tokens_in, "tokens_out": self.tokens_out, "prefix_tokens": self.prefix_tokens}
        return {**numbers, **costs, "plan": self.plan.to_dict()}


def propose(
    conversation: Conversation,
    *,
    budget: Budget,
    strategy: Strategy,
    counter: TokenCounter,
    tally: Tally | None = None,
    force: bool = True,
    limit_tokens: int | None = None,
    lang: str = "en",
    capabilities: Capabilities | None = None,
) -> Proposal:
    """What `compact` with these arguments would decide, as if it were asked for by hand.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> from packlight.core.strategies import SummaryReplacement
    >>> talk = Conversation.from_api([{"role": r, "content": "word " * 50} for r in ("user", "assistant", "user")])
    >>> found = propose(talk, budget=Budget(1_000), strategy=SummaryReplacement(), counter=HeuristicCounter())
    >>> found.calls, found.after < found.before
    (1, True)
    """
    tally = (tally if tally is not None and tally.counter is counter else Tally(counter)).extend(conversation.messages)
    base = sum(weigh_base(conversation, counter))
    attempt = Attempt(conversation, tally, base, budget, strategy, explicit=True, lang=lang, clock=None)
    goal = limit_tokens if limit_tokens is not None else strategy.limit_tokens
    packing = attempt.packing(goal, force, capabilities)
    plan = bind_thinking(strategy.plan(packing), packing)
    request = ask(plan.folded(), plan.summary_limit_tokens, counter, lang) if plan.needs_summary else None
    room = plan.summary_limit_tokens if request else 0
    after = least_tokens(plan, packing) + room
    return Proposal(
        plan,
        attempt.before,
        after,
        not budget.due(after),
        int(request is not None),
        request.tokens if request else 0,
        room,
        base + packing.tally.before(unchanged_prefix(plan)),
    )


def unchanged_prefix(plan: Plan) -> int:
    """How many messages stand unchanged in front of the first change.

    A kept message that gets a summary in front of its blocks is changed too, once the plan is applied.
    """
    changed = (i for i, row in enumerate(plan) if row.action != "keep" or row.into is not None)
    return next(changed, len(plan))


def kept_facts(needles: tuple[str, ...], messages: tuple[Message, ...]) -> tuple[str, ...]:
    """Which of these texts still stand somewhere in the messages, word for word.

    >>> kept_facts(("port 8043", "rack 4"), (Message("user", "use port 8043"),))
    ('port 8043',)
    """
    text = "\n".join([message.text() for message in messages])
    return tuple([needle for needle in needles if needle in text])
