"""The figures of the course: every lesson reaches its goals, and a lesson that does not is seen."""

from typing import Any

import pytest

from packlight.lessons import figures

EVERY = [(lang, name) for lang in ("en", "zh") for name in figures.notebooks(lang)]


def words(count: int) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": "word " * count}


def code(text: str) -> dict[str, Any]:
    return {"cell_type": "code", "source": text}


@pytest.mark.parametrize(("lang", "name"), EVERY)
def test_a_lesson_reaches_its_goals(lang: str, name: str) -> None:
    assert figures.missed(figures.measure(name, figures.notebooks(lang)[name]), lang) == []


@pytest.mark.parametrize(
    ("cells", "goal"),
    [
        ([words(1_401)], "words"),
        ([words(61), code("a")], "a cell"),
        ([words(81), code("a = ...")], "before"),
        ([code("a"), code("b = ...")] + [code("c")] * 3, "acts"),
        ([code('lessons.predict("01-a", ...)')], "guesses"),
        ([code('lessons.check("01-1", ...)')], "checks"),
        ([code("a\n" * 5)], "lines"),
        ([code("a\n" * 21)], "longest"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_goal_that_is_missed_is_seen(cells: list[dict[str, Any]], goal: str) -> None:
    assert goal in figures.missed(figures.measure("01_x", cells))


def test_long_words_in_long_sentences_are_hard_to_read() -> None:
    hard = "Considerable deliberation concerning compaction necessitates unambiguous terminology " * 3
    assert figures.reading_grade(hard) > 8 > figures.reading_grade("We pack the suitcase. It is full.")


def test_the_command_prints_a_line_a_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["en"]) == 0
    assert "05_eighty_seven" in capsys.readouterr().out
    assert figures.main(["fr"]) == 2
