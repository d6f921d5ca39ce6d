"""PrepareLab: step 1 of 8 as a flow, event by event, at any moment of a session.

Comes in: settings. Goes out: five cards with what `prepare_messages` reported, the tokens before and after each, and
where step 1 sits in the QueryEngine. The system prompt and the tools are taken out of the history first, so that they
are seen going in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from packlight.core.blocks import ToolResult
from packlight.core.breaker import Breaker
from packlight.core.context import Context, Prepared
from packlight.core.conversation import Conversation
from packlight.core.events import Event
from packlight.core.prepare import prepare_messages
from packlight.core.query_engine import QUERY_ENGINE
from packlight.core.state import State
from packlight.core.strategies import STRATEGIES
from packlight.core.tokens import Tally
from packlight.simulation.policy import Policy
from packlight.views.labs.controls import check, figures, select, slider
from packlight.views.labs.model import Bench, Fault, Guess, Outcome, changed, rounded
from packlight.views.labs.node import Node, el
from packlight.views.labs.words import speaker
from packlight.views.labs.words.prepare import EN, ZH

STEPS = ("normalise", "inject", "judge", "compact", "break")
MOST_FAILURES = 3
_KIND = {"trim": "compact"}
"""The cheap trim is told where the packing is."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Messages so far, the window, how it is packed, failures before, and what goes wrong this time."""

    messages: int = 45
    window: int = 20_000
    strategy: str = "summary"
    failures: int = 0
    fails: bool = False
    torn: bool = False


