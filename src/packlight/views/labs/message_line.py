"""A message as one line of a lab: its place, its role, its blocks by colour, glyph and word.

Comes in: a message as the API takes it. Goes out: a node. Shared by the labs that build and break lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from packlight.core.messages import Message
from packlight.simulation.tables import kind_of, label_of
from packlight.views.harmless import one_line
from packlight.views.labs.node import Node, el
from packlight.views.text import GLYPHS

MOST = 60
"""Characters of a block's words."""


def line_of(raw: Mapping[str, Any], lang: str, at: int | None = None, *, pairs: bool = False) -> Node:
    """The line; with `pairs`, each call and result names the id that joins them.

    >>> line_of({"role": "user", "content": "Hello!"}, "en", 0).text()
    '0 user “ Hello!'
    """
    message = Message.from_api(dict(raw))
    place = el("span.at", f"{at}") if at is not None else None
    kinds = [_block(block, message.role, lang, pairs=pairs) for block in message.content]
    return el("span.line", place, el("span.role", message.role), el("span.kinds", kinds))


def _block(block: Any, role: str, lang: str, *, pairs: bool) -> Node:
    kind = kind_of(block, role)
    name = getattr(block, "name", "") or ("tool_result" if "result" in kind else "")
    id = getattr(block, "tool_use_id", "") or getattr(block, "id", "")
    told = (GLYPHS[kind], name, f"#{id}" if pairs and isinstance(id, str) and id else "")
    return el(f"span.k.k-{kind}", " ".join(filter(None, [*told, one_line(label_of(block, lang), MOST)])))
