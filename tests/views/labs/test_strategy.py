"""StrategyLab without a widget: columns, what they lose, composition in an order, a student's own strategy."""

import re
from typing import Any

import pytest

from packlight.core.budget import Budget
from packlight.views.labs.strategy import MOST, StrategyModel
from tests.support.labs import Walk, bench, small


def table(walk: Walk) -> list[str]:
    return walk.text[walk.text.index("What it came to") :].splitlines()


def test_the_history_is_cut_where_it_is_due_first() -> None:
    model = StrategyModel(bench())
    budget = Budget(20_000)
    talk, tokens = model.due(budget)
    before, fewer = model.due(Budget(18_000))
    assert budget.due(tokens) and talk.messages[-1].role == "user"
    assert len(before) < len(talk) < 60 and fewer < tokens
    assert model.due(Budget(200_000))[0] == model.bench.conversation


def test_each_column_has_its_losses() -> None:
    head, *lines = table(Walk(StrategyModel(bench())))[1:]
    assert head.split() == ["sliding_window", "summary", "structured", "tool_result_trim"]
    at = next(place for place, line in enumerate(lines) if line.startswith("facts kept"))
    counts = [int(n) for n in re.findall(r"(\d) of 7", lines[at])]
    told = [line.split()[-4:] for line in lines[at + 1 : at + 8]]
    assert [sum(row[column] == "kept" for row in told) for column in range(4)] == counts
    assert counts[0] < counts[1]


def test_four_columns_at_most_and_each_can_go() -> None:
    walk = Walk(StrategyModel(bench())).do("column:drop_thinking")
    assert len(walk.settings.columns) == MOST
    walk.do("column:summary").do("column:drop_thinking")
    assert walk.settings.columns == ("sliding_window", "structured", "tool_result_trim", "drop_thinking")
    for name in walk.settings.columns:
        walk.do(f"column:{name}")
    assert "Choose at least one way to pack." in walk.text


def test_flags_compose_in_the_order_in_which_they_were_ticked() -> None:
    walk = Walk(StrategyModel(bench()), "together")
    assert walk.settings.flags == ("drop_thinking", "tool_result_trim", "structured")
    walk.do("flag:drop_thinking").do("flag:drop_thinking")
    assert walk.settings.flags == ("tool_result_trim", "structured", "drop_thinking")
    assert "1. tool_result_trim" in walk.text and "3. drop_thinking" in walk.text


@pytest.mark.parametrize("action", ["column:nothing", "flag:nothing", "unknown"])
def test_what_is_not_there_changes_nothing(action: str) -> None:
    walk = Walk(StrategyModel(bench()))
    assert walk.do(action).settings == walk.model.presets["course"]


def test_a_strategy_of_ones_own_has_a_column() -> None:
    def newest(messages: list[Any]) -> list[Any]:
        return messages[-1:]

    walk = Walk(StrategyModel(bench(), newest))
    assert "your newest()" in walk.text and len(walk.settings.columns) == MOST


def test_an_error_of_ones_own_strategy_stays_in_its_column() -> None:
    walk = Walk(StrategyModel(bench(), lambda messages: 1 / 0))
    assert "ZeroDivisionError" in walk.text and "tool_result_trim" in walk.text and "Traceback" not in walk.text


def test_without_facts_the_question_is_about_what_fits() -> None:
    walk = Walk(StrategyModel(bench(facts=())), predict=True)
    assert "below the line" in walk.text and "facts kept" not in walk.do("guess", 0).text


def test_an_empty_history_is_one_sentence() -> None:
    assert "has no messages" in Walk(StrategyModel(bench(conversation=small(), scenario="", facts=()))).text
