"""Claude Code session logs: JSON lines under `~/.claude/projects`.

Comes in: records with `type`, `message`, `uuid`, `sessionId`, `isSidechain`; most others are noise. Goes out: "main",
even when it is empty, every sub-agent as a conversation of its own, and what was said before each compaction. File
order holds, after a rewind too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from packlight.adapters.claude_lines import Entry, entry_of, is_spoken, stretches, text_or_none, thread_of
from packlight.adapters.lines import Sample
from packlight.adapters.names import Names
from packlight.core.blocks import ToolResult
from packlight.core.conversation import Conversation, Source
from packlight.core.messages import Message

NAME = "claude_code"

_SIGNS = ("sessionId", "isSidechain", "parentUuid", "leafUuid", "isCompactSummary", "compactMetadata")


def sniff(sample: Sample) -> int:
    """Sure as soon as one record has the type and a field of a session log."""
    if isinstance(sample.value, Mapping) and "loglines" in sample.value:
        return 0
    scores = [_score(record.value) for record in sample.objects]
    return max(scores, default=0)


def _score(fields: Mapping[str, Any]) -> int:
    if not isinstance(fields.get("type"), str):
        return 0
    if any(sign in fields for sign in _SIGNS):
        return 90
    return 60 if is_spoken(fields) and isinstance(fields["message"], Mapping) else 0


def read(sample: Sample) -> dict[str, Conversation]:
    """The main thread, the threads of sub-agents, and the history before each compaction."""
    threads: dict[str, list[Entry]] = {"": []}
    unread = [record.line for record in sample.records if not isinstance(record.value, Mapping)]
    chains = _Chains()
    for record in sample.objects:
        fields = record.value
        chain = chains.of(fields) if fields.get("isSidechain") is True else ""
        if fields.get("isMeta") is True or fields.get("isApiErrorMessage") is True:
            continue
        if is_spoken(fields) or fields.get("subtype") == "compact_boundary":
            entry = entry_of(record)
            if entry is None:
                unread.append(record.line)
            else:
                threads.setdefault(chain, []).append(entry)
    return _conversations(threads, chains, tuple(sorted(unread)))


def _conversations(
    threads: dict[str, list[Entry]], chains: _Chains, unread: tuple[int, ...]
) -> dict[str, Conversation]:
    names, out = Names("main"), {}
    for chain, entries in threads.items():
        *past, live = stretches(entries)
        name = names.take(chains.names[chain]) if chain else "main"
        out[name] = _finish(live, name, unread)
        for number, stretch in enumerate(past, 1):
            before = names.take(f"{name} before compaction {number}")
            out[before] = _finish(stretch, before, unread)
    return out


def _finish(entries: list[Entry], name: str, unread: tuple[int, ...]) -> Conversation:
    conversation = thread_of(entries).conversation(NAME)
    source = conversation.source or Source(NAME)
    return replace(conversation, source=replace(source, name=name, skipped_lines=unread))


class _Chains:
    """Tells the threads of sub-agents apart: by the agent's id, else by the first line of their chain of parents."""

    def __init__(self) -> None:
        self._root: dict[str, str] = {}
        self.names: dict[str, str] = {}

    def of(self, fields: Mapping[str, Any]) -> str:
        """The key of the thread that a side line belongs to; `names` has a name for it."""
        agent, uuid = text_or_none(fields.get("agentId")), text_or_none(fields.get("uuid"))
        parent = text_or_none(fields.get("parentUuid"))
        root = f"agent-{agent}" if agent else self._root.get(parent or "", uuid or "")
        if uuid:
            self._root[uuid] = root
        key = f"side:{root}"
        if key not in self.names:
            numbered = sum(name.startswith("side-") for name in self.names.values()) + 1
            self.names[key] = root if agent else f"side-{numbered}"
        return key


def write(conversation: Conversation) -> list[dict[str, Any]]:
    """The records of a session log, one a line, each block of the model on a line of its own, as Claude Code does."""
    records: list[dict[str, Any]] = []
    for index, message in enumerate(conversation.messages):
        for part in _parts(message):
            parent = records[-1]["uuid"] if records else None
            uuid = f"{message.id}-{len(records)}"
            head = {"parentUuid": parent, "isSidechain": False, "sessionId": "packlight", "uuid": uuid}
            own = {"id": f"msg_{index}"} if message.role == "assistant" else {}
            records.append({**head, "type": message.role, "message": {**own, "role": message.role, "content": part}})
    return records


def _parts(message: Message) -> list[Any]:
    """The contents of a message's lines."""
    wire = message.to_api()
    content = wire.get("content") if isinstance(wire, dict) else None
    if isinstance(content, str):
        return [content]
    blocks = content if isinstance(content, list) else []
    split = message.role == "assistant" or all(isinstance(block, ToolResult) for block in message.content)
    return [[block] for block in blocks] if split else [blocks]
