"""Content blocks: the typed pieces inside a message.

Comes in: block objects of the Messages API. Goes out: one frozen value a block, which gives the very same object back.

    Block
    ├── Text · Thinking · RedactedThinking          what is said and thought
    ├── ToolUse · ToolResult                        a call and its answer: a pair
    ├── ServerToolUse · ServerToolResult            pairs that the API (or an MCP server) runs itself
    ├── Image · Document                            what is looked at
    ├── Compaction                                  a summary made by the server
    └── Other                                       anything else, verbatim: drawn and counted, never a crash

A block whose identifying fields are malformed (a text that is a number) is an `Other` with that `type`; a `ToolUse`
keeps any `input`, so that the rules can say what is wrong with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from packlight.core.frozen import EMPTY, Frozen, json_text, thaw


@dataclass(frozen=True, slots=True)
class Text:
    """Words of a human or of the model.

    >>> Text("hello").to_api()
    {'type': 'text', 'text': 'hello'}
    """

    text: str
    extra: Frozen = EMPTY
    type: ClassVar[Literal["text"]] = "text"

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        return {"type": "text", "text": self.text, **thaw(self.extra)}

    def readable(self) -> str:
        """The text that a model reads."""
        return self.text


@dataclass(frozen=True, slots=True)
class Thinking:
    """What the model thought before it spoke; `signature` is None when the field is absent."""

    thinking: str
    signature: str | None = None
    extra: Frozen = EMPTY
    type: ClassVar[Literal["thinking"]] = "thinking"

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        signature = {} if self.signature is None else {"signature": self.signature}
        return {"type": "thinking", "thinking": self.thinking, **signature, **thaw(self.extra)}

    def readable(self) -> str:
        """The text that a model reads."""
        return self.thinking


@dataclass(frozen=True, slots=True)
class RedactedThinking:
    """Thinking that the API hands over encrypted."""

    data: str
    extra: Frozen = EMPTY
    type: ClassVar[Literal["redacted_thinking"]] = "redacted_thinking"

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        return {"type": "redacted_thinking", "data": self.data, **thaw(self.extra)}

    def readable(self) -> str:
        """The text that a model reads."""
        return self.data


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A call: the model asks the program to run a tool. `input` should be an object; the rules say so when it is not.

    >>> ToolUse("toolu_1", "read_file", Frozen({"path": "a.py"})).readable()
    'read_file{"path": "a.py"}'
    """

    id: str
    name: str
    input: Any = EMPTY
    extra: Frozen = EMPTY
    type: ClassVar[Literal["tool_use"]] = "tool_use"

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        return {"type": "tool_use", "id": self.id, "name": self.name, "input": thaw(self.input), **thaw(self.extra)}

    def readable(self) -> str:
        """The text that a model reads."""
        return self.name + json_text(self.input)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The answer to a call. `content` is a string, blocks, or None when the field is absent.

    >>> ToolResult("toolu_1", "12 files").to_api()
    {'type': 'tool_result', 'tool_use_id': 'toolu_1', 'content': '12 files'}
    """

    tool_use_id: str
    content: str | tuple[Block, ...] | None = None
    is_error: bool | None = None
    extra: Frozen = EMPTY
    type: ClassVar[Literal["tool_result"]] = "tool_result"

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        out: dict[str, Any] = {"type": "tool_result", "tool_use_id": self.tool_use_id}
        if self.content is not None:
            blocks = self.content
            out["content"] = blocks if isinstance(blocks, str) else [block.to_api() for block in blocks]
        if self.is_error is not None:
            out["is_error"] = self.is_error
        return {**out, **thaw(self.extra)}

    def with_content(self, content: str | tuple[Block, ...] | None) -> ToolResult:
        """The same answer with other content; thousands are made at a time, and `dataclasses.replace` is slow."""
        return ToolResult(self.tool_use_id, content, self.is_error, self.extra)

    def readable(self) -> str:
        """The text that a model reads; pictures inside are left out."""
        if isinstance(self.content, str):
            return self.content
        return "\n".join(block.readable() for block in self.content or ())


@dataclass(frozen=True, slots=True)
class ServerToolUse:
    """A call that the API runs itself (`server_tool_use`) or hands to an MCP server (`mcp_tool_use`)."""

    id: str
    name: str
    input: Any = EMPTY
    type: str = "server_tool_use"
    extra: Frozen = EMPTY

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        return {"type": self.type, "id": self.id, "name": self.name, "input": thaw(self.input), **thaw(self.extra)}

    def readable(self) -> str:
        """The text that a model reads."""
        return self.name + json_text(self.input)


@dataclass(frozen=True, slots=True)
class ServerToolResult:
    """The answer to a `ServerToolUse`, inside the same assistant message; `content` is kept verbatim."""

    tool_use_id: str
    content: Any = None
    type: str = "web_search_tool_result"
    extra: Frozen = EMPTY

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        return {"type": self.type, "tool_use_id": self.tool_use_id, "content": thaw(self.content), **thaw(self.extra)}

    def readable(self) -> str:
        """The text that a model reads."""
        return self.content if isinstance(self.content, str) else json_text(self.content)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture; `source` says where its data is. Its readable text is empty: base64 is never read as words."""

    source: Frozen
    extra: Frozen = EMPTY
    type: ClassVar[Literal["image"]] = "image"

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        return {"type": "image", "source": thaw(self.source), **thaw(self.extra)}

    def readable(self) -> str:
        """Nothing: a picture is looked at, not read."""
        return ""


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF or a text document; only a text source has readable text."""

    source: Frozen
    extra: Frozen = EMPTY
    type: ClassVar[Literal["document"]] = "document"

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        return {"type": "document", "source": thaw(self.source), **thaw(self.extra)}

    def readable(self) -> str:
        """The words of a text source; empty for a PDF."""
        data = self.source.get("data")
        return data if self.source.get("type") == "text" and isinstance(data, str) else ""


@dataclass(frozen=True, slots=True)
class Compaction:
    """A summary made by the server; `content` None means that its compaction failed and the block is a no-op."""

    content: str | None
    extra: Frozen = EMPTY
    type: ClassVar[Literal["compaction"]] = "compaction"

    def to_api(self) -> dict[str, Any]:
        """The block as the Messages API writes it."""
        return {"type": "compaction", "content": self.content, **thaw(self.extra)}

    def readable(self) -> str:
        """The text that a model reads."""
        return self.content or ""


@dataclass(frozen=True, slots=True)
class Other:
    """A block that Packlight does not know, or one that is malformed, kept verbatim."""

    raw: Any

    @property
    def type(self) -> str:
        """The type that it claims; empty when it claims none."""
        kind = self.raw.get("type") if isinstance(self.raw, Frozen) else None
        return kind if isinstance(kind, str) else ""

    def get(self, key: str) -> Any:
        """A field of the raw object, or None."""
        return self.raw.get(key) if isinstance(self.raw, Frozen) else None

    def to_api(self) -> Any:
        """The very value that came in."""
        return thaw(self.raw)

    def readable(self) -> str:
        """Its JSON, or the string that it is."""
        return self.raw if isinstance(self.raw, str) else json_text(self.raw)


Block = (
    Text
    | Thinking
    | RedactedThinking
    | ToolUse
    | ToolResult
    | ServerToolUse
    | ServerToolResult
    | Image
    | Document
    | Compaction
    | Other
)
