"""The camera: turns what an agent did, prepare by prepare and message by message, into a film.

Comes in: the state that everything starts from, then each `Prepared` and each message in the order in which they
happened. Goes out: a `Film`. Called by `run.py`, which replays a conversation, and by `live.py`, which films a run with
a real model. A step is one appended message; what `prepare_messages` did before it is told on the way to its frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from packlight.core.budget import Budget
from packlight.core.context import Prepared
from packlight.core.conversation import Conversation
from packlight.core.event_words import say
from packlight.core.events import ADVICE, Event
from packlight.core.messages import Message
from packlight.core.state import State
from packlight.core.tokens import Tally, TokenCounter
from packlight.simulation.captions import Moment, caption
from packlight.simulation.facts import FactWatch
from packlight.simulation.film import Film, Frame, Happening
from packlight.simulation.questions import sparingly
from packlight.simulation.tables import Tables


class Camera:
    """One film in the making.

    Attributes:
        state: what has been filmed so far: a replay prepares from it, a live run brings its own.
        frames: one for each message so far.
    """

    def __init__(
        self,
        opening: State,
        dressed: Conversation,
        *,
        budget: Budget,
        counter: TokenCounter,
        lang: str,
        facts: Iterable[Mapping[str, Any]] = (),
        price_usd: Callable[[int, int], float] | None = None,
    ) -> None:
        self.state = opening
        self.counter, self.budget, self.lang, self.price_usd = counter, budget, lang, price_usd
        self.tables = Tables(counter, lang)
        self.facts = FactWatch(facts)
        self.frames: list[Frame] = []
        self.events: list[Happening] = []
        self.system = self.tables.system(dressed)
        self.turn, self.compactions = opening.turn, 0
        self.calls = self.call_tokens = 0
        self.call_usd = 0.0
        self.refused: list[int] = []
        self.untold: tuple[int, ...] = ()

    def mended(self, changes: int) -> None:
        """Note on the first frame that the history was mended before anything else."""
        text = say("normalise.mended", self.lang, changes=changes)
        self.events.append(Happening(0, "mend", "", "", 0, 0, 0, text))
        self.untold = (0,)

    def prepared(self, ready: Prepared) -> None:
        """Step 1 ran before the next request; what happened is told on the next frame."""
        before = self.state.conversation.messages
        self.state = ready.state
        start = len(self.events)
        for event in ready.events:
            if event.kind in ("compact", "trim") or event.key in ("break.refused", "break.probe"):
                self._record(event, ready)
        if ready.reason == "applied":
            self.compactions += 1
        after = self.state.conversation.messages
        if after is not before:
            self.facts.check(after, len(self.frames))
        happened = tuple(range(start, len(self.events)))
        self.untold = (*self.untold, *happened)

    def _record(self, event: Event, ready: Prepared) -> None:
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

    def append(self, message: Message) -> None:
        """One step: append the message and take the frame."""
        self.turn += message.is_human
        self.state = self._weighed(self.state.append(message))
        # The conversation gives a message without an id one of its place.
        appended = self.state.conversation.messages[-1]
        self.facts.meet(appended, self.tables.place(appended, self.turn))
        self._take(appended)

    def _take(self, message: Message) -> None:
        """The frame of this moment, with all that was not told yet."""
        messages = self.state.conversation.messages
        tokens = self._tokens()
        breaker = self.state.breaker
        self.moment = Moment(
            message,
            self.turn,
            tokens,
            self.budget,
            breaker.count,
            breaker.max_failures,
            breaker.state,
            [self.events[i] for i in self.untold],
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
                caption(self.moment),
                self.untold,
            )
        )
        self.untold = ()

    def film(
        self,
        *,
        title: str,
        scenario: str,
        seed: int,
        policy: Mapping[str, Any],
        calls: int | None = None,
    ) -> Film:
        """All that was filmed.

        Args:
            policy: `strategy` and `failures`; window and breaker are known here.
            calls: summarizer calls, where the caller has counted them; else those that cost tokens.
        """
        self._close()
        budget = {"window": self.budget.window, "threshold": self.budget.threshold, "reserve": self.budget.reserve}
        breaker = self.state.breaker
        cooling = {"cooldown_turns": breaker.cooldown_turns, "cooldown_s": breaker.cooldown_s}
        filmed = Film(
            title,
            self.lang,
            scenario,
            seed,
            {**budget, **policy, "max_failures": breaker.max_failures, **cooling},
            {"name": self.counter.name, "estimated": self.counter.estimated},
            self.system,
            tuple(self.tables.rows),
            tuple(self.tables.blocks),
            tuple(self.frames),
            tuple(self.events),
            self.facts.rows(),
            self._cost(calls),
            tuple(say(key, self.lang) for key in ADVICE),
        )
        return sparingly(filmed)

    def _close(self) -> None:
        """The end: what happened after the last message is told on its frame."""
        if self.frames and self.untold:
            self.untold = (*self.frames.pop().events, *self.untold)
            self._take(self.moment.message)

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

    def _cost(self, calls: int | None) -> dict[str, Any]:
        """What the summarizer was charged with, and what the open breaker spared: a call for each refusal."""
        priced = self.price_usd
        saved = round(sum(priced(tokens, 0) for tokens in self.refused), 6) if priced else None
        return {
            "summarizer_calls": self.calls if calls is None else calls,
            "summarizer_tokens": self.call_tokens,
            "price_usd": round(self.call_usd, 6) if priced else None,
            "saved_calls": len(self.refused),
            "saved_tokens": sum(self.refused),
            "saved_usd": saved,
        }
