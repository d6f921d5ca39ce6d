"""What an exercise is: the contract of the files in `exercises/`.

Comes in: what an author knows about one question: its answer, other right answers, and the wrong ones that students
really give. Goes out: a frozen value that `checks.py` judges answers with. The words stand apart, in
`words/lesson_NN.py`, by the exercise's id and the keys named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong with an answer.

    Attributes:
        key: which sentence of the exercise's words tells it.
        values: what fills the placeholders of that sentence.
        belief: the wrong belief that it gives away, by its id in `beliefs.py`; empty for a slip.
        example: what shows it on the stage: a conversation or a film; None where words are enough.
        outcome: `"wrong"`, or `"could_not_run"` when there was nothing to judge.
    """

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    belief: str = ""
    example: Any = None
    outcome: str = "wrong"


@dataclass(frozen=True, slots=True)
class Wrong:
    """An answer that students really give.

    Attributes:
        key: the sentence for it, in the exercise's words.
        answer: the answer itself: a value, or a function.
        belief: the wrong belief behind it, by its id in `beliefs.py`; empty for a slip.
    """

    key: str
    answer: Any
    belief: str = ""


class Judge(Protocol):
    """Looks at an answer of the right type; gives the first fault, or None when the answer is right."""

    def __call__(self, answer: Any, exercise: Exercise, /) -> Fault | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One question of the course.

    Attributes:
        id: lesson and number, `"05-2"`; a letter for predictions and recall, `"05-a"`.
        name: what the answer is called in the notebook: a function, a variable; for a choice, `guess`.
        takes: what an answer must be: `"function"`, `"choice"`, `"number"`, `"text"`, `"list"`, `"dict"`, `"bool"`,
            `"conversation"`, `"plan"` or `"any"`; see `answers.py`.
        judge: finds the first fault; see `judges.py`.
        solution: a right answer.
        also_right: other right answers; they pass too, and a test says so.
        wrong: answers that fail, each with a sentence of its own.
        options: the letters of a choice.
        example: makes of a case's values what the stage shows; None where words are enough.
        solution_text: the solution as a notebook's cell; empty: the source of the function, or `name = value`.
    """

    id: str
    name: str
    takes: str
    judge: Judge
    solution: Any
    also_right: tuple[Any, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    options: str = ""
    example: Callable[..., Any] | None = None
    solution_text: str = ""

    @property
    def lesson(self) -> str:
        """The lesson's number as two digits.

        >>> from packlight.lessons.exercises import find
        >>> find("05-2").lesson
        '05'
        """
        return self.id[:2]

    @property
    def is_guess(self) -> bool:
        """Whether it is a prediction or a recall question, which has a letter for a number."""
        return self.id[3:].isalpha()
