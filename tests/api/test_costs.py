"""Costs by a model's name: sessions, compactions, the gap to real usage."""

from __future__ import annotations

from pathlib import Path

import pytest

import packlight as pl
from packlight.adapters.catalogue import facts_of
from packlight.api.costs import cost, gap, payback
from packlight.core.errors import UserError

TRANSCRIPTS = Path(__file__).resolve().parents[1] / "transcripts"
TALK = [
    {"role": role, "content": f"{role} says {turn}. " * 1_500} for turn in range(6) for role in ("user", "assistant")
]


def test_a_session_costs_what_its_requests_do():
    found = cost(TALK, "claude-opus-5")
    assert len(found.requests) == 6
    assert found.estimated
    raw = facts_of("claude-opus-5").raw["prices"]
    used = found.use
    kinds = {"fresh": "input", "cache_write": "cache_write_5m", "cache_read": "cache_read", "output": "output"}
    expected = sum(getattr(used, kind) * raw[price] for kind, price in kinds.items()) / 1_000_000
    assert found.price.total_usd == pytest.approx(expected)
    assert found.to_dict()["figures"]["source"] == raw["source"]


def test_a_longer_lifetime_and_no_cache_cost_more():
    usual = cost(TALK, "claude-opus-5").price.total_usd
    assert usual < cost(TALK, "claude-opus-5", lifetime="1h").price.total_usd
    assert usual < cost(TALK, "claude-opus-5", cached=False).price.total_usd


def test_the_models_own_line_decides_what_is_cached():
    talk = [{"role": role, "content": "word " * 2_000} for role in ("user", "assistant")]
    opus, haiku = cost(talk, "claude-opus-5"), cost(talk, "claude-haiku-4-5")
    least = [facts_of(model).raw["cache"]["min_tokens"] for model in ("claude-opus-5", "claude-haiku-4-5")]
    assert least[0] < opus.use.input < least[1]
    assert (opus.use.cache_write, haiku.use.cache_write) == (opus.use.input, 0)


def test_a_compaction_has_a_price_and_a_day_on_which_it_has_paid():
    result = pl.compact(TALK, window=60_000, force=True)
    assert result.reason == "applied"
    found = payback(result, "claude-opus-5")
    assert found.call_usd == 0
    assert found.broken_cache_usd > 0
    assert found.calls > 1
    assert payback(result, "claude-opus-5", cached=False).broken_cache_usd == 0


def test_a_summary_adds_its_own_call():
    result = pl.compact(
        TALK, window=60_000, force=True, strategy="summary", summarizer=lambda request: "They talked. " * 50
    )
    assert result.reason == "applied"
    assert payback(result, "claude-opus-5").call_usd > 0


def test_a_model_without_prices_is_one_sentence():
    with (
        pytest.warns(UserWarning, match="not in the table"),
        pytest.raises(UserError, match="no prices are known for 'llama-9'"),
    ):
        cost(TALK, "llama-9")


def test_a_log_shows_its_gap():
    found = gap(TRANSCRIPTS / "claude_code.jsonl")
    assert len(found.points) == 4
    assert found.last.real > found.last.estimated > 0
    assert found.calibration.unseen_tokens > 0
