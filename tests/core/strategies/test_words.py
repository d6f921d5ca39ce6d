"""Words in two languages."""

import re

from packlight.core.strategies.words import EN, TABLES, ZH, why
from packlight.core.summarizers.notes import LABELS, SECTIONS

HOLES = re.compile(r"\{(\w+)")


def test_both_tables_have_the_same_keys_and_holes():
    assert EN.keys() == ZH.keys()
    assert all(HOLES.findall(EN[key]) == HOLES.findall(ZH[key]) for key in EN)
    assert LABELS.keys() == TABLES.keys()
    assert all(tuple(labels) == SECTIONS for labels in LABELS.values())


def test_an_unknown_language_speaks_english():
    assert why("pinned", "fr") == "pinned"
