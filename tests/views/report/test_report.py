"""The report: one page that carries all it needs, harmless whatever names it is given, in two languages."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import packlight as pl
from packlight.cli import main
from packlight.simulation.sweep.row import Row
from packlight.simulation.sweep.summary import hurt, standings
from packlight.views.report.charts import pareto, ticks
from packlight.views.report.figure import sweep_figure
from packlight.views.report.page import pack, report_html
from packlight.views.report.parts import command
from packlight.views.report.words import EN, ZH
from tests.simulation.sweep.test_summary import ROWS, row

HOSTILE = "<img src=x onerror=alert(1)>\"&' ‮.json"


class Tags(HTMLParser):
    """Collects every tag with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_both_languages_have_the_same_words() -> None:
    assert EN.keys() == ZH.keys()
    for key in EN:
        assert set(re.findall(r"\{\w+\}", EN[key])) == set(re.findall(r"\{\w+\}", ZH[key])), key


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_needs_nothing_and_says_who_wins(lang: str) -> None:
    page = report_html(ROWS, hurt(ROWS), {}, lang=lang)
    tags = Tags(page).seen
    assert not [attrs for _, attrs in tags if {"src", "href", "style", "onclick"} & attrs.keys()]
    policy = next(attrs["content"] for _, attrs in tags if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy and policy.startswith("default-src 'none'; script-src 'sha256-") and "unsafe" not in policy
    words = EN if lang == "en" else ZH
    assert words["wins"] in page and "$2.00" in page and "95 %" in page
    assert len(page) < 150_000


def test_names_are_text_whatever_they_hold() -> None:
    rows = [row(HOSTILE, policy, 1.0, kept) for policy, kept in ((HOSTILE, 2), ("other", 5))]
    rows.append(Row(conversation=HOSTILE + "2", policy="other", reason=HOSTILE))
    page = report_html(rows, hurt(rows), {})
    assert "img" not in {tag for tag, _ in Tags(page).seen}
    assert "<img" not in page and "&lt;img" in page


def test_a_film_is_packed_in_and_one_that_is_too_large_is_told_by_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    found = hurt(ROWS)
    page = report_html(ROWS, found, {0: '{"frames": []}'})
    buttons = [attrs for tag, attrs in Tags(page).seen if tag == "button" and "data-film" in attrs]
    assert [each["data-film"] for each in buttons] == ["0"]
    assert "packlight play b" in page
    monkeypatch.setattr("packlight.views.report.page.FILM_BYTES", 3)
    assert pack("much text") is None


def test_a_command_names_all_that_the_replay_needs() -> None:
    settings = {"window": 8_000, "strategy": "tool_result_trim+summary", "failures": "FS"}
    made = Row(conversation="my runs.json#7", policy="p", of=9, settings=settings)  # type: ignore[arg-type]
    assert command(made) == (
        "packlight play 'my runs.json' --name 7 --window 8000 --strategy tool_result_trim,summary --failures FS "
        "-o film.html"
    )


def test_points_on_one_spot_have_their_own_numbers() -> None:
    same = [row("a", f"policy {n}", 1.0, 5) for n in range(6)]
    picture = pareto(standings(same), "en")
    places = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" text-anchor="middle" class="mark">', picture)
    assert len(places) == len(set(places)) == 6


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.3, 0.30001), (5, 5), (0, 12_345_678), (-3, 3)])
def test_ticks_are_few_and_within(low: float, high: float) -> None:
    found = ticks(low, high)
    assert len(found) <= 7 and all(low - 1e-6 <= tick <= high + 1e-6 for tick in found)


def test_the_figure_has_two_traces_and_no_tags() -> None:
    rows = [row("a", f"<b>policy {n}</b>", float(n), n) for n in range(1, 9)]
    figure = sweep_figure(standings(rows))
    assert len(figure.data) == 2 and len(figure.data[1].x) == 8
    assert "<b>" not in json.dumps(figure.to_dict()["data"], default=str)


def test_rows_give_the_page_the_chart_and_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = pl.sweep("bug_hunt", [{"window": 6_000, "strategy": name} for name in ("sliding_window", "structured")])
    assert rows.plot().data[1].mode == "markers+text"
    assert rows.to_html(tmp_path / "page.html", lang="zh") == tmp_path / "page.html"
    page = (tmp_path / "page.html").read_text("utf-8")
    assert ZH["title"] in page and 'data-film="0"' in page
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(pl.UserError, match="to_pandas needs pandas"):
        rows.to_pandas()


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "rows.jsonl", tmp_path / "report.html"
    list(pl.sweep("bug_hunt", [{"window": 6_000}, {"window": 8_000}], out=out))
    assert main(["report", str(out), "-o", str(page)]) == 0 and page.exists()
    assert main(["report", str(tmp_path / "none"), "-o", str(page)]) == 2
    out.write_text('{"a": 1}\n')
    capsys.readouterr()
    assert main(["report", str(out), "-o", str(page)]) == 2
    assert capsys.readouterr().err == "packlight: this is not a row of a sweep: it names no conversation and policy\n"
