"""Films and pictures: the façade over simulation and views.

Comes in: scenarios, conversations, files. Goes out: films, and the stage that draws them. Registers how films become
pages, because films do not know views.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from packlight.adapters.counters import resolve_counter
from packlight.adapters.language import language
from packlight.api.costs import call_seconds, summary_price
from packlight.api.resolve import DEFAULT_WINDOW, LESSON_WINDOW, conversation_of
from packlight.core import budget as core_budget
from packlight.core import rules as core_rules
from packlight.simulation import scene_link as scene_links
from packlight.simulation.film import Film
from packlight.simulation.policy import Policy
from packlight.simulation.run import run
from packlight.simulation.scenarios import SAMPLE, Session, session
from packlight.simulation.scenarios import names as scenarios
from packlight.simulation.still import still
from packlight.simulation.windows import fitting_film
from packlight.simulation.without_breaker import WithoutBreaker, run_twice


def simulate(
    scenario: Any = SAMPLE,
    policy: Policy | None = None,
    seed: int = 0,
    *,
    lang: str | None = None,
    title: str | None = None,
    model: str | None = None,
) -> Film:
    """Replay a scenario, a conversation or a file turn by turn, and record it as a film.

    Args:
        scenario: the name of a scenario, a `Session`, or anything that is a conversation.
        policy: window, strategy, failures …; None is the lessons' window of 20,000 tokens.
        seed: kept in the film; the same seed gives the same bytes.
        model: a model of the table, by whose prices the summarizer's calls are paid; None: no money is told.

    >>> film = simulate("bug_hunt", Policy(window=20_000))
    >>> film.frames[-1].compactions >= 1
    True
    """
    spoken = language(lang)
    shown = _subject(scenario, spoken, title)
    policy = policy if policy is not None else Policy(LESSON_WINDOW)
    counter = resolve_counter(policy.counter or "tiktoken")
    return run(policy=policy, counter=counter, lang=spoken, seed=seed, price_usd=_price(model), **shown)


def _price(model: str | None) -> Callable[[int, int], float] | None:
    return summary_price(model) if model is not None else None


def auto_film(
    scenario: Any, make_policy: Callable[[int], Policy], *, lang: str | None = None, model: str | None = None
) -> Film:
    """The film in the largest round window at which something happens.

    That is two compactions, or every letter of the failure script used.
    """
    spoken = language(lang)
    shown = _subject(scenario, spoken, None)
    counter = resolve_counter(make_policy(DEFAULT_WINDOW).counter or "tiktoken")
    price = _price(model)
    return fitting_film(make_policy=make_policy, counter=counter, lang=spoken, price_usd=price, **shown)


def without_breaker(
    scenario: Any = SAMPLE,
    policy: Policy | None = None,
    *,
    keeps_failing: bool = False,
    model: str | None = None,
    lang: str | None = None,
) -> WithoutBreaker:
    """What the breaker spares: the same replay a second time with a breaker that never opens, beside the first.

    Args:
        policy: with a failure script; None: `"FFF"`, in the largest round window in which all of it is used.
        keeps_failing: whether the summarizer goes on with the script's last letter in both replays; by default it
            succeeds once the script is over.
        model: a model of the table, by whose prices the summarizer's calls are paid.

    >>> told = without_breaker("bug_hunt", Policy(4_000, failures="FFF"), keeps_failing=True, lang="en")
    >>> told.kept.calls, told.alone.calls
    (3, 5)
    """
    spoken = language(lang)
    shown = _subject(scenario, spoken, None)
    if policy is None:
        fitting = auto_film(scenario, lambda window: Policy(window, failures="FFF"), lang=spoken)
        policy = Policy(fitting.policy["window"], failures="FFF")
    counter = resolve_counter(policy.counter or "tiktoken")
    how: dict[str, Any] = {"counter": counter, "lang": spoken, "price_usd": _price(model), "seconds_of": call_seconds}
    return run_twice(policy=policy, keeps_failing=keeps_failing, **how, **shown)


def _subject(scenario: Any, lang: str, title: str | None) -> dict[str, Any]:
    """Conversation, title, name and facts of what is to be replayed."""
    if isinstance(scenario, Session) or (isinstance(scenario, str) and not _looks_like_path(scenario)):
        found = scenario if isinstance(scenario, Session) else session(scenario, lang)
        given = {"conversation": found.conversation, "scenario": found.name, "facts": found.facts}
        return given | {"title": title or found.title}
    talk = conversation_of(scenario)
    path = talk.source.path if talk.source else None
    return {"conversation": talk, "scenario": "", "title": title or (Path(path).name if path else "")}


def _looks_like_path(text: str) -> bool:
    return text not in scenarios() and (
        text == "-" or "." in text or "/" in text or "\\" in text or Path(text).exists()
    )


def still_film(conv: Any, window: int = DEFAULT_WINDOW, *, counter: Any = None, lang: str | None = None) -> Film:
    """A film of one frame: the conversation as it stands, findings marked."""
    talk, spoken = conversation_of(conv), language(lang)
    found = core_rules.validate(talk).findings
    path = talk.source.path if talk.source else None
    title = conv.title if isinstance(conv, Session) else Path(path).name if path else ""
    weigher = resolve_counter(counter or "tiktoken")
    return still(talk, core_budget.Budget(window), counter=weigher, findings=found, title=title, lang=spoken)


def show(conv: Any, window: int = DEFAULT_WINDOW, *, lang: str | None = None, **looks: Any) -> Any:
    """Draw a conversation on the stage, in a notebook; gives the stage."""
    return play(still_film(conv, window, lang=lang), autoplay=False, **looks)


def play(film: Any, policy: Policy | None = None, **looks: Any) -> Any:
    """Play a film on the stage, in a notebook; gives the stage. A conversation or scenario is replayed first.

    `looks` are the stage's traits, such as `step`, `theme`, `preset`; a film that is shown at a step of its own waits.
    """
    from packlight.views.stage import Stage

    shown = film if isinstance(film, Film) else simulate(film, policy)
    looks = {"autoplay": "step" not in looks, **looks}
    return Stage(film=shown.to_json(), lang=shown.lang, **looks)


def scene_link(film: Film, step: int | None = None) -> str:
    """A line that brings somebody else to this moment: `load_scene` takes it, and an exported page behind its `#`.

    Raises:
        UserError: the film is not of a session that ships with the package, or has no such step.

    >>> scene_link(simulate("bug_hunt", Policy(10_000), lang="en"), step=27)
    '#scenario=bug_hunt&lang=en&window=10000&strategy=sliding_window&step=27'
    """
    return scene_links.scene_link(film, step)


def load_scene(link: str, **looks: Any) -> Any:
    """Open the moment that a scene link names, on the stage.

    Args:
        link: a line of `scene_link`, or an address that ends in one.
        looks: as in `play`.

    Raises:
        UserError: it is no such link, or names what nobody knows.

    >>> load_scene("#scenario=bug_hunt&window=10000&step=27").step
    27
    """
    scene = scene_links.scene_of(link)
    film = simulate(scene.scenario, scene.policy, scene.seed, lang=scene.lang)
    at = {} if scene.step is None else {"step": min(scene.step, len(film.frames) - 1)}
    return play(film, **{**at, **looks})


def picture(
    subject: Any,
    path: str | os.PathLike[str] | None = None,
    *,
    step: int | None = None,
    format: str | None = None,
    window: int = DEFAULT_WINDOW,
    lang: str | None = None,
    theme: str = "light",
) -> str | bytes | Path:
    """Draw one frame of a film, or a conversation as it stands, as SVG, PNG, Markdown or text; no browser is needed.

    Args:
        subject: a `Film`, a `Session`, or anything that is a conversation.
        path: where to write it; its ending says the format. None: the picture is given, bytes for a PNG, else text.
        step: the film's frame, from 0, or from the end below 0; None: the one that tells most.
        format: "svg" (where nothing else is said), "png", "md" or "txt". A PNG needs `packlight[png]`.
        window: tokens of the window around a conversation; a film has its own.
        lang: the language of the picture's own words; None: the film's.
        theme: "light", "dark" or "contrast".

    Raises:
        UserError: an unknown format or theme, a step the film does not have, or no font for a PNG.

    >>> picture([{"role": "user", "content": "Is it open?"}], format="txt").splitlines()[-1]
    '   0  user        [“ Is it open? 4]'
    """
    from packlight.views.picture import format_of, picture_of

    wanted = format or (format_of(os.fspath(path)) if path is not None else "svg")
    film = subject if isinstance(subject, Film) else still_film(subject, window, lang=lang)
    spoken = language(lang) if lang is not None else film.lang
    drawn = picture_of(film.to_dict(), step, format=wanted, lang=spoken, theme=theme)
    if path is None:
        return drawn
    Path(path).write_bytes(drawn if isinstance(drawn, bytes) else drawn.encode("utf-8", "backslashreplace"))
    return Path(path)


def _page(film: Film) -> str:
    from packlight.views.export import film_html

    return film_html(film.to_json(), lang=film.lang, title=film.title or "Packlight")


Film.exporter = staticmethod(_page)
