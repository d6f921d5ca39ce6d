"""TriangleLab: window, cost and latency pull on one another; what a cache and packing do to each.

Comes in: settings. Goes out: a triangle beside that of the same session with neither, and the figures of both. The
requests are those of a real replay; prices and speeds are the model's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import cos, pi, sin
from typing import Any, ClassVar

from packlight.core.bill import Bill, bill
from packlight.core.conversation import Conversation
from packlight.core.event_words import percent
from packlight.core.repair import repair
from packlight.core.session import calls_of
from packlight.core.strategies import STRATEGIES
from packlight.simulation.policy import Policy
from packlight.simulation.replay import replay, setting
from packlight.simulation.sweep.meter import Meter
from packlight.views.labs.controls import check, choice, figures, select, slider, table
from packlight.views.labs.model import Bench, Fault, Guess, Outcome, changed, rounded
from packlight.views.labs.node import Node, el
from packlight.views.labs.words import speaker
from packlight.views.labs.words.triangle import EN, ZH

NONE = "none"
SIZE, RADIUS = 260, 96
"""Of the picture, in its own units."""
CORNERS = ("window", "cost", "latency")


@dataclass(frozen=True, slots=True)
class Settings:
    """Messages of the session, tokens of the window, whether there is a cache, and how it is packed."""

    messages: int = 60
    window: int = 20_000
    cached: bool = False
    pack: str = NONE


@dataclass(frozen=True, slots=True)
class Corner:
    """One triangle: the fullest request, the bill, and what the packing did."""

    peak: int
    usage: float
    bill: Bill
    compactions: int = 0
    facts: tuple[int, int] | None = None

    @property
    def usd(self) -> float:
        """What all requests cost."""
        return self.bill.price.total_usd

    @property
    def seconds(self) -> float:
        """What all requests take."""
        return self.bill.latency.total_s


@dataclass(frozen=True, slots=True)
class TriangleModel:
    """The lab."""

    bench: Bench

    name: ClassVar[str] = "TriangleLab"
    figures: ClassVar[str] = "money"

    def words(self, key: str, **values: Any) -> str:
        """One sentence of this lab."""
        return speaker(EN, ZH, self.bench.lang)(key, **values)

    @property
    def presets(self) -> Mapping[str, Settings]:
        """Settings by name; the window is one that the whole session fills."""
        window = max(200, rounded(self.bench.tokens * 1.1))
        plain = Settings(len(self.bench.conversation), window)
        small = replace(plain, window=max(200, rounded(window / 2)))
        return {
            "plain": plain,
            "cache": replace(plain, cached=True),
            "packed": replace(small, pack="tool_result_trim"),
            "both": replace(small, cached=True, pack="tool_result_trim"),
            "million": replace(plain, window=5 * window),
        }

    def act(self, settings: Settings, action: str, value: Any, step: int) -> Settings:
        """The settings after one control was used."""
        if action in ("messages", "window"):
            return changed(settings, **{action: int(value)})
        if action == "cached":
            return replace(settings, cached=not settings.cached)
        return replace(settings, pack=str(value)) if action == "pack" else settings

    def controls(self, settings: Settings) -> Node:
        """Length, window, cache, packing."""
        say, whole = self.words, len(self.bench.conversation)
        base = self.presets["plain"].window
        sizes = sorted({settings.window, max(200, rounded(base / 2)), base, 5 * base})
        windows = {size: f"{size:,}" for size in sizes}
        names = {NONE: say("pack.none")} | {name: name for name in STRATEGIES}
        shown = say("n", n=settings.messages, all=whole)
        return el(
            "div.controls",
            slider(say("messages"), "messages", settings.messages, 1, max(1, whole), step=1, shown=shown),
            choice(say("window"), "window", settings.window, windows),
            select(say("pack"), "pack", settings.pack, names),
            el("div.field.low", check(say("cached"), "cached", settings.cached)),
            key="controls",
        )

    def outcome(self, settings: Settings) -> Outcome:
        """Both triangles and their figures."""
        talk = self.bench.conversation.with_messages(self.bench.conversation.messages[: settings.messages])
        plain = self._corner(talk, replace(settings, cached=False, pack=NONE))
        here = self._corner(talk, settings)
        if not plain.bill.requests:
            raise Fault(self.words("empty"))
        tree = el("div", self._top(here), self._past(here, settings), self._pictures(here, plain))
        return Outcome(
            after=lambda at: tree,
            before=lambda at: el("p"),
            guess=self._guess(here, plain, settings),
            said=self.words("said", **self._figures(here)),
        )

    def _corner(self, talk: Conversation, settings: Settings) -> Corner:
        bench = self.bench
        minimum, cached = bench.cache_min_tokens, settings.cached
        reckon = partial(bill, prices=bench.prices, speeds=bench.speeds, cached=cached, cache_min_tokens=minimum)
        if settings.pack == NONE:
            calls = calls_of(talk, bench.counter)
            peak = max((call.input_tokens for call in calls), default=0)
            return Corner(peak, peak / settings.window, reckon(calls))
        stage = setting(
            repair(talk).conversation,
            Policy(settings.window, settings.pack),
            counter=bench.counter,
            lang=bench.lang,
            price_usd=bench.prices.call_usd,
        )
        meter = Meter(stage, tuple(bench.facts))
        replay(stage, meter)
        row = meter.figures(None)
        reckoned = reckon(meter.calls)
        peak = max((call.input_tokens for call in meter.calls), default=0)
        facts = (row["facts_kept"], row["facts"]) if row["facts"] else None
        return Corner(peak, peak / settings.window, reckoned, row["compactions"], facts)

    def _figures(self, corner: Corner, mark: str = "") -> dict[str, str]:
        said = {
            "usage": percent(corner.usage),
            "cost": self.words("usd", n=corner.usd),
            "latency": self.words("s", n=corner.seconds),
        }
        return {f"{name}{mark}": words for name, words in said.items()}

    def _top(self, here: Corner) -> Node:
        said = self._figures(here)
        warm = "warm" if here.usage > 1 else ""
        pairs = [(said["usage"], self.words("usage"), warm), (said["cost"], self.words("cost"), "")]
        return figures([*pairs, (said["latency"], self.words("seconds"), "")])

    def _past(self, here: Corner, settings: Settings) -> Node | None:
        if here.peak <= settings.window:
            return None
        return el("p.warm", self.words("past", peak=here.peak, window=settings.window), style="margin-bottom:10px")

    def _pictures(self, here: Corner, plain: Corner) -> Node:
        both = self._figures(here) | self._figures(plain, "0")
        picture = self._triangle(here, plain, self.words("picture", **both))
        return el("div.sides", picture, self._table(here, plain))

    def _triangle(self, here: Corner, plain: Corner, label: str) -> Node:
        """Each corner's distance from the middle: how heavy it is beside the plain session, which touches the rim."""
        shares = (
            min(1.0, here.usage / max(plain.usage, here.usage, 1.0)),
            _share(here.usd, plain.usd),
            _share(here.seconds, plain.seconds),
        )
        whole = (min(1.0, plain.usage / max(plain.usage, here.usage, 1.0)), 1.0, 1.0)
        middle = SIZE / 2
        lines = [
            el("line", x1=f"{middle:.0f}", y1=f"{middle:.0f}", x2=f"{x:.1f}", y2=f"{y:.1f}", stroke="currentColor")
            for x, y in (_point(at, 1.0) for at in range(3))
        ]
        anchors = ("middle", "start", "end")
        names = [
            el("text", self.words(f"corner.{name}"), x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchors[at])
            for at, name in enumerate(CORNERS)
            for x, y in [_point(at, 1.16)]
        ]
        given = {"fill": "none", "stroke": "currentColor", "stroke-width": "1.5", "stroke-dasharray": "5 4"}
        outline = el("path.plain", d=_path(whole), **given)
        drawn = el("path.here", d=_path(shares), stroke="currentColor", **{"stroke-width": "2"})
        return el("svg", lines, drawn, outline, names, viewBox=f"0 0 {SIZE} {SIZE}", role="img", aria_label=label)

    def _table(self, here: Corner, plain: Corner) -> Node:
        say = self.words
        rows = [
            [say("requests"), *(f"{len(each.bill.requests):,}" for each in (here, plain))],
            [say("sent"), *(f"{each.bill.use.input:,}" for each in (here, plain))],
            [say("read"), *(f"{each.bill.use.cache_read:,}" for each in (here, plain))],
            [say("last"), *(say("tokens", n=each.bill.requests[-1].use.input) for each in (here, plain))],
            [say("compactions"), *(str(each.compactions) for each in (here, plain))],
        ]
        if here.facts:
            kept, met = here.facts
            rows.append([say("facts"), say("of", n=kept, all=met), say("of", n=met, all=met)])
        return table(["", say("here"), say("plain")], rows, caption=say("table"))

    def _guess(self, here: Corner, plain: Corner, settings: Settings) -> Guess | None:
        """Which corners get better, where something was switched on."""
        if settings.pack == NONE and not settings.cached:
            return None
        better = (here.usage < plain.usage, here.usd < plain.usd, here.seconds < plain.seconds)
        code = sum(1 << at for at, wins in enumerate(better) if wins)
        offered = sorted({0, 1, 6, 7, code})
        options = tuple(self.words(f"corners.{each}") for each in offered)
        ask = self.words("ask.pack" if settings.pack != NONE else "ask.cache")
        why = self.words("why", **self._figures(here), **self._figures(plain, "0"))
        return Guess(ask, options, offered.index(code), why)


def _share(here: float, plain: float) -> float:
    """From 0 to 1, the plain session's own being 1; what is dearer than that stays on the rim."""
    return min(1.0, here / plain) if plain else 0.0


def _point(at: int, share: float) -> tuple[float, float]:
    """A place on the axis of a corner, the first of which points up."""
    angle = -pi / 2 + at * 2 * pi / 3
    return SIZE / 2 + share * RADIUS * cos(angle), SIZE / 2 + share * RADIUS * sin(angle)


def _path(shares: tuple[float, ...]) -> str:
    points = [_point(at, max(0.04, share)) for at, share in enumerate(shares)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
