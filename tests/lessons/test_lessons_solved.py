"""The lessons and the registry agree: ids are literal and known, and a solved lesson is right in every check."""

import os
from pathlib import Path
from typing import Any

import pytest

from packlight.lessons import exercises, records
from packlight.lessons.figures import called
from packlight.lessons.verdict import Verdict
from tests.support.notebooks import COURSE, Notebook, cells, read, source
from tests.support.solved import solved

LESSONS = [path for path in sorted((COURSE / "en").glob("*.ipynb")) if "01" <= path.name[:2] <= "09"]


def ids(path: Path, name: str) -> list[str]:
    return [id for cell in cells(read(path), "code") for id in called(source(cell), name)]


def run(notebook: Notebook) -> list[Verdict]:
    """Every verdict that the cells of a notebook give, in a plain interpreter; the last value of a cell counts."""
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    seen: list[Verdict] = []
    for cell in cells(notebook, "code"):
        result: Any = shell.run_cell(source(cell))
        result.raise_error()
        seen += [result.result] if isinstance(result.result, Verdict) else []
    return seen


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records.CURRENT, "records", {})
    monkeypatch.setattr(records.CURRENT, "exam", False)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_exercise_stands_in_its_lesson_and_two_or_more_are_checked(path: Path) -> None:
    number = path.name[:2]
    known = {exercise.id for exercise in exercises.of_lesson(number)}
    asked = [*ids(path, "check"), *ids(path, "predict")]
    assert set(asked) == known
    assert len({id for id in asked if id[-1].isdigit()}) >= 2


@pytest.mark.notebook
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_solved_lesson_is_right_in_every_check(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    assert os.environ.get("PACKLIGHT_LANG") is None
    verdicts = run(solved(read(path)))
    assert {v.outcome for v in verdicts} <= {"right", "kept"}
    assert {v.id for v in verdicts if v} == {exercise.id for exercise in exercises.of_lesson(path.name[:2])}


@pytest.mark.notebook
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_an_unsolved_lesson_is_not_attempted_in_any_check(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    assert {v.outcome for v in run(read(path))} == {"not_attempted"}
