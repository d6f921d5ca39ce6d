"""Policies as tables: what is taken, what is refused before anything starts, and what they are called."""

from typing import Any

import pytest

from packlight.core.breaker import Breaker
from packlight.core.errors import OptionError, UserError
from packlight.simulation.policy import Policy
from packlight.simulation.sweep.policies import named_policies, policy_of, settings_of

TYPOS: list[tuple[Any, str]] = [
    ([{"window": 8_000, "thresold": 0.5}], "policy 1: unknown setting 'thresold': did you mean 'threshold'?"),
    ([{"window": 8_000}, {"window": 8_000, "strategy": "sumary"}], "policy 2: unknown strategy 'sumary': did you mean"),
    ({"polcy": [{"window": 1}], "grid": []}, "unknown table of policies 'polcy': did you mean 'policy'?"),
    ({"grid": [{"window": [8_000], "keep_lst": 4}]}, "did you mean 'keep_last'"),
    ([{"window": 8_000, "breaker": {"max_failure": 2}}], "did you mean 'max_failures'?"),
    ([{"strategy": "summary"}], "policy 1: it has no window"),
    ([{"window": 0}], "window"),
    ([{"window": 8_000, "failures": "FXF", "strategy": "summary"}], "failures"),
    ([{"window": 8_000, "counter": 5}], "counter is 5"),
    ([Policy(8_000, breaker=Breaker(cooldown_s=5))], "cooldown_s"),
    ([{"window": 8_000, "name": "a"}, {"window": 9_000, "name": "a"}], "two policies are called 'a'"),
    ([7], "policy 1: it is 7"),
    ({"policy": {"window": 8_000}}, "write [[policy]] above each"),
    ([], "no policy to sweep"),
    (7, "policies is 7"),
]


@pytest.mark.parametrize(("given", "sentence"), TYPOS, ids=[sentence[:40] for _, sentence in TYPOS])
def test_a_mistake_is_told_with_its_place(given: Any, sentence: str) -> None:
    with pytest.raises(UserError) as refused:
        named_policies(given)
    assert sentence in str(refused.value) and "\n" not in str(refused.value)


def test_an_option_of_another_strategy_is_refused() -> None:
    with pytest.raises(OptionError, match="policy 1: sliding_window takes no option 'keep_recent'"):
        named_policies([{"window": 8_000, "keep_recent": 2}])


def test_a_grid_is_multiplied_out() -> None:
    grid = {"window": [8_000, 16_000], "strategy": ["sliding_window", "summary"], "threshold": [0.7, 0.87]}
    assert len(named_policies({"grid": [grid], "policy": [{"window": 4_000}]})) == 9


def test_names_are_given_or_made() -> None:
    assert [each.name for each in named_policies({"window": Policy(8_000)})] == ["window"]
    assert [each.name for each in named_policies(Policy(8_000))] == ["sliding_window window=8000"]
    breaker = Policy(8_000, failures="FF", breaker=Breaker(max_failures=2, cooldown_turns=4), keep_last=6)
    assert named_policies(breaker)[0].name == (
        "summary window=8000 failures=FF breaker=max_failures:2/cooldown_turns:4 keep_last=6"
    )


@pytest.mark.parametrize(
    "policy",
    [
        Policy(8_000),
        Policy(8_000, ["tool_result_trim", "summary"], 0.7, 500, "FS", keep_recent=2),
        Policy(8_000, failures="FFF", breaker=Breaker(max_failures=2, cooldown_turns=4), counter="heuristic"),
    ],
)
def test_settings_make_the_policy_again(policy: Policy) -> None:
    again = policy_of(settings_of(policy))
    assert settings_of(again) == settings_of(policy)
    assert (again.budget(), again.make_strategy(), again.breaker) == (
        policy.budget(),
        policy.make_strategy(),
        policy.breaker,
    )
