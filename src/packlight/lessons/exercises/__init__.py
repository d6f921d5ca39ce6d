"""The exercises of the course: one file a lesson, `lesson_NN.py`, each with a tuple `EXERCISES`.

Comes in: an id. Goes out: the exercise. A new file is found by its name; nothing else has to be told of it. Its words
are in `words/lesson_NN.py`. How to write one stands in `docs/authors.md`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from packlight.core.errors import unknown_name
from packlight.lessons.exercise import Exercise


@cache
def lessons() -> tuple[str, ...]:
    """The numbers of the lessons that have exercises, as two digits, in order.

    >>> "05" in lessons()
    True
    """
    return tuple(sorted(module.name[-2:] for module in iter_modules(__path__) if module.name.startswith("lesson_")))


@cache
def of_lesson(number: str) -> tuple[Exercise, ...]:
    """The exercises of one lesson, in the order of its notebook."""
    exercises: tuple[Exercise, ...] = import_module(f"packlight.lessons.exercises.lesson_{number}").EXERCISES
    return exercises


def every() -> tuple[Exercise, ...]:
    """All exercises, lesson after lesson."""
    return tuple(exercise for number in lessons() for exercise in of_lesson(number))


def find(id: str) -> Exercise:
    """The exercise of that id; raises UserError for an id nobody knows, with the nearest ones.

    >>> find("05-2").name
    'usage'
    """
    number = str(id)[:2]
    own = of_lesson(number) if number in lessons() else ()
    found = next((exercise for exercise in own if exercise.id == id), None)
    if found is None:
        raise unknown_name("exercise", id, [exercise.id for exercise in every()])
    return found
