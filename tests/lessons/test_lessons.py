"""The student's side: check, predict, hint, solution, progress, save and load."""

import json
from pathlib import Path

import pytest

import packlight as pl
from packlight import lessons
from packlight.lessons import records


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins as a new student, in English."""
    monkeypatch.setattr(records.CURRENT, "records", {})
    monkeypatch.setattr(records.CURRENT, "exam", False)
    monkeypatch.setenv("PACKLIGHT_LANG", "en")


def almost(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return used / window > threshold or used + reserve > window


def test_a_wrong_answer_is_told_about_its_own_result_with_the_next_help() -> None:
    told = lessons.check("05-3", almost)
    assert (told.outcome, bool(told)) == ("wrong", False)
    assert "17,400 of 20,000" in told.message
    assert told.next == 'A hint: hint("05-3")'
    assert 'solution("05-3")' in lessons.check("05-3", almost).next


def test_it_is_graded_afresh_each_time() -> None:
    assert lessons.check("05-1", 17_400)
    assert not lessons.check("05-1", 17_401)
    assert lessons.progress().solved == ("05-1",)


def test_an_unknown_belief_behind_a_wrong_function_is_told_in_plain_numbers() -> None:
    told = lessons.check("05-3", lambda used, window, reserve=0, threshold=0.87: used > 16_000)
    assert told.outcome == "wrong"
    assert (
        told.message
        == "should_compact(used=17399, window=20000, reserve=0, threshold=0.87) gives True; it should give False."
    )


def test_a_called_function_is_told_apart_from_the_function_itself() -> None:
    assert "without brackets" in lessons.check("05-3", almost(1, 2)).message


def test_a_function_that_forgot_return_is_told_so() -> None:
    def forgot(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> None:
        _ = used / window >= 0.87

    told = lessons.check("05-3", forgot)
    assert (told.outcome, "return" in told.message) == ("could_not_run", True)


def test_an_error_is_told_before_its_place() -> None:
    def divides(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
        return used / 0 > window

    told = lessons.check("05-3", divides)
    assert told.message.startswith("should_compact stopped with ZeroDivisionError")
    assert "used / 0" in told.trace
    assert repr(told).index(told.message) < repr(told).index(told.trace)


def test_an_answer_cannot_change_the_cases() -> None:
    def destroys(requests: list[int], window: int) -> float:
        return requests.pop() / window

    assert lessons.check("05-2", destroys)
    assert lessons.check("05-2", destroys)


def test_the_language_is_that_of_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PACKLIGHT_LANG")
    (tmp_path / "zh").mkdir()
    monkeypatch.chdir(tmp_path / "zh")
    assert "到线也算" in lessons.check("05-3", almost).message


def test_a_guess_is_kept_and_put_beside_what_happens() -> None:
    assert lessons.check("05-c").outcome == "not_attempted"
    assert lessons.predict("05-c", "z").outcome == "could_not_run"
    assert lessons.predict("05-c", "c").outcome == "kept"
    told = lessons.check("05-c")
    assert (told.outcome, told.belief) == ("wrong", "full_is_thrift")
    assert told.message.startswith("You guessed c; it is b.")
    assert lessons.progress().guesses == ("05-c",)


def test_hints_grow_and_the_last_one_is_announced() -> None:
    told = [repr(lessons.hint("05-3")) for _ in range(4)]
    assert len(set(told)) == 4
    assert "the last one" in told[2]
    assert "solution" in told[3]


def test_the_solution_opens_after_two_tries() -> None:
    assert lessons.solution("05-3").code == ""
    for _ in range(2):
        lessons.check("05-3", almost)
    assert "def should_compact(" in lessons.solution("05-3").code


def test_a_blank_does_not_count_as_a_try() -> None:
    for _ in range(3):
        lessons.check("05-3", ...)
    assert lessons.solution("05-3").code == ""


def test_an_unknown_id_names_the_nearest() -> None:
    with pytest.raises(pl.UserError, match="did you mean '05-3'"):
        lessons.check("5-3", 1)


def test_what_was_saved_comes_back_and_adds_up(tmp_path: Path) -> None:
    lessons.check("05-1", 17_400)
    lessons.save(tmp_path / "me.json")
    records.CURRENT.records.clear()
    lessons.check("05-2", lambda requests, window: requests[-1] / window)
    lessons.load(tmp_path / "me.json")
    assert lessons.progress().solved == ("05-1", "05-2")
    assert "2 of" in repr(lessons.progress())


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "packlight.progress/1", "records": {"05-1": {}}}'])
def test_a_file_that_is_not_ours_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "me.json"
    path.write_text(text)
    with pytest.raises(pl.UserError, match=r"me\.json"):
        lessons.load(path)


def test_a_file_that_was_edited_is_not_taken(tmp_path: Path) -> None:
    lessons.check("05-1", 1)
    path = tmp_path / "me.json"
    lessons.save(path)
    content = json.loads(path.read_text())
    content["records"]["05-1"]["solved"] = True
    path.write_text(json.dumps(content))
    with pytest.raises(pl.UserError, match="changed after it was saved"):
        lessons.load(path)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(pl.UserError, match="cannot be read"):
        lessons.load(tmp_path / "none.json")
    with pytest.raises(pl.UserError, match="cannot be written"):
        lessons.save(tmp_path / "none" / "me.json")


def test_hostile_words_reach_the_page_as_text() -> None:
    told = lessons.check("05-1", "<script>alert(1)</script>")
    assert "<script>" not in told._repr_html_()
    assert "&lt;script&gt;" in told._repr_html_()
