"""StrategyLab: up to four strategies side by side on one history, and what each of them lost.

Comes in: settings. Goes out: a column for each strategy with the rows aligned, ghosts left in place, and one table. The
history is the one at the moment when compaction is due; all are packed by hand from there, with one counter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from packlight.core.budget import Budget
from packlight.core.comparison import Row, compare
from packlight.core.conversation import Conversation
from packlight.core.errors import PacklightError
from packlight.core.price import Use
from packlight.core.strategies import STRATEGIES
from packlight.core.tokens import Tally, weigh_base
from packlight.simulation.policy import Policy
from packlight.views.labs.controls import check, slider
from packlight.views.labs.model import Bench, Fault, Guess, Outcome, rounded
from packlight.views.labs.node import Node, el
from packlight.views.labs.strategy_columns import Column, columns, outcome_table
from packlight.views.labs.student import StudentStrategy, name_of
from packlight.views.labs.words import speaker
from packlight.views.labs.words.strategy import EN, ZH

MOST = 4
"""Columns that can be compared at a glance."""
COMPOSED, YOURS = "composed", "yours"
THRESHOLD = 0.87
NEXT = 10
"""Requests whose price the table tells."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Tokens of the window, the columns in their order, and the strategies that run together, in theirs."""

    window: int = 20_000
    columns: tuple[str, ...] = ("sliding_window", "summary", "structured", "tool_result_trim")
    flags: tuple[str, ...] = ("drop_thinking", "tool_result_trim", "structured")


