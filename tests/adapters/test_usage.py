"""Real usage numbers in the spellings of five programs."""

from typing import Any

import pytest

from packlight.adapters.usage import context_tokens, usage_of

SPELLINGS: dict[str, tuple[dict[str, Any], int, int]] = {
    # what was reported, all input tokens, tokens in the window afterwards
    "Anthropic: cached tokens beside input": (
        {
            "input_tokens": 12,
            "cache_read_input_tokens": 780_000,
            "cache_creation_input_tokens": 19_000,
            "output_tokens": 500,
        },
        799_012,
        799_512,
    ),
    "OpenAI: cached tokens within input": (
        {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 80}},
        100,
        105,
    ),
    "LangChain: cached tokens within input": (
        {"input_tokens": 6720, "output_tokens": 116, "input_token_details": {"cache_creation": 6717, "cache_read": 0}},
        6720,
        6836,
    ),
    "pi: one request": (
        {"input": 1, "output": 114, "cacheRead": 0, "cacheWrite": 33_637, "totalTokens": 33_752},
        33_638,
        33_752,
    ),
    "pi: parts summed over a turn, only the total is the window": (
        {"input": 12, "output": 15_104, "cacheRead": 819_661, "cacheWrite": 93_130, "totalTokens": 163_978},
        148_874,
        163_978,
    ),
}


@pytest.mark.parametrize(("fields", "given", "context"), SPELLINGS.values(), ids=SPELLINGS)
def test_spellings(fields: dict[str, Any], given: int, context: int) -> None:
    usage = usage_of(fields, 3)
    assert usage is not None
    assert (usage.message, usage.total_input, context_tokens(fields)) == (3, given, context)


NOTHING: list[Any] = [None, 3, {}, *({"input_tokens": odd} for odd in (0, "12", True, -4))]


@pytest.mark.parametrize("fields", NOTHING)
def test_nothing_said(fields: Any) -> None:
    assert usage_of(fields, 0) is None and context_tokens(fields) == 0
