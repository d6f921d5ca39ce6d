"""What one block, one message, a prompt weighs in tokens: the only place where tokens are made from content.

Comes in: a block or message, and a counter for its words. Goes out: a whole number. Called by `tokens.py`, which adds
up, and by strategies that ask what a changed message would weigh.

Everything that an API bills is weighed: words, thinking, tool inputs, tool schemas, pictures by size, documents by
pages, and a few tokens of overhead. Where the figures come from stands beside each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from packlight.core.blocks import Block, Document, Image, Other, RedactedThinking, ToolResult
from packlight.core.conversation import Conversation
from packlight.core.frozen import json_text
from packlight.core.messages import Message
from packlight.core.pictures import count_pages, measure

MESSAGE_OVERHEAD = 3
"""Tokens that a message costs beside its blocks: role and separators. Anthropic publishes no figure; OpenAI's cookbook
("How to count tokens with tiktoken") gives 3 a message and 1 more for a named part."""
BLOCK_OVERHEAD = 1
"""Tokens that each block of a message costs beside what is in it."""
SYSTEM_OVERHEAD = 3
"""Tokens that a system prompt costs beside its text. With it, the example of Anthropic's page on token counting ("You
are a scientist", "Hello, Claude": 14 tokens) comes out as 14."""
TOOL_PROMPT_TOKENS = 324
"""Tokens of the prompt that the API adds once a request has tools: 286 to 675 by model (Anthropic's pricing page, read
2026-12-01; the model table has each). With 324 the token-counting page's example of one tool comes out as its 403."""

PATCH_PX = 28
"""A picture costs one token for each square of so many pixels (Anthropic's page on vision, read 2026-12-01)."""
IMAGE_EDGE_PX = 2_576
"""Pixels of the longer side beyond which the API scales a picture down: models from Opus 4.7 on; before, 1,568."""
IMAGE_TOKENS_MAX = 4_784
"""The most tokens of a picture: models from Opus 4.7 on; before, 1,568."""
IMAGE_TOKENS_UNKNOWN = 1_568
"""Tokens of a picture whose size cannot be read (a link, a file id): the cap of the models before Opus 4.7."""

PAGE_TOKENS = 2_250 + IMAGE_TOKENS_UNKNOWN
"""Tokens of a PDF page: its text, the middle of the 1,500 to 3,000 that the API's page on PDF gives, and a picture."""

_PICTURE_TYPES = frozenset(("image", "image_url", "input_image"))


class TokenCounter(Protocol):
    """Counts the tokens of a text; `estimated` is False only for the API's own counts.

    A counter that asks somebody else may have `count_texts(texts)` too, which is called before the texts are weighed
    one by one.
    """

    @property
    def name(self) -> str:
        """What stands beside its numbers."""
        ...

    @property
    def estimated(self) -> bool:
        """Whether its numbers are a guess at what the API would count."""
        ...

    def count_text(self, text: str) -> int:
        """Tokens of the text, 0 for an empty one."""
        ...


