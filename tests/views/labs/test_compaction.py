"""CompactionLab without a widget: what its settings do, and what a student's own functions do to it."""

import json
from typing import Any

import pytest

from packlight.views.labs.compaction import CompactionModel, Settings
from tests.support.labs import Walk, bench, controls_of, small


def steps(walk: Walk, kind: str = "compact") -> list[tuple[int, str, str]]:
    """Step, trigger and reason of each event of a kind in the film."""
    return [(e["step"], e["trigger"], e["reason"]) for e in json.loads(walk.view.film)["events"] if e["kind"] == kind]


def test_the_course_threshold_packs_the_sample_once() -> None:
    walk = Walk(CompactionModel(bench()))
    assert [trigger for _, trigger, _ in steps(walk)] == ["auto"]
    assert "1 compactions" in walk.text


def test_a_lower_threshold_packs_earlier_and_a_wide_window_never() -> None:
    walk = Walk(CompactionModel(bench()))
    first = steps(walk)[0][0]
    assert steps(walk.do("threshold", 50))[0][0] < first
    assert steps(walk.do("window", 40_000).do("threshold", 87)) == []
    assert "Nothing is packed" in walk.text


def test_compact_now_is_the_manual_trigger_and_can_be_taken_back() -> None:
    walk = Walk(CompactionModel(bench())).do("window", 40_000).do("pack", step=20)
    assert [(step, trigger) for step, trigger, _ in steps(walk)] == [(21, "manual")]
    assert walk.view.step == 21
    assert "messages[20]" in walk.text
    assert steps(walk.do("unpack")) == []


def test_a_preset_waits_until_the_request_would_be_refused() -> None:
    walk = Walk(CompactionModel(bench()), "refused")
    assert "last_resort" in [trigger for _, trigger, _ in steps(walk)]
    assert "the answer has no room" in walk.text


def test_the_guess_is_asked_before_the_outcome_is_told() -> None:
    walk = Walk(CompactionModel(bench()), predict=True)
    assert "What happened" not in walk.text
    assert {"guess:0", "guess:3", "show"} <= set(controls_of(walk.view.tree))
    told = walk.do("guess", 0).text
    assert "You said never. It is once." in told
    assert "What happened" in told
    assert "What happened" not in walk.do("again").text


def test_the_reserve_stays_below_the_window() -> None:
    assert Walk(CompactionModel(bench())).do("reserve", 9_000).do("window", 400).settings.reserve == 399


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (lambda usage: 1 / 0, "raised ZeroDivisionError in its line 1: division by zero"),
        (lambda usage: None, "gave None; it should give True or False"),
        (lambda a, b, c, d, e, f, g, h, i, j: True, "wants 10 values"),
    ],
)
def test_what_is_wrong_with_a_rule_is_said_in_words(rule: Any, sentence: str) -> None:
    walk = Walk(CompactionModel(bench(), rule))
    assert sentence in walk.text
    assert walk.view.film == ""
    assert "Traceback" not in walk.text


def test_an_endless_rule_is_ended() -> None:
    def waits(usage: float) -> bool:
        while True:
            pass

    assert "waits() did not end within 1 seconds" in Walk(CompactionModel(bench(), waits)).text


def test_a_rule_of_ones_own_drives_the_film() -> None:
    walk = Walk(CompactionModel(bench(), lambda tokens: tokens > 9_000))
    assert min(event["before"] for event in json.loads(walk.view.film)["events"]) > 9_000
    assert len(steps(walk)) > 1


def test_a_strategy_of_ones_own_drives_the_film() -> None:
    model = CompactionModel(bench(), strategy=lambda messages: messages[14:])
    assert Walk(model).settings.strategy == "yours"
    [(_, _, reason)] = steps(Walk(model))
    assert reason == "applied"
    wrong = Walk(CompactionModel(bench(), strategy=lambda messages: "none"))
    assert "gave 'none'; it should give the messages to keep" in wrong.text


def test_a_history_of_another_size_gets_a_window_in_which_something_happens() -> None:
    talk = small(*["word " * 300] * 20)
    walk = Walk(CompactionModel(bench(conversation=talk, scenario="", facts=(), title="")))
    assert len(steps(walk)) >= 1
    empty = Walk(CompactionModel(bench(conversation=small(), scenario="", facts=())))
    assert "no messages" in empty.text


def test_settings_are_plain() -> None:
    assert Settings() == Settings(20_000, 87, 0, "sliding_window", ())
