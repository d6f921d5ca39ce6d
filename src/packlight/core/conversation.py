"""A conversation: system prompt, tool definitions and messages, as one frozen value.

Comes in: a request payload, a list of messages or the objects of an SDK; nothing here raises on them. Goes out: the
payload again (`to_api`), or the teaching form with system as `messages[0]` (`to_array`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from packlight.core.blocks import Block, Text
from packlight.core.frozen import EMPTY, Frozen, freeze, plain, thaw
from packlight.core.messages import Message, Messages, mint, read
from packlight.core.quick import quick
from packlight.core.wire import content_from_api


@dataclass(frozen=True, slots=True)
class Usage:
    """What an API reported for one request, in tokens; `message` is the position of the answer in `messages`."""

    message: int
    input_tokens: int
    output_tokens: int
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0

    @property
    def total_input(self) -> int:
        """All input tokens of the request, cached or not."""
        return self.input_tokens + self.cache_read_tokens + self.cache_write_tokens


@dataclass(frozen=True, slots=True)
class Source:
    """Where a conversation was read from.

    Attributes:
        format: the detected format, such as `"claude_code"`.
        path: the file, or None.
        name: the conversation's name in its file; the main thread is `"main"`.
        skipped_lines: numbers of the lines that could not be read, from 1.
        usage: the real usage numbers that the file carries.
        markers: things that happened between messages, such as a compaction boundary, as `{"kind", "message", …}`.
        notes: sentences for a person about what was left out or changed while reading.
    """

    format: str
    path: str | None = None
    name: str = "main"
    skipped_lines: tuple[int, ...] = ()
    usage: tuple[Usage, ...] = ()
    markers: tuple[Frozen, ...] = ()
    notes: tuple[str, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Conversation:
    """System prompt + tool definitions + ordered messages.

    Attributes:
        messages: an immutable sequence; `append` costs the new messages only.
        system: the blocks of the top-level system prompt; `system_is_string` when it came as a string.
        tools: the tool definitions, frozen.
        extra: other request fields, such as `model` or `max_tokens`.
        source: where it was read from, or None; not compared.
        minted: how many ids were given out so far; not compared.

    >>> talk = Conversation.from_api({"system": "Be brief.", "messages": [{"role": "user", "content": "hi"}]})
    >>> talk.to_array()[0]
    {'role': 'system', 'content': 'Be brief.'}
    """

    messages: Messages = field(default_factory=Messages)
    system: tuple[Block, ...] = ()
    tools: tuple[Frozen, ...] = ()
    extra: Frozen = EMPTY
    system_is_string: bool = False
    source: Source | None = field(default=None, compare=False)
    minted: int = field(default=0, compare=False)

    @classmethod
    def from_api(cls, payload: Any) -> Conversation:
        """Read a request payload (`{"system", "messages", "tools", …}`), a list of messages, or one message.

        Never raises: a malformed message is kept raw, places stay, and what is not a payload has no messages.
        """
        if isinstance(payload, Conversation):
            return payload
        payload = plain(payload)
        if isinstance(payload, list | tuple | Messages):
            return cls().append(*payload)
        if not isinstance(payload, Mapping):
            return cls()
        if "messages" not in payload and "role" in payload and "content" in payload:
            return cls().append(payload)
        return _from_mapping(payload)

    def append(self, *messages: Message | Mapping[str, Any] | Any) -> Conversation:
        """This conversation with more messages behind it; they get their ids here."""
        start = self.minted
        new = [read(item, start + i) for i, item in enumerate(messages)]
        return Conversation(
            self.messages.extend(new),
            self.system,
            self.tools,
            self.extra,
            self.system_is_string,
            self.source,
            start + len(new),
        )

    def with_messages(self, messages: Iterable[Message]) -> Conversation:
        """The same system and tools over other messages; those without an id get one."""
        start, kept = self.minted, []
        for message in messages:
            kept.append(mint(message, start))
            # A number is given out once: what is dropped later never lends its id to something new.
            start += not message.id
        return replace(self, messages=Messages(kept), minted=start)

    def carrying(self, other: Conversation) -> Conversation:
        """The messages of another conversation under this one's system prompt, tools and other fields."""
        mine = (self.system, self.tools, self.extra, self.system_is_string)
        return Conversation(other.messages, *mine, other.source, other.minted)

    def with_system(self, system: str | tuple[Block, ...]) -> Conversation:
        """The same messages under another system prompt; `""` and `()` take it away."""
        extra = Frozen({k: v for k, v in self.extra.items() if k != "system"}) if "system" in self.extra else self.extra
        blocks = ((Text(system),) if system else ()) if isinstance(system, str) else system
        return replace(self, system=blocks, system_is_string=isinstance(system, str) and bool(system), extra=extra)

    def with_tools(self, tools: tuple[Frozen, ...]) -> Conversation:
        """The same messages under other tool definitions."""
        extra = Frozen({k: v for k, v in self.extra.items() if k != "tools"}) if "tools" in self.extra else self.extra
        return replace(self, tools=tools, extra=extra)

    def to_api(self) -> dict[str, Any]:
        """The request payload: a leading run of system messages is hoisted to the top level, later ones stay."""
        start = 0
        while start < len(self.messages) and self.messages[start].role == "system" and self.messages[start].raw is None:
            start += 1
        out = thaw(self.extra)
        if self.system or start:
            out["system"] = self._system_api(start)
        if self.tools:
            out["tools"] = [thaw(tool) for tool in self.tools]
        if "messages" not in self.extra:
            out["messages"] = [message.to_api() for message in self.messages[start:]]
        return {key: out[key] for key in sorted(out, key=_payload_order)}

    def _system_api(self, leading: int) -> Any:
        if not leading and self.system_is_string and isinstance(self.system[0], Text):
            return self.system[0].text
        first = self.messages[0] if leading == 1 and not self.system else None
        if first is not None and first.is_string:
            return first.text()
        blocks = [*self.system, *(block for message in self.messages[:leading] for block in message.content)]
        return [block.to_api() for block in blocks]

    def to_array(self) -> list[Any]:
        """The teaching form: the top-level system prompt stands as `messages[0]`."""
        messages = [message.to_api() for message in self.messages]
        return [{"role": "system", "content": self._system_api(0)}, *messages] if self.system else messages

    def to_dict(self) -> dict[str, Any]:
        """The request payload, as `to_api` gives it."""
        return self.to_api()

    def __len__(self) -> int:
        return len(self.messages)

    def __repr__(self) -> str:
        blocks = sum(len(message.content) for message in self.messages)
        system = "system, " if self.system else ""
        return f"<Conversation: {system}{len(self.tools)} tools, {len(self.messages)} messages, {blocks} blocks>"


