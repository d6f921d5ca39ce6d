"""Grading notebooks: each in a process with limits; nothing that a notebook does costs another its grade."""

import csv
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from packlight.cli import main
from packlight.core.errors import UserError
from packlight.lessons import exercises
from packlight.lessons.grading import Grade, grade, grade_all, write_csv
from tests.support.notebooks import COURSE, read
from tests.support.solved import solved

pytestmark = pytest.mark.notebook
LINE = 'from packlight import lessons\nlessons.check("05-1", 17_400)'
posix = pytest.mark.skipif(sys.platform == "win32", reason="limits are POSIX")


def notebook(folder: Path, *cells: str, name: str = "a.ipynb") -> str:
    content: dict[str, Any] = {"cells": [{"cell_type": "code", "source": cell} for cell in cells]}
    (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return str(folder / name)


def test_a_solved_lesson_is_right_and_an_unsolved_one_not_attempted(tmp_path: Path) -> None:
    whole = read(COURSE / "en" / "05_eighty_seven.ipynb")
    (tmp_path / "ada.ipynb").write_text(json.dumps(solved(whole)), encoding="utf-8")
    (tmp_path / "ben.ipynb").write_text(json.dumps(whole), encoding="utf-8")
    with ThreadPoolExecutor(2) as threads:
        ada, ben = grade_all([tmp_path], threads)
    assert ada.outcomes == {"05-1": "right", "05-2": "right", "05-3": "right"}
    assert ada.guesses == {id: exercises.find(id).solution for id in ("05-a", "05-b", "05-c", "05-d", "05-e")}
    assert (ada.solved, ada.asked, ada.reason) == (3, 3, None)
    assert (ben.solved, set(ben.outcomes.values()), ben.guesses) == (0, {"not_attempted"}, {})


@posix
@pytest.mark.parametrize(
    "accident",
    [
        "while True:\n    pass",
        "while True:\n    try:\n        x = 1\n    except BaseException:\n        pass",
        "import os\nos._exit(3)",
        "import itertools\nsum(itertools.count())",
        "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
        "exit()",
        "input()",
        "1 / 0",
        "def f(:",
        "big = bytearray(10**12)",
        "raise SystemExit",
    ],
    ids=["loop", "stubborn", "exit3", "c-loop", "kill", "exit", "input", "error", "syntax", "memory", "systemexit"],
)
def test_an_accident_in_one_cell_costs_the_others_nothing(accident: str, tmp_path: Path) -> None:
    told = grade(notebook(tmp_path, LINE, accident, LINE.replace("05-1", "05-2")), seconds=4)
    assert told.outcomes == {"05-1": "right", "05-2": "could_not_run"}
    assert told.left_out in ((), (2,))


def test_the_last_answer_to_an_id_counts(tmp_path: Path) -> None:
    told = grade(notebook(tmp_path, LINE, "lessons.check('05-1', 3)"))
    assert told.outcomes == {"05-1": "wrong"}


def test_a_notebook_that_judges_itself_is_judged_all_the_same(tmp_path: Path) -> None:
    fake = "lessons.check = lambda *_: True\nlessons.checks.judged = lessons.check"
    assert grade(notebook(tmp_path, LINE, fake, "lessons.check('05-1', 3)")).outcomes == {"05-1": "wrong"}


def test_an_answer_that_is_not_there_and_an_unknown_id(tmp_path: Path) -> None:
    told = grade(notebook(tmp_path, "lessons.check('05-1', nowhere)", "lessons.check('99-1', 1)", "lessons.check()"))
    assert told.outcomes == {"05-1": "could_not_run"}


@posix
def test_neither_network_nor_key_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-api03-of-nobody-at-all")
    cell = (
        "import os, socket\nfrom packlight import lessons\n"
        "try:\n    socket.create_connection(('127.0.0.1', 9))\n"
        "except OSError as error:\n    told = str(error)\n"
        "line = 17_400 if 'no network' in told and 'ANTHROPIC_API_KEY' not in os.environ else 0"
    )
    assert grade(notebook(tmp_path, cell, "lessons.check('05-1', line)")).solved == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cells": 3}', '{"cells": [{"cell_type": "code"}]}', "\x00"])
def test_a_file_that_is_no_notebook_gets_a_reason(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(text, encoding="utf-8")
    assert "not a notebook" in str(grade(str(tmp_path / "a.ipynb")).reason)


def test_a_table_has_a_row_each_and_no_formula(tmp_path: Path) -> None:
    write_csv(
        [Grade("=cmd.ipynb", {"05-1": "right"}, {"05-c": "b"}), Grade("b.ipynb", reason='no, "it"')], tmp_path / "g.csv"
    )
    with open(tmp_path / "g.csv", encoding="utf-8", newline="") as stream:
        first, second = csv.DictReader(stream)
    assert (first["file"], first["solved"], first["05-1"], first["05-c"]) == ("'=cmd.ipynb", "1", "right", "b")
    assert second["reason"] == 'no, "it"'


def test_the_command_grades_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "class").mkdir()
    notebook(tmp_path / "class", LINE)
    assert main(["grade", str(tmp_path / "class"), "-o", str(tmp_path / "g.csv"), "--workers", "2"]) == 0
    assert "1 notebooks" in capsys.readouterr().out
    assert ",1,1," in (tmp_path / "g.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere", "-o", "g.csv"], "does not exist"),
        ([".", "-o", "g.csv"], "no notebook in"),
        ([".", "-o", "g.csv", "--workers", "0"], "give 1 or more"),
        ([".", "-o", "g.csv", "--seconds", "0"], "1 second"),
    ],
)
def test_a_wrong_call_is_one_sentence(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["grade", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1


def test_a_limit_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="256 MB"):
        grade_all([notebook(tmp_path, LINE)], memory_mb=1)
