"""The heuristic against o200k, on texts that it was not fitted to."""

from __future__ import annotations

import pytest

from packlight.adapters.tiktoken_counter import TiktokenCounter
from packlight.core.heuristic import HeuristicCounter
from tests.support.kinds_of_text import texts_by_kind

TEXTS = texts_by_kind()


@pytest.mark.parametrize("kind", TEXTS)
def test_each_kind_is_within_fifteen_percent(kind):
    guess, real = HeuristicCounter(), TiktokenCounter()
    texts = TEXTS[kind]
    assert sum(map(len, texts)) > 1_500
    counted = sum(map(real.count_text, texts))
    assert abs(sum(map(guess.count_text, texts)) / counted - 1) < 0.15


@pytest.mark.parametrize("kind", TEXTS)
def test_most_single_texts_are_within_a_fifth(kind):
    guess, real = HeuristicCounter(), TiktokenCounter()
    errors = sorted(abs(guess.count_text(text) / real.count_text(text) - 1) for text in TEXTS[kind])
    assert errors[int(len(errors) * 0.8)] < 0.2


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        (" ", 1, 1),
        ("a", 1, 2),
        ("👩‍👩‍👧‍👦", 4, 16),
        ("=" * 80 + "\n", 1, 12),
        (" " * 400 + "x", 1, 8),
        ("0" * 30, 4, 12),
        ("https://example.org/a/b?c=d&e=f#g", 10, 20),
    ],
    ids=["empty", "blank", "letter", "family", "rule", "indent", "digits", "address"],
)
def test_single_texts(text, least, most):
    assert least <= HeuristicCounter().count_text(text) <= most


def test_a_kind_costs_what_it_is_not_how_long_it_is():
    counter = HeuristicCounter()
    prose, packed, chinese = ("the river crew wrote it down " * 40, "QmFzZTY0" * 145, "水位今天比昨天高了三厘米" * 97)
    per_character = [counter.count_text(text) / len(text) for text in (prose, packed, chinese)]
    assert per_character[0] < 0.3 < 0.5 < min(per_character[1:])
