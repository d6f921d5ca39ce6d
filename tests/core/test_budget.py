"""When compaction is due, and what a wrong budget says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlight.core.budget import Budget
from packlight.core.errors import UserError


@pytest.mark.parametrize(
    ("window", "threshold", "reserve", "most"),
    [
        (200_000, 0.87, 0, 173_999),
        (20_000, 0.87, 0, 17_399),
        (1_000_000, 0.87, 0, 869_999),
        (300, 0.87, 0, 260),  # the line itself is no whole number: 261 is 0.87 × 300
        (301, 0.87, 0, 261),  # 261.87
        (20_000, 0.87, 4_000, 16_000),  # used + reserve > window comes first
        (20_000, 1.0, 0, 19_999),
        (1, 0.5, 0, 0),
    ],
)
def test_the_most_tokens_that_are_not_due(window, threshold, reserve, most):
    budget = Budget(window, threshold, reserve)
    assert budget.limit_tokens == most
    assert not budget.due(most)
    assert budget.due(most + 1)


@given(st.integers(1, 2_000_000), st.integers(1, 100), st.integers(0, 100_000), st.integers(0, 3_000_000))
def test_due_is_what_the_design_says(window, percent, reserve, tokens):
    reserve = min(reserve, window - 1)
    budget = Budget(window, percent / 100, reserve)
    # In whole numbers, so that no rounding can hide a difference.
    assert budget.due(tokens) == (tokens * 100 >= percent * window or tokens + reserve > window) or tokens == 0


def test_two_bases_are_told_apart():
    budget = Budget(200_000)
    assert (budget.percent_of_window(87_000), budget.percent_of_threshold(87_000)) == (43.5, 50.0)
    assert Budget(200_000, reserve=100_000).percent_of_threshold(100_001) == 100.0


def test_usage_is_never_negative_and_may_pass_one():
    budget = Budget(1_000)
    assert (budget.usage(-5), budget.usage(0), budget.usage(1_500)) == (0.0, 0.0, 1.5)
    assert (budget.left(-5), budget.left(1_500)) == (1_000, 0)


@pytest.mark.parametrize(
    ("given_values", "sentence"),
    [
        ({"window": 0}, "window is 0: give a whole number"),
        ({"window": -200_000}, "window is -200000"),
        ({"window": 200_000.0}, "window is 200000.0"),
        ({"window": "200k"}, "window is '200k'"),
        ({"window": True}, "window is True"),
        ({"window": 100, "threshold": 87}, "threshold is 87: give a share"),
        ({"window": 100, "threshold": 0}, "threshold is 0"),
        ({"window": 100, "threshold": float("nan")}, "threshold is nan"),
        ({"window": 100, "reserve": -1}, "reserve is -1"),
        ({"window": 100, "reserve": 100}, "from 0 to below 100"),
        ({"window": 100, "reserve": 1.5}, "reserve is 1.5"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_budget_is_one_sentence(given_values, sentence):
    with pytest.raises(UserError, match=sentence):
        Budget(**given_values)
