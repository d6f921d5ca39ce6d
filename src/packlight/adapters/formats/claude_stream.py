"""Claude Code's stream-json: what `claude -p --output-format stream-json` (or the GitHub action) writes.

Comes in: records `system` (init), `assistant`, `user`, `result` with `session_id`, as a list or one a line. Goes out:
"main", and each sub-agent as a conversation named by the call that started it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from packlight.adapters.claude_lines import SPEAKERS, conversations_of, text_or_none
from packlight.adapters.lines import Sample
from packlight.core.conversation import Conversation, Source
from packlight.core.frozen import Frozen, freeze

NAME = "claude_stream"


def sniff(sample: Sample) -> int:
    """Sure when a record has the type and a field that only the stream has."""
    return max((_score(record.value) for record in sample.objects), default=0)


def _score(fields: Mapping[str, Any]) -> int:
    kind = fields.get("type")
    if kind == "result" and ("total_cost_usd" in fields or "duration_ms" in fields):
        return 95
    is_known = kind in SPEAKERS and isinstance(fields.get("message"), Mapping)
    is_known = is_known or (kind == "system" and isinstance(fields.get("subtype"), str))
    return 95 if is_known and ("session_id" in fields or "parent_tool_use_id" in fields) else 0


def read(sample: Sample) -> dict[str, Conversation]:
    """The main thread and the threads of sub-agents."""
    found = conversations_of(sample.records, NAME, _chain)
    main = found["main"]
    marks = [mark for record in sample.objects if (mark := _mark(record.value, len(main)))]
    source = main.source or Source(NAME)
    return {**found, "main": replace(main, source=replace(source, markers=(*source.markers, *marks)))}


def _chain(fields: Mapping[str, Any]) -> str:
    parent = text_or_none(fields.get("parent_tool_use_id"))
    return f"agent-{parent}" if parent else ""


def _mark(fields: Mapping[str, Any], end: int) -> Frozen | None:
    """The start and the end of a run as markers: model and tools, what it cost."""
    if fields.get("type") == "system" and fields.get("subtype") == "init":
        known = {key: freeze(fields[key]) for key in ("model", "tools") if key in fields}
        return Frozen({"kind": "start", "message": 0, **known})
    if fields.get("type") == "result":
        known = {
            key: freeze(fields[key]) for key in ("subtype", "is_error", "total_cost_usd", "usage") if key in fields
        }
        return Frozen({"kind": "end", "message": end, **known})
    return None
