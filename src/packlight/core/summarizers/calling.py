"""Calling a summarizer so that nothing it does can hurt: every ending is a value with a reason.

    messages ─▶ chunks that fit ─▶ summarizer, one call a chunk ─▶ Written (text, or a reason and a sentence)

Comes in: the messages that a summary has to speak for. Goes out: `Written`. Called by `compact.py`. One attempt is one
call, unless the summarizer names a `max_input_tokens` and the messages do not fit: then each call gets the summary so
far and the next chunk. Nothing is ever tried twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from packlight.core.blocks import Block, Text, ToolUse
from packlight.core.errors import UserError
from packlight.core.messages import Message
from packlight.core.plan import MARKS
from packlight.core.strategies.shorten import shorten_result, shorten_text
from packlight.core.strategies.words import why
from packlight.core.summarizers.contract import Cancelled, RequestTooLarge, Summarizer, ask
from packlight.core.tokens import TokenCounter, weigh_message

SAFETY = 0.9
"""A chunk is filled to this share of what the summarizer takes: its own count may differ from ours."""
LEAST_CHUNK_TOKENS = 32
"""A summarizer that takes less than this at once cannot be asked anything."""
MOST_CHARACTERS_A_TOKEN = 20
"""No text has more; a longer answer is larger than its source without being counted."""


@dataclass(frozen=True, slots=True)
class Written:
    """What came of asking a summarizer.

    Attributes:
        text: the summary; empty when there is none.
        reason: why there is none, from the closed set; empty when all went well.
        detail: the same as a sentence.
        calls: how often the summarizer was called.
        tokens_in, tokens_out: what it read and wrote, all calls together.
        last_tokens: what the text weighs.
    """

    text: str = ""
    reason: str = ""
    detail: str = ""
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    last_tokens: int = 0


def write_summary(
    messages: tuple[Message, ...],
    summarizer: Summarizer,
    *,
    limit_tokens: int,
    counter: TokenCounter,
    lang: str = "en",
) -> Written:
    """Ask for a summary of these messages; what goes wrong is in the result, never an exception."""
    most = getattr(summarizer, "max_input_tokens", None)
    if most is not None and (isinstance(most, bool) or not isinstance(most, int | float) or most < LEAST_CHUNK_TOKENS):
        return Written(reason="request_too_large", detail=why("detail.takes_too_little", lang, most=most))
    desk = _Desk(summarizer, limit_tokens, counter, lang)
    if most is None:
        return desk.call(messages)
    return desk.fold(messages, int(most * SAFETY))


@dataclass(slots=True)
class _Desk:
    """One attempt: what it has cost so far."""

    summarizer: Summarizer
    limit_tokens: int
    counter: TokenCounter
    lang: str
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    last_tokens: int = 0

    def say(self, key: str, **values: object) -> str:
        return why(f"detail.{key}", self.lang, **values)

    def call(self, messages: tuple[Message, ...]) -> Written:
        """One call."""
        request = ask(messages, self.limit_tokens, self.counter, self.lang)
        self.calls += 1
        self.tokens_in += request.tokens
        try:
            text = text_of(self.summarizer(request))
        except GeneratorExit:
            raise
        except BaseException as error:  # a student's function may raise anything, `exit()` too
            reason = reason_for(error)
            return self.done(reason=reason, detail=self.say("cancelled") if reason == "cancelled" else _sentence(error))
        if not text.strip():
            return self.done(reason="empty_summary", detail=self.say("no_text"))
        if len(text) > MOST_CHARACTERS_A_TOKEN * (request.tokens + self.limit_tokens):
            return self.done(reason="non_compressing", detail=self.say("far_too_long", characters=len(text)))
        self.last_tokens = self.counter.count_text(text)
        self.tokens_out += self.last_tokens
        return self.done(text)

    def fold(self, messages: tuple[Message, ...], most: int) -> Written:
        """A call for each chunk that fits, with the summary so far in front of it."""
        written, rest = Written(), messages
        while rest:
            so_far = (Message("user", f"{MARKS[self.lang]}\n{written.text}"),) if written.text else ()
            room = most - sum(self.weigh(message) for message in so_far)
            if room < LEAST_CHUNK_TOKENS:
                return self.done(reason="request_too_large", detail=self.say("summary_fills"))
            chunk, rest = self.chunk(rest, room)
            written = self.call(so_far + chunk)
            if written.reason:
                return written
        return written

    def chunk(self, messages: tuple[Message, ...], room: int) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
        """As many messages from the front as fit, and the rest; one that is too large alone is shortened."""
        used, stop = 0, 0
        while stop < len(messages) and used + (weight := self.weigh(messages[stop])) <= room:
            used, stop = used + weight, stop + 1
        if stop:
            return messages[:stop], messages[stop:]
        return (self.shortened(messages[0], room),), messages[1:]

    def weigh(self, message: Message) -> int:
        """The heavier of what a message weighs in a request and what its transcript does."""
        return max(weigh_message(message, self.counter), ask((message,), 0, self.counter).tokens + 2)

    def shortened(self, message: Message, room: int) -> Message:
        """A message that fits the room: its texts and results are cut, what cannot be cut is named."""
        share = room // max(len(message.content), 1)
        for _ in range(8):
            content = tuple([self._cut(block, share) for block in message.content])
            short = replace_content(message, content)
            if self.weigh(short) <= room:
                return short
            share = int(share * 0.7)
        return Message(message.role, shorten_text(message.text(), room // 2, self.counter, self.lang), message.id)

    def _cut(self, block: Block, tokens: int) -> Block:
        if isinstance(block, Text):
            return replace(block, text=shorten_text(block.text, tokens, self.counter, self.lang))
        if block.type == "tool_result":
            return shorten_result(block, tokens, self.counter, self.lang)  # type: ignore[arg-type]
        return Text(shorten_text(block.readable() or f"[{block.type}]", tokens, self.counter, self.lang))

    def done(self, text: str = "", *, reason: str = "", detail: str = "") -> Written:
        """The outcome with its cost."""
        return Written(text, reason, detail, self.calls, self.tokens_in, self.tokens_out, self.last_tokens)


def replace_content(message: Message, content: tuple[Block, ...]) -> Message:
    """A copy with other blocks under the same id: it is only read by the summarizer, never sent on."""
    return Message(message.role, content, message.id)


def text_of(answer: Any) -> str:
    """The text in an answer: a string, a message, or blocks; a tool call or only thinking is no text.

    Raises:
        UserError: it is none of these.

    >>> text_of([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Port 8043."}])
    'Port 8043.'
    """
    if answer is None or isinstance(answer, str):
        return answer or ""
    content = answer.get("content") if isinstance(answer, Mapping) else getattr(answer, "content", answer)
    if isinstance(content, str):
        return content
    if isinstance(content, bytes | bytearray) or not isinstance(content, Iterable) or isinstance(content, Mapping):
        raise UserError(f"the summarizer returned {type(answer).__name__}: give text or a list of content blocks")
    blocks = Message("assistant", content).content
    if any(isinstance(block, ToolUse) for block in blocks):
        return ""
    return "\n".join([block.text for block in blocks if isinstance(block, Text)])


def reason_for(error: BaseException) -> str:
    """Which of the closed reasons an exception is.

    >>> reason_for(KeyboardInterrupt()), reason_for(ValueError("prompt is too long")), reason_for(OSError("no route"))
    ('cancelled', 'request_too_large', 'summarizer_error')
    """
    if isinstance(error, KeyboardInterrupt | Cancelled) or type(error).__name__ == "CancelledError":
        return "cancelled"
    too_long = "too long" in str(error).lower() or "maximum context" in str(error).lower()
    if isinstance(error, RequestTooLarge) or getattr(error, "status_code", None) == 413 or too_long:
        return "request_too_large"
    return "summarizer_error"


def _sentence(error: BaseException) -> str:
    """What went wrong in one line, bounded: an exception may carry a whole transcript."""
    try:
        text = " ".join(str(error).split())[:200]
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