@dataclass(frozen=True, slots=True)
class StrategyModel:
    """The lab; `strategy` is a student's own function, or None."""

    bench: Bench
    strategy: Callable[..., Any] | None = None

    name: ClassVar[str] = "StrategyLab"
    figures: ClassVar[str] = "money"

    def words(self, key: str, **values: Any) -> str:
        """One sentence of this lab."""
        return speaker(EN, ZH, self.bench.lang)(key, **values)

    @property
    def presets(self) -> Mapping[str, Settings]:
        """Settings by name; windows are those in which this history is due."""
        course = Settings()
        if self.bench.scenario != "bug_hunt":
            course = replace(course, window=rounded(max(200, self.bench.tokens)))
        if self.strategy:
            course = replace(course, columns=(YOURS, *course.columns[: MOST - 1]))
        return {
            "course": course,
            "small": replace(course, window=max(200, rounded(course.window / 3))),
            "together": replace(course, columns=("structured", "tool_result_trim", COMPOSED)),
            "thinking": replace(course, columns=("drop_thinking", "tool_result_trim")),
        }

    def act(self, settings: Settings, action: str, value: Any, step: int) -> Settings:
        """The settings after a slider moved or a box was ticked."""
        if action == "window":
            return replace(settings, window=int(value))
        kind, _, name = action.partition(":")
        if kind == "column" and name in self._known():
            return replace(settings, columns=_toggled(settings.columns, name, MOST))
        if kind == "flag" and name in STRATEGIES:
            return replace(settings, flags=_toggled(settings.flags, name, len(STRATEGIES)))
        return settings

    def _known(self) -> dict[str, str]:
        """Columns by name, with what they are called."""
        names = {name: name for name in STRATEGIES} | {COMPOSED: self.words("composed")}
        return names | ({YOURS: self.words("yours", name=name_of(self.strategy))} if self.strategy else {})

    def controls(self, settings: Settings) -> Node:
        """The window, the columns, and what runs together."""
        say = self.words
        most = max(rounded(self.bench.tokens * 1.5), max(each.window for each in self.presets.values()))
        step = max(1, most // 200)
        shown = say("tokens", n=settings.window)
        boxes = [check(name, f"column:{key}", key in settings.columns) for key, name in self._known().items()]
        flags = [check(name, f"flag:{name}", name in settings.flags, mark=_mark(settings, name)) for name in STRATEGIES]
        return el(
            "div",
            el(
                "div.controls", slider(say("window"), "window", settings.window, step * 4, most, step=step, shown=shown)
            ),
            el("div.field", el("span.name", say("columns")), el("div.checks", boxes)),
            el("div.field", el("span.name", say("flags")), el("div.checks", flags))
            if self._together(settings)
            else None,
            key="controls",
        )

    def _together(self, settings: Settings) -> bool:
        return COMPOSED in settings.columns

    def outcome(self, settings: Settings) -> Outcome:
        """The columns, drawn and in figures."""
        say = self.words
        if not settings.columns:
            raise Fault(say("nothing"))
        budget = Budget(settings.window, THRESHOLD)
        talk, tokens = self.due(budget)
        if not talk.messages:
            raise Fault(say("empty"))
        found = [self._column(name, settings, talk, budget) for name in settings.columns]
        facts = self._facts(found)
        values = {"n": len(talk), "tokens": tokens, "window": settings.window}
        tree = el(
            "div",
            el("p.quiet", say("due", **values)),
            columns(talk, found, self.bench, budget),
            outcome_table(found, facts, tokens, say),
        )
        return Outcome(
            after=lambda at: tree,
            before=lambda at: el("p.quiet", say("due", **values)),
            guess=self._guess(found, facts, budget),
            said=self._said(found),
        )

    def due(self, budget: Budget) -> tuple[Conversation, int]:
        """The history up to where compaction is due first, and what it weighs; all of it where that never happens."""
        bench = self.bench
        tally, base = Tally(bench.counter), sum(weigh_base(bench.conversation, bench.counter))
        for place, message in enumerate(bench.conversation.messages):
            tally = tally.extend(bench.conversation.messages[: place + 1])
            if message.role == "user" and budget.due(base + tally.total):
                return bench.conversation.with_messages(bench.conversation.messages[: place + 1]), base + tally.total
        return bench.conversation, base + tally.total

    def _column(self, name: str, settings: Settings, talk: Conversation, budget: Budget) -> Column:
        bench, say = self.bench, self.words
        title = self._known().get(name, name)
        why = say(f"why.{name}", names=" → ".join(settings.flags)) if name == COMPOSED else say(f"why.{name}")
        given: Any = (list(settings.flags) or "sliding_window") if name == COMPOSED else name
        mine = StudentStrategy(self.strategy, bench.lang) if name == YOURS and self.strategy else None
        try:
            policy = Policy(settings.window, mine or given)
            [row] = compare(
                talk,
                [policy.make_strategy()],
                budget=budget,
                counter=bench.counter,
                facts=[str(fact["needle"]) for fact in bench.facts],
                summarizer=policy.make_summarizer(bench.lang),
                lang=bench.lang,
                price_usd=bench.prices.call_usd,
            )
        except PacklightError as error:
            return Column(name, title, why, None, str(error))
        return Column(name, title, why, row, next_usd=self._next(row))

    def _next(self, row: Row) -> float:
        """Dollars of the next requests: the first one writes what has changed into the cache, the others read it."""
        prices = self.bench.prices
        kept = row.prefix_tokens if row.prefix_tokens >= self.bench.cache_min_tokens else 0
        first = prices.of(Use(cache_read=kept, cache_write=row.after - kept))
        return first.total_usd + (NEXT - 1) * prices.of(Use(cache_read=row.after)).total_usd + (row.price_usd or 0.0)

    def _facts(self, found: list[Column]) -> list[Mapping[str, Any]]:
        """The planted facts that stood in the history."""
        met = {fact for each in found if each.row for fact in (*each.row.facts_kept, *each.row.facts_lost)}
        return [fact for fact in self.bench.facts if fact["needle"] in met]

    def _guess(self, found: list[Column], facts: list[Mapping[str, Any]], budget: Budget) -> Guess:
        """About the fact that is kept by some and lost by others; without facts, about what fits."""
        say, rows = self.words, [(each.title, each.row) for each in found if each.row]
        options = tuple(str(n) for n in range(len(found) + 1))
        holders = {fact["id"]: [t for t, row in rows if fact["needle"] in row.facts_kept] for fact in facts}
        if not facts:
            fitting = [title for title, row in rows if not budget.due(row.after)]
            return Guess(say("ask.facts"), options, len(fitting), say("why", names=", ".join(fitting) or say("none")))
        # The one that divides them best tells most.
        fact = min(facts, key=lambda each: abs(len(holders[each["id"]]) - len(found) / 2))
        names = holders[fact["id"]]
        why = say("why", names=", ".join(names) or say("none"))
        return Guess(say("ask", fact=fact["text"]), options, len(names), why)

    def _said(self, found: list[Column]) -> str:
        names = ", ".join(each.title for each in found)
        best = max(found, key=lambda each: len(each.row.facts_kept) if each.row else -1)
        return self.words("said", names=names, best=best.title)


def _toggled(chosen: tuple[str, ...], name: str, most: int) -> tuple[str, ...]:
    """Without the name where it was chosen; behind the others where it was not and there is room."""
    if name in chosen:
        return tuple(each for each in chosen if each != name)
    return (*chosen, name) if len(chosen) < most else chosen


def _mark(settings: Settings, name: str) -> str:
    return f"{settings.flags.index(name) + 1}." if name in settings.flags else ""
