"""Sessions of Claude Code on the web: `{"loglines": [{"type", "message", …}, …]}`.

Comes in: one object. Goes out: "main", and the threads of sub-agents, as in a session log.
"""

from __future__ import annotations

from collections.abc import Mapping

from packlight.adapters.claude_lines import conversations_of
from packlight.adapters.formats.claude_code import SideChains
from packlight.adapters.lines import Record, Sample
from packlight.core.conversation import Conversation

NAME = "claude_web"


def sniff(sample: Sample) -> int:
    """Sure of an object with log lines."""
    value = sample.value
    return 95 if isinstance(value, Mapping) and isinstance(value.get("loglines"), list) else 0


def read(sample: Sample) -> dict[str, Conversation]:
    """The main thread and the threads of sub-agents; `skipped_lines` counts the elements of `loglines`."""
    records = [Record(place, line) for place, line in enumerate(sample.value["loglines"], 1)]
    return conversations_of(records, NAME, SideChains().name_of)
