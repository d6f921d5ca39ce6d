"""Compaction: one attempt to make a conversation smaller, with every ending a value.

    due? ─▶ strategy plans ─▶ (summarizer writes) ─▶ plan applied ─▶ smaller? fits? ─▶ Compacted

Comes in: a conversation, its budget, a strategy. Goes out: `Compacted`: the smaller conversation, or the one that
came in and the reason. Nothing here raises for a compaction that fails, and nothing is ever half applied. Called by
`prepare.py`, which counts failures, and by `api.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from packlight.core.blocks import ToolResult, ToolUse
from packlight.core.budget import Budget
from packlight.core.conversation import Conversation
from packlight.core.cuts import shape_of
from packlight.core.messages import Message
from packlight.core.plan import Applied, Decision, Plan, apply, keep_all
from packlight.core.repair import repair
from packlight.core.rules import Capabilities
from packlight.core.strategies.contract import GOAL_SHARE, Packing, Strategy, half_of, packing_of
from packlight.core.strategies.drop_thinking import without_thinking
from packlight.core.strategies.fallback import FallbackTrim
from packlight.core.strategies.words import why
from packlight.core.summarizers import Summarizer, Written, extractive, write_summary
from packlight.core.tokens import Tally, TokenCounter, weigh_base, weigh_message

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
SUMMARY_CAP = 4
"""A summary that takes more than one part in so many of the window is refused: summaries of summaries must not grow."""


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
    time_limit_s: float | None = None,
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
        clock: gives seconds; None: the time is not measured.
        time_limit_s: how long one summarizer call may take.

    >>> from packlight.core.strategies import SlidingWindow
    >>> from packlight.core.heuristic import HeuristicCounter
    >>> talk = Conversation.from_api([{"role": r, "content": "word " * 50} for r in ("user", "assistant", "user")])
    >>> result = compact(talk, budget=Budget(200), strategy=SlidingWindow(), counter=HeuristicCounter())
    >>> result.reason, len(result.conversation)
    ('applied', 1)
    """
    goal = limit_tokens if limit_tokens is not None else strategy.limit_tokens
    tally = (tally if tally is not None and tally.counter is counter else Tally(counter)).extend(conversation.messages)
    base = sum(weigh_base(conversation, counter))
    explicit = force or strategy.explicit or limit_tokens is not None
    attempt = _Attempt(conversation, tally, base, budget, strategy, explicit, lang, clock)
    if not force and not budget.due(attempt.before):
        return attempt.unchanged("not_needed")
    packing = attempt.packing(goal, force, capabilities)
    return attempt.run(packing, summarizer if summarizer is not None else extractive(lang), time_limit_s)


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
    attempt = _Attempt(conversation, tally, base, budget, FallbackTrim(), False, lang, clock)
    attempt.last_resort = True
    return attempt.run(attempt.packing(goal, False, capabilities), None, None)


