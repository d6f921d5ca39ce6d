"""What holds for every exercise of the course, in both languages; a new file in `exercises/` is found by itself."""

import re
import sys
import time
from collections.abc import Callable
from string import Formatter
from typing import Any

import pytest

import packlight as pl
from packlight.lessons import beliefs, checks, exercises, words
from packlight.lessons.exercise import Exercise
from packlight.lessons.guard import LIMIT_S
from packlight.lessons.verdict import Verdict

EVERY = exercises.every()
TASKS = [e for e in EVERY if not e.is_guess]
FUNCTIONS = [e for e in EVERY if e.takes == "function"]
GUESSES = [e for e in EVERY if e.is_guess]
WRONG = [(e, wrong) for e in EVERY for wrong in e.wrong]
LANGS = ("en", "zh")


def by_id(exercise: Exercise) -> str:
    return exercise.id


def verdict(exercise: Exercise, answer: Any, lang: str = "en") -> Verdict:
    """What an answer is told, without being remembered."""
    if checks.is_blank(answer):
        return checks.check(exercise.id, answer)
    return checks.judged(exercise, answer, lang)


def solved_cell(exercise: Exercise) -> Any:
    """The answer that the solution's cell leaves behind its name."""
    scope: dict[str, Any] = {"pl": pl}
    exec(checks.solution_text(exercise), scope)
    return scope[exercise.name]


def endless(*_: Any, **__: Any) -> None:
    while True:
        pass


def leaves(*_: Any, **__: Any) -> None:
    sys.exit()


def fails(*_: Any, **__: Any) -> None:
    raise KeyError("window")


def asks(*_: Any, **__: Any) -> str:
    return input("how many? ")


def takes_nothing() -> int:
    return 1


def test_there_are_exercises_and_ids_are_of_their_lesson() -> None:
    assert len(TASKS) >= 3
    assert len({e.id for e in EVERY}) == len(EVERY)
    for number in exercises.lessons():
        assert all(re.fullmatch(rf"{number}-([1-9]|[a-z])", e.id) for e in exercises.of_lesson(number))


@pytest.mark.parametrize("exercise", EVERY, ids=by_id)
def test_the_solution_and_other_right_answers_pass(exercise: Exercise) -> None:
    for answer in (exercise.solution, *exercise.also_right):
        assert verdict(exercise, answer).outcome == "right", answer
    assert exercise.is_guess or exercise.also_right, "name an answer that is right in another way"


@pytest.mark.parametrize("exercise", TASKS, ids=by_id)
def test_the_solutions_cell_runs_and_passes(exercise: Exercise) -> None:
    assert verdict(exercise, solved_cell(exercise)).outcome == "right"


@pytest.mark.parametrize(("exercise", "wrong"), WRONG, ids=lambda value: getattr(value, "id", "") or value.key)
def test_a_wrong_answer_is_told_its_own_sentence_and_belief(exercise: Exercise, wrong: Any) -> None:
    told = verdict(exercise, wrong.answer)
    assert (told.outcome, told.belief) == ("wrong", wrong.belief)
    own = words.own(exercise.id, "en")[wrong.key]
    beginning = own.split("{")[0]
    assert beginning in told.message
    assert bool(told.refutation) == bool(wrong.belief)


@pytest.mark.parametrize("exercise", EVERY, ids=by_id)
@pytest.mark.parametrize("lang", LANGS)
def test_wrong_answers_are_many_and_their_sentences_differ(exercise: Exercise, lang: str) -> None:
    said = [verdict(exercise, wrong.answer, lang).message for wrong in exercise.wrong]
    assert len(set(said)) == len(said)
    assert len(said) >= (2 if exercise.is_guess else 3)


@pytest.mark.parametrize("exercise", GUESSES, ids=by_id)
def test_a_guess_explains_every_option(exercise: Exercise) -> None:
    assert exercise.takes != "choice" or {exercise.solution, *(w.answer for w in exercise.wrong)} == set(
        exercise.options
    )


@pytest.mark.parametrize("exercise", EVERY, ids=by_id)
def test_beliefs_are_known(exercise: Exercise) -> None:
    assert all(beliefs.find(wrong.belief) for wrong in exercise.wrong if wrong.belief)


@pytest.mark.parametrize("exercise", EVERY, ids=by_id)
@pytest.mark.parametrize("blank", [..., None, [1, ...]], ids=["dots", "none", "inside"])
def test_a_blank_is_not_attempted(exercise: Exercise, blank: Any) -> None:
    assert verdict(exercise, blank).outcome == "not_attempted"


@pytest.mark.parametrize("exercise", EVERY, ids=by_id)
def test_an_answer_of_a_wrong_type_could_not_run(exercise: Exercise) -> None:
    told = verdict(exercise, object())
    assert exercise.takes == "any" or told.outcome == "could_not_run"


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=by_id)
@pytest.mark.parametrize(
    ("answer", "outcome", "words"),
    [
        (takes_nothing, "could_not_run", "takes_nothing|the check calls"),
        (leaves, "could_not_run", "exit()"),
        (asks, "could_not_run", "input()"),
        (fails, "could_not_run", "KeyError"),
        (endless, "endless", "did not end"),
    ],
    ids=["signature", "exit", "input", "exception", "endless"],
)
def test_a_function_that_cannot_be_judged(
    exercise: Exercise, answer: Callable[..., Any], outcome: str, words: str
) -> None:
    began = time.process_time()
    told = verdict(exercise, answer)
    assert told.outcome == outcome
    assert any(word in told.message for word in words.split("|"))
    assert time.process_time() - began < LIMIT_S + 0.2


@pytest.mark.parametrize("exercise", EVERY, ids=by_id)
def test_a_check_takes_less_than_a_second(exercise: Exercise) -> None:
    began = time.process_time()
    verdict(exercise, exercise.solution)
    assert time.process_time() - began < 1


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("number", exercises.lessons())
def test_both_languages_have_the_same_words(number: str) -> None:
    english, chinese = words.tables(number)
    assert set(english) == set(chinese) == {e.id for e in exercises.of_lesson(number)}
    for id in english:
        assert set(english[id]) == set(chinese[id]), id
        for key, sentence in english[id].items():
            assert placeholders(sentence) == placeholders(chinese[id][key]), (id, key)


@pytest.mark.parametrize("exercise", EVERY, ids=by_id)
@pytest.mark.parametrize("lang", LANGS)
def test_every_word_is_there_and_chinese_is_chinese(exercise: Exercise, lang: str) -> None:
    own = words.own(exercise.id, lang)
    needed = {"right", *(wrong.key for wrong in exercise.wrong)}
    needed |= set() if exercise.is_guess else {"hint_1", "hint_2", "hint_3"}
    assert needed <= set(own)
    assert lang == "en" or all(re.search("[\u4e00-\u9fff]", sentence) for sentence in own.values())