@dataclass(frozen=True, slots=True)
class PrepareModel:
    """The lab."""

    bench: Bench

    name: ClassVar[str] = "PrepareLab"
    figures: ClassVar[str] = "tokens"

    def words(self, key: str, **values: Any) -> str:
        """One sentence of this lab."""
        return speaker(EN, ZH, self.bench.lang)(key, **values)

    @property
    def presets(self) -> Mapping[str, Settings]:
        """Settings by name: in this window the first three quarters of the history are due."""
        talk = self.bench.conversation
        at = max(1, round(0.75 * len(talk)))
        tally = Tally(self.bench.counter).extend(talk.messages)
        due = Settings(at, max(200, rounded(tally.before(min(at, len(talk))) * 1.1)))
        calm = replace(due, window=max(200, rounded(self.bench.tokens * 1.6)))
        failing = replace(due, failures=2, fails=True)
        return {
            "due": due,
            "calm": calm,
            "torn": replace(calm, torn=True),
            "failing": failing,
            "open": replace(due, failures=MOST_FAILURES),
        }

    def act(self, settings: Settings, action: str, value: Any, step: int) -> Settings:
        """The settings after one control was used."""
        if action in ("messages", "window", "failures"):
            return changed(settings, **{action: int(value)})
        if action == "fails":
            return replace(settings, fails=not settings.fails)
        if action == "torn":
            return replace(settings, torn=not settings.torn)
        return replace(settings, strategy=str(value)) if action == "strategy" else settings

    def controls(self, settings: Settings) -> Node:
        """The moment, the window, and what goes wrong."""
        say, whole = self.words, len(self.bench.conversation)
        most = max(rounded(self.bench.tokens * 2), settings.window)
        step = max(1, most // 200)
        so_far = say("n", n=settings.messages, all=whole)
        size = say("tokens", n=settings.window)
        boxes = [check(say(name), name, getattr(settings, name)) for name in ("torn", "fails")]
        return el(
            "div",
            el(
                "div.controls",
                slider(say("messages"), "messages", settings.messages, 1, max(1, whole), step=1, shown=so_far),
                slider(say("window"), "window", settings.window, step * 4, most, step=step, shown=size),
                slider(
                    say("failures"),
                    "failures",
                    settings.failures,
                    0,
                    MOST_FAILURES,
                    step=1,
                    shown=f"{settings.failures}",
                ),
                select(say("strategy"), "strategy", settings.strategy, {name: name for name in STRATEGIES}),
            ),
            el("div.checks", boxes, style="margin-bottom:14px"),
            key="controls",
        )

    def outcome(self, settings: Settings) -> Outcome:
        """The five steps of this request."""
        talk = self._talk(settings)
        if not talk.messages:
            raise Fault(self.words("empty"))
        ready = self._prepared(talk, settings)
        tokens = Tally(self.bench.counter).extend(talk.messages).total
        tree = el("div", self._top(ready, tokens), self._flow(ready.events), self._engine())
        return Outcome(
            after=lambda at: tree,
            before=lambda at: el("p.quiet", self.words("tokens", n=tokens)),
            guess=self._guess(ready, tokens, settings),
            said=self.words("said", n=len(talk), ends=self._ends(ready), state=self._state(ready)),
        )

    def _talk(self, settings: Settings) -> Conversation:
        """The history so far, bare; its last result taken out where the pair shall be torn."""
        whole = self.bench.conversation
        messages = list(whole.messages[: settings.messages])
        if settings.torn:
            for at in range(len(messages) - 1, -1, -1):
                if any(isinstance(block, ToolResult) for block in messages[at].content):
                    del messages[at]
                    break
        return whole.with_system(()).with_tools(()).with_messages(messages)

    def _prepared(self, talk: Conversation, settings: Settings) -> Prepared:
        bench = self.bench
        policy = Policy(settings.window, settings.strategy)
        if settings.fails and policy.make_strategy().needs_summarizer:
            policy = policy.changed(failures="F")
        breaker = Breaker()
        for turn in range(settings.failures):
            breaker = breaker.record_failure("summarizer_error", turn)
        system = "\n\n".join(block.readable() for block in bench.conversation.system)
        context = Context(
            budget=policy.budget(),
            strategy=policy.make_strategy(),
            counter=bench.counter,
            summarizer=policy.make_summarizer(bench.lang),
            system=system or None,
            tools=bench.conversation.tools or None,
            on_open="fallback",
            lang=bench.lang,
        )
        return prepare_messages(State(talk, breaker=breaker), context)

    def _top(self, ready: Prepared, tokens: int) -> Node:
        say = self.words
        warm = "warm" if ready.state.breaker.state == "open" else ""
        pairs = [(f"{tokens:,}", say("before"), ""), (f"{ready.after:,}", say("after"), "")]
        return figures([*pairs, (self._ends(ready), say("ends"), ""), (self._state(ready), say("breaker"), warm)])

    def _ends(self, ready: Prepared) -> str:
        return self.words(f"reason.{ready.reason}")

    def _state(self, ready: Prepared) -> str:
        breaker = ready.state.breaker
        return self.words(f"state.{breaker.state}", n=breaker.count)

    def _flow(self, events: tuple[Event, ...]) -> Node:
        """A card for each step, in order, with what happened in it."""
        say, lang = self.words, self.bench.lang
        cards = []
        for number, name in enumerate(STEPS, 1):
            mine = [event for event in events if _KIND.get(event.kind, event.kind) == name]
            lines = [el("p", event.say(lang)) for event in mine] or [el("p.quiet", say("quiet"))]
            changes = [each for each in mine if each.before != each.after]
            if changes:
                lines.append(el("p.size", say("sizes", before=changes[0].before, after=changes[-1].after)))
            head = el("h4", f"{number}. ", say(f"step.{name}"))
            spec = "li.card.step" if mine else "li.card.step.idle"
            cards.append(el(spec, head, el("p.quiet", say(f"does.{name}")), lines))
        return el("ol.flow", cards)

    def _engine(self) -> Node:
        """The eight steps, of which the course's source names three."""
        lang, say = self.bench.lang, self.words
        rows = [
            el(
                "li.on" if step.number == 1 else "li",
                step.say(lang),
                el("b", say("here", n=1)) if step.number == 1 else None,
            )
            for step in QUERY_ENGINE
        ]
        return el("details", el("summary", say("engine")), el("ul.engine", rows))

    def _guess(self, ready: Prepared, tokens: int, settings: Settings) -> Guess:
        say = self.words
        due = any(event.trigger for event in ready.events)
        opened = ready.state.breaker.state == "open"
        answer = 0 if not due else 2 if opened else 1 if ready.reason == "applied" else 3
        judged = [event.say(self.bench.lang) for event in ready.events if event.kind in ("judge", "break")]
        ask = say("ask", tokens=tokens, window=settings.window)
        return Guess(ask, tuple(say(f"ask.{n}") for n in range(4)), answer, say("why", text=" ".join(judged)))
