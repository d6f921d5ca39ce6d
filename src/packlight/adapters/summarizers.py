"""Summarizers by name: `"offline"`, `"anthropic"` and `"anthropic:MODEL"`.

Comes in: a name. Goes out: a summarizer. Called by the façade, which takes names as well as callables.
"""

from __future__ import annotations

from packlight.adapters.anthropic_summarizer import DEFAULT_MODEL, DEFAULT_TIME_LIMIT_S, AnthropicSummarizer
from packlight.core.errors import unknown_name
from packlight.core.summarizers import Summarizer, extractive

NAMES = ("anthropic", "anthropic:MODEL", "offline")


def named_summarizer(
    name: str, lang: str = "en", *, time_limit_s: float | None = None, base_url: str | None = None, max_retries: int = 2
) -> Summarizer:
    """The summarizer of that name.

    Args:
        time_limit_s: seconds for one call of a real model; None: two minutes.
        base_url: another address of the Messages API.
        max_retries: how often the SDK may try again.

    Raises:
        UserError: a name nobody knows, or no key in the environment for a real model.

    >>> named_summarizer("offline")
    ExtractiveSummarizer(lang='en')
    """
    kind, colon, model = name.partition(":")
    if name == "offline":
        return extractive(lang)
    if kind != "anthropic" or (colon and not model.strip()):
        raise unknown_name("summarizer", name, NAMES)
    limit = time_limit_s if time_limit_s is not None else DEFAULT_TIME_LIMIT_S
    return AnthropicSummarizer(
        model.strip() or DEFAULT_MODEL, base_url=base_url, time_limit_s=limit, max_retries=max_retries, lang=lang
    )
