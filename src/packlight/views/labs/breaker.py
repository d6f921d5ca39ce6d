"""BreakerLab: what three failures in a row do, and what the breaker saves, by running the same session twice.

Comes in: settings. Goes out: two runs, one under the breaker and one without it, beat by beat with what each has cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from packlight.core.breaker import Breaker
from packlight.simulation.film import Film, Happening
from packlight.simulation.policy import Policy
from packlight.simulation.run import run
from packlight.views.labs.controls import check, choice, slider, text_field
from packlight.views.labs.model import Bench, Fault, Guess, Outcome, changed, rounded
from packlight.views.labs.node import Node, el
from packlight.views.labs.student import RuledBreaker, name_of
from packlight.views.labs.words import speaker
from packlight.views.labs.words.breaker import EN, ZH

NEVER = 1_000_000
"""Failures in a row that open the breaker which stands for none."""
LETTERS = 64
"""How far a script is spun out, by its last letter or by chance."""
MARKS = {"fail": "✕", "success": "✓", "cancel": "○", "silent": "·", "refused": "–"}


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set: a script or a rate in percent, failures that open it, turns of cooldown (0: none), tokens."""

    mode: str = "script"
    script: str = "FFF"
    repeat: bool = True
    rate: int = 80
    most: int = 3
    cooldown: int = 0
    window: int = 4_000


@dataclass(frozen=True, slots=True)
class Beat:
    """One time at which compaction was due: at which step, what happened, what it cost, and the state after it."""

    step: int
    word: str
    usd: float
    state: str
    probe: bool = False


