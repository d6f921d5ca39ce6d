"""Dropping thinking: what the model thought in finished turns goes; the running turn keeps every byte.

Comes in: a packing. Goes out: a plan of `keep` and `shorten`. Older thinking is not needed again: the API ignores or
strips it, and what it led to was said or done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from packlight.core.blocks import Block, RedactedThinking, Thinking
from packlight.core.plan import Plan
from packlight.core.strategies.choose import pinned
from packlight.core.strategies.contract import Options, Packing
from packlight.core.strategies.draft import Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class DropThinking(Options):
    """Drop thinking from older turns.

    Attributes:
        keep_turns: turns at the end whose thinking stays; the running turn always counts as one.
    """

    keep_turns: int | None = None
    name: ClassVar[str] = "drop_thinking"
    needs_summarizer: ClassVar[bool] = False

    def plan(self, packing: Packing) -> Plan:
        """Shorten messages of finished turns by their thinking; one that has nothing else stays."""
        draft = Draft(packing)
        humans = packing.shape.humans
        turns = max(self.keep_turns or 1, 1)
        first = humans[-turns] if len(humans) >= turns else 0
        stop = min(first, packing.shape.turn if packing.shape.turn is not None else 0)
        spared = set(pinned(packing, self.pin))
        for position in range(stop):
            content = packing.messages[position].content
            rest = without_thinking(content)
            if rest and len(rest) < len(content) and position not in spared:
                draft.rewrite(position, rest, "thinking_out")
        return draft.plan(self.name)


def without_thinking(content: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks without thinking, readable or encrypted."""
    return tuple([block for block in content if not isinstance(block, Thinking | RedactedThinking)])
