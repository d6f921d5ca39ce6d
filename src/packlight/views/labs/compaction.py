"""CompactionLab: when is a session packed? Window, threshold and reserve as sliders, and packing by hand.

Comes in: settings. Goes out: the film of the whole session under them, and what of it to say beside the stage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from packlight.core.event_words import percent
from packlight.core.strategies import STRATEGIES
from packlight.simulation.film import Film, Happening
from packlight.simulation.run import run
from packlight.views.labs.controls import button, figures, select, slider, table
from packlight.views.labs.model import Bench, Fault, Guess, Outcome, changed, rounded
from packlight.views.labs.node import Node, el
from packlight.views.labs.student import StudentStrategy, name_of, ruled
from packlight.views.labs.words import speaker
from packlight.views.labs.words.compaction import EN, ZH

YOURS = "yours"


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set: tokens, percent, tokens, a strategy's name, and the steps after which it is packed by hand."""

    window: int = 20_000
    threshold: int = 87
    reserve: int = 0
    strategy: str = "sliding_window"
    by_hand: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CompactionModel:
    """The lab; `should_compact` and `strategy` are a student's own functions, or None."""

    bench: Bench
    should_compact: Callable[..., Any] | None = None
    strategy: Callable[..., Any] | None = None

    name: ClassVar[str] = "CompactionLab"
    figures: ClassVar[str] = "tokens"

    def words(self, key: str, **values: Any) -> str:
        """One sentence of this lab."""
        return speaker(EN, ZH, self.bench.lang)(key, **values)

    @property
    def presets(self) -> Mapping[str, Settings]:
        """Settings by name; windows are those in which this history does what the name says."""
        total = self.bench.tokens
        course = Settings(strategy=YOURS if self.strategy else "sliding_window")
        # A history of another size is shown in a window of its own, so that something happens in it.
        if self.bench.scenario != "bug_hunt":
            course = replace(course, window=rounded(total * 0.8))
        small = max(200, rounded(course.window / 3))
        return {
            "course": course,
            "small": replace(course, window=small),
            "late": replace(course, threshold=100),
            "refused": replace(course, window=small, threshold=100, reserve=small // 4),
            "summary": replace(course, window=max(200, rounded(course.window / 2)), strategy="summary"),
        }

    def act(self, settings: Settings, action: str, value: Any, step: int) -> Settings:
        """The settings after a slider moved or a button was pressed."""
        if action == "pack":
            return replace(settings, by_hand=tuple(sorted({*settings.by_hand, step})))
        if action == "unpack":
            return replace(settings, by_hand=())
        if action == "strategy":
            return replace(settings, strategy=str(value))
        if action in ("window", "threshold", "reserve"):
            settings = changed(settings, **{action: int(value)})
        return replace(settings, reserve=min(settings.reserve, settings.window - 1))

    def controls(self, settings: Settings) -> Node:
        """Three sliders, the strategy, and the button."""
        say, most = self.words, self._most()
        names = {name: name for name in STRATEGIES}
        if self.strategy:
            names[YOURS] = say("yours", name=name_of(self.strategy))
        shown = {name: say("tokens", n=getattr(settings, name)) for name in ("window", "reserve")}
        step = max(1, most // 200)
        by_hand = [
            button(say("pack"), "pack", key="pack", strong=True),
            button(say("unpack"), "unpack", key="unpack", off=not settings.by_hand),
        ]
        places = ", ".join(f"messages[{at}]" for at in settings.by_hand)
        note = el("span.quiet", say("packed_at", places=places)) if settings.by_hand else None
        return el(
            "div",
            el(
                "div.controls",
                slider(say("window"), "window", settings.window, step * 4, most, step=step, shown=shown["window"]),
                slider(
                    say("threshold"),
                    "threshold",
                    settings.threshold,
                    30,
                    100,
                    step=1,
                    shown=say("percent", n=settings.threshold),
                ),
                slider(say("reserve"), "reserve", settings.reserve, 0, most // 2, step=step, shown=shown["reserve"]),
                select(say("strategy"), "strategy", settings.strategy, names),
            ),
            el("div.row", el("div.row.act-only", by_hand), note, style="margin-bottom:14px"),
            key="controls",
        )

    def _most(self) -> int:
        """The largest window of the slider: twice what the history weighs, and never less than the presets."""
        total = self.bench.tokens
        return max(rounded(total * 2), max(each.window for each in self.presets.values()))

    def outcome(self, settings: Settings) -> Outcome:
        """The film of the session under these settings."""
        bench = self.bench
        film = run(
            bench.conversation,
            self._policy(settings),
            counter=bench.counter,
            title=bench.title,
            scenario=bench.scenario,
            lang=bench.lang,
            seed=bench.seed,
            facts=bench.facts,
            by_hand_at=settings.by_hand,
        )
        if not film.frames:
            raise Fault(self.words("empty"))
        packed = [event.step for event in film.events if event.kind == "compact"]
        step = min(packed[0] if packed else len(film.frames), len(film.frames) - 1)
        # After packing by hand, look at what that did.
        if settings.by_hand:
            step = min(settings.by_hand[-1] + 1, len(film.frames) - 1)
        return Outcome(
            after=lambda at: self._after(film, settings, at),
            before=lambda at: el("p"),
            guess=self._guess(film, settings),
            film=film.to_json(),
            step=step,
            before_step=max(0, step - 1),
            said=self.words("said", n=film.frames[-1].compactions, percent=percent(_peak(film))),
        )

    def _policy(self, settings: Settings) -> Any:
        lang, mine = self.bench.lang, settings.strategy == YOURS and self.strategy
        how = StudentStrategy(self.strategy, lang) if mine and self.strategy else settings.strategy
        values = {"window": settings.window, "threshold": settings.threshold / 100, "reserve": settings.reserve}
        return ruled({**values, "strategy": how}, self.should_compact, lang)

    def _guess(self, film: Film, settings: Settings) -> Guess:
        say, times = self.words, film.frames[-1].compactions
        total = self.bench.tokens
        options = tuple(say(f"ask.{n}") for n in range(4))
        line = round(settings.window * settings.threshold / 100)
        values = {"threshold": settings.threshold, "line": line, "peak": max(frame.tokens for frame in film.frames)}
        why = say("why.some" if times else "why.never", **values)
        if self.should_compact:
            why = say("why.yours", name=name_of(self.should_compact))
        return Guess(say("ask", tokens=total), options, min(times, 3), why)

    def _after(self, film: Film, settings: Settings, at: int) -> Node:
        say = self.words
        met = [fact for fact in film.facts if fact["message"] < film.frames[at].ranges[-1][1]]
        kept = sum(fact["lost_at"] is None or fact["lost_at"] > at for fact in met)
        top = [
            (str(film.frames[-1].compactions), say("times"), ""),
            (percent(_peak(film)), say("peak"), "warm" if _peak(film) > 1 else ""),
        ]
        if met:
            top.append((say("of", n=kept, all=len(met)), say("facts"), "warm" if kept < len(met) else ""))
        events = [event for event in film.events if event.kind in ("compact", "trim")]
        if not events:
            last = film.frames[-1]
            words = say("none", tokens=last.tokens, window=settings.window, percent=percent(last.usage))
            return el("div", figures(top), el("p.quiet", words))
        heads = [say(key) for key in ("when", "trigger", "size", "how")]
        trail = table(heads, [self._row(event) for event in events], caption=say("trail"))
        return el("div", figures(top), self._api(film, settings), trail)

    def _row(self, event: Happening) -> list[Any]:
        jump = button(
            f"messages[{event.step}]", "goto", event.step, key=f"goto:{event.kind}{event.step}{event.trigger}"
        )
        sizes = f"{event.before:,} → {event.after:,}"
        return [jump, self.words(f"trigger.{event.trigger or 'mend'}"), el("td.n", sizes), event.text]

    def _api(self, film: Film, settings: Settings) -> Node | None:
        """What the API would have said without the last resort."""
        saved = [event for event in film.events if event.trigger == "last_resort" and event.kind == "compact"]
        if not saved:
            return None
        tokens, key = saved[0].before, "api" if saved[0].before > settings.window else "api.reserve"
        values = {"tokens": tokens, "window": settings.window}
        return el("p.warm", self.words(key, **values, reserve=settings.reserve), style="margin-bottom:10px")


def _peak(film: Film) -> float:
    return max(frame.usage for frame in film.frames)
