"""The final quiz is fair: bots gain nothing, lessons hold what is asked, any input gets a sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packlight import lessons
from packlight.lessons import final_quiz as quiz
from packlight.lessons import records
from packlight.lessons.beliefs import BELIEFS

ROOT = Path(__file__).parents[2]
MOST = quiz.LENGTH / len(quiz.LETTERS) + 1
HEDGES = ("may", "usually", "often", "sometimes", "perhaps", "can ", "可能", "也许", "通常", "有时")


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> records.Session:
    """A new student's session, in English."""
    monkeypatch.setenv("PACKLIGHT_LANG", "en")
    for name, value in (("records", {}), ("exam", False), ("instructor", False)):
        monkeypatch.setattr(records.CURRENT, name, value)
    return records.CURRENT


def _hedges(choice: str) -> int:
    return sum(hedge in choice.lower() for hedge in HEDGES)


BOTS: dict[str, Callable[[tuple[str, ...]], int]] = {
    "longest": lambda choices: max(range(3), key=lambda i: len(choices[i])),
    "hedged": lambda choices: max(range(3), key=lambda i: _hedges(choices[i])),
    "a": lambda choices: 0,
    "b": lambda choices: 1,
    "c": lambda choices: 2,
}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_scores_at_most_one_above_chance(bot: str, lang: str) -> None:
    for seed in range(100):
        assert sum(each.order[BOTS[bot](each.choices)] == 0 for each in quiz.asked(seed, lang)) <= MOST


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("question", quiz.BANK, ids=lambda question: question.id)
def test_the_lesson_holds_the_terms(question: quiz.Question, lang: str) -> None:
    [path] = (ROOT / "notebooks" / lang).glob(f"{question.lesson}_*.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = " ".join("".join(cell["source"]) for cell in cells).replace("*", "")
    assert question.terms[lang == "zh"] in " ".join(text.split())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_right_letters_win_and_wrong_ones_name_lesson_and_belief(lang: str) -> None:
    shuffled = quiz.asked(7, lang)
    right = "".join(quiz.LETTERS[each.order.index(0)] for each in shuffled)
    best = quiz.graded(right, 7, lang)
    assert best is not None and best.score == 12 and not best.profile
    assert all(each.why in line for each, line in zip(shuffled, best.review, strict=True))
    wrong = quiz.graded("".join(quiz.LETTERS[each.order.index(1)] for each in shuffled), 7, lang)
    assert wrong is not None and wrong.score == 0 and sum(wrong.profile.values()) == 12
    assert all(each.question.lesson in line for each, line in zip(shuffled, wrong.review, strict=True))
    assert len(set(wrong.review)) == 12


def test_every_belief_stands_behind_a_choice_and_no_question_asks_one_twice() -> None:
    assert {id for question in quiz.BANK for id in question.wrong} == {belief.id for belief in BELIEFS}
    assert all(len(set(question.wrong)) == 2 for question in quiz.BANK)


@pytest.mark.parametrize("seed", range(20))
def test_each_objective_is_asked_four_times(seed: int) -> None:
    objectives = [each.question.objective for each in quiz.asked(seed, "en")]
    assert [objectives.count(number) for number in (1, 2, 3)] == [4, 4, 4]


def test_the_key_and_the_profile_show_in_instructors_mode_only(session: records.Session) -> None:
    key = "".join(each.key for each in quiz.asked(3, "en"))
    wrong = "".join("b" if letter == "a" else "a" for letter in key)
    assert key not in lessons.quiz(seed=3).text and "turn_is_message" not in lessons.quiz_answer(wrong, seed=3).text
    lessons.instructor()
    assert f"Key, for instructors: {key}" in lessons.quiz(seed=3).text
    assert "turn_is_message 1" in lessons.quiz_answer(wrong, seed=3).text
    lessons.instructor(False)
    assert key not in lessons.quiz(seed=3).text


def test_an_exam_keeps_the_answers_and_tells_nothing(session: records.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    lessons.exam()
    assert lessons.quiz_answer("A" * 12, seed=3).text == "Your answers are kept. In an exam no score is shown."
    assert session.record("quiz").guess == {"answers": "a" * 12, "seed": 3}
    assert "of 12" in (lessons.exam(False), lessons.quiz_answer("a" * 12, seed=3))[1].text
    monkeypatch.setenv("PACKLIGHT_EXAM", "1")
    assert "PACKLIGHT_EXAM" in lessons.exam(False).text
    assert "of 12" not in lessons.quiz_answer("a" * 12, seed=3).text


@pytest.mark.parametrize("answers", [None, ..., 3, [], {}, "", "abc", "z" * 12, b"a" * 12, lambda: 1])
def test_any_answer_gets_a_sentence(answers: Any) -> None:
    assert "12 letters" in str(lessons.quiz_answer(answers))


def test_the_quiz_shows_twelve_questions() -> None:
    assert str(lessons.quiz(seed=3)).count("(b)") == 12
