"""Making the running turn lighter without losing a step: its tool results get shorter, the oldest first.

Comes in: a draft that is still too heavy. Goes out: the same draft with shortened results. Called where whole messages
cannot go: in a tool loop without a human message to cut at, or when one result is larger than the window.
"""

from __future__ import annotations

from collections.abc import Iterable

from packlight.core.blocks import ToolResult
from packlight.core.strategies.draft import Draft
from packlight.core.strategies.shorten import map_results, shorten_result
from packlight.core.tokens import weigh_block

SHORT_TOKENS = 256
"""A shortened result keeps at most so many tokens; less in a small window."""
LEAST_TOKENS = 24
"""A result is never shortened below this: head, note and tail need some room."""


def short_tokens(goal_tokens: int) -> int:
    """How long a shortened result may be, for a goal.

    >>> short_tokens(100_000), short_tokens(500)
    (256, 31)
    """
    return max(LEAST_TOKENS, min(SHORT_TOKENS, goal_tokens // 16))


def shorten_steps(draft: Draft, positions: Iterable[int], goal_tokens: int) -> None:
    """Shorten results at these positions, oldest first, until the goal is met."""
    packing, limit = draft.packing, short_tokens(goal_tokens)
    total, anchor = draft.total, packing.shape.anchor
    for position in positions:
        if total <= goal_tokens:
            return
        before = draft.weight(position)
        message = draft.message(position)
        if not draft.keep[position] or before <= limit or position == anchor:
            continue
        if any(isinstance(b, ToolResult) for b in message.content):
            content = map_results(message.content, lambda b: shorten_result(b, limit, packing.counter, packing.lang))
            draft.rewrite(position, content, "result_short")
            total -= before - draft.weight(position)


def shrink_newest(draft: Draft, goal_tokens: int) -> None:
    """Shorten the results of the newest step just so far that the goal is met, when nothing else is left to go."""
    shape = draft.packing.shape
    steps = shape.steps()
    first = steps[-1] if steps else shape.size
    lighter = True
    while lighter:
        lighter = False
        for position in range(first, shape.size):
            over = draft.total - goal_tokens
            if over > 0 and draft.keep[position] and position != shape.anchor:
                lighter = shrink(draft, position, over) or lighter


def shrink(draft: Draft, position: int, by_tokens: int) -> bool:
    """Make the results of one message lighter by so many tokens together; says whether they got lighter at all."""
    packing, message = draft.packing, draft.message(position)
    counter = packing.counter
    sizes = [weigh_block(block, counter) if isinstance(block, ToolResult) else 0 for block in message.content]
    whole = sum(sizes)
    if not whole:
        return False
    share = max(whole - by_tokens - LEAST_TOKENS // 2, 0) / whole
    content = tuple(
        [
            shorten_result(block, max(LEAST_TOKENS, int(size * share)), counter, packing.lang)
            if isinstance(block, ToolResult) and size > LEAST_TOKENS
            else block
            for block, size in zip(message.content, sizes, strict=True)
        ]
    )
    return draft.rewrite(position, content, "result_short")