def image_tokens(width: int, height: int, edge_px: int = IMAGE_EDGE_PX, max_tokens: int = IMAGE_TOKENS_MAX) -> int:
    """Tokens of a picture by the published formula: ⌈w ÷ 28⌉ × ⌈h ÷ 28⌉, scaled down to the edge first, capped.

    >>> image_tokens(800, 600), image_tokens(10_000, 10_000)
    (638, 4784)
    """
    longest = max(width, height)
    if longest > edge_px:
        width, height = max(1, width * edge_px // longest), max(1, height * edge_px // longest)
    return min(max_tokens, -(-width // PATCH_PX) * -(-height // PATCH_PX))


def weigh_block(block: Block, counter: TokenCounter) -> int:
    """Tokens of what is in a block; its message adds `BLOCK_OVERHEAD` for the block itself."""
    special = _SPECIAL.get(type(block))
    return counter.count_text(block.readable()) if special is None else special(block, counter)


def _weigh_result(block: ToolResult, counter: TokenCounter) -> int:
    if isinstance(block.content, str):
        return counter.count_text(block.content)
    return sum(weigh_block(inner, counter) for inner in block.content or ())


def _weigh_picture(block: Image | Other, counter: TokenCounter) -> int:
    size = measure(block)
    return image_tokens(size.width, size.height) if size else IMAGE_TOKENS_UNKNOWN


def _weigh_other(block: Other, counter: TokenCounter) -> int:
    return _weigh_picture(block, counter) if block.type in _PICTURE_TYPES else counter.count_text(block.readable())


def _weigh_redacted(block: RedactedThinking, counter: TokenCounter) -> int:
    # Base64 of encrypted words: three bytes in four characters, and about four bytes of English a token.
    return -(-len(block.data) * 3 // 16)


def _weigh_document(block: Document, counter: TokenCounter) -> int:
    """Tokens of a document: its words, or its pages; one page where they cannot be counted."""
    kind, content = block.source.get("type"), block.source.get("content")
    if kind == "text":
        return counter.count_text(block.readable())
    if kind == "content" and content:
        return counter.count_text(content if isinstance(content, str) else json_text(content))
    return PAGE_TOKENS * (count_pages(block) or 1)


_SPECIAL: dict[type, Callable[[Any, TokenCounter], int]] = {
    ToolResult: _weigh_result,
    Image: _weigh_picture,
    Document: _weigh_document,
    RedactedThinking: _weigh_redacted,
    Other: _weigh_other,
}
"""How blocks are weighed that are more, or less, than the words that a model reads in them."""


def overhead(message: Message) -> int:
    """Tokens of a message beside what is in its blocks."""
    return MESSAGE_OVERHEAD + BLOCK_OVERHEAD * len(message.content)


def weigh_raw(message: Message, counter: TokenCounter) -> int:
    """Tokens of a malformed message that holds no block: of the JSON that it is."""
    return 0 if message.content or message.raw is None else counter.count_text(json_text(message.to_api()))


def weigh_message(message: Message, counter: TokenCounter) -> int:
    """Tokens of one message: its blocks and its overhead.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> weigh_message(Message("user", "Hello, Claude"), HeuristicCounter())
    8
    """
    total = weigh_content(message.content, counter)
    return total if message.raw is None else total + weigh_raw(message, counter)


def weigh_content(content: tuple[Block, ...], counter: TokenCounter) -> int:
    """Tokens of a well-formed message with these blocks, its overhead included."""
    total = MESSAGE_OVERHEAD + BLOCK_OVERHEAD * len(content)
    for block in content:
        total += weigh_block(block, counter)
    return total


class _Reader:
    """A counter that weighs nothing and keeps every text that it is asked for."""

    name, estimated = "reader", True

    def __init__(self) -> None:
        self.texts: list[str] = []

    def count_text(self, text: str) -> int:
        self.texts.append(text)
        return 0


def read_ahead(messages: Iterable[Message], counter: TokenCounter) -> None:
    """Let a counter that asks somebody else (`count_texts`) ask for all texts at once; others need no warning."""
    together = getattr(counter, "count_texts", None)
    if together is not None:
        reader = _Reader()
        for message in messages:
            weigh_message(message, reader)
        together(reader.texts)


def weigh_base(conversation: Conversation, counter: TokenCounter) -> tuple[int, int]:
    """Tokens in front of the messages: those of the system prompt and those of the tool definitions.

    With tools the API adds a prompt of its own, which is billed: `TOOL_PROMPT_TOKENS` are counted once for it.
    """
    system = sum(weigh_block(block, counter) for block in conversation.system)
    system += SYSTEM_OVERHEAD if conversation.system else 0
    tools = sum(counter.count_text(json_text(tool)) for tool in conversation.tools)
    return system, tools + TOOL_PROMPT_TOKENS if conversation.tools else 0
