"""A message and the ordered sequence of messages: what an agent carries.

Comes in: elements of `messages[]`. Goes out: frozen `Message` values with ids, in a `Messages` sequence that grows
without copying. Called by everything; `conversation.py` puts system prompt and tools beside it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, overload

from packlight.core.blocks import Block, Compaction, Other, Text, ToolResult, ToolUse
from packlight.core.frozen import EMPTY, Frozen, freeze, json_text, plain, thaw
from packlight.core.quick import filler
from packlight.core.wire import block_from_api, content_from_api

SUMMARY_MARKS = ("[summary", "[前文摘要", "[摘要")
"""A text that opens with one of these is a summary of what stood before it, whoever wrote it."""


@dataclass(frozen=True, slots=True)
class Message:
    """One element of `messages[]`: a role and content blocks.

    Attributes:
        role: `"user"` or `"assistant"`; anything else is kept and the rules speak of it.
        content: the blocks; a string on the wire is one `Text`, and `is_string` remembers it.
        id: minted from position and content when the message enters a conversation; not compared.
        derived_from: the id of the message that this one is a changed copy of; not compared.
        extra: other fields of the wire message.
        raw: the wire value of a malformed message, which `to_api` gives back verbatim; else None.

    >>> Message("user", "hi").to_api()
    {'role': 'user', 'content': 'hi'}
    """

    role: str
    content: tuple[Block, ...]
    id: str = field(default="", compare=False)
    derived_from: str | None = field(default=None, compare=False)
    extra: Frozen = EMPTY
    is_string: bool = False
    raw: Any = None

    def __init__(
        self,
        role: str,
        content: str | Iterable[Block | Mapping[str, Any]] = (),
        id: str = "",
        derived_from: str | None = None,
        *,
        extra: Frozen = EMPTY,
        is_string: bool = False,
        raw: Any = None,
    ) -> None:
        if isinstance(content, str):
            content, is_string = (Text(content),), True
        elif type(content) is not tuple:
            content = tuple(block_from_api(item) if isinstance(item, Mapping) else item for item in content)
        _fill(self, role, content, id, derived_from, extra, is_string, raw)

    def __hash__(self) -> int:
        # By shape: blocks may hold values that cannot be hashed, and equal messages have equal shapes.
        return hash((self.role, tuple([block.type for block in self.content])))

    @classmethod
    def from_api(cls, value: Any) -> Message:
        """Read one message; never raises, and a malformed one is kept raw.

        >>> Message.from_api({"role": "user", "content": None}).to_api()
        {'role': 'user', 'content': None}
        """
        if type(value) is not dict:
            value = plain(value)
            if isinstance(value, Message):
                return value
        fields: Mapping[str, Any] = value if type(value) is dict or isinstance(value, Mapping) else EMPTY
        role, content = fields.get("role"), fields.get("content")
        name = role if isinstance(role, str) else ""
        blocks: Any = content_from_api(content) if isinstance(content, (list, tuple)) else content
        if not isinstance(role, str) or not isinstance(blocks, (str, tuple)):
            # A null message is malformed too, and None says that nothing is: so it is wrapped.
            raw = Other(None) if value is None else freeze(value, 1)
            return cls(name, blocks if isinstance(blocks, str | tuple) else (), raw=raw)
        return cls(name, blocks, extra=_rest(fields))

    def to_api(self) -> Any:
        """The message as the Messages API writes it; a malformed one verbatim."""
        if self.raw is not None:
            return self.raw.to_api() if isinstance(self.raw, Other) else thaw(self.raw)
        first = self.content[0] if self.is_string else None
        content = first.text if isinstance(first, Text) else [block.to_api() for block in self.content]
        return {"role": self.role, "content": content, **thaw(self.extra)}

    def to_dict(self) -> dict[str, Any]:
        """The wire form with `id` and `derived_from` beside it."""
        return {"id": self.id, "derived_from": self.derived_from, "message": self.to_api()}

    def with_content(self, content: tuple[Block, ...]) -> Message:
        """A changed copy: new blocks, a new id, `derived_from` pointing here.

        >>> old = Message("user", "a long story", id="m4-0000abcd")
        >>> new = old.with_content((Text("a story"),))
        >>> new.derived_from, new.id[:3]
        ('m4-0000abcd', 'm4-')
        """
        place = self.id.partition("-")[0]
        copy = Message(self.role, content, "", self.id or None, extra=self.extra)
        # The old id is part of the new one's source: a copy that reads the same (a cache marker less) is still another.
        return replace_id(copy, f"{place}-{zlib.crc32(self.id.encode(), fingerprint(copy)):08x}") if place else copy

    @property
    def is_human(self) -> bool:
        """Whether a human speaks here: a user message with more in it than tool results and summaries."""
        return self.role == "user" and any(
            not isinstance(block, (ToolResult, Compaction)) and not is_summary(block) for block in self.content
        )

    def text(self) -> str:
        """All that a model reads in it, one line a block."""
        return "\n".join(block.readable() for block in self.content)


_fill = filler(Message)


def _rest(fields: Mapping[str, Any]) -> Frozen:
    if len(fields) == 2:
        return EMPTY
    return Frozen({key: freeze(item) for key, item in fields.items() if key not in ("role", "content")})


def is_summary(block: Block) -> bool:
    """Whether a block is a summary: a marked text, or the server's compaction block with content.

    >>> is_summary(Text("[summary of earlier messages] The vault is in rack 4."))
    True
    """
    if isinstance(block, Text):
        # Only text that opens with a bracket is worth folding to lower case: this runs for every block of a history.
        return block.text[:1] == "[" and block.text[:12].lower().startswith(SUMMARY_MARKS)
    return isinstance(block, Compaction) and block.content is not None


def fingerprint(message: Message) -> int:
    """A number from 0 to 2**32 - 1 by the message's role and content; the same on every machine."""
    crc = zlib.crc32(message.role.encode("utf-8", "surrogatepass"))
    for block in message.content:
        crc = zlib.crc32(f"\0{block.type}\0{_identity(block)}".encode("utf-8", "surrogatepass"), crc)
    return crc if message.raw is None else zlib.crc32(json_text(message.raw).encode("utf-8", "surrogatepass"), crc)


