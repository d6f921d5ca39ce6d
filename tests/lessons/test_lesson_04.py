"""Lesson 04: the rule of thumb that it teaches holds beside a real vocabulary."""

import pytest

from packlight.adapters.tiktoken_counter import TiktokenCounter
from packlight.lessons.exercises.lesson_04 import SENTENCES, estimate, near


@pytest.mark.parametrize("text", SENTENCES)
def test_the_estimate_is_within_a_third_of_a_real_count(text: str) -> None:
    assert near(estimate(text), TiktokenCounter().count_text(text))
