"""The workbench of a repair: messages taken apart into pieces that know where they came from.

Comes in: a conversation. Goes out: the same messages where nothing was touched, changed copies where something was.
Each step of the repair works on a `Desk`; none of this is ever handed out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from packlight.core.blocks import Block, Text
from packlight.core.conversation import Conversation
from packlight.core.frozen import EMPTY, Frozen, json_text
from packlight.core.messages import Message
from packlight.core.repair.change import Change
from packlight.core.rules.capabilities import Capabilities
from packlight.core.rules.finding import Place

_FORBIDDEN = re.compile(r"[^a-zA-Z0-9_-]")


@dataclass(slots=True, eq=False)
class Piece:
    """A block on the desk, and where it stood in the history that came in; of a new one -1 is its block."""

    block: Block
    row: int
    place: int = -1

    @property
    def at(self) -> Place:
        return (self.row, self.place) if self.place >= 0 else (self.row,)


@dataclass(slots=True, eq=False)
class Draft:
    """A message on the desk.

    Attributes:
        row: where it stood in the history that came in; of a new message the place of what it belongs to.
        role, content, extra: as they are now.
        message: the message it was, or None for a new one.
        raw: whether it could not be read yet.
    """

    row: int
    role: str
    content: list[Piece]
    message: Message | None = None
    extra: Frozen = EMPTY
    raw: bool = False

    @property
    def at(self) -> Place:
        return (self.row,)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple([piece.block for piece in self.content])

    @property
    def was_empty(self) -> bool:
        """Whether it came in without content."""
        return self.message is not None and self.message.raw is None and not said(self.message)

    def is_untouched(self) -> bool:
        old = self.message
        if old is None or old.raw is not None or old.role != self.role or old.extra is not self.extra:
            return False
        given = said(old)
        return len(given) == len(self.content) and all(a is b.block for a, b in zip(given, self.content, strict=True))

    def build(self) -> Message:
        """The message that it was, or a changed copy that is derived from it."""
        if self.message is None:
            return Message(self.role, self.blocks, extra=self.extra)
        if self.is_untouched():
            return self.message
        return Message(self.role, (), self.message.id, extra=self.extra).with_content(self.blocks)


def said(message: Message) -> tuple[Block, ...]:
    """The blocks of a message; none for the empty string."""
    first = message.content[0] if message.is_string and message.content else None
    return () if isinstance(first, Text) and not first.text else message.content


def clean_id(id: str) -> str:
    """An id without forbidden characters.

    >>> clean_id("functions.ls:0"), clean_id("")
    ('functions_ls_0', 'call')
    """
    return _FORBIDDEN.sub("_", id) or "call"


def wire(block: Block) -> str:
    """A block as JSON text, to tell whether two are the same: their inputs may be deeper than `==` can go."""
    return json_text(block.to_api())


@dataclass(slots=True)
class Desk:
    """Everything that is being mended, and what was done so far."""

    original: Conversation
    conversation: Conversation
    able: Capabilities
    running: frozenset[str]
    thinking: bool | None
    drafts: list[Draft] = field(default_factory=list)
    system: list[Block] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    def note(
        self, code: str, at: Place, action: str, *, id: str | None = None, before: Any = None, after: Any = None
    ) -> None:
        """Record a change."""
        self.changes.append(Change(code, at, id, action, before, after))

    def build(self) -> Conversation:
        """The mended conversation."""
        talk = self.conversation.with_messages([draft.build() for draft in self.drafts])
        first = self.system[0] if len(self.system) == 1 and not talk.system else None
        if isinstance(first, Text) and not first.extra:
            return talk.with_system(first.text)
        return talk.with_system((*talk.system, *self.system)) if self.system else talk


def desk_for(conversation: Conversation, able: Capabilities, running: frozenset[str], thinking: bool | None) -> Desk:
    """Take a conversation apart."""
    desk = Desk(conversation, conversation, able, running, thinking)
    for row, message in enumerate(conversation.messages):
        pieces = [Piece(block, row, place) for place, block in enumerate(said(message))]
        desk.drafts.append(Draft(row, message.role, pieces, message, message.extra, message.raw is not None))
    return desk
