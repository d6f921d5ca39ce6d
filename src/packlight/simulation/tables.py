"""The tables of a film: every message and block that ever stands in it, once, with what a view needs to draw it.

Comes in: messages and their weights. Goes out: rows and blocks of `film.py`. Called by `run.py` and by `pl.show`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from packlight.core.blocks import (
    Block,
    Compaction,
    Document,
    Image,
    RedactedThinking,
    ServerToolResult,
    ServerToolUse,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)
from packlight.core.conversation import Conversation
from packlight.core.frozen import json_text
from packlight.core.messages import Message, is_summary
from packlight.core.tokens import TokenCounter, weigh_base, weigh_block, weigh_message
from packlight.simulation.film import Block as Drawn
from packlight.simulation.film import Row
from packlight.simulation.words import say

TEXT_LIMIT = 2_000
"""Characters of a block that travel in a film; the rest is told as a number."""
LABEL_LIMIT = 80
_BLANK = re.compile(r"\s+")
_RULER = re.compile(r"([=\-_.*#~])\1{5,}")


class Tables:
    """Grows with the film: `place` gives a message its place in the table, and puts it there the first time."""

    def __init__(self, counter: TokenCounter, lang: str) -> None:
        self.rows: list[Row] = []
        self.blocks: list[Drawn] = []
        self._counter = counter
        self._lang = lang
        self._places: dict[str, int] = {}
        self._pairs: dict[str, int] = {}
        self._sides: dict[tuple[str, bool], int] = {}

    def place(self, message: Message, turn: int) -> int:
        """The message's place in the table."""
        known = self._places.get(message.id)
        if known is not None:
            return known
        start = len(self.blocks)
        origin = self._places.get(message.derived_from or "")
        if origin is not None:
            # A changed copy stays in the turn of what it was made from.
            turn = self.rows[origin].turn
        for block in message.content:
            self._add(block, message.role)
        row = Row(
            message.id,
            message.role or "?",
            voice_of(message),
            turn,
            weigh_message(message, self._counter),
            (start, len(self.blocks)),
            message.derived_from,
        )
        self._places[message.id] = len(self.rows)
        self.rows.append(row)
        return len(self.rows) - 1

    def known(self, message_id: str) -> int | None:
        """The place of a message by id, or None."""
        return self._places.get(message_id)

    def _add(self, block: Block, role: str) -> None:
        drawn = draw(block, role, weigh_block(block, self._counter), self._lang)
        key = _pair_key(block)
        if key is not None:
            call_id, is_call = key
            number = self._pairs.setdefault(call_id, len(self._pairs) + 1)
            mate = self._sides.get((call_id, not is_call))
            drawn = replace(drawn, pair=number, mate=mate)
            if mate is not None and self.blocks[mate].mate is None:
                self.blocks[mate] = replace(self.blocks[mate], mate=len(self.blocks))
            self._sides.setdefault((call_id, is_call), len(self.blocks))
        self.blocks.append(drawn)

    def system(self, conversation: Conversation) -> dict[str, Any] | None:
        """The system row: its blocks and, in its weight, the tool definitions; None where there is neither."""
        system, tools = weigh_base(conversation, self._counter)
        if not (conversation.system or conversation.tools):
            return None
        start = len(self.blocks)
        text = "\n\n".join(block.readable() for block in conversation.system)
        parts = [say("label.system", self._lang)] if text else []
        parts += ["CLAUDE.md"] if "# CLAUDE.md" in text else []
        parts += [say("label.tools", self._lang, n=len(conversation.tools))] if conversation.tools else []
        shown = text + "".join(f"\n\n{json_text(tool)}" for tool in conversation.tools)
        label = " · ".join(parts)
        words, cut = bounded(shown)
        self.blocks.append(Drawn("system", "system", system + tools, label, words, cut, raw=words))
        return {"tokens": system + tools, "blocks": [start, len(self.blocks)]}


def voice_of(message: Message) -> str:
    """Who speaks: `human`, `results` (carried by user), `assistant`, `system` or `summary`."""
    if message.role != "user":
        return message.role if message.role in ("assistant", "system") else "human"
    if message.is_human:
        return "human"
    return "summary" if any(is_summary(block) for block in message.content) else "results"


