"""The charts are plain figures: few traces, words where a pointer stands, nothing that carries data away."""

import json
from string import Formatter
from typing import Any

import pytest

import packlight as pl
from packlight.core.errors import UserError
from packlight.views.charts import words
from packlight.views.charts.frame import plain

HOSTILE = "<script>alert(1)</script>&lt;b"
FILM = pl.simulate("bug_hunt", pl.Policy(5_000, failures="FFF", reserve=500), lang="en")


def made(lang: str = "en", theme: str = "light") -> dict[str, Any]:
    looks = {"lang": lang, "theme": theme}
    return {
        "tokens": pl.charts.tokens(FILM, **looks),
        "breaker": pl.charts.breaker(FILM, **looks),
        "kinds": pl.charts.kinds(pl.scenario("bug_hunt").conversation, **looks),
        "strategies": pl.charts.strategies("bug_hunt", window=6_000, **looks),
        "triangle": pl.charts.triangle("bug_hunt", **looks),
    }


def hovers(figure: Any) -> list[str]:
    return [text for trace in figure.data for text in (trace.hovertext or ())]


def test_both_languages_say_the_same() -> None:
    def named(table: dict[str, str]) -> dict[str, set[str]]:
        return {key: {name for _, name, _, _ in Formatter().parse(text) if name} for key, text in table.items()}

    assert named(words.EN) == named(words.ZH)


@pytest.mark.parametrize("name", sorted(pl.charts.__all__))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_chart_has_few_traces_and_speaks_its_language(name: str, lang: str) -> None:
    figure = made(lang)[name]
    assert 1 <= len(figure.data) <= 6
    assert "sendDataToCloud" in figure.layout.modebar.remove
    assert hovers(figure)
    if name in ("tokens", "breaker"):
        assert ("第" in hovers(figure)[0]) == (lang == "zh")


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_a_chart_wears_the_theme(theme: str) -> None:
    grounds = {figure.layout.paper_bgcolor for figure in made(theme=theme).values()}
    assert len(grounds) == 1 and (grounds == {"#14171B"}) == (theme == "dark")


def test_tokens_follow_the_film() -> None:
    figure = pl.charts.tokens(FILM)
    by_name = {trace.name: trace for trace in figure.data}
    assert list(by_name["carried"].y) == [frame.tokens for frame in FILM.frames]
    assert set(by_name["compaction starts, 87.0 %"].y) == {0.87 * 5_000}
    assert set(by_name["window less reserve"].y) == {4_500}
    events = [event for event in FILM.events if event.kind in ("compact", "trim")]
    for name in ("packed", "failed"):
        wanted = [event.step for event in events if (event.reason == "applied") == (name == "packed")]
        assert wanted and list(by_name[name].x) == wanted
    assert "% of the window" in by_name["carried"].hovertext[3] and by_name["carried"].hovertext[3].startswith(
        "step 3:"
    )


def test_the_breakers_line_goes_up_where_it_opens() -> None:
    figure = pl.charts.breaker(FILM)
    by_name = {trace.name: trace for trace in figure.data}
    opened = next(frame.step for frame in FILM.frames if frame.breaker == "open")
    state = list(by_name["state"].y)
    assert state[opened] == 2 and max(state[:opened]) == 0
    failed = [event for event in FILM.events if event.kind == "compact" and event.reason != "applied"]
    assert len(by_name["failed"].x) == len(failed)
    assert list(figure.layout.yaxis.ticktext) == ["closed", "half open", "open"]


def test_kinds_add_up() -> None:
    talk = pl.scenario("bug_hunt").conversation
    [bars] = pl.charts.kinds(talk).data
    assert sum(bars.x) == pl.count_tokens(talk).total
    assert list(bars.x) == sorted(bars.x)


def test_strategies_take_rows_that_are_there() -> None:
    hunt = pl.scenario("bug_hunt")
    rows = pl.compare(hunt, ["sliding_window", "summary"], window=6_000, price_usd=lambda i, o: 0.01)
    tokens, facts, price = pl.charts.strategies(rows).data
    assert list(tokens.x) == [row.after for row in rows]
    assert list(facts.x) == [len(row.facts_kept) for row in rows]
    assert price.x[1] > 0


def test_a_triangle_of_bills_has_the_heaviest_on_the_rim() -> None:
    talk = pl.scenario("bug_hunt").conversation
    bills = {name: pl.cost(talk, "claude-opus-5", cached=name == "b") for name in "ab"}
    first, second = pl.charts.triangle(bills, window=30_000).data
    assert max(first.r) == 1 and second.r[0] == first.r[0] and second.r[1] < first.r[1]


@pytest.mark.parametrize("bills", [{}, {"a": 3}])
def test_what_is_no_bill_is_told(bills: Any) -> None:
    with pytest.raises(UserError, match=r"pl\.cost"):
        pl.charts.triangle(bills)


def test_an_unknown_theme_names_the_nearest() -> None:
    with pytest.raises(UserError, match="dark"):
        pl.charts.kinds("bug_hunt" and pl.scenario("bug_hunt").conversation, theme="drak")


def test_hostile_text_is_no_tag() -> None:
    talk = [{"role": "user", "content": HOSTILE}, {"role": "assistant", "content": HOSTILE}]
    film = pl.simulate(talk, pl.Policy(5_000), title=HOSTILE)
    text = json.dumps(pl.charts.tokens(film).to_plotly_json(), default=str)
    assert "<script" not in text and "&lt;" not in text
    assert "<" not in plain(HOSTILE) and "&" not in plain(HOSTILE)
