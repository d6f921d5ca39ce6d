"""A conversation as a log tells it, put together again as the API saw it.

Comes in: roles and blocks, in the order of the file. Goes out: a `Conversation` in which the lines of one API message
and neighbours of the same role are one message, results stand first, and blank texts are gone. Called by every format
that is a log; API JSON never passes here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from packlight.adapters.usage import usage_of
from packlight.core.blocks import Block, Text, ToolResult
from packlight.core.conversation import Conversation, Source, Usage
from packlight.core.frozen import freeze
from packlight.core.messages import Message
from packlight.core.wire import block_from_api


def blocks_of(content: Any) -> list[Block]:
    """The blocks of a logged `content`: a string is one text, and so is a string among the blocks.

    >>> blocks_of(["hi", {"type": "text", "text": "there"}])
    [Text(text='hi', extra={}), Text(text='there', extra={})]
    """
    if isinstance(content, str):
        return [Text(content)]
    items = content if isinstance(content, list | tuple) else []
    return [Text(item) if isinstance(item, str) else block_from_api(item) for item in items]


def is_blank(block: Block) -> bool:
    """Whether a block is a text with nothing but white space in it."""
    return isinstance(block, Text) and not block.text.strip()


@dataclass(slots=True)
class _Turn:
    role: str
    blocks: list[Block] = field(default_factory=list)
    is_string: bool = False
    usages: dict[str, Any] = field(default_factory=dict)

    def message(self) -> Message:
        blocks = self.blocks
        if self.role == "user" and any(isinstance(block, ToolResult) for block in blocks):
            # The API wants the answers first; a log has them in the order in which they came.
            blocks = sorted(blocks, key=lambda block: not isinstance(block, ToolResult))
        return Message(self.role, tuple(blocks), is_string=self.is_string and len(blocks) == 1)


@dataclass(slots=True)
class Thread:
    """Collects the messages of one conversation.

    >>> thread = Thread()
    >>> thread.add("user", [Text("go")])
    >>> thread.add("assistant", [Text("on")], message_id="msg_1")
    >>> thread.add("assistant", [Text("it")], message_id="msg_1")
    >>> [len(message.content) for message in thread.conversation("claude_code").messages]
    [1, 2]
    """

    turns: list[_Turn] = field(default_factory=list)
    markers: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _by_id: dict[str, _Turn] = field(default_factory=dict)

    def add(
        self,
        role: str,
        blocks: Iterable[Block],
        *,
        message_id: str | None = None,
        usage: Any = None,
        text: bool = False,
    ) -> None:
        """Add what one line says; `message_id` is the API message it belongs to, `text` that it came as a string."""
        kept = [block for block in blocks if not is_blank(block)]
        if not kept:
            return
        turn = self._turn(role, message_id)
        turn.is_string = text and not turn.blocks
        turn.blocks.extend(kept)
        if isinstance(usage, Mapping):
            # Each line of a message repeats its usage; the last one has the whole output.
            turn.usages[message_id or ""] = usage

    def _turn(self, role: str, message_id: str | None) -> _Turn:
        known = self._by_id.get(message_id) if message_id else None
        if known is None or known.role != role:
            if not self.turns or self.turns[-1].role != role:
                self.turns.append(_Turn(role))
            known = self.turns[-1]
        if message_id:
            self._by_id[message_id] = known
        return known

    def mark(self, kind: str, **details: Any) -> None:
        """Note that something happened before the next message: `{"kind", "message", …}`."""
        known = {key: value for key, value in details.items() if value is not None}
        self.markers.append({"kind": kind, "message": len(self.turns), **known})

    def conversation(self, format: str, base: Conversation | None = None) -> Conversation:
        """The conversation; system, tools and other fields come from `base`."""
        usage = [usage_of(fields, i) for i, turn in enumerate(self.turns) for fields in turn.usages.values()]
        source = Source(
            format,
            usage=tuple(item for item in usage if isinstance(item, Usage)),
            markers=tuple(freeze(marker) for marker in self.markers),
            notes=tuple(self.notes),
        )
        whole = (Conversation() if base is None else base).append(*[turn.message() for turn in self.turns])
        return replace(whole, source=source)