def _pair_key(block: Block) -> tuple[str, bool] | None:
    if isinstance(block, ToolUse | ServerToolUse):
        return block.id, True
    return (block.tool_use_id, False) if isinstance(block, ToolResult | ServerToolResult) else None


def kind_of(block: Block, role: str) -> str:
    """How a block is drawn: one of the film's kinds.

    >>> kind_of(Text("hi"), "user"), kind_of(ToolResult("toolu_1", "no", True), "user")
    ('user_text', 'error_result')
    """
    if is_summary(block) or isinstance(block, Compaction):
        return "summary"
    if isinstance(block, Text):
        return {"user": "user_text", "assistant": "assistant_text", "system": "system"}.get(role, "other")
    if isinstance(block, ToolResult):
        return "error_result" if block.is_error else "tool_result"
    for kind, types in _KINDS.items():
        if isinstance(block, types):
            return kind
    return "other"


_KINDS: dict[str, tuple[type, ...]] = {
    "thinking": (Thinking, RedactedThinking),
    "tool_use": (ToolUse,),
    "image": (Image,),
    "document": (Document,),
    "server_tool": (ServerToolUse, ServerToolResult),
}


def draw(block: Block, role: str, tokens: int, lang: str) -> Drawn:
    """One block as a film holds it: bounded words, never base64."""
    kind = kind_of(block, role)
    words, cut = bounded(block.readable())
    name = block.name if isinstance(block, ToolUse | ServerToolUse) else None
    raw = None if isinstance(block, Text | Thinking) and not block.extra else bounded(json_text(_elided(block)))[0]
    if isinstance(block, ToolResult) and isinstance(block.content, str) and not block.is_error:
        raw = None
    return Drawn(kind, block.type or "?", tokens, label_of(block, lang), words, cut, name=name, raw=raw)


def bounded(text: str, limit: int = TEXT_LIMIT) -> tuple[str, int]:
    """The first characters of a text, and how many were left out.

    >>> bounded("abcdef", 4)
    ('abcd', 2)
    """
    return text[:limit], max(0, len(text) - limit)


def label_of(block: Block, lang: str) -> str:
    """What a block says in one short line."""
    fixed = _FIXED_LABELS.get(type(block))
    if fixed:
        return say(fixed, lang)
    if isinstance(block, ToolUse | ServerToolUse):
        return one_line(_call_label(block))
    if isinstance(block, ToolResult):
        lines = block.readable().count("\n") + 1
        first = one_line(block.readable().partition("\n")[0] or block.readable(), LABEL_LIMIT - 14)
        text = say("label.lines", lang, text=first, n=lines) if lines > 1 and first else first
    else:
        text = block.readable()
    return one_line(text) or say("kind.empty", lang)


_FIXED_LABELS: dict[type, str] = {
    Image: "label.image",
    Document: "label.document",
    RedactedThinking: "label.redacted",
}


def _call_label(block: ToolUse | ServerToolUse) -> str:
    """The call's first argument; its name stands beside it in the picture."""
    values = block.input.values() if isinstance(block.input, dict) else ()
    first = next((str(value) for value in values if isinstance(value, str | int | float)), "")
    return first


def one_line(text: str, limit: int = LABEL_LIMIT) -> str:
    """A text on one line, without ruled lines, cut after a whole word where there is one.

    >>> one_line("The last tide\\n of every file", 14)
    'The last tide…'
    """
    flat = _BLANK.sub(" ", _RULER.sub(" ", text[: limit * 4])).strip()
    if len(flat) <= limit:
        return flat
    head = flat[: limit - 1]
    space = head.rfind(" ") if flat[limit - 1] != " " else -1
    return (head[:space] if space > limit // 2 else head).rstrip() + "…"


def _elided(block: Block) -> Any:
    """The block's JSON without the data of pictures and files."""
    return _elide(block.to_api())


def _elide(value: Any, depth: int = 0) -> Any:
    if isinstance(value, dict):
        data = value.get("data")
        if value.get("type") == "base64" and isinstance(data, str):
            value = {**value, "data": f"<base64, {len(data):,} characters>"}
        return {key: _elide(item, depth + 1) for key, item in value.items()} if depth < 20 else "…"
    if isinstance(value, list):
        return [_elide(item, depth + 1) for item in value] if depth < 20 else "…"
    return value
