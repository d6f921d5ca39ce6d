"""The replay: a conversation carried turn by turn under a policy, recorded as a film.

Comes in: a conversation, a policy, a counter. Goes out: a `Film`. A step is one appended message; `prepare_messages`
runs before each assistant message, as an agent runs it before each request. So the frame of a user message shows a
history that may be due, and the next frame shows it packed. Nothing here knows a clock: the same input gives the same
film, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from packlight.core.breaker import Breaker
from packlight.core.context import Context, Prepared
from packlight.core.conversation import Conversation
from packlight.core.event_words import say
from packlight.core.events import ADVICE, Event
from packlight.core.messages import Message
from packlight.core.prepare import prepare_messages
from packlight.core.repair import repair
from packlight.core.state import State
from packlight.core.tokens import Tally, TokenCounter
from packlight.simulation.captions import Moment, ask_drop, ask_due, ask_state, caption
from packlight.simulation.facts import FactWatch
from packlight.simulation.film import Film, Frame, Happening
from packlight.simulation.policy import Policy
from packlight.simulation.tables import Tables

FAILED = ("non_compressing", "empty_summary", "request_too_large", "irreducible", "summarizer_error")


def run(
    conversation: Conversation,
    policy: Policy,
    *,
    counter: TokenCounter,
    title: str = "",
    scenario: str = "",
    lang: str = "en",
    seed: int = 0,
    facts: Iterable[Mapping[str, Any]] = (),
    price_usd: Callable[[int, int], float] | None = None,
) -> Film:
    """Replay the conversation under the policy.

    A history that breaks rules is mended first. While the breaker is open the replay goes on with the trim that calls
    no model; what the calls not made would have cost stands in `film.cost`.
    """
    camera = _Camera(conversation, policy, counter, lang=lang, facts=facts, price_usd=price_usd)
    return camera.shoot(title, scenario, seed)


class _Camera:
    """One replay in the making."""

    def __init__(
        self,
        conversation: Conversation,
        policy: Policy,
        counter: TokenCounter,
        *,
        lang: str,
        facts: Iterable[Mapping[str, Any]],
        price_usd: Callable[[int, int], float] | None,
    ) -> None:
        mended = repair(conversation)
        self.script = mended.conversation.messages
        self.policy, self.counter, self.lang = policy, counter, lang
        self.tables = Tables(counter, lang)
        self.facts = FactWatch(facts)
        self.budget = policy.budget()
        self.price_usd = price_usd
        self.summarizer = policy.make_summarizer(lang)
        self.context = Context(
            budget=self.budget,
            strategy=policy.make_strategy(),
            counter=counter,
            summarizer=self.summarizer,
            on_open="fallback",
            price_usd=price_usd,
            lang=lang,
        )
        opening = State(mended.conversation.with_messages([]), breaker=policy.breaker or Breaker())
        self.state = prepare_messages(opening, self.context).state
        self.frames: list[Frame] = []
        self.events: list[Happening] = []
        self.system = self.tables.system(mended.conversation)
        self.turn = self.compactions = 0
        self.asked: set[str] = set()
        self.calls = self.call_tokens = 0
        self.call_usd = 0.0
        self.refused: list[int] = []
        if mended.changes:
            text = say("normalise.mended", lang, changes=len(mended.changes))
            self.events.append(Happening(0, "mend", "", "", 0, 0, 0, text))

    def shoot(self, title: str, scenario: str, seed: int) -> Film:
        for message in self.script:
            happened = self._prepare() if message.role == "assistant" and self.frames else ()
            self._append(message, happened)
        if self.frames and self.script[-1].role == "user":
            self._ask_before_next(None)
        budget = {"window": self.budget.window, "threshold": self.budget.threshold, "reserve": self.budget.reserve}
        breaker = self.state.breaker
        cooling = {"cooldown_turns": breaker.cooldown_turns, "cooldown_s": breaker.cooldown_s}
        how = {"strategy": self.policy.strategy_name, "failures": self.policy.failures}
        return Film(
            title,
            self.lang,
            scenario,
            seed,
            {**budget, **how, "max_failures": breaker.max_failures, **cooling},
            {"name": self.counter.name, "estimated": self.counter.estimated},
            self.system,
            tuple(self.tables.rows),
            tuple(self.tables.blocks),
            tuple(self.frames),
            tuple(self.events),
            self.facts.rows(),
            self._cost(),
            tuple(say(key, self.lang) for key in ADVICE),
        )

    def _prepare(self) -> tuple[int, ...]:
        """Step 1 before the next request; gives the places of what happened in the event table."""
        before = self.state.conversation.messages
        ready = prepare_messages(self.state, self.context)
        self.state = ready.state
        start = len(self.events)
        for event in ready.events:
            if event.kind in ("compact", "trim") or event.key in ("break.refused", "break.probe"):
                self._record(event, before, ready)
        if ready.reason == "applied":
            self.compactions += 1
        after = self.state.conversation.messages
        if after is not before:
            self.facts.check(after, len(self.frames))
        happened = tuple(range(start, len(self.events)))
        self._ask_before_next(happened)
        return happened

    def _record(self, event: Event, before: Iterable[Message], ready: Prepared) -> None:
        for message in ready.state.conversation.messages:
            self.tables.place(message, self.turn)
        plan = tuple(self._plan_rows(event))
        price = event.price_usd
        if event.kind == "compact" and event.tokens:
            self.calls, self.call_tokens = self.calls + 1, self.call_tokens + event.tokens
            self.call_usd += price or 0.0
        if event.key == "break.refused":
            self.refused.append(event.before)
        text = event.say(self.lang)
        step = len(self.frames)
        self.events.append(
            Happening(
                step,
                event.kind,
                event.trigger,
                event.reason,
                event.before,
                event.after,
                event.attempt,
                text,
                event.tokens,
                price,
                event.seconds,
                plan,
            )
        )

    def _plan_rows(self, event: Event) -> Iterable[dict[str, Any]]:
        """What is not kept, by places of the message table."""
        for decision in event.plan.decisions if event.plan else ():
            place = self.tables.known(decision.id)
            if decision.action != "keep" and place is not None:
                into = self.tables.known(decision.into) if decision.into else None
                yield {"message": place, "action": decision.action, "reason": decision.reason, "into": into}

    def _append(self, message: Message, happened: tuple[int, ...]) -> None:
        """One step: append the message and take the frame."""
        self.turn += message.is_human
        self.state = self._weighed(self.state.append(message))
        messages = self.state.conversation.messages
        self.facts.meet(message, self.tables.place(message, self.turn))
        tokens = self._tokens()
        breaker = self.state.breaker
        moment = Moment(
            message,
            self.turn,
            tokens,
            self.budget,
            breaker.count,
            breaker.max_failures,
            breaker.state,
            [self.events[i] for i in happened],
            self.lang,
        )
        self.frames.append(
            Frame(
                len(self.frames),
                tuple(m.id for m in messages),
                self._ranges(messages),
                self.turn,
                tokens,
                round(self.budget.usage(tokens), 6),
                self.budget.due(tokens),
                breaker.state,
                breaker.count,
                self.compactions,
                caption(moment),
                (*((0,) if not self.frames and self.events and not happened else ()), *happened),
            )
        )
        self.moment = moment

    def _weighed(self, state: State) -> State:
        """The state with its new messages weighed, so that no later step counts them again."""
        tally = state.tally if state.tally is not None else Tally(self.counter)
        return replace(state, tally=tally.extend(state.conversation.messages))

    def _tokens(self) -> int:
        state = self.state
        return (state.tally.total if state.tally else 0) + (state.base.tokens if state.base else 0)

    def _ranges(self, messages: Iterable[Message]) -> tuple[tuple[int, int], ...]:
        """Places of the messages in the table, as half-open ranges."""
        ranges: list[tuple[int, int]] = []
        for message in messages:
            place = self.tables.place(message, self.turn)
            if ranges and ranges[-1][1] == place:
                ranges[-1] = (ranges[-1][0], place + 1)
            else:
                ranges.append((place, place + 1))
        return tuple(ranges)

    def _ask_before_next(self, happened: tuple[int, ...] | None) -> None:
        """Put a question on the newest frame when what follows it is worth a guess; each kind is asked sparingly."""
        frame = self.frames[-1]
        events = [self.events[i] for i in happened or ()]
        compacted = next((event for event in events if event.kind == "compact"), None)
        question = None
        if frame.due and "due" not in self.asked:
            self.asked.add("due")
            question = ask_due(self.moment)
        elif compacted is not None and compacted.reason == "applied" and "drop" not in self.asked:
            self.asked.add("drop")
            question = ask_drop(compacted, self.lang)
        elif compacted is not None and compacted.reason in FAILED and self.state.breaker.count in (2, 3):
            moment = replace(self.moment, failures=self.state.breaker.count, breaker=self.state.breaker.state)
            question = ask_state(moment)
        if question is not None:
            self.frames[-1] = replace(frame, question=question)

    def _cost(self) -> dict[str, Any]:
        """What the summarizer was charged with, and what the open breaker spared: a call for each refusal."""
        priced = self.price_usd
        saved = round(sum(priced(tokens, 0) for tokens in self.refused), 6) if priced else None
        return {
            "summarizer_calls": getattr(self.summarizer, "calls", self.calls),
            "summarizer_tokens": self.call_tokens,
            "price_usd": round(self.call_usd, 6) if priced else None,
            "saved_calls": len(self.refused),
            "saved_tokens": sum(self.refused),
            "saved_usd": saved,
        }
