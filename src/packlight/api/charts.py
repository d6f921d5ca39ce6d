"""The charts: `pl.charts.tokens(film)` and its kin, as plain plotly figures.

Comes in: films, anything that is a conversation, names of strategies and models. Goes out:
`plotly.graph_objects.Figure`, themed, with words where a pointer stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from packlight.adapters.language import language
from packlight.api.costs import cost
from packlight.api.films import simulate
from packlight.api.packing import compare, count_tokens
from packlight.core.bill import Bill
from packlight.core.comparison import Row
from packlight.core.errors import UserError
from packlight.simulation.film import Film

__all__ = ["breaker", "kinds", "strategies", "tokens", "triangle"]

MODEL = "claude-sonnet-5"
WINDOW = 200_000


def tokens(film: Any, *, lang: str | None = None, theme: str = "light") -> Any:
    """The tokens that a film carries, step by step, with threshold, reserve and every compaction.

    Args:
        film: a film; anything else is replayed first.
        lang: the language of the chart's words; None: the film's.
        theme: `light`, `dark` or `contrast`.

    >>> [trace.name for trace in tokens(simulate("bug_hunt", lang="en")).data]
    ['carried', 'compaction starts, 87.0 %', 'window', 'packed']
    """
    from packlight.views.charts.of_film import tokens_figure

    shown = _film(film)
    return tokens_figure(shown, language(lang or shown.lang), theme)


def breaker(film: Any, *, lang: str | None = None, theme: str = "light") -> Any:
    """The breaker's time line: its state at each step, and every attempt, failed, done or refused.

    Args:
        film, lang, theme: as in `tokens`.

    >>> from packlight.simulation.policy import Policy
    >>> film = simulate("bug_hunt", Policy(5_000, failures="FFF"), lang="en")
    >>> [trace.name for trace in breaker(film).data]
    ['state', 'failed', 'not tried']
    """
    from packlight.views.charts.of_film import breaker_figure

    shown = _film(film)
    return breaker_figure(shown, language(lang or shown.lang), theme)


def kinds(conv: Any, *, lang: str | None = None, theme: str = "light") -> Any:
    """What a conversation weighs, by kind of block, in the stage's colours and patterns.

    >>> list(kinds([{"role": "user", "content": "hi"}]).data[0].y)
    ['text', 'overhead']
    """
    from packlight.views.charts.of_sizes import kinds_figure

    return kinds_figure(count_tokens(conv), language(lang), theme)


def strategies(
    conv: Any,
    names: Iterable[Any] | None = None,
    window: int = 20_000,
    *,
    lang: str | None = None,
    theme: str = "light",
) -> Any:
    """The same history packed by each strategy: tokens after, facts kept, and the summary's price where it is known.

    Args:
        conv: anything that is a conversation, or the rows of `pl.compare`.
        names: strategies, as `pl.compare` takes them; None: four of them.
        window: tokens of the window.

    >>> figure = strategies("bug_hunt", ["sliding_window", "summary"], window=6_000, lang="en")
    >>> list(figure.data[0].y)
    ['sliding_window', 'summary']
    """
    from packlight.views.charts.of_sizes import strategies_figure

    if isinstance(conv, list | tuple) and conv and all(isinstance(row, Row) for row in conv):
        return strategies_figure(conv, language(lang), theme)
    chosen = list(names) if names is not None else ["sliding_window", "structured", "tool_result_trim", "summary"]
    return strategies_figure(compare(_subject(conv, lang), chosen, window=window), language(lang), theme)


def triangle(
    bills: Any, window: int = WINDOW, *, model: str = MODEL, lang: str | None = None, theme: str = "light"
) -> Any:
    """Window, cost and latency of one session in several ways, a triangle each.

    Args:
        bills: bills of `pl.cost` by name; or anything that is a conversation, drawn with and without a cache.
        window: tokens of the window.
        model: by whose prices a conversation is reckoned.

    Raises:
        UserError: a mapping that holds something other than bills.

    >>> [trace.name for trace in triangle("bug_hunt", lang="en").data]
    ['without a cache', 'with a cache']
    """
    from packlight.views.charts.of_sizes import triangle_figure

    spoken = language(lang)
    if isinstance(bills, Mapping) and not isinstance(bills, str) and "messages" not in bills:
        wrong = [str(name) for name, each in bills.items() if not isinstance(each, Bill)]
        if wrong or not bills:
            named = f"{wrong[0]!r} is not a bill" if wrong else "there is no bill"
            raise UserError(f"{named}: give bills of pl.cost by name, such as {{'cached': pl.cost(talk, {model!r})}}")
        return triangle_figure(bills, window, spoken, theme)
    talk = _subject(bills, lang)
    names = ("没有缓存", "有缓存") if spoken == "zh" else ("without a cache", "with a cache")
    both = {name: cost(talk, model, cached=cached) for name, cached in zip(names, (False, True), strict=True)}
    return triangle_figure(both, window, spoken, theme)


def _film(film: Any) -> Film:
    return film if isinstance(film, Film) else simulate(film)


def _subject(conv: Any, lang: str | None) -> Any:
    """A scenario's name becomes the scenario; the rest goes on as it is."""
    from packlight.api.resolve import scenario
    from packlight.simulation.scenarios import names

    return scenario(conv, lang) if isinstance(conv, str) and conv in names() else conv