def _from_mapping(payload: Mapping[str, Any]) -> Conversation:
    """Read a payload; what cannot be understood at its place stays in `extra`, so that `to_api` gives it back."""
    extra = {key: freeze(item) for key, item in payload.items() if key not in ("messages", "system", "tools")}
    system, tools, messages = payload.get("system"), payload.get("tools"), payload.get("messages")
    blocks: tuple[Block, ...] = ()
    if isinstance(system, str) and system:
        blocks = (Text(system),)
    elif isinstance(system, list | tuple) and system:
        blocks = content_from_api(system)
    elif "system" in payload:
        extra["system"] = freeze(system)
    known: tuple[Frozen, ...] = ()
    if isinstance(tools, list | tuple) and tools and all(isinstance(plain(tool), Mapping) for tool in tools):
        known = tuple(freeze(plain(tool)) for tool in tools)
    elif "tools" in payload:
        extra["tools"] = freeze(tools)
    readable = isinstance(messages, list | tuple | Messages)
    if not readable and "messages" in payload:
        extra["messages"] = freeze(messages)
    empty = Conversation(Messages(), blocks, known, Frozen(extra), isinstance(system, str) and bool(blocks))
    return empty.append(*messages) if readable and messages else empty


def _payload_order(key: str) -> tuple[int, str]:
    """System, tools and messages last and in the order in which the API reads them; the rest before."""
    order = {"tools": 1, "system": 2, "messages": 3}
    return (order.get(key, 0), key if key not in order else "")
