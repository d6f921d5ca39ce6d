"""The labs: `pl.labs.CompactionLab()` and its kin, each one call, each useful with no argument.

Comes in: anything that is a conversation, a session or a film, or nothing; names. Goes out: widgets of `views/labs`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from packlight.adapters.catalogue import cache_min_tokens_of, speeds
from packlight.adapters.counters import resolve_counter
from packlight.adapters.language import language
from packlight.api.costs import price_list
from packlight.api.resolve import conversation_of
from packlight.core.breaker import Breaker
from packlight.core.errors import UserError
from packlight.core.session import CACHE_MIN_TOKENS
from packlight.core.tokens import TokenCounter, count
from packlight.simulation.film import Film
from packlight.simulation.rewind import rewind
from packlight.simulation.scenarios import SAMPLE, Session, names, session
from packlight.simulation.windows import Remembering

__all__ = ["ArrayLab", "BreakerLab", "CompactionLab", "PairLab", "PrepareLab", "StrategyLab", "TriangleLab"]

MODEL = "claude-sonnet-5"
"""Whose prices a lab reckons with when nobody names a model."""


def ArrayLab(source: Any = None, *, preset: str = "", **looks: Any) -> Any:
    """Build a valid `messages[]` from loose messages; every order that validates passes, and help grows with the tries.

    The lab's `.array` is what is built so far, as the API takes it, for the lessons' `check`.

    Args:
        source: as in `CompactionLab`; its first messages become the puzzle `session`.
        preset: where to start: `call, talk, parallel, session`.

    >>> ArrayLab(lang="en").do("add", "m0").array[0]["role"]
    'user'
    """
    from packlight.views.labs.array import ArrayModel

    bench, shown = _bench(source, **looks)
    return _lab(ArrayModel(bench), preset, shown)


def BreakerLab(source: Any = None, *, breaker: Any = None, preset: str = "", **looks: Any) -> Any:
    """Three strikes: a script or a rate of failures, latch or cooldown, the same session with and without a breaker.

    Args:
        source: as in `CompactionLab`.
        breaker: a `Breaker` to start from, or your own rule: it is given what it names of `failures` (in a row),
            `history` (a list of "F" and "S") and `turn`, and says True where the next call may run.
        preset: where to start: `three, lucky, cancel, probe, heals, rate`.

    >>> BreakerLab(lang="en", preset="lucky").state["settings"]["script"]
    'FFSF'
    """
    from packlight.views.labs.breaker import BreakerModel

    given = breaker if isinstance(breaker, Breaker) else None
    if given is None and breaker is not None and not callable(breaker):
        raise UserError(f"breaker is {breaker!r}: give a Breaker, or a function that says whether a call may run")
    bench, shown = _bench(source, **looks)
    return _lab(BreakerModel(bench, None if given else breaker, given), preset, shown)


def CompactionLab(
    source: Any = None,
    *,
    should_compact: Callable[..., Any] | None = None,
    strategy: Callable[..., Any] | None = None,
    preset: str = "",
    **looks: Any,
) -> Any:
    """When is a session packed? Window, threshold and reserve as sliders, *Compact now*, and the film of it.

    Args:
        source: a path, dicts, a conversation, a session, a film, or the name of a scenario; None: the bug hunt.
        should_compact: your own rule; it is given what it names of `tokens, window, reserve, threshold, usage`.
        strategy: your own strategy; it is given `messages` (dicts) and gives back those that stay, or how many go.
        preset: where to start: `course, small, late, refused, summary`.
        looks: `lang`, `seed`, `counter`, `model`, `predict=False`, `projector=True`, `theme`.

    >>> CompactionLab(lang="en").state["settings"]["window"]
    20000
    """
    from packlight.views.labs.compaction import CompactionModel

    bench, shown = _bench(source, **looks)
    return _lab(CompactionModel(bench, should_compact, strategy), preset, shown)


def PairLab(source: Any = None, *, preset: str = "", **looks: Any) -> Any:
    """Break and mend tool pairs: what the API answers, what a repair changes, and what a model may make up.

    The lab's `.array` is the list as it stands, torn or mended.

    Args:
        source: as in `CompactionLab`; its first messages are the preset `session`.
        preset: where to start: `call, parallel, session`.

    >>> PairLab(lang="en").do("tear", "late").array[-1]["content"][0]["type"]
    'tool_result'
    """
    from packlight.views.labs.pair import PairModel

    bench, shown = _bench(source, **looks)
    return _lab(PairModel(bench), preset, shown)


def PrepareLab(source: Any = None, *, preset: str = "", **looks: Any) -> Any:
    """Step 1 of 8 as a flow: normalise, inject, judge, compact and break, at any moment of a session.

    Args:
        source: as in `CompactionLab`.
        preset: where to start: `due, calm, torn, failing, open`.

    >>> PrepareLab(lang="en", preset="failing").state["settings"]["failures"]
    2
    """
    from packlight.views.labs.prepare import PrepareModel

    bench, shown = _bench(source, **looks)
    return _lab(PrepareModel(bench), preset, shown)


def StrategyLab(
    source: Any = None, *, strategy: Callable[..., Any] | None = None, preset: str = "", **looks: Any
) -> Any:
    """Up to four strategies side by side on one history, and what each of them lost; flags compose them in an order.

    Args:
        source: as in `CompactionLab`.
        strategy: your own strategy, as in `CompactionLab`; it gets a column.
        preset: where to start: `course, small, together, thinking`.

    >>> StrategyLab(lang="en").do("column:summary").state["settings"]["columns"]
    ['sliding_window', 'structured', 'tool_result_trim']
    """
    from packlight.views.labs.strategy import StrategyModel

    bench, shown = _bench(source, **looks)
    return _lab(StrategyModel(bench, strategy), preset, shown)


def TriangleLab(source: Any = None, *, preset: str = "", **looks: Any) -> Any:
    """Window, cost and latency: which corner moves when a cache, packing or a larger window comes in.

    Args:
        source: as in `CompactionLab`.
        preset: where to start: `plain, cache, packed, both, million`.

    >>> TriangleLab(lang="en", preset="cache").state["settings"]["cached"]
    True
    """
    from packlight.views.labs.triangle import TriangleModel

    bench, shown = _bench(source, **looks)
    return _lab(TriangleModel(bench), preset, shown)


def _lab(model: Any, preset: str, shown: dict[str, Any]) -> Any:
    from packlight.views.labs.lab import Lab

    return Lab(model, preset=preset, **shown)


def _bench(
    source: Any,
    *,
    lang: str | None = None,
    seed: int = 0,
    counter: str | TokenCounter = "tiktoken",
    model: str = MODEL,
    predict: bool = True,
    projector: bool = False,
    theme: str = "auto",
    sample: str = SAMPLE,
) -> tuple[Any, dict[str, Any]]:
    """What lies ready on a lab, and how it looks."""
    from packlight.views.labs.model import Bench

    spoken, weigher = language(lang), Remembering(resolve_counter(counter))
    subject = _subject(source if source is not None else sample, spoken)
    bench = Bench(
        **subject,
        tokens=count(subject["conversation"], weigher).total,
        counter=weigher,
        prices=price_list(model),
        speeds=speeds(),
        model=model,
        cache_min_tokens=cache_min_tokens_of(model) or CACHE_MIN_TOKENS,
        lang=spoken,
        seed=seed,
    )
    return bench, {"predict": predict, "projector": projector, "theme": theme}


def _subject(source: Any, lang: str) -> dict[str, Any]:
    """Conversation, title, name and facts of what a lab is about."""
    if isinstance(source, Film):
        source = source.scenario if source.scenario in names() else rewind(source)
    if isinstance(source, str) and source in names():
        source = session(source, lang)
    if isinstance(source, Session):
        told = {"title": source.title, "scenario": source.name, "facts": source.facts}
        return {"conversation": source.conversation, **told}
    talk = conversation_of(source)
    return {"conversation": talk, "title": Path(talk.source.path).name if talk.source and talk.source.path else ""}
