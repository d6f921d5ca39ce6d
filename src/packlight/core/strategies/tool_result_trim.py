"""Trimming tool results: long ones keep head, tail and conclusion, older ones are cleared with a note.

Comes in: a packing. Goes out: a plan of `keep` and `shorten`. Errors, exempt tools, pins and the newest results stay;
results that can be fetched again go first, and the oldest of them first of all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from packlight.core.blocks import Block, Document, Image, ServerToolResult, ServerToolUse, ToolResult, ToolUse
from packlight.core.errors import UserError
from packlight.core.plan import Plan
from packlight.core.strategies.choose import pinned
from packlight.core.strategies.contract import Options, Packing
from packlight.core.strategies.draft import Draft
from packlight.core.strategies.shorten import clear_result, shorten_result
from packlight.core.strategies.squeeze import short_tokens, shrink_newest

FETCHABLE = re.compile(r"read|view|cat|list|ls\b|grep|glob|search|find|fetch|get|open|browse", re.IGNORECASE)
"""Names of tools whose result can be had again by calling them again."""


Change = Callable[[Draft, ToolResult, int], ToolResult]


class _Result(NamedTuple):
    """Where a result stands: message, block, and whether it can be fetched again."""

    position: int
    block: int
    fetchable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResultTrim(Options):
    """Shorten old tool results, then clear them, until the goal is met.

    Attributes:
        keep_recent: results at the end that stay untouched; None: the newest one, as long as the others are enough.
            A single result of a finished turn is not spared.
        exempt: names of tools whose results stay untouched.
        clear: whether results are cleared at once instead of shortened first.
        cache_aware: start with the newest of the old results, so that the longest prefix stays cached.
    """

    keep_recent: int | None = None
    exempt: tuple[str, ...] = ()
    clear: bool = False
    cache_aware: bool = False
    name: ClassVar[str] = "tool_result_trim"
    needs_summarizer: ClassVar[bool] = False

    def __post_init__(self) -> None:
        # Written out, because a slotted dataclass is made anew and `super()` would look at the old class.
        Options.__post_init__(self)
        exempt: object = self.exempt
        if not isinstance(exempt, Iterable):
            raise UserError(f"exempt is {exempt!r}: give names of tools, such as exempt=['ask_user']")
        object.__setattr__(self, "exempt", (exempt,) if isinstance(exempt, str) else tuple(exempt))

    def plan(self, packing: Packing) -> Plan:
        """Shorten, then remove server pairs, then clear; each only as far as needed unless packing was asked for."""
        draft = Draft(packing)
        results = self._results(packing)
        level = _clear if self.clear else _shorten
        self._pass(draft, results, level, everything=packing.forced)
        if draft.total > packing.goal_tokens:
            self._server_pairs(draft)
        if draft.total > packing.goal_tokens:
            self._pass(draft, results, _clear, everything=False)
        if draft.total > packing.goal_tokens and self.keep_recent is None:
            shrink_newest(draft, packing.goal_tokens)
        return draft.plan(self.name)

    def _results(self, packing: Packing) -> list[_Result]:
        """What may be trimmed, in the order in which it goes."""
        names: dict[str, str] = {}
        found: list[_Result] = []
        untouched = {packing.shape.anchor, *pinned(packing, self.pin)}
        last = -1
        for position, message in enumerate(packing.messages):
            for index, block in enumerate(message.content):
                if isinstance(block, ToolUse):
                    names[block.id] = block.name
                elif isinstance(block, ToolResult):
                    last = position
                    name = names.get(block.tool_use_id, "")
                    spared = block.is_error or name in self.exempt or position in untouched
                    found.append(_Result(-1 if spared else position, index, bool(FETCHABLE.search(name))))
        running = bool(found) and last > (packing.shape.anchor or 0)
        recent = self.keep_recent if self.keep_recent is not None else int(running or len(found) > 1)
        old = [result for result in found[: max(len(found) - recent, 0)] if result.position >= 0]
        if self.cache_aware:
            return old[::-1]
        return [result for fetchable in (True, False) for result in old if result.fetchable is fetchable]

    def _pass(self, draft: Draft, results: list[_Result], change: Change, *, everything: bool) -> None:
        """Change one result after the other until the goal is met, or all of them."""
        total, goal = draft.total, draft.packing.goal_tokens
        limit = short_tokens(goal)
        key = "result_cleared" if change is _clear else "result_short"
        for position, index, _ in results:
            if total <= goal and not everything:
                return
            content, before = draft.blocks(position), draft.weight(position)
            block = content[index]
            if isinstance(block, ToolResult) and (change is _clear or before > limit or _has_media(block)):
                changed = change(draft, block, limit)
                if draft.rewrite(position, (*content[:index], changed, *content[index + 1 :]), key):
                    total -= before - draft.weight(position)

    def _server_pairs(self, draft: Draft) -> None:
        """Remove server calls together with their results from finished turns: neither can stand alone or be edited."""
        total, goal = draft.total, draft.packing.goal_tokens
        for position in range(draft.packing.shape.turn or 0):
            content = draft.packing.messages[position].content
            if total <= goal:
                return
            rest = without_server_pairs(content)
            before = draft.weight(position)
            if rest and len(rest) < len(content) and draft.rewrite(position, rest, "server_pair"):
                total -= before - draft.weight(position)


def _shorten(draft: Draft, block: ToolResult, limit: int) -> ToolResult:
    return shorten_result(block, limit, draft.packing.counter, draft.packing.lang)


def _clear(draft: Draft, block: ToolResult, limit: int) -> ToolResult:
    return clear_result(block, draft.packing.counter, draft.packing.lang)


def without_server_pairs(content: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks without server calls that have their result, and without those results."""
    answered = {block.tool_use_id for block in content if isinstance(block, ServerToolResult)}
    if not answered:
        return content
    called = {block.id for block in content if isinstance(block, ServerToolUse)} & answered
    return tuple(
        [
            block
            for block in content
            if not (isinstance(block, ServerToolUse) and block.id in called)
            and not (isinstance(block, ServerToolResult) and block.tool_use_id in called)
        ]
    )


def _has_media(block: ToolResult) -> bool:
    return isinstance(block.content, tuple) and any(isinstance(part, Image | Document) for part in block.content)