@dataclass(slots=True)
class _Attempt:
    """One call's desk: what came in, and what a summarizer has cost so far."""

    conversation: Conversation
    tally: Tally
    base: int
    budget: Budget
    strategy: Strategy
    explicit: bool
    lang: str
    clock: Callable[[], float] | None
    last_resort: bool = False
    written: Written = field(default_factory=Written)
    started: float | None = None

    def __post_init__(self) -> None:
        self.started = self.clock() if self.clock else None

    @property
    def before(self) -> int:
        return self.base + self.tally.total

    def packing(self, goal: int | None, forced: bool, capabilities: Capabilities | None) -> Packing:
        """What the strategy may see."""
        talk = answered(self.conversation, self.lang)
        return packing_of(
            talk,
            self.tally.extend(talk.messages),
            self.base,
            self.budget,
            goal_tokens=goal,
            forced=forced,
            lang=self.lang,
            capabilities=capabilities,
        )

    def run(self, packing: Packing, summarizer: Summarizer | None, time_limit_s: float | None) -> Compacted:
        """Plan, have the summary written, apply, and judge what came of it."""
        plan = bind_thinking(self.strategy.plan(packing), packing)
        if not plan.changes:
            due = self.budget.due(self.before)
            return self.unchanged("irreducible" if due else "nothing_to_compact", self.sentence("kept") if due else "")
        if plan.needs_summary:
            if not self.explicit and not self.acceptable(least_tokens(plan, packing)):
                return self.unchanged("irreducible", self.sentence("no_room"))
            refused = self.write(plan, packing, summarizer, time_limit_s)
            if refused is not None:
                return refused
            plan = plan.with_summary(self.written.text)
        return self.judge(plan, packing)

    def write(
        self, plan: Plan, packing: Packing, summarizer: Summarizer | None, time_limit_s: float | None
    ) -> Compacted | None:
        """Ask for the summary; gives back how the attempt ended when there is none that can be used."""
        self.written = write_summary(
            plan.folded(),
            summarizer if summarizer is not None else extractive(self.lang),
            limit_tokens=plan.summary_limit_tokens,
            counter=packing.counter,
            lang=self.lang,
            time_limit_s=time_limit_s,
        )
        most = max(self.budget.window // SUMMARY_CAP, plan.summary_limit_tokens)
        if not self.written.reason and self.written.last_tokens > most:
            detail = why("detail.summary_too_long", self.lang, tokens=self.written.last_tokens, most=most)
            return self.unchanged("non_compressing", detail)
        return self.unchanged(self.written.reason, self.written.detail) if self.written.reason else None

    def judge(self, plan: Plan, packing: Packing) -> Compacted:
        """Apply the plan and see whether that helped."""
        applied = sound(apply(plan, packing.conversation), packing)
        conversation = applied.conversation
        tally = packing.tally.rebuild(conversation.messages)
        after = self.base + tally.total
        if after >= self.before:
            return self.unchanged(
                "non_compressing", why("detail.not_smaller", self.lang, before=self.before, after=after)
            )
        if not self.explicit and not self.acceptable(after):
            return self.unchanged("irreducible", why("detail.still_over", self.lang, after=after))
        size = len(self.conversation)
        plan = replace(applied.plan, messages=self.conversation.messages, decisions=applied.plan.decisions[:size])
        return self.ended("applied", conversation, plan, after, tally, "")

    def acceptable(self, tokens: int) -> bool:
        """Under the threshold; for the last resort it is enough that the request can be sent at all."""
        if self.last_resort:
            return tokens + self.budget.reserve <= self.budget.window
        return not self.budget.due(tokens)

    def sentence(self, key: str) -> str:
        return why(f"detail.{key}", self.lang)

    def unchanged(self, reason: str, detail: str = "") -> Compacted:
        plan = keep_all(self.strategy.name, self.conversation.messages, why("unchanged", self.lang), self.lang)
        return self.ended(reason, self.conversation, plan, self.before, self.tally, detail)

    def ended(
        self, reason: str, conversation: Conversation, plan: Plan, after: int, tally: Tally, detail: str
    ) -> Compacted:
        return Compacted(
            conversation,
            reason,
            plan,
            self.before,
            after,
            not self.budget.due(after),
            self.written.calls,
            self.written.tokens_in,
            self.written.tokens_out,
            self.clock() - self.started if self.clock and self.started is not None else None,
            detail,
            tally=tally,
        )


def least_tokens(plan: Plan, packing: Packing) -> int:
    """What the request would weigh with a summary of no words: less than that no summarizer can reach."""
    total = packing.base_tokens
    for position, (row, message) in enumerate(zip(plan.decisions, plan.messages, strict=True)):
        if row.action == "keep":
            total += packing.tally.weight(position)
        elif row.action == "shorten" and row.content is not None:
            total += weigh_message(message.with_content(row.content), packing.counter)
    return total


def bind_thinking(plan: Plan, packing: Packing) -> Plan:
    """Where a model binds thinking to what stood before it, thinking behind the first change has to go."""
    if packing.capabilities is None or not packing.capabilities.thinking_bound or not plan.changes:
        return plan
    decisions, changed, reason = [], False, why("thinking_bound", packing.lang)
    for row, message in zip(plan.decisions, plan.messages, strict=True):
        changed = changed or row.action != "keep"
        content = message.content if row.content is None else row.content
        rest = without_thinking(content)
        if changed and row.action in ("keep", "shorten") and len(rest) < len(content):
            row = replace(row, action="shorten", reason=reason, content=rest) if rest else _gone(row, reason)
        decisions.append(row)
    return replace(plan, decisions=tuple(decisions))


def _gone(row: Decision, reason: str) -> Decision:
    return replace(row, action="drop", reason=reason, content=None)


def sound(applied: Applied, packing: Packing) -> Applied:
    """What can be sent: a history that came in broken is mended, in what is left of it."""
    if shape_of(applied.conversation.messages).sound:
        return applied
    mended = repair(applied.conversation, capabilities=packing.capabilities).conversation
    heirs = {message.derived_from: message.id for message in mended.messages if message.derived_from}
    there = {message.id for message in mended.messages}
    decisions = []
    for row in applied.plan:
        now = row.into or row.id
        decisions.append(replace(row, into=heirs[now]) if now in heirs and now not in there else row)
    return Applied(mended, replace(applied.plan, decisions=tuple(decisions)))


def answered(conversation: Conversation, lang: str) -> Conversation:
    """The conversation with its open calls at the end answered as interrupted: what is packed is about to be sent.

    A result that arrives later stands behind this note, and repair then prefers it.
    """
    last = conversation.messages[-1] if len(conversation.messages) else None
    waiting = [block.id for block in last.content if isinstance(block, ToolUse)] if last is not None else []
    if last is None or last.role != "assistant" or not waiting:
        return conversation
    note = why("note.interrupted", lang)
    return conversation.append(Message("user", tuple([ToolResult(call, note, True) for call in waiting])))