def _identity(block: Block) -> str:
    if isinstance(block, Text) and block.text:
        return block.text
    if isinstance(block, ToolUse):
        return f"{block.id}\0{block.readable()}"
    if isinstance(block, ToolResult):
        return f"{block.tool_use_id}\0{block.readable()}"
    return block.readable() or json_text(block.raw if isinstance(block, Other) else block.to_api())


def replace_id(message: Message, new_id: str) -> Message:
    """The same message under another id."""
    kept = {"extra": message.extra, "is_string": message.is_string, "raw": message.raw}
    return Message(message.role, message.content, new_id, message.derived_from, **kept)


def mint(message: Message, position: int) -> Message:
    """Give a message its id, `m<position>-<fingerprint>`, unless it has one."""
    return message if message.id else replace_id(message, f"m{position}-{fingerprint(message):08x}")


def read(value: Any, position: int) -> Message:
    """A message from its wire form, or a `Message` as it is, with its id."""
    message = Message.from_api(value)
    if message is value or message.id:
        return mint(message, position)
    # Nobody else has seen this value yet, so its id can be put in place without a second copy.
    object.__setattr__(message, "id", f"m{position}-{fingerprint(message):08x}")
    return message


class Messages(Sequence[Message]):
    """An immutable sequence of messages that grows by sharing: `extend` costs the new messages only.

    Two sequences extended from one are independent: the first to grow shares its store, the second copies it.

    >>> one = Messages([Message("user", "hi")])
    >>> two = one.extend([Message("assistant", "hello")])
    >>> len(one), len(two), two[0] is one[0]
    (1, 2, True)
    """

    __slots__ = ("_stop", "_store")

    def __init__(self, items: Iterable[Message] = ()) -> None:
        self._store = list(items)
        self._stop = len(self._store)

    def extend(self, items: Iterable[Message]) -> Messages:
        """This sequence with more messages behind it."""
        new = items if type(items) is list else list(items)
        if not new:
            return self
        store, stop = self._store, self._stop
        if len(store) == stop:
            store.extend(new)
        end = stop + len(new)
        # Another thread or an older branch may have grown the store first; then this branch takes a copy of its own.
        if len(store) < end or store[stop] is not new[0]:
            store = [*store[:stop], *new]
        grown = Messages.__new__(Messages)
        grown._store, grown._stop = store, end
        return grown

    def since(self, start: int) -> list[Message]:
        """The messages from that place on: what is new to somebody who saw so many."""
        return self._store[start : self._stop]

    def __len__(self) -> int:
        return self._stop

    def __iter__(self) -> Iterator[Message]:
        return islice(self._store, self._stop)

    @overload
    def __getitem__(self, index: int) -> Message: ...
    @overload
    def __getitem__(self, index: slice) -> Messages: ...
    def __getitem__(self, index: int | slice) -> Message | Messages:
        if isinstance(index, slice):
            return Messages([self._store[i] for i in range(*index.indices(self._stop))])
        if not -self._stop <= index < self._stop:
            raise IndexError(f"message {index} of {self._stop}: the last one is {self._stop - 1}")
        return self._store[index if index >= 0 else self._stop + index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Messages | list | tuple):
            return len(self) == len(other) and all(a is b or a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Messages({self._stop})"
