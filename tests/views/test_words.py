"""The two string tables say the same things, and the browser asks for nothing they lack."""

import re

import pytest

from packlight.views.assets import PARTS, read_static
from packlight.views.words import TABLES, say

SCRIPT = "\n".join(read_static(f"{part}.js") for part in PARTS)
PREFIXES = {"breaker_", "col_", "did_", "key_", "kind_", "mark_", "mode_", "role_", "tour_", "trouble_", "word_"}


def holes(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


def test_both_tables_have_the_same_keys_and_holes() -> None:
    english, chinese = TABLES["en"], TABLES["zh"]
    assert english.keys() == chinese.keys()
    assert {key: holes(words) for key, words in english.items()} == {
        key: holes(words) for key, words in chinese.items()
    }


def test_no_sentence_is_empty_and_chinese_is_chinese() -> None:
    assert all(words.strip() for table in TABLES.values() for words in table.values())
    told = [words for key, words in TABLES["zh"].items() if key.startswith(("key_", "trouble_", "breaker_"))]
    assert all(re.search(r"[\u4e00-\u9fff]", words) for words in told)


def test_the_script_asks_only_for_words_that_exist() -> None:
    asked = set(re.findall(r'\bt\("(\w+)"', SCRIPT))
    assert len(asked) > 40
    assert {key for key in asked if key not in TABLES["en"]} <= PREFIXES


@pytest.mark.parametrize("prefix", sorted(PREFIXES))
def test_every_family_of_words_is_there(prefix: str) -> None:
    assert any(key.startswith(prefix) for key in TABLES["en"])


def test_an_unknown_language_speaks_english() -> None:
    assert say("fr", "cut", n=3) == "cut 3"
