"""Scene links: a moment of a session that ships with the package, as one line to send or to write on a board.

    #scenario=bug_hunt&window=10000&strategy=summary&failures=FFF&step=27

Comes in: a film and a step, or a link. Goes out: the other. What a link leaves out is the course's choice. The part
behind an exported film's address may be one: its page then opens at that step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from packlight.core.errors import UserError, unknown_name
from packlight.simulation.film import Film
from packlight.simulation.policy import Policy
from packlight.simulation.scenarios import names

FIELDS = ("scenario", "seed", "lang", "window", "threshold", "reserve", "strategy", "failures", "step")
_DEFAULTS: dict[str, Any] = {"seed": 0, "threshold": 0.87, "reserve": 0, "failures": ""}
LONGEST = 500
"""Characters of a link."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a link says.

    Attributes:
        step: the frame, from 0; None: from the start.
    """

    scenario: str
    policy: Policy
    seed: int = 0
    lang: str | None = None
    step: int | None = None


def scene_link(film: Film, step: int | None = None) -> str:
    """The link to a moment of a film.

    Raises:
        UserError: the film is not of a session that ships with the package, or has no such step.
    """
    if film.scenario not in names():
        raise UserError("only films of sessions that ship with the package have a link: export this one with to_html()")
    if step is not None and not 0 <= step < len(film.frames):
        raise UserError(f"step is {step!r}: this film has the steps 0 to {len(film.frames) - 1}")
    told = {"scenario": film.scenario, "seed": film.seed, "lang": film.lang, "step": step, **film.policy}
    kept = {name: told[name] for name in FIELDS if told.get(name) is not None and told[name] != _DEFAULTS.get(name)}
    return "#" + urlencode(kept)


def scene_of(link: str) -> Scene:
    """What a link says; anything before its `#` is left out.

    >>> scene_of("film.html#scenario=bug_hunt&window=10000&step=27").step
    27

    Raises:
        UserError: it is no link, or names what nobody knows.
    """
    if not isinstance(link, str) or "scenario=" not in link or len(link) > LONGEST:
        raise UserError("this is no scene link: it looks like '#scenario=bug_hunt&window=10000&step=27'")
    given = dict(parse_qsl(link.rpartition("#")[2], keep_blank_values=True))
    wrong = next((name for name in given if name not in FIELDS), None)
    if wrong is not None:
        raise unknown_name("field of a scene link", wrong, FIELDS)
    if given["scenario"] not in names():
        raise unknown_name("scenario", given["scenario"], names())
    strategy = given["strategy"].split("+") if "+" in given.get("strategy", "") else given.get("strategy")
    policy = Policy(
        _number(given, "window", 20_000),
        strategy or None,
        _number(given, "threshold", 0.87),
        _number(given, "reserve", 0),
        given.get("failures", ""),
    )
    step = _number(given, "step", -1)
    lang = given.get("lang")
    return Scene(given["scenario"], policy, _number(given, "seed", 0), lang, step if step >= 0 else None)


def _number(given: dict[str, str], name: str, otherwise: Any) -> Any:
    """A number of the link, of the type of the one that stands for it when it is left out."""
    if name not in given:
        return otherwise
    try:
        return type(otherwise)(given[name])
    except ValueError:
        raise UserError(f"{name} is {given[name][:40]!r} in this scene link: give a number") from None
