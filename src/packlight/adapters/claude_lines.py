"""What the three kinds of Claude Code record have in common: a line with a type and a message inside.

Comes in: records `{"type": "user" | "assistant" | …, "message": {"role", "content", …}}`. Goes out: the conversations
of the file. Called by the formats `claude_code`, `claude_stream` and `claude_web`.

    records ── sorted into threads ── cut at compaction boundaries ── replays dropped ── merged by `Thread`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from packlight.adapters.claude_replays import fresh_blocks
from packlight.adapters.lines import Record
from packlight.adapters.names import Names
from packlight.adapters.thread import Thread, blocks_of, is_blank
from packlight.core.blocks import Block
from packlight.core.conversation import Conversation, Source

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


def conversations_of(
    records: Sequence[Record], format: str, chain_of: Callable[[Mapping[str, Any]], str]
) -> dict[str, Conversation]:
    """The main thread, the threads of sub-agents, and what was said before each compaction.

    Args:
        records: the records of the file, in its order.
        format: the name for `Source.format`.
        chain_of: the name of the sub-agent's thread that a record belongs to; empty for the main thread.
    """
    threads: dict[str, list[Entry]] = {"": []}
    unread = [record.line for record in records if not isinstance(record.value, Mapping)]
    for record in records:
        fields = record.value
        # The chain is asked for every record: noise may be a link between two lines that speak.
        chain = chain_of(fields) if isinstance(fields, Mapping) else ""
        if not isinstance(fields, Mapping) or not _is_wanted(fields):
            continue
        entry = entry_of(record)
        if entry is None:
            unread.append(record.line)
        else:
            threads.setdefault(chain, []).append(entry)
    return _finished(threads, format, tuple(sorted(unread)))


def _is_wanted(fields: Mapping[str, Any]) -> bool:
    if fields.get("isMeta") is True or fields.get("isApiErrorMessage") is True:
        return False
    return is_spoken(fields) or fields.get("subtype") == "compact_boundary"


def _finished(threads: Mapping[str, list[Entry]], format: str, unread: tuple[int, ...]) -> dict[str, Conversation]:
    names, out = Names("main"), {}
    for chain, entries in threads.items():
        *past, live = stretches(entries)
        name = names.take(chain) if chain else "main"
        parts = {name: live}
        parts.update((names.take(f"{name} before compaction {i}"), stretch) for i, stretch in enumerate(past, 1))
        for part, stretch in parts.items():
            conversation = thread_of(stretch).conversation(format)
            source = conversation.source or Source(format)
            out[part] = replace(conversation, source=replace(source, name=part, skipped_lines=unread))
    return out


def is_spoken(fields: Mapping[str, Any]) -> bool:
    """Whether a record claims to be a line of the conversation, readable or not."""
    return fields.get("type") in SPEAKERS and "message" in fields


def entry_of(record: Record) -> Entry | None:
    """Read one record; None when a line that should speak cannot be read."""
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

    A boundary stands first in the stretch that it opens. A summary without one, as in a session that was continued,
    cuts nothing: what stands before it is still in the file's conversation.
    """
    cut: list[list[Entry]] = [[]]
    for entry in entries:
        if entry.boundary is not None:
            cut.append([])
        cut[-1].append(entry)
    return cut


def thread_of(entries: Sequence[Entry]) -> Thread:
    """Put one stretch together: replayed lines dropped, the rest merged as the API saw it."""
    thread = Thread()
    owners = [entry.message_id or entry.uuid for entry in entries]
    fresh = fresh_blocks([(entry.role, owner, entry.blocks) for entry, owner in zip(entries, owners, strict=True)])
    for entry, blocks in zip(entries, fresh, strict=True):
        if entry.boundary is not None:
            thread.mark("compaction", line=entry.line, **entry.boundary)
        elif blocks:
            if entry.is_summary:
                thread.mark("summary", line=entry.line)
            thread.add(entry.role, blocks, message_id=entry.message_id, usage=entry.usage, text=entry.is_text)
    return thread
