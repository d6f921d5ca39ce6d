"""BreakerLab without a widget: both runs, what they cost, and a student's own rule."""

from typing import Any

import pytest

from packlight.core.breaker import Breaker
from packlight.simulation.film import Film
from packlight.views.labs.breaker import BreakerModel, beats
from tests.support.labs import Walk, bench


def words(walk: Walk, with_breaker: bool = True) -> list[str]:
    """What happened each time something was due, quiet ones left out."""
    model: Any = walk.model
    breaker = model._breaker(walk.settings) if with_breaker else Breaker(max_failures=999)
    film: Film = model._run(walk.settings, model._letters(walk.settings), breaker)
    return [("probe " if beat.probe else "") + beat.word for beat in beats(film) if beat.word != "silent"]


def end(walk: Walk) -> str:
    """The answer to the guess: the state at the end."""
    guess = walk.model.outcome(walk.settings).guess
    assert guess is not None
    return guess.options[guess.answer]


@pytest.mark.parametrize(
    ("preset", "begins", "state"),
    [
        ("three", ["fail", "fail", "fail", "refused"], "open"),
        ("lucky", ["fail", "fail", "success", "fail"], "closed"),
        ("cancel", ["fail", "fail", "cancel", "fail", "refused"], "open"),
        ("probe", ["fail", "fail", "fail", "probe fail"], "open"),
        ("heals", ["fail", "fail", "fail", "probe success"], "closed"),
    ],
)
def test_what_each_preset_shows(preset: str, begins: list[str], state: str) -> None:
    walk = Walk(BreakerModel(bench()), preset)
    assert words(walk)[: len(begins)] == begins
    assert end(walk) == state


def test_the_second_run_is_real_and_dearer() -> None:
    walk = Walk(BreakerModel(bench()))
    free = words(walk, with_breaker=False)
    assert free.count("fail") > 3 and "refused" not in free
    assert "calls not made" in walk.text


def test_the_meter_follows_the_step() -> None:
    walk = Walk(BreakerModel(bench()))
    outcome = walk.model.outcome(walk.settings)
    early, late = outcome.after(0).text(), outcome.after(outcome.step).text()
    assert "0 calls, $0" in early and "not spent" not in early
    assert "3 calls" in late and "not spent" in late


def test_chance_is_drawn_from_the_seed() -> None:
    rates = [Walk(BreakerModel(bench(seed=seed)), "rate") for seed in (1, 1, 2)]
    one, same, other = [words(walk.do("rate", 50)) for walk in rates]
    assert one == same
    assert one != other
    assert set(words(Walk(BreakerModel(bench()), "rate").do("rate", 0))) == {"success"}


def test_a_letter_that_nobody_knows_is_told_and_mended_by_typing_on() -> None:
    walk = Walk(BreakerModel(bench())).do("script", "ff x")
    assert "'FFX' holds 'X'" in walk.text
    assert "It could not be run" not in walk.do("script", "ffs").text


def test_a_given_breaker_sets_the_controls() -> None:
    settings = Walk(BreakerModel(bench(), breaker=Breaker(max_failures=2, cooldown_turns=3))).settings
    assert (settings.most, settings.cooldown) == (2, 3)


@pytest.mark.parametrize(
    ("rule", "begins"),
    [
        (lambda failures: failures < 2, ["fail", "fail", "refused"]),
        # Three in all instead of three in a row: after F F S F it refuses.
        (lambda history: history.count("F") < 3, ["fail", "fail", "success", "fail", "refused"]),
    ],
)
def test_a_rule_of_ones_own_drives_the_run(rule: Any, begins: list[str]) -> None:
    walk = Walk(BreakerModel(bench(), rule)).do("script", "FFSFF").do("repeat", True)
    assert words(walk)[: len(begins)] == begins


def test_a_rule_that_raises_is_told_in_words() -> None:
    def rule(failures: int) -> bool:
        return failures.nothing  # type: ignore[attr-defined]

    assert "rule() raised AttributeError in its line 2" in Walk(BreakerModel(bench(), rule)).text