@dataclass(frozen=True, slots=True)
class BreakerModel:
    """The lab; `rule` is a student's function that says whether a call may run, `breaker` one that is given."""

    bench: Bench
    rule: Callable[..., Any] | None = None
    breaker: Breaker | None = None

    name: ClassVar[str] = "BreakerLab"
    figures: ClassVar[str] = "money"

    def words(self, key: str, **values: Any) -> str:
        """One sentence of this lab."""
        return speaker(EN, ZH, self.bench.lang)(key, **values)

    @property
    def presets(self) -> Mapping[str, Settings]:
        """Settings by name, in a window in which the history is due again and again."""
        size = 4_000 if self.bench.scenario == "bug_hunt" else max(100, rounded(self.bench.tokens / 5))
        given = self.breaker or Breaker()
        base = Settings(window=size, most=given.max_failures, cooldown=given.cooldown_turns or 0)
        return {
            "three": base,
            "lucky": changed(base, script="FFSF", repeat=False),
            "cancel": changed(base, script="FFCF"),
            "probe": changed(base, script="FFFF", cooldown=1),
            "heals": changed(base, script="FFFS", cooldown=1, repeat=False),
            "rate": changed(base, mode="rate", rate=80),
        }

    def act(self, settings: Settings, action: str, value: Any, step: int) -> Settings:
        """The settings after a control was used."""
        if action == "script":
            return changed(settings, script="".join(str(value).upper().split())[:LETTERS])
        if action == "mode" and value in ("script", "rate"):
            return changed(settings, mode=str(value))
        if action == "repeat":
            return changed(settings, repeat=bool(value))
        if action in ("rate", "most", "cooldown", "window"):
            return changed(settings, **{action: int(value)})
        return settings

    def controls(self, settings: Settings) -> Node:
        """Script or rate, failures that open it, cooldown, window."""
        say, top = self.words, max(self.bench.tokens, settings.window)
        modes = {mode: say(f"mode.{mode}") for mode in ("script", "rate")}
        turns = {0: say("cooldown.0"), 1: "1", 2: "2", 3: "3"}
        most = {n: str(n) for n in sorted({1, 2, 3, 4, 5, settings.most})}
        shown = say("tokens", n=settings.window)
        grain = max(1, rounded(top / 100))
        if settings.mode == "script":
            how = [
                text_field(say("script"), "script", settings.script, hint=say("script.hint")),
                el("div.field.low", check(say("repeat"), "repeat", settings.repeat)),
            ]
        else:
            rate = say("percent", n=settings.rate)
            how = [slider(say("rate"), "rate", settings.rate, 0, 100, step=5, shown=rate)]
        rule = [] if self.rule else [choice(say("most"), "most", settings.most, most)]
        rule += [] if self.rule else [choice(say("cooldown"), "cooldown", settings.cooldown, turns)]
        window = slider(say("window"), "window", settings.window, grain, top, step=grain, shown=shown)
        return el("div.controls", choice(say("mode"), "mode", settings.mode, modes), how, rule, window, key="controls")

    def outcome(self, settings: Settings) -> Outcome:
        """Two real runs, and the question of how the first one ends."""
        letters = self._letters(settings)
        film = self._run(settings, letters, self._breaker(settings))
        free = self._run(settings, letters, Breaker(max_failures=NEVER))
        mine, theirs = beats(film), beats(free)
        steps = [beat.step for beat in mine]
        calls = [sum(beat.word in ("fail", "success", "cancel") for beat in each) for each in (mine, theirs)]
        return Outcome(
            after=lambda at: self._after(mine, theirs, at),
            before=lambda at: el("p"),
            guess=self._guess(settings, film, mine),
            film=film.to_json(),
            step=len(film.frames) - 1,
            before_step=max(0, (steps[0] if steps else 1) - 1),
            said=self.words("said", n=calls[0], m=calls[1]),
        )

    def _letters(self, settings: Settings) -> str:
        script = settings.script
        if settings.mode == "rate":
            dice = Random(self.bench.seed)
            return "".join("F" if dice.random() * 100 < settings.rate else "S" for _ in range(LETTERS))
        strange = "".join(sorted(set(script) - set("FSC")))
        if strange:
            raise Fault(self.words("letters", script=script, found=strange))
        return script.ljust(LETTERS, script[-1]) if script and settings.repeat else script

    def _breaker(self, settings: Settings) -> Breaker:
        if self.rule:
            return RuledBreaker(rule=self.rule, lang=self.bench.lang)
        return Breaker(max_failures=settings.most, cooldown_turns=settings.cooldown or None)

    def _run(self, settings: Settings, letters: str, breaker: Breaker) -> Film:
        bench = self.bench
        policy = Policy(settings.window, "summary", failures=letters, breaker=breaker)
        told: dict[str, Any] = {
            "title": bench.title,
            "scenario": bench.scenario,
            "lang": bench.lang,
            "seed": bench.seed,
        }
        priced: dict[str, Any] = {"facts": bench.facts, "price_usd": bench.prices.call_usd}
        film = run(bench.conversation, policy, counter=bench.counter, **told, **priced)
        if not film.frames:
            raise Fault(self.words("nothing"))
        return film

    def _guess(self, settings: Settings, film: Film, mine: list[Beat]) -> Guess:
        say, states = self.words, ("closed", "open", "half_open")
        end = film.frames[-1].breaker
        probes = {beat.word for beat in mine if beat.probe}
        key = {("open", "fail"): "probe", ("closed", "success"): "heals"}.get((end, max(probes, default="")), end)
        why = say("why.yours") if self.rule else say(f"why.{key}", most=settings.most)
        script = " ".join(settings.script) + (" …" if settings.repeat else "")
        ask = say("ask.rate", rate=settings.rate) if settings.mode == "rate" else say("ask", script=script)
        return Guess(ask, tuple(say(f"state.{state}") for state in states), states.index(end), why)

    def _after(self, mine: list[Beat], theirs: list[Beat], at: int) -> Node:
        say = self.words
        if not theirs:
            return el("p.quiet", say("nothing"))
        name = say("yours", name=name_of(self.rule)) if self.rule else say("with")
        spent = max(sum(beat.usd for beat in theirs), sum(beat.usd for beat in mine), 1e-9)
        runs = [(name, mine), (say("without"), theirs)]
        lines = [el("div.run", el("h4", words), self._line(words, each, at), key=words) for words, each in runs]
        meters = [self._meter(words, each, at, spent) for words, each in runs]
        return el("div", lines, el("h4", say("meter")), el("div.meters", meters), self._saved(mine, theirs, at))

    def _line(self, run_name: str, line: list[Beat], at: int) -> Node:
        """One run as beats; those that lie ahead of the shown step are pale."""
        return el("ol.beats", [self._beat(run_name, n, beat, at) for n, beat in enumerate(line)])

    def _beat(self, run_name: str, n: int, beat: Beat, at: int) -> Node:
        say, mark = self.words, MARKS[beat.word]
        word = f"{say('probe')}: {say(beat.word)}" if beat.probe else say(beat.word)
        state = say(f"state.{beat.state}")
        spoken = say("beat", run=run_name, n=beat.step, word=word, state=state)
        pale = ".ahead" if beat.step > at else ""
        words = [el("b.mark", mark), el("span", word), el("span.quiet", say("at", n=beat.step))]
        tag = [] if beat.state == "closed" else [el(f"em.state.{beat.state}", state)]
        key = f"beat:{run_name}{n}"
        jump = el("button", words, tag, type="button", key=key, act="goto", send=beat.step, aria_label=spoken)
        return el(f"li.{beat.word}{pale}", jump)

    def _meter(self, words: str, line: list[Beat], at: int, most: float) -> Node:
        say, seen = self.words, [beat for beat in line if beat.step <= at]
        spent, lost = sum(beat.usd for beat in seen), sum(beat.usd for beat in seen if beat.word == "fail")
        calls = sum(beat.usd > 0 for beat in seen)
        bars = el(
            "div.bar",
            el("span.lost-bar", style=f"width:{100 * lost / most:.2f}%"),
            el("span.spent-bar", style=f"width:{100 * (spent - lost) / most:.2f}%"),
            aria_hidden=True,
        )
        said = [el("b", say("calls", n=calls, usd=usd(spent))), el("span.quiet", say("lost", usd=usd(lost)))]
        return el("div.meter", el("span.name", words), bars, el("div.said", said), key=f"meter:{words}")

    def _saved(self, mine: list[Beat], theirs: list[Beat], at: int) -> Node | None:
        sums = [
            (sum(beat.usd for beat in line if beat.step <= at), sum(beat.usd > 0 for beat in line if beat.step <= at))
            for line in (mine, theirs)
        ]
        calls, saved = sums[1][1] - sums[0][1], sums[1][0] - sums[0][0]
        return el("p.good", el("b", self.words("saved", n=calls, usd=usd(saved)))) if calls > 0 else None


def beats(film: Film) -> list[Beat]:
    """When compaction was due in a film, and what happened each time."""
    found, probing = [], False
    for event in film.events:
        if event.kind == "break" and event.reason != "breaker_open":
            probing = True
        elif event.kind in ("compact", "break"):
            state = film.frames[min(event.step, len(film.frames) - 1)].breaker
            found.append(Beat(event.step, _word(event), event.price_usd or 0.0, state, probing))
            probing = False
    return found


def _word(event: Happening) -> str:
    if event.kind == "break":
        return "refused"
    if event.reason == "cancelled":
        return "cancel"
    if event.reason in ("applied", "nothing_to_compact"):
        return "success" if event.tokens else "silent"
    return "fail"


def usd(dollars: float) -> str:
    """A sum as a person reads it, with as many places as it takes to see it.

    >>> usd(0.0151), usd(12.5), usd(0)
    ('$0.0151', '$12.50', '$0')
    """
    return f"${dollars:,.2f}" if dollars >= 1 else f"${dollars:.4f}" if dollars else "$0"
