"""Judging answers: the student's side of the exercises.

Comes in: an id and an answer. Goes out: a `Verdict` in words, within a second and without a network. The way of an
answer: blank? → of the right type? → judged under a watch → told in words → remembered.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
import traceback
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from packlight.adapters.language import language
from packlight.core.rules import Finding
from packlight.lessons import beliefs
from packlight.lessons.answers import is_blank, taken
from packlight.lessons.exercise import Exercise, Fault
from packlight.lessons.exercises import find
from packlight.lessons.guard import AskedForInputError, Ended, guard
from packlight.lessons.records import CURRENT
from packlight.lessons.verdict import Note, Verdict
from packlight.lessons.words import general, own, say

HINTS = 3
TRIES_BEFORE_SOLUTION = 2
_PACKAGE = str(Path(__file__).parents[1])


def check(id: str, answer: Any = None) -> Verdict:
    """Judge an answer, afresh each time.

    Args:
        id: the exercise, such as `"05-2"`; UserError for one nobody knows.
        answer: a function, a value, an array, a plan; left out, the guess that `predict` kept is looked at.

    >>> check("05-1", 17_400).outcome
    'right'
    """
    exercise, lang = find(id), language()
    given = CURRENT.record(id).guess if exercise.is_guess and answer is None else answer
    if is_blank(given):
        key = "blank" if not exercise.is_guess else "no_guess" if answer is None else "blank_guess"
        return _blank(exercise, key, lang)
    if CURRENT.exam:
        return _kept_in_exam(exercise, given, lang)
    return _remembered(exercise, judged(exercise, given, lang))


def predict(id: str, guess: Any = ...) -> Verdict:
    """Keep a guess before the film shows; `check(id)` puts it beside what really happens.

    >>> predict("05-c", ...).outcome
    'not_attempted'
    """
    exercise, lang = find(id), language()
    if is_blank(guess):
        return _blank(exercise, "blank_guess", lang)
    value = taken(guess, exercise)
    if isinstance(value, Fault):
        return _faulty(exercise, value, lang)
    CURRENT.change(id, guess=value)
    return _verdict(exercise, "kept", say(id, "kept", lang, yours=value), lang)


def hint(id: str) -> Note:
    """The next of three hints, each saying more than the one before; the last one is announced as such."""
    exercise, lang = find(id), language()
    if CURRENT.exam:
        return Note(general("exam.closed", lang))
    if exercise.is_guess:
        return Note(general("hint.guess", lang))
    number = CURRENT.record(id).hints + 1
    if number > HINTS:
        return Note(general("hint.none", lang, id=id))
    CURRENT.change(id, hints=number)
    key = "hint.last" if number == HINTS else "hint"
    return Note(general(key, lang, n=number, all=HINTS, text=own(id, lang)[f"hint_{number}"]))


def solution(id: str) -> Note:
    """A right answer, as a cell would hold it; after two tries, or when the exercise is solved."""
    exercise, lang, record = find(id), language(), CURRENT.record(id)
    if CURRENT.exam:
        return Note(general("exam.closed", lang))
    if record.tries < TRIES_BEFORE_SOLUTION and not record.solved:
        return Note(general("solution.early", lang, id=id, need=TRIES_BEFORE_SOLUTION, tries=record.tries))
    CURRENT.change(id, shown=record.shown or not record.solved)
    return Note(general("solution", lang, id=id), solution_text(exercise))


def solution_text(exercise: Exercise) -> str:
    """The solution as the notebook's cell: the source of a function, or `name = value`."""
    if exercise.solution_text:
        return exercise.solution_text
    if inspect.isfunction(exercise.solution):
        return _as_students_write(textwrap.dedent(inspect.getsource(exercise.solution)), exercise.name)
    return f"{exercise.name} = {exercise.solution!r}\n"


def _as_students_write(source: str, name: str) -> str:
    """A function under the notebook's name, without types; the rest as it stands."""
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    for parameter in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs):
        parameter.annotation = None
    lines = source.splitlines(keepends=True)
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign):
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = line[: node.target.end_col_offset] + line[node.annotation.end_col_offset :]
    return f"def {name}({ast.unparse(function.args)}):\n{''.join(lines[function.body[0].lineno - 1 :])}"


