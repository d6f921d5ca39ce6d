"""Strategies by name, and their options."""

import re

import pytest

from packlight.core.errors import OptionError, UserError
from packlight.core.strategies import STRATEGIES, SlidingWindow, make_strategy, options_of


@pytest.mark.parametrize("name", [*STRATEGIES, "fallback_trim"])
def test_each_name_makes_a_strategy_of_that_name(name):
    assert make_strategy(name).name == name


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("tool_result_trim,summary", "tool_result_trim+summary"),
        ("tool_result_trim+summary", "tool_result_trim+summary"),
        (("drop_thinking", "summary"), "drop_thinking+summary"),
        (["summary"], "summary"),
        ([SlidingWindow(keep_last=2), "summary"], "sliding_window+summary"),
        (SlidingWindow, "sliding_window"),
        (SlidingWindow(), "sliding_window"),
    ],
    ids=str,
)
def test_lists_strings_classes_and_values(given, name):
    assert make_strategy(given).name == name


def test_in_a_list_whichever_takes_an_option_gets_it():
    made = make_strategy(["tool_result_trim", "summary"], keep_recent=2, keep_last=4, limit_tokens=90)
    trim, summary = made.strategies
    assert (trim.keep_recent, summary.keep_last, trim.limit_tokens, summary.limit_tokens) == (2, 4, 90, 90)


def test_a_value_takes_options_too_and_none_means_not_given():
    assert make_strategy(SlidingWindow(keep_last=2), keep_first=1) == SlidingWindow(keep_last=2, keep_first=1)
    assert make_strategy("drop_thinking", keep_last=None).name == "drop_thinking"


@pytest.mark.parametrize(
    ("strategy", "options", "error", "words"),
    [
        ("sumary", {}, UserError, "did you mean 'summary'"),
        (["summary", "slide"], {}, UserError, "unknown strategy 'slide'"),
        ("", {}, UserError, "no strategy was named"),
        ([], {}, UserError, "no strategy was named"),
        (7, {}, UserError, "strategy is 7"),
        ("summary", {"keep_recent": 2}, OptionError, "takes no option 'keep_recent': it takes keep_first, keep_last"),
        (["summary", "drop_thinking"], {"clear": True}, OptionError, "takes no option 'clear'"),
        ("sliding_window", {"keep_last": -1}, UserError, "keep_last is -1"),
        ("sliding_window", {"keep_last": True}, UserError, "keep_last is True"),
        ("sliding_window", {"keep_turns": 1.5}, UserError, "keep_turns is 1.5"),
        ("sliding_window", {"limit_tokens": "9"}, UserError, "limit_tokens is '9'"),
        ("sliding_window", {"pin": 3}, UserError, "pin is 3"),
        ("tool_result_trim", {"exempt": 3}, UserError, "exempt is 3"),
    ],
    ids=str,
)
def test_mistakes_give_one_sentence(strategy, options, error, words):
    with pytest.raises(error, match=re.escape(words)):
        make_strategy(strategy, **options)


def test_an_option_error_is_a_type_error():
    assert issubclass(OptionError, TypeError)
    assert options_of(SlidingWindow()) == ("keep_first", "keep_last", "keep_turns", "limit_tokens", "pin")
