"""The model table: names, figures, what is not known, and what a user adds."""

from __future__ import annotations

import json

import pytest

import packlight as pl
from packlight.adapters import catalogue
from packlight.adapters.catalogue import (
    UNKNOWN_WINDOW,
    cache_min_tokens_of,
    capabilities_of,
    facts_of,
    model_names,
    prices_of,
    speeds,
)
from packlight.core.errors import UnreadableError, UserError
from packlight.core.price import Use


@pytest.mark.parametrize(
    "name",
    [
        "claude-opus-4-5",
        "opus-4-5",
        "Opus-4.5",
        "claude-opus-4-5-20251101",
        "claude-opus-4-5@20251101",
        "anthropic/claude-opus-4-5",
        "us.anthropic.claude-opus-4-5-20251101-v1:0",
        " claude-opus-4-5 ",
    ],
)
def test_a_model_has_many_spellings(name):
    facts = facts_of(name)
    assert (facts.id, facts.window, facts.max_output, facts.known) == ("claude-opus-4-5", 200_000, 64_000, True)


@pytest.mark.parametrize("name", ["gpt-6.2-sol", "gemini-4-neon"])
def test_other_vendors_are_there(name):
    assert facts_of(name).known
    assert prices_of(name).input > 0


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("claude-opsu-5", "claude-opus-5"),
        ("claude-haiku-45", "claude-haiku-4-5"),
        ("claude-sonet-5-5", "claude-sonnet-5-5"),
    ],
)
def test_a_typo_offers_the_nearest_names(name, near):
    with pytest.raises(UserError, match=f"unknown model '{name}': did you mean .*'{near}'"):
        facts_of(name)


def test_an_unknown_model_is_conservative_and_says_so():
    with pytest.warns(UserWarning, match="'llama-9' is not in the table: a window of 200,000 tokens is assumed"):
        facts = facts_of("llama-9")
    assert (facts.window, facts.max_output, facts.known) == (UNKNOWN_WINDOW, 0, False)
    with pytest.warns(UserWarning):
        assert prices_of("llama-9") is None
    with pytest.warns(UserWarning):
        assert pl.Budget(model="llama-9").window == UNKNOWN_WINDOW


@pytest.mark.parametrize("name", ["", "  ", None, 5])
def test_no_name_is_a_mistake(name):
    with pytest.raises(UserError, match="give a model's name"):
        facts_of(name)


def test_a_budget_takes_window_and_reserve_from_the_table():
    budget = pl.Budget(model="haiku-4-5")
    assert (budget.window, budget.reserve) == (200_000, 64_000)
    assert pl.Budget(model="haiku-4-5", reserve=0).reserve == 0
    # A smaller window by hand keeps the same share free.
    assert pl.Budget(20_000, model="haiku-4-5").reserve == 6_400
    assert pl.Budget(1_000_000, model="haiku-4-5").reserve == 64_000


@pytest.mark.filterwarnings("ignore:the table does not know the window")
def test_every_entry_can_be_read():
    for name in model_names():
        assert facts_of(name).window > 0
        assert capabilities_of(name).max_images > 0
        prices = prices_of(name)
        assert prices is None or (prices.output >= prices.input > 0 and prices.source and prices.read)
        least = cache_min_tokens_of(name)
        assert least is None or least > 0


def test_prices_step_up_for_the_whole_request():
    prices = prices_of("claude-haiku-5-5")
    assert prices.at(100_000).input < prices.at(100_001).input
    raw = facts_of("claude-haiku-5-5").raw["prices"]
    dear = raw["steps"][0]
    use = Use(fresh=50_000, cache_read=60_000, output=1_000)
    expected = (50_000 * dear["input"] + 60_000 * dear["cache_read"] + 1_000 * dear["output"]) / 1_000_000
    assert prices.of(use).total_usd == pytest.approx(expected)


def test_one_price_for_writing_holds_for_both_lifetimes():
    assert prices_of("gpt-6.2-sol", lifetime="1h").cache_write == prices_of("gpt-6.2-sol").cache_write == 2.5
    with pytest.raises(UserError, match="lifetime is '2h'"):
        prices_of("gpt-6.2-sol", lifetime="2h")


def test_speeds_carry_their_assumption_in_both_languages():
    found = speeds()
    assert set(found.assumption) == {"en", "zh"}
    assert found.of(Use(fresh=8_000, output=44)).total_s == pytest.approx(2.1 + 1 + 1)


MINE = {
    "models": {
        "my-model": {"size": {"window": 32_000, "max_output": 4_000}, "prices": {"input": 1, "output": 4}},
        "claude-opus-5": {"prices": {"input": 99}},
        "bare-model": {},
    }
}


@pytest.fixture(params=["variable", "argument"])
def mine(request, tmp_path, monkeypatch):
    """A table of the user's own, and what to give as `table=` to use it."""
    path = tmp_path / "models.json"
    path.write_text(json.dumps(MINE), encoding="utf-8")
    if request.param == "argument":
        return str(path)
    monkeypatch.setenv(catalogue.VARIABLE, str(path))
    return None


def test_a_users_table_is_laid_over_field_by_field(mine):
    own = facts_of("my-model", mine)
    assert (own.window, own.max_output, own.known) == (32_000, 4_000, True)
    assert prices_of("my-model", table=mine).of(Use(cache_read=1_000_000)).total_usd == 1.0
    changed = facts_of("claude-opus-5", mine)
    assert (changed.window, changed.raw["prices"]["input"], changed.raw["prices"]["output"]) == (1_000_000, 99, 25)
    with pytest.warns(UserWarning, match="does not know the window of 'bare-model'"):
        bare = facts_of("bare-model", mine)
    assert (bare.window, bare.known, bare.raw.get("prices")) == (UNKNOWN_WINDOW, False, None)
    assert "my-model" in model_names(mine)
    assert "my-model" not in catalogue._read("models.json")["models"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "is no model table"),
        ("{", "is no model table"),
        ("[]", "is no model table"),
        ('{"models": []}', "'models' is no object"),
        ('{"models": {"a": 3}}', "the model 'a' is no object"),
        ('{"models": {"a": {"size": {"window": -5}}}}', "size.window of 'a' is -5: give a number"),
        ('{"models": {"a": {"prices": {"input": "cheap"}}}}', "prices.input of 'a' is 'cheap'"),
    ],
)
def test_a_wrong_table_is_one_sentence(text, sentence, tmp_path):
    path = tmp_path / "models.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableError, match=sentence):
        facts_of("a", str(path))