def judged(exercise: Exercise, answer: Any, lang: str) -> Verdict:
    """The verdict on an answer that is there; remembers nothing."""
    value = taken(answer, exercise)
    if isinstance(value, Fault):
        return _faulty(exercise, value, lang)
    ended = guard(lambda: exercise.judge(value, exercise))
    if ended.endless:
        return _verdict(exercise, "endless", say(exercise.id, "endless", lang, name=exercise.name), lang, ended=ended)
    if ended.error is not None:
        return _stopped(exercise, ended, lang)
    if ended.value is not None:
        return _faulty(exercise, ended.value, lang, ended)
    return _right(exercise, value, lang, ended)


def _blank(exercise: Exercise, key: str, lang: str) -> Verdict:
    message = say(exercise.id, key, lang, id=exercise.id, name=exercise.name)
    return _verdict(exercise, "not_attempted", message, lang)


def _right(exercise: Exercise, value: Any, lang: str, ended: Ended) -> Verdict:
    why = say(exercise.id, "right", lang)
    if exercise.is_guess:
        why = general("guess.right", lang, yours=value, why=why)
    return _verdict(exercise, "right", why, lang, ended=ended)


def _faulty(exercise: Exercise, fault: Fault, lang: str, ended: Ended | None = None) -> Verdict:
    values = {"name": exercise.name, **fault.values}
    message = say(exercise.id, fault.key, lang, **_spoken(values, lang))
    if exercise.is_guess and fault.outcome == "wrong":
        told = {"yours": values["yours"], "expected": exercise.solution, "message": message}
        message = general("guess.wrong", lang, **told)
    more: dict[str, Any] = {"belief": fault.belief, "example": fault.example, "ended": ended}
    return _verdict(exercise, fault.outcome, message, lang, **more)


def _spoken(values: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Values for a sentence: a finding in words, and what a student gave as text quoted, as Python writes it."""

    def said(name: str, value: Any) -> Any:
        if isinstance(value, Finding):
            return value.say(lang)
        return repr(value) if name in ("yours", "expected") and isinstance(value, str) else value

    return {name: said(name, value) for name, value in values.items()}


def _stopped(exercise: Exercise, ended: Ended, lang: str) -> Verdict:
    """What an exception, `exit()` or `input()` in the answer is told as."""
    error = ended.error
    values: dict[str, Any] = {"name": exercise.name, "kind": type(error).__name__, "why": str(error)}
    if isinstance(error, SystemExit | AskedForInputError):
        key = "exit" if isinstance(error, SystemExit) else "input"
        return _verdict(exercise, "could_not_run", say(exercise.id, key, lang, **values), lang, ended=ended)
    frames = [f for f in traceback.extract_tb(error.__traceback__ if error else None) if _is_students(f.filename)]
    place = ""
    if frames:
        line = frames[-1].line or linecache.getline(frames[-1].filename, frames[-1].lineno or 0).strip()
        place = general("raised.place", lang, line=frames[-1].lineno, source=line) if line else ""
    message = say(exercise.id, "raised", lang, **values, place=place)
    trace = "".join(traceback.format_list(frames)[-3:]).rstrip()
    return _verdict(exercise, "could_not_run", message, lang, ended=ended, trace=trace)


def _is_students(filename: str) -> bool:
    return not filename.startswith((_PACKAGE, "<frozen")) and "site-packages" not in filename


def _verdict(exercise: Exercise, outcome: str, message: str, lang: str, **more: Any) -> Verdict:
    ended, belief = more.pop("ended", None), more.get("belief", "")
    return Verdict(
        id=exercise.id,
        outcome=outcome,
        message=message,
        heading=general(f"outcome.{outcome}", lang),
        refutation=beliefs.find(belief).refutation(lang) if belief else "",
        printed=ended.printed if ended else "",
        lang=lang,
        **more,
    )


def _remembered(exercise: Exercise, verdict: Verdict) -> Verdict:
    """Count the try, and say which help is open."""
    record = CURRENT.record(exercise.id)
    if verdict:
        CURRENT.change(exercise.id, solved=True)
        return verdict
    record = CURRENT.change(exercise.id, tries=record.tries + 1)
    if exercise.is_guess:
        return verdict
    key = "next.solution" if record.tries >= TRIES_BEFORE_SOLUTION else "next.hint"
    return replace(verdict, next=general(key, verdict.lang, id=exercise.id))


def _kept_in_exam(exercise: Exercise, answer: Any, lang: str) -> Verdict:
    """In an exam the answer is judged and remembered, and nothing is told."""
    _remembered(exercise, judged(exercise, answer, lang))
    return _verdict(exercise, "kept", general("kept.exam", lang), lang)
