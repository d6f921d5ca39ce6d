"""How a tool result gets shorter: head, tail and the lines that conclude, or a note in its place.

Comes in: a block or a message. Goes out: lighter blocks, or None where there is nothing to gain. A result stays a
result under its id; text that a human wrote and server tools' encrypted content are never edited.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from packlight.core.blocks import Block, Document, Image, Text, ToolResult
from packlight.core.strategies.words import TABLES, why
from packlight.core.tokens import TokenCounter

CONCLUDES = re.compile(
    r"error|exception|traceback|fail|passed|warning|result|total|summary|conclusion|done|exit code"
    r"|错误|异常|失败|通过|警告|结果|总计|合计|结论|完成",
    re.IGNORECASE,
)
LEAST_PART_TOKENS = 12
"""A part of a result is never cut below this: the note alone takes about so many."""
ROUNDS = 12
"""Tries to hit a size; each makes the cut a fifth smaller, so twelve reach a tenth."""

_CLEARED_HEADS = tuple(table["note.cleared"].partition("{")[0] for table in TABLES.values())


def shorten_text(text: str, to_tokens: int, counter: TokenCounter, lang: str = "en") -> str:
    """A text of at most `to_tokens` where that can be done: head, tail, and concluding lines from between.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> short = shorten_text("line of a log\\n" * 400 + "exit code 1", 40, HeuristicCounter())
    >>> short.startswith("line of a log"), short.endswith("exit code 1")
    (True, True)
    """
    tokens = counter.count_text(text)
    if tokens <= to_tokens:
        return text
    size = len(text) * to_tokens / max(tokens, 1)
    for _ in range(ROUNDS):
        head, tail = _head(text, int(size * 0.45)), _tail(text, int(size * 0.25))
        lines = _concluding(text[len(head) : len(text) - len(tail)], int(size * 0.3))
        note = why("note.cut", lang, tokens=max(tokens - to_tokens, 1))
        short = "\n".join([part for part in (head.rstrip(), note, lines, tail.lstrip()) if part])
        if counter.count_text(short) <= to_tokens:
            return short
        size *= 0.8
    return why("note.cut", lang, tokens=tokens)


def _head(text: str, size: int) -> str:
    """The beginning, back to the end of a word where there is one near."""
    cut = max(text.rfind(" ", size * 2 // 3, size), text.rfind("\n", size * 2 // 3, size))
    return text[: cut if cut > 0 else size]


def _tail(text: str, size: int) -> str:
    """The end, from the start of a word where there is one near."""
    start = len(text) - size
    space = next((i for i in range(start, min(start + size // 3, len(text))) if text[i].isspace()), start)
    return text[space:]


def _concluding(text: str, room: int) -> str:
    """Lines that tell how something ended, the latest first, as many as fit."""
    chosen: list[str] = []
    if room < 20 or len(text) > 2_000_000:
        return ""
    for line in reversed(text.splitlines()):
        line = line.strip()[:200]
        if CONCLUDES.search(line) and not line.startswith("[…"):
            room -= len(line) + 1
            if room < 0:
                break
            chosen.append(line)
    return "\n".join(reversed(chosen))


def is_cleared(block: ToolResult) -> bool:
    """Whether nothing but our note is left of a result."""
    text = block.readable()
    return len(text) < 60 and text.startswith(_CLEARED_HEADS)


def shorten_result(block: ToolResult, to_tokens: int, counter: TokenCounter, lang: str = "en") -> ToolResult:
    """A result with its texts cut to about `to_tokens` together, and notes in place of pictures."""
    if isinstance(block.content, str):
        return block.with_content(shorten_text(block.content, to_tokens, counter, lang))
    parts = block.content or ()
    sizes = [counter.count_text(part.text) if isinstance(part, Text) else 0 for part in parts]
    shares = _shares(sizes, to_tokens)
    out: list[Block] = []
    for part, share in zip(parts, shares, strict=True):
        if isinstance(part, Text):
            out.append(replace(part, text=shorten_text(part.text, share, counter, lang)))
        elif isinstance(part, Image):
            out.append(Text(why("note.image", lang)))
        elif isinstance(part, Document):
            out.append(Text(why("note.document", lang)))
        else:
            out.append(part)
    return block.with_content(tuple(out))


def _shares(sizes: list[int], to_tokens: int) -> list[int]:
    """How many tokens each part may have: small parts stay whole, large ones share what is left.

    >>> _shares([8, 46, 90], 68)
    [8, 30, 30]
    """
    shares, left = [0] * len(sizes), to_tokens
    order = sorted(range(len(sizes)), key=lambda i: sizes[i])
    for done, index in enumerate(order):
        shares[index] = min(sizes[index], max(left // (len(order) - done), LEAST_PART_TOKENS))
        left -= shares[index]
    return shares


def clear_result(block: ToolResult, counter: TokenCounter, lang: str = "en") -> ToolResult:
    """A result with a note in place of everything; one that is cleared already stays."""
    if is_cleared(block):
        return block
    parts = block.content if isinstance(block.content, tuple) else ()
    if any(isinstance(part, Image) for part in parts) and not any(isinstance(part, Text) for part in parts):
        return block.with_content((Text(why("note.image", lang)),))
    return block.with_content(why("note.cleared", lang, tokens=counter.count_text(block.readable())))


def map_results(content: tuple[Block, ...], change: Callable[[ToolResult], ToolResult]) -> tuple[Block, ...]:
    """The blocks with every tool result changed by a function."""
    return tuple([change(block) if isinstance(block, ToolResult) else block for block in content])
