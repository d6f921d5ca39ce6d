"""Ways to judge an answer: by cases, by its value, by a rule of one's own.

    by_cases(...)   a function: its results for a row of cases beside those of the solution
    by_value(...)   a number, text, list or choice: equal to the solution
    by_rule(find)   whatever a function of yours finds: arrays that must be valid, plans that must fit
    choice(...)     a prediction or recall question, an exercise of one line

Comes in: an answer of the right type, as `answers.py` made it. Goes out: the first `Fault`, or None. A wrong function
is recognised by what it does: when a known wrong answer gives the same results wherever it fails, it gets that one's
sentence.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from math import isclose
from typing import Any

from packlight.lessons.exercise import Exercise, Fault, Wrong

Same = Callable[[Any, Any], bool]


def same(yours: Any, right: Any) -> bool:
    """Whether two results are equal; numbers to nine digits, lists like tuples.

    >>> same(0.1 + 0.2, 0.3), same((1, 2), [1, 2]), same(1, "1"), same(None, False)
    (True, True, False, False)
    """
    if isinstance(right, float) and isinstance(yours, int | float):
        return isclose(yours, right, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(right, list | tuple) and isinstance(yours, list | tuple):
        return len(yours) == len(right) and all(same(a, b) for a, b in zip(yours, right, strict=True))
    return bool(yours == right)


@dataclass(frozen=True, slots=True)
class by_cases:
    """Judges a function by its results.

    Attributes:
        cases: the arguments of each call, plain cases first, subtle ones last; the first that fails is shown.
        result: the type that a result must have: `bool`, `int`, `float`, `str`, `list`, `dict`; None: any.
        accepts: `(yours, right) -> bool`, where more than one result is right.
    """

    cases: tuple[tuple[Any, ...], ...]
    result: type | None = None
    accepts: Same = same

    def __call__(self, answer: Any, exercise: Exercise, /) -> Fault | None:
        yours: list[Any] = []
        for case in self.cases:
            yours.append(answer(*case))
            if not self._has_type(yours[-1]):
                return self._wrong_type(exercise, case, yours[-1])
        right = self._results(exercise.solution)
        failing = [n for n, pair in enumerate(zip(yours, right, strict=True)) if not self.accepts(*pair)]
        return self._told(exercise, yours, right, failing) if failing else None

    def _results(self, function: Any) -> list[Any]:
        return [_quietly(function, case) for case in self.cases]

    def _told(self, exercise: Exercise, yours: list[Any], right: list[Any], failing: list[int]) -> Fault:
        first = failing[0]
        values = _named(exercise, self.cases[first]) | {"yours": yours[first], "expected": right[first]}
        example = exercise.example(*self.cases[first]) if exercise.example else None
        known = [(self._likeness(wrong.answer, yours, failing), wrong) for wrong in exercise.wrong]
        likeness, wrong = max(known, key=lambda pair: pair[0], default=(0, None))
        if wrong is None or not likeness:
            return Fault("differs", values, example=example)
        return Fault(wrong.key, values, wrong.belief, example)

    def _likeness(self, known: Any, yours: list[Any], failing: list[int]) -> int:
        """In how many cases a known wrong function gives what yours gives; 0 unless it does wherever yours fails.

        Yes and no agree by chance too often: there it must do so in all cases.
        """
        alike = [same(a, b) for a, b in zip(self._results(known), yours, strict=True)]
        needed = range(len(yours)) if self.result is bool else failing
        return sum(alike) if all(alike[n] for n in needed) else 0

    def _has_type(self, value: Any) -> bool:
        if self.result is None:
            return True
        if self.result is bool:
            return isinstance(value, int) and value in (0, 1)
        wanted = {float: (int, float), list: (list, tuple)}.get(self.result, self.result)
        return isinstance(value, wanted) and not isinstance(value, bool)

    def _wrong_type(self, exercise: Exercise, case: tuple[Any, ...], value: Any) -> Fault:
        key = "gives_none" if value is None else "result_type"
        wanted = self.result.__name__ if self.result else ""
        values = _named(exercise, case) | {"yours": value, "type": type(value).__name__, "wanted": wanted}
        return Fault(key, values, outcome="could_not_run" if value is None else "wrong")


def _named(exercise: Exercise, case: tuple[Any, ...]) -> dict[str, Any]:
    """A case's values by the names of the solution's parameters, and `call`, the call as one would write it."""
    bound = inspect.signature(exercise.solution).bind(*case)
    bound.apply_defaults()
    written = ", ".join(f"{name}={value!r}" for name, value in bound.arguments.items())
    return {**bound.arguments, "call": f"{exercise.name}({written})"}


def _quietly(function: Any, case: tuple[Any, ...]) -> Any:
    """What a known function gives, or the type of what it raises."""
    try:
        return function(*deepcopy(case))
    except Exception as error:
        return type(error)


@dataclass(frozen=True, slots=True)
class by_value:
    """Judges a value: equal to the solution within `tolerance` (for numbers, as a share of the solution)."""

    tolerance: float = 0.0

    def __call__(self, answer: Any, exercise: Exercise, /) -> Fault | None:
        if any(self._same(answer, right) for right in (exercise.solution, *exercise.also_right)):
            return None
        for wrong in exercise.wrong:
            if self._same(answer, wrong.answer):
                return Fault(wrong.key, {"yours": answer}, wrong.belief)
        return Fault("other", {"yours": answer})

    def _same(self, yours: Any, right: Any) -> bool:
        if self.tolerance and isinstance(right, int | float):
            return bool(abs(yours - right) <= self.tolerance * abs(right))
        return same(yours, right)


@dataclass(frozen=True, slots=True)
class by_rule:
    """Judges by a function of the author's: `find(answer)` gives the first `Fault`, or None.

    A function that is the answer may be called in it like any other: what it raises is told to the student.
    """

    find: Callable[[Any], Fault | None]

    def __call__(self, answer: Any, exercise: Exercise, /) -> Fault | None:
        return self.find(answer)


def choice(id: str, right: str, options: str = "abc", **beliefs: str) -> Exercise:
    """A prediction or recall question: one letter of several; `beliefs` says which letter gives which belief away.

    >>> choice("01-c", "b", a="system_first").wrong[0]
    Wrong(key='a', answer='a', belief='system_first')
    """
    wrong = tuple(Wrong(letter, letter, beliefs.get(letter, "")) for letter in options if letter != right)
    return Exercise(id=id, name="guess", takes="choice", options=options, judge=by_value(), solution=right, wrong=wrong)


def first(faults: Iterable[Fault | None]) -> Fault | None:
    """The first fault of several, for rules that look at one thing after the other.

    >>> first([None, Fault("a"), Fault("b")]).key
    'a'
    """
    return next((fault for fault in faults if fault is not None), None)
