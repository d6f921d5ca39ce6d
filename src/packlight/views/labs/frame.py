"""What stands around every lab: head, presets, the question, the fault. Pure: a sitting in, a view out.

Comes in: a model and a `Sitting`, which is all that changes while somebody works. Goes out: the next sitting, and a
`View` for the widgets of `lab.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from packlight.core.errors import PacklightError, UserError, unknown_name
from packlight.views.labs.controls import button, select
from packlight.views.labs.model import Guess, Model, Outcome, from_plain, to_plain
from packlight.views.labs.node import Node, el
from packlight.views.labs.words import Say, speaker
from packlight.views.labs.words.frame import EN, ZH

MOVES = ("preset", "reset", "again", "show", "guess")
"""Actions after which the stage goes where the lab wants it, though the film may be the same."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where somebody stands in a lab.

    Attributes:
        preset: name of the preset that was taken last.
        settings: the lab's own, a frozen value.
        guess: index of the option that was guessed, -1: none.
        revealed: whether the outcome is shown.
        projector: whether all is drawn large.
    """

    preset: str
    settings: Any
    guess: int = -1
    revealed: bool = False
    projector: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What to draw: the panel's tree, and the film and step of the stage below it; no film: no stage."""

    tree: Node
    film: str = ""
    step: int = 0
    said: str = ""


def start(model: Model[Any], preset: str = "", *, predict: bool = True, projector: bool = False) -> Sitting:
    """The sitting at the start of a preset, or of the first one."""
    presets = model.presets
    name = preset or next(iter(presets))
    if name not in presets:
        raise unknown_name(f"preset of {model.name}", name, presets)
    return Sitting(name, presets[name], revealed=not predict, projector=projector)


def act(model: Model[Any], sitting: Sitting, action: str, value: Any, step: int = 0) -> Sitting:
    """The sitting after one action; what the frame does not know goes to the lab itself."""
    if action in ("preset", "reset"):
        name = str(value) if action == "preset" else sitting.preset
        return start(model, name, projector=sitting.projector)
    if action == "again":
        return replace(sitting, guess=-1, revealed=False)
    if action == "show":
        return replace(sitting, revealed=True)
    if action == "guess":
        return replace(sitting, guess=int(value), revealed=True)
    if action == "projector":
        return replace(sitting, projector=not sitting.projector)
    return replace(sitting, settings=model.act(sitting.settings, action, value, step))


def save(model: Model[Any], sitting: Sitting) -> dict[str, Any]:
    """The sitting as JSON."""
    plain = {"preset": sitting.preset, "guess": sitting.guess, "revealed": sitting.revealed}
    return {"lab": model.name, **plain, "projector": sitting.projector, "settings": to_plain(sitting.settings)}


def restore(model: Model[Any], data: Any) -> Sitting:
    """The sitting that `save` wrote; anything else raises `UserError` with what is wrong."""
    if not isinstance(data, Mapping) or data.get("lab") != model.name:
        found = data.get("lab") if isinstance(data, Mapping) else type(data).__name__
        raise UserError(f"this is not a state of {model.name} but of {found!r}: give what its .state gave")
    opened = start(model, str(data.get("preset", "")), projector=bool(data.get("projector")))
    guess = data.get("guess", -1)
    if not isinstance(guess, int):
        raise UserError(f"the saved guess is {guess!r}: give what .state held")
    settings = from_plain(opened.settings, data.get("settings", {}))
    return replace(opened, settings=settings, guess=guess, revealed=bool(data.get("revealed")))


def view(model: Model[Any], sitting: Sitting, outcome: Outcome | PacklightError, step: int | None = None) -> View:
    """What to draw of a sitting; `outcome` is what `model.outcome` gave or raised, `step` what the stage shows."""
    say = speaker(EN, ZH, model.bench.lang)
    top = [_head(model, sitting, say), el("p.idea", model.words("idea"), key="idea")]
    controls = model.controls(sitting.settings)
    if isinstance(outcome, PacklightError):
        fault = el("div.fault", el("b", say("fault")), " ", el("span", str(outcome)), key="fault", role="alert")
        return View(_lab(model, [*top, fault, controls]), said=str(outcome))
    open_guess = outcome.guess is not None and not sitting.revealed
    at = (outcome.before_step if open_guess else outcome.step) if step is None else step
    draw = outcome.before if open_guess and outcome.before else outcome.after
    card = _guess(outcome.guess, sitting, say) if outcome.guess else None
    tree = _lab(model, [*top, card, controls, el("div.outcome", draw(at), key="outcome"), _foot(model, say)])
    said = _told(outcome.guess, sitting, say) if outcome.guess and sitting.revealed else ""
    return View(tree, outcome.film, at, f"{said} {'' if open_guess else outcome.said}".strip())


def _lab(model: Model[Any], parts: list[Node | None]) -> Node:
    kind = model.name.removesuffix("Lab").lower()
    return el(f"div.lab.{kind}", parts, key="lab", aria_label=model.words("title"))


def _head(model: Model[Any], sitting: Sitting, say: Say) -> Node:
    bench = model.bench
    names = {name: model.words(f"preset.{name}") for name in model.presets}
    tools = [
        select(say("preset"), "preset", sitting.preset, names, inline=True),
        button(say("reset"), "reset", key="reset"),
        button(say("projector"), "projector", key="projector", aria_pressed=sitting.projector),
    ]
    title = bench.title or say("yours")
    about = say("about", title=title, n=len(bench.conversation.messages), tokens=bench.tokens)
    history = el("span", about) if model.figures else None
    return el("div.head", el("h3", model.words("title")), history, el("div.tools.act-only", tools), key="head")


def _guess(guess: Guess, sitting: Sitting, say: Say) -> Node:
    options = [
        el("button", words, type="button", key=f"guess:{at}", act="guess", send=at, aria_pressed=at == sitting.guess)
        for at, words in enumerate(guess.options)
    ]
    ask = el("p", el("b", say("guess")), " ", guess.ask)
    row = el("div.seg", options, role="group", aria_label=guess.ask)
    if not sitting.revealed:
        return el("div.card.guess", ask, row, button(say("show"), "show", key="show"), key="guess-card")
    told = el("p.told", _told(guess, sitting, say), " ", el("span.quiet", guess.why))
    return el("div.card.guess", ask, row, button(say("again"), "again", key="again"), told, key="guess-card")


def _told(guess: Guess, sitting: Sitting, say: Say) -> str:
    truth = guess.options[guess.answer]
    if not 0 <= sitting.guess < len(guess.options):
        return say("shown", truth=truth)
    key = "right" if sitting.guess == guess.answer else "wrong"
    return say(key, guess=guess.options[sitting.guess], truth=truth)


def _foot(model: Model[Any], say: Say) -> Node | None:
    bench, prices = model.bench, model.bench.prices
    if not model.figures:
        return None
    if model.figures == "tokens":
        return el("p.foot", say("estimate.tokens", counter=bench.counter.name), key="foot")
    figures = {"model": bench.model, "source": prices.source, "read": prices.read}
    return el("p.foot", say("estimate", counter=bench.counter.name, **figures), key="foot")
