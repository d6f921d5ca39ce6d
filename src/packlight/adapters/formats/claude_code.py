"""Claude Code session logs: JSON lines under `~/.claude/projects`.

Comes in: records with `type`, `message`, `uuid`, `sessionId`, `isSidechain`; most others are noise. Goes out: "main",
even when it is empty, every sub-agent as a conversation of its own, and what was said before each compaction. File
order holds, after a rewind too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from packlight.adapters.claude_lines import conversations_of, is_spoken, text_or_none
from packlight.adapters.lines import Sample
from packlight.core.conversation import Conversation
from packlight.core.messages import Message

NAME = "claude_code"

_SIGNS = ("sessionId", "isSidechain", "parentUuid", "leafUuid", "isCompactSummary", "compactMetadata")


def sniff(sample: Sample) -> int:
    """Sure as soon as one record has the type and a field of a session log."""
    return max((_score(record.value) for record in sample.objects), default=0)


def _score(fields: Mapping[str, Any]) -> int:
    if not isinstance(fields.get("type"), str):
        return 0
    if any(sign in fields for sign in _SIGNS):
        return 90
    return 60 if is_spoken(fields) and isinstance(fields["message"], Mapping) else 0


def read(sample: Sample) -> dict[str, Conversation]:
    """The main thread, the threads of sub-agents, and the history before each compaction."""
    return conversations_of(sample.records, NAME, SideChains().name_of)


class SideChains:
    """Tells the threads of sub-agents apart: by the agent's id, else by the first line of their chain of parents."""

    def __init__(self) -> None:
        self._root: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def name_of(self, fields: Mapping[str, Any]) -> str:
        """The name of the thread that a record belongs to; empty for the main thread."""
        if fields.get("isSidechain") is not True:
            return ""
        agent, uuid = text_or_none(fields.get("agentId")), text_or_none(fields.get("uuid"))
        if agent:
            return f"agent-{agent}"
        root = self._root.get(text_or_none(fields.get("parentUuid")) or "", uuid or "")
        if uuid:
            self._root[uuid] = root
        return self._names.setdefault(root, f"side-{len(self._names) + 1}")


def write(conversation: Conversation) -> list[dict[str, Any]]:
    """The records of a session log, one a line, each block of the model on a line of its own, as Claude Code does.

    A log has no place for the system prompt and the tool definitions.

    >>> [record["type"] for record in write(Conversation.from_api([{"role": "user", "content": "hi"}]))]
    ['user']
    """
    records: list[dict[str, Any]] = []
    for index, message in enumerate(conversation.messages):
        for content in _contents(message):
            parent = records[-1]["uuid"] if records else None
            head = {"type": message.role, "parentUuid": parent, "isSidechain": False, "sessionId": "packlight"}
            own = {"id": f"msg_{index}"} if message.role == "assistant" else {}
            wire = {**own, "role": message.role, "content": content}
            records.append({**head, "uuid": f"{message.id}-{len(records)}", "message": wire})
    return records


def _contents(message: Message) -> list[Any]:
    """What the lines of a message hold; a malformed message has none."""
    wire = message.to_api()
    content = wire.get("content") if isinstance(wire, dict) else None
    if not isinstance(content, list):
        return [content] if isinstance(content, str) else []
    return [[block] for block in content] if message.role == "assistant" else [content]
