"""What a summarizer is: any callable that turns a request into text. It is a model call, so it can fail.

    SummaryRequest ─▶ summarizer(request) ─▶ str, blocks, or an exception

Comes in: the messages that a summary has to speak for. Goes out: text. Called by `calling.py` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from packlight.core.errors import PacklightError
from packlight.core.messages import Message
from packlight.core.tokens import TokenCounter


class Cancelled(PacklightError):
    """Raised by a summarizer when a person called it off: not a failure, and nothing is changed."""


class RequestTooLarge(PacklightError):
    """Raised by a summarizer when the request does not fit its own window."""


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """What a summarizer is asked.

    Attributes:
        messages: what the summary has to speak for, in order; an earlier summary stands among them.
        text: the same as a transcript to read, one paragraph a block.
        tokens: what the text weighs.
        limit_tokens: the most tokens that the summary should have.
        counter: weighs text, so that a summarizer can keep to its limit.
        lang: the language asked for: `"en"` or `"zh"`.
    """

    messages: tuple[Message, ...]
    text: str
    tokens: int
    limit_tokens: int
    counter: TokenCounter
    lang: str = "en"


class Summarizer(Protocol):
    """Any callable with this shape. It may carry `max_input_tokens`: then it is never asked for more at once."""

    def __call__(self, request: SummaryRequest, /) -> Any:
        """A text, content blocks, or an exception."""
        ...


def transcript(messages: tuple[Message, ...]) -> str:
    """Messages as a text to read; pictures are named, and thinking is left out.

    >>> transcript((Message("user", "hi"), Message("assistant", "hello")))
    'user: hi\\n\\nassistant: hello'
    """
    return "\n\n".join([line for message in messages for line in _lines(message)])


def _lines(message: Message) -> list[str]:
    out = []
    for block in message.content:
        kind = block.type
        if kind in ("thinking", "redacted_thinking"):
            continue
        text = block.readable() or f"[{kind}]"
        out.append(f"{message.role}: {text}" if kind == "text" else f"{message.role} {kind}: {text}")
    return out


def ask(messages: tuple[Message, ...], limit_tokens: int, counter: TokenCounter, lang: str = "en") -> SummaryRequest:
    """A request for a summary of these messages."""
    text = transcript(messages)
    return SummaryRequest(messages, text, counter.count_text(text), limit_tokens, counter, lang)
