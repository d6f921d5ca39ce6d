"""The final quiz is fair: bots gain nothing, lessons hold what is asked, any input gets a sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packlight import lessons
from packlight.lessons import final_quiz as quiz

ROOT = Path(__file__).parents[2]
MOST = len(quiz.QUESTIONS) / len(quiz.LETTERS) + 1
HEDGES = ("may", "usually", "often", "sometimes", "perhaps", "can ", "可能", "也许", "通常", "有时")


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
@pytest.mark.parametrize("question", quiz.QUESTIONS, ids=lambda question: question.id)
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
    assert best is not None and best.score == 12 and not best.review
    wrong = quiz.graded("".join(quiz.LETTERS[each.order.index(1)] for each in shuffled), 7, lang)
    assert wrong is not None and wrong.score == 0 and sum(wrong.profile.values()) == 12
    assert all(each.question.lesson in line for each, line in zip(shuffled, wrong.review, strict=True))


@pytest.mark.parametrize("answers", [None, ..., 3, [], {}, "", "abc", "z" * 12, b"a" * 12, lambda: 1])
def test_any_answer_gets_a_sentence(answers: Any) -> None:
    assert "12 letters" in str(lessons.quiz_answer(answers))


def test_the_quiz_shows_twelve_questions() -> None:
    assert str(lessons.quiz(seed=3)).count("(b)") == 12
