"""Files for a live agent to read: those that the scenarios' agents have read, so that nothing else has to ship.

Comes in: a language. Goes out: texts by path. Called by the façade of a live run.
"""

from __future__ import annotations

import re

from packlight.core.blocks import ToolResult, ToolUse
from packlight.simulation.scenarios import session

_NUMBERED = re.compile(r"^ *\d+  ", re.MULTILINE)
_SOURCES = (("bug_hunt", "read_file"), ("huge_result", "read_log"))
"""Sessions, and the tool in each whose results are files: the ticket desk of a railway, and one long log."""


def workspace(lang: str = "en") -> dict[str, str]:
    """The files by path, as they stood when they were first read whole.

    >>> "nightline/timetable.py" in workspace()
    True
    """
    files: dict[str, str] = {}
    for name, tool in _SOURCES:
        paths: dict[str, str] = {}
        for message in session(name, lang).conversation.messages:
            for block in message.content:
                if isinstance(block, ToolUse) and block.name == tool:
                    paths[block.id] = str(block.input["path"]).lstrip("/")
                elif isinstance(block, ToolResult) and block.tool_use_id in paths and not block.is_error:
                    files.setdefault(paths[block.tool_use_id], _NUMBERED.sub("", block.readable()))
    return files
