"""Text from a transcript can hide or reorder nothing once it is clean."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlight.views.harmless import clean, one_line


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("safe\u202etxt.exe", "safe⟨202E⟩txt.exe"),
        ("zero\u200bwidth", "zero⟨200B⟩width"),
        ("bell\x07", "bell⟨0007⟩"),
        ("lone\ud800", "lone⟨D800⟩"),
        ("z" + "\u0301" * 9, "z" + "\u0301" * 3),
        (None, ""),
        (12, "12"),
    ],
)
def test_clean(given_text: object, shown: str) -> None:
    assert clean(given_text) == shown


@given(st.text(max_size=300))
def test_nothing_unseen_stays(text: str) -> None:
    kept = clean(text, 200)
    assert not [char for char in kept if char not in "\n\t" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl")]


@given(st.text(max_size=600))
def test_one_line_is_one_line(text: str) -> None:
    assert "\n" not in one_line(text) and len(one_line(text)) <= 160
