"""The certificate says what was solved and nothing else, and takes any name as text."""

from pathlib import Path

import pytest

from packlight import lessons
from packlight.core.errors import UserError
from packlight.lessons import final_quiz, records


@pytest.fixture(autouse=True)
def session(monkeypatch: pytest.MonkeyPatch) -> records.Session:
    monkeypatch.setenv("PACKLIGHT_LANG", "en")
    for name, value in (("records", {}), ("exam", False)):
        monkeypatch.setattr(records.CURRENT, name, value)
    return records.CURRENT


def page(tmp_path: Path, name: str = "Ada") -> str:
    lessons.certificate(name, tmp_path / "c.html")
    return (tmp_path / "c.html").read_text(encoding="utf-8")


def test_it_says_what_was_solved_and_no_more(tmp_path: Path) -> None:
    lessons.check("05-1", 17_401)
    lessons.check("05-1", 17_400)
    lessons.predict("05-c", "a")
    text = page(tmp_path)
    assert "<td>05</td><td>1 / 3</td>" in text and text.count("<tr><td>") == 1
    assert f"1 of {len(lessons.progress().exercises)}. Predictions made: 1." in text
    assert "solution" not in text and "quiz" not in text


def test_a_look_at_the_solution_and_the_quiz_are_told(tmp_path: Path) -> None:
    for _ in range(2):
        lessons.check("05-1", 1)
    lessons.solution("05-1")
    lessons.check("05-1", 17_400)
    lessons.quiz_answer("".join(each.key for each in final_quiz.asked(5, "en")), seed=5)
    text = page(tmp_path)
    assert "Solved after a look at the solution: 1." in text and "Final quiz: 12 of 12." in text


def test_a_saved_progress_gives_the_same_page(tmp_path: Path, session: records.Session) -> None:
    lessons.check("05-1", 17_400)
    before = page(tmp_path)
    lessons.save(tmp_path / "me.json")
    session.records.clear()
    lessons.load(tmp_path / "me.json")
    assert page(tmp_path) == before


def test_a_name_is_text(tmp_path: Path) -> None:
    lessons.check("05-1", 17_400)
    text = page(tmp_path, "<script>alert(1)</script> & {name}")
    assert "<script" not in text and "&lt;script&gt;alert(1)&lt;/script&gt; &amp; {name}" in text


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_a_name_that_is_none_gets_a_sentence(name: str, tmp_path: Path) -> None:
    lessons.check("05-1", 17_400)
    with pytest.raises(UserError, match="1 to 80 characters"):
        lessons.certificate(name, tmp_path / "c.html")


def test_nothing_solved_and_no_folder_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nothing is solved yet"):
        lessons.certificate("Ada", tmp_path / "c.html")
    lessons.check("05-1", 17_400)
    with pytest.raises(UserError, match="name a folder that exists"):
        lessons.certificate("Ada", tmp_path / "no" / "c.html")
