"""Beliefs × (refuted in text, shown by a preset, done in an exercise, asked): no empty cell; and simulated students.

A simulated student holds one wrong belief and knows the rest: wherever the belief decides, the check says so by name,
and everywhere else a right answer stays right.
"""

import json
import re
from pathlib import Path

import pytest

import packlight as pl
from packlight import lessons
from packlight.lessons import exercises, final_quiz, records
from packlight.lessons.beliefs import BELIEFS, Belief
from packlight.lessons.exercise import Exercise

ROOT = Path(__file__).parents[2]
BOX = {"en": r"\*\*You may think\*\*.*\*\*But\*\*", "zh": r"\*\*你也许以为\*\*.*\*\*其实\*\*"}
by_id = pytest.mark.parametrize("belief", BELIEFS, ids=lambda belief: belief.id)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACKLIGHT_LANG", "en")
    for name, value in (("records", {}), ("exam", False)):
        monkeypatch.setattr(records.CURRENT, name, value)


@by_id
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_it_is_refuted_in_the_text_of_its_lesson(belief: Belief, lang: str) -> None:
    [path] = (ROOT / "notebooks" / lang).glob(f"{belief.lesson}_*.ipynb")
    prose = ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    boxes = [part.split("<!--")[0] for text in prose for part in text.split(f"<!-- belief: {belief.id} -->")[1:]]
    assert boxes and all(re.search(BOX[lang], box, re.DOTALL) for box in boxes)


@by_id
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_it_is_shown_by_a_preset(belief: Belief, lang: str) -> None:
    preset = belief.preset
    policy = pl.Policy(preset.window, preset.strategy, reserve=preset.reserve, failures=preset.failures)
    film = pl.simulate(preset.scenario, policy, lang=lang)
    assert film.frames[preset.step].messages


@by_id
def test_it_is_done_in_an_exercise_and_asked(belief: Belief) -> None:
    guesses = [id for id in belief.exercises if exercises.find(id).is_guess]
    assert len(belief.exercises) >= 2
    assert set(belief.exercises) - set(guesses)
    assert guesses or any(belief.id in question.wrong for question in final_quiz.BANK)


def answers(exercise: Exercise, belief: str) -> list[object]:
    return [wrong.answer for wrong in exercise.wrong if wrong.belief == belief]


@by_id
def test_a_student_who_believes_it_is_told_so_wherever_it_decides(belief: Belief) -> None:
    caught = []
    for exercise in exercises.every():
        for answer in answers(exercise, belief.id):
            told = lessons.check(exercise.id, answer)
            assert (told.outcome, told.belief) == ("wrong", belief.id)
            assert belief.refutation() in repr(told)
            caught.append(exercise.id)
    assert len(set(caught)) >= 2


def test_students_who_are_right_in_one_way_or_another_are_never_told_otherwise() -> None:
    for exercise in exercises.every():
        for answer in (exercise.solution, *exercise.also_right):
            assert lessons.check(exercise.id, answer), exercise.id
    done = lessons.progress()
    assert set(done.solved) == set(done.exercises)
    assert len(done.exercises) >= 24
