"""The course's helpers: exercises that check themselves, hints, progress.

    >>> from packlight import lessons
    >>> lessons.check("05-1", 17_400).outcome
    'right'

Comes in: a student's answer. Goes out: a verdict in words, in the language of the notebook's folder.
"""

from __future__ import annotations

import os
from typing import Any

from packlight.adapters.language import language
from packlight.lessons import diploma, final_quiz
from packlight.lessons.checks import check, hint, predict, solution
from packlight.lessons.records import CURRENT, Progress, merged, progress_of, read, write
from packlight.lessons.verdict import Note, Verdict
from packlight.lessons.words import general

__all__ = [
    "Note",
    "Progress",
    "Verdict",
    "certificate",
    "check",
    "exam",
    "hint",
    "instructor",
    "load",
    "predict",
    "progress",
    "quiz",
    "quiz_answer",
    "save",
    "solution",
]


def progress() -> Progress:
    """How far you are: exercises solved, guesses made, as a bar."""
    return progress_of(CURRENT, language())


def save(path: str | os.PathLike[str] = "progress.json") -> Note:
    """Write what you have done to a file; a Binder session forgets, a file does not."""
    return _told("saved", str(write(CURRENT, path)))


def load(path: str | os.PathLike[str] = "progress.json") -> Note:
    """Take up what `save` wrote, beside what was done since; nothing that was done is lost."""
    for id, record in read(path).items():
        CURRENT.records[id] = merged(CURRENT.record(id), record)
    return _told("loaded", str(path))


def quiz(seed: int = 0) -> Note:
    """The final quiz: twelve questions of three choices, dealt by the seed; the same seed gives the same quiz.

    >>> quiz(seed=3).text.count("(b)")
    12
    """
    return Note(final_quiz.shown(seed, language(), key=CURRENT.instructor))


def quiz_answer(answers: Any = None, seed: int = 0) -> Note:
    """Grade twelve letters, such as "abcabcabcabc": the score, then a word on each choice and its lesson.

    Args:
        answers: one of a, b, c for each question, in the order shown; anything else is answered with a sentence.
        seed: the one that `quiz` was shown with.

    >>> quiz_answer("ab").text.startswith("The answers are 12 letters")
    True
    """
    told = final_quiz.told(answers, seed, language(), profile=CURRENT.instructor)
    if final_quiz.graded(answers, seed, language()) is not None:
        CURRENT.change("quiz", guess={"answers": answers.lower(), "seed": seed})
        if CURRENT.exam:
            return Note(general("quiz.kept", language()))
    return Note(told)


def exam(on: bool = True) -> Note:
    """Begin or end an exam: answers are kept, and verdicts, hints, solutions and scores are closed.

    Whoever runs a class sets `PACKLIGHT_EXAM=1` in the environment instead: that one no cell can end.
    """
    if os.environ.get("PACKLIGHT_EXAM"):
        CURRENT.exam = True
        return Note(general("exam.on" if on else "exam.set", language()))
    CURRENT.exam = on
    return Note(general("exam.on" if on else "exam.off", language()))


def instructor(on: bool = True) -> Note:
    """Show the quiz's key, and the beliefs behind wrong choices; for those who teach."""
    CURRENT.instructor = on
    return Note(general("instructor.on" if on else "instructor.off", language()))


def certificate(name: str, path: str | os.PathLike[str] = "certificate.html") -> Note:
    """Write a page to print that says what was solved, and nothing that was not; no network, again at any time.

    Args:
        name: as it shall stand on the page.
        path: where the page goes.

    Raises:
        UserError: the page cannot be written.
    """
    written = diploma.write(diploma.certificate_html(name, CURRENT, language()), path)
    return _told("certificate.written", str(written))


def _told(key: str, path: str) -> Note:
    done = progress()
    return Note(general(key, language(), path=path, solved=len(done.solved), guesses=len(done.guesses)))
