"""Predictions and questions on earlier lessons: a choice of letters, each wrong one with the belief behind it."""

from __future__ import annotations

from collections.abc import Mapping

from packlight.lessons.exercise import Exercise, Wrong
from packlight.lessons.judges import by_value


def guess(id: str, right: str, wrong: Mapping[str, str]) -> Exercise:
    """A prediction: its right letter, and the belief behind each wrong one (empty for a slip)."""
    return Exercise(
        id=id,
        name="guess",
        takes="choice",
        options="abc",
        judge=by_value(),
        solution=right,
        wrong=tuple(Wrong(letter, letter, belief) for letter, belief in wrong.items()),
    )
