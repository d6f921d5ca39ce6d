"""One attempt at a compaction: plan, have the summary written, apply, judge.

Comes in: a conversation, its weights, its budget and a strategy. Goes out: `Compacted`, whatever happens in between.
Called by `compact.py` only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from packlight.core.budget import Budget
from packlight.core.conversation import Conversation
from packlight.core.outcome import Compacted
from packlight.core.plan import Plan, apply, keep_all
from packlight.core.rules import Capabilities, Watch
from packlight.core.sendable import answered, bind_thinking, sound
from packlight.core.strategies.contract import Packing, Strategy, packing_of
from packlight.core.strategies.words import why
from packlight.core.summarizers import Summarizer, Written, extractive, write_summary
from packlight.core.tokens import Tally, weigh_message

SUMMARY_CAP = 4
"""A summary that takes more than one part in so many of the window is refused: summaries of summaries must not grow."""


@dataclass(slots=True)
class Attempt:
    """One call's desk: what came in, and what a summarizer has cost so far.

    Attributes:
        tally: weights of the conversation's messages; `base` those of system prompt and tools together.
        explicit: the caller said what to keep or how small to get, so that smaller is good enough.
        last_resort: what can be sent at all is good enough.
    """

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

    def run(self, packing: Packing, summarizer: Summarizer | None) -> Compacted:
        """Plan, have the summary written, apply, and judge what came of it; an interrupt leaves all as it was."""
        try:
            return self.attempted(packing, summarizer)
        except KeyboardInterrupt:
            return self.unchanged("cancelled", self.sentence("cancelled"))

    def attempted(self, packing: Packing, summarizer: Summarizer | None) -> Compacted:
        plan = bind_thinking(self.strategy.plan(packing), packing)
        if not plan.changes:
            due = self.budget.due(self.before)
            return self.unchanged("irreducible" if due else "nothing_to_compact", self.sentence("kept") if due else "")
        if plan.needs_summary:
            if not self.explicit and not self.acceptable(least_tokens(plan, packing)):
                return self.unchanged("irreducible", self.sentence("no_room"))
            refused = self.write(plan, packing, summarizer)
            if refused is not None:
                return refused
            plan = plan.with_summary(self.written.text)
        return self.judge(plan, packing)

    def write(self, plan: Plan, packing: Packing, summarizer: Summarizer | None) -> Compacted | None:
        """Ask for the summary; gives back how the attempt ended when there is none that can be used."""
        self.written = write_summary(
            plan.folded(),
            summarizer if summarizer is not None else extractive(self.lang),
            limit_tokens=plan.summary_limit_tokens,
            counter=packing.counter,
            lang=self.lang,
        )
        most = max(self.budget.window // SUMMARY_CAP, plan.summary_limit_tokens)
        if not self.written.reason and self.written.last_tokens > most:
            detail = why("detail.summary_too_long", self.lang, tokens=self.written.last_tokens, most=most)
            return self.unchanged("non_compressing", detail)
        return self.unchanged(self.written.reason, self.written.detail) if self.written.reason else None

    def judge(self, plan: Plan, packing: Packing) -> Compacted:
        """Apply the plan and see whether that helped."""
        applied = apply(plan, packing.conversation)
        watch = _watched(applied.conversation, packing.capabilities)
        if watch is None:
            applied = sound(applied, packing)
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
        return self.ended("applied", conversation, plan, after=after, tally=tally, watch=watch)

    def acceptable(self, tokens: int) -> bool:
        """Under the threshold; for the last resort it is enough that the request can be sent at all."""
        if self.last_resort:
            return tokens + self.budget.reserve <= self.budget.window
        return not self.budget.due(tokens)

    def sentence(self, key: str) -> str:
        return why(f"detail.{key}", self.lang)

    def unchanged(self, reason: str, detail: str = "") -> Compacted:
        plan = keep_all(self.strategy.name, self.conversation.messages, why("unchanged", self.lang), self.lang)
        return self.ended(reason, self.conversation, plan, after=self.before, tally=self.tally, detail=detail)

    def ended(
        self,
        reason: str,
        conversation: Conversation,
        plan: Plan,
        *,
        after: int,
        tally: Tally,
        watch: Watch | None = None,
        detail: str = "",
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
            watch=watch,
        )


def _watched(conversation: Conversation, capabilities: Capabilities | None) -> Watch | None:
    """A watch over a packed history that is clean, so that nobody has to read it again; else None."""
    watch = Watch.over(conversation, capabilities).extend(conversation.messages)
    return watch if watch.clean else None


def least_tokens(plan: Plan, packing: Packing) -> int:
    """What the request would weigh with a summary of no words: less than that no summarizer can reach."""
    total = packing.base_tokens
    for position, (row, message) in enumerate(zip(plan.decisions, plan.messages, strict=True)):
        if row.action == "keep":
            total += packing.tally.weight(position)
        elif row.action == "shorten" and row.content is not None:
            total += weigh_message(message.with_content(row.content), packing.counter)
    return total
