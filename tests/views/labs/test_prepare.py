"""PrepareLab without a widget: each preset ends as its name says, and every reason has words."""

import pytest

from packlight.core.outcome import REASONS
from packlight.views.labs.prepare import PrepareModel
from packlight.views.labs.words.prepare import EN
from tests.support.labs import Walk, bench, small


@pytest.mark.parametrize(
    ("preset", "told"),
    [
        ("due", "packed how it ended"),
        ("calm", "not due"),
        ("torn", "places before packing."),
        ("failing", "The breaker is open: 3 failures in a row."),
        ("open", "The breaker is open: compaction was due and was not tried."),
    ],
)
def test_a_preset_ends_as_its_name_says(preset: str, told: str) -> None:
    assert told in Walk(PrepareModel(bench()), preset).text


def test_every_reason_has_words() -> None:
    assert {f"reason.{reason}" for reason in REASONS} <= set(EN)


def test_the_system_prompt_is_seen_going_in() -> None:
    text = Walk(PrepareModel(bench()), "calm").text
    assert "System prompt and tools in place" in text
    assert text.index("1. normalise") < text.index("2. inject") < text.index("5. break")


def test_a_strategy_without_a_model_cannot_fail() -> None:
    walk = Walk(PrepareModel(bench()), "failing").do("strategy", "sliding_window")
    assert "packed how it ended" in walk.text


def test_the_guess_is_what_happens() -> None:
    walk = Walk(PrepareModel(bench()), "failing", predict=True)
    assert "You said packed. It is due, with the breaker open." in walk.do("guess", 1).text


def test_an_empty_history_is_one_sentence() -> None:
    assert "has no messages" in Walk(PrepareModel(bench(conversation=small(), scenario="", facts=()))).text
