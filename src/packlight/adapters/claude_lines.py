"""What the three kinds of Claude Code record have in common: a line with a type and a message inside.

Comes in: records `{"type": "user" | "assistant" | …, "message": {"role", "content", …}}`. Goes out: `Entry` values, and
threads put together from them. Called by the formats `claude_code`, `claude_stream` and `claude_web`.

    entries of one thread ── cut at compaction boundaries ── replayed lines dropped ── merged by `Thread`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from packlight.adapters.lines import Record
from packlight.adapters.thread import Thread, blocks_of, is_blank
from packlight.core.blocks import Block, ToolResult, ToolUse

SPEAKERS = ("user", "assistant")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a thread.

    Attributes:
        line: where it stands, from 1.
        role: `"user"`, `"assistant"`, or `""` for a compaction boundary.
        blocks: what it says, blank texts left out.
        is_text: whether the content came as a string.
        message_id: the API message that it is a part of, or None.
        uuid: the id of the line, or None.
        usage: the usage object of the API, or None.
        is_summary: whether it is the summary that a compaction left.
        boundary: what is known of a compaction boundary, else None.
    """

    line: int
    role: str
    blocks: tuple[Block, ...] = ()
    is_text: bool = False
    message_id: str | None = None
    uuid: str | None = None
    usage: Any = None
    is_summary: bool = False
    boundary: Mapping[str, Any] | None = None


def is_spoken(fields: Mapping[str, Any]) -> bool:
    """Whether a record claims to be a line of the conversation, readable or not."""
    return fields.get("type") in SPEAKERS and "message" in fields


def entry_of(record: Record) -> Entry | None:
    """Read one record; None when a line that should speak cannot be read, or says nothing."""
    fields = record.value
    if fields.get("subtype") == "compact_boundary":
        return Entry(record.line, "", boundary=_boundary(fields))
    message = fields.get("message")
    content = message.get("content") if isinstance(message, Mapping) else None
    if not isinstance(message, Mapping) or not isinstance(content, str | list):
        return None
    role = message.get("role")
    return Entry(
        record.line,
        role if role in SPEAKERS else fields["type"],
        tuple(block for block in blocks_of(content) if not is_blank(block)),
        isinstance(content, str),
        text_or_none(message.get("id")),
        text_or_none(fields.get("uuid")),
        message.get("usage"),
        fields.get("isCompactSummary") is True,
    )


def text_or_none(value: Any) -> str | None:
    """A non-empty string, or None for everything else."""
    return value if isinstance(value, str) and value else None


def _boundary(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    details = fields.get("compactMetadata", fields.get("compact_metadata"))
    details = details if isinstance(details, Mapping) else {}
    trigger, before = details.get("trigger"), details.get("preTokens", details.get("pre_tokens"))
    return {
        "trigger": trigger if isinstance(trigger, str) else None,
        "tokens_before": before if isinstance(before, int) else None,
    }


def stretches(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Cut a thread at its compaction boundaries; the last stretch is the live one.

    A boundary stands first in the stretch that it opens. A summary opens one too, unless one stands right before.
    """
    cut: list[list[Entry]] = [[]]
    for entry in entries:
        after_boundary = len(cut[-1]) == 1 and cut[-1][0].boundary is not None
        if entry.boundary is not None or (entry.is_summary and cut[-1] and not after_boundary):
            cut.append([])
        cut[-1].append(entry)
    return cut


def thread_of(entries: Sequence[Entry]) -> Thread:
    """Put one stretch together: replayed lines dropped, the rest merged as the API saw it."""
    thread = Thread()
    for entry, blocks in _fresh(entries):
        if entry.boundary is not None:
            thread.mark("compaction", line=entry.line, **entry.boundary)
            continue
        if entry.is_summary:
            thread.mark("summary", line=entry.line)
        thread.add(entry.role, blocks, message_id=entry.message_id, usage=entry.usage, text=entry.is_text)
    return thread


def _fresh(entries: Sequence[Entry]) -> Iterator[tuple[Entry, list[Block]]]:
    """Each entry with those of its blocks that did not stand in the file before.

    A resumed session writes old lines again under new uuids. A block of the model is known by its message and its call,
    a result by its call. A human's words carry no such id: they are a replay when what follows them is one, or else a
    person who said "yes" twice would be unheard.
    """
    seen: set[object] = set()
    fresh: list[list[Block]] = []
    for entry in entries:
        keys = [_key(entry, block) for block in entry.blocks]
        fresh.append([block for block, key in zip(entry.blocks, keys, strict=True) if key is None or key not in seen])
        seen.update(key for key in keys if key is not None)
    said = _repeated_words(entries)
    for index in range(len(entries) - 1, -1, -1):
        if index in said and _replayed_after(entries, fresh, index):
            fresh[index] = []
    for entry, blocks in zip(entries, fresh, strict=True):
        if blocks or entry.boundary is not None:
            yield entry, blocks


def _key(entry: Entry, block: Block) -> object | None:
    if isinstance(block, ToolResult):
        return (block.tool_use_id, block)
    owner = entry.message_id or entry.uuid
    if owner is None:
        return None
    return (owner, block.id) if isinstance(block, ToolUse) else (owner, block)


def _repeated_words(entries: Sequence[Entry]) -> set[int]:
    """Places of user entries without results whose very words stood there before."""
    heard: set[object] = set()
    repeated: set[int] = set()
    for index, entry in enumerate(entries):
        if entry.role == "user" and entry.blocks and not any(isinstance(block, ToolResult) for block in entry.blocks):
            if entry.blocks in heard:
                repeated.add(index)
            heard.add(entry.blocks)
    return repeated


def _replayed_after(entries: Sequence[Entry], fresh: Sequence[list[Block]], index: int) -> bool:
    """Whether the next entry that says something was written before, as a whole."""
    for later in range(index + 1, len(entries)):
        if entries[later].blocks:
            return not fresh[later]
    return False
