"""Lines that a resumed session wrote a second time.

Comes in: what each line of a thread says: role, owner (the id of its API message, or of the line) and blocks. Goes out:
for each line the blocks that did not stand there before. Called by `claude_lines.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from packlight.core.blocks import Block, ToolResult, ToolUse

Said = tuple[str, str | None, tuple[Block, ...]]


def fresh_blocks(lines: Sequence[Said]) -> list[list[Block]]:
    """Each line's blocks without those that an earlier line had.

    A resume writes old lines again under new uuids. A block of the model is known by its message and its call, a result
    by its call. A human's words carry no such id: they are a replay when what follows them is one, for otherwise a
    person who says "yes" twice would be heard once.

    >>> from packlight.core.blocks import Text
    >>> yes, on = (Text("yes"),), (Text("on it"),)
    >>> lines = [("user", "u1", yes), ("assistant", "m1", on), ("user", "u2", yes), ("assistant", "m1", on)]
    >>> [len(blocks) for blocks in fresh_blocks(lines)]
    [1, 1, 0, 0]
    """
    seen: set[object] = set()
    fresh: list[list[Block]] = []
    for _, owner, blocks in lines:
        keys = [_key(owner, block) for block in blocks]
        fresh.append([block for block, key in zip(blocks, keys, strict=True) if key is None or key not in seen])
        seen.update(key for key in keys if key is not None)
    _drop_repeated_words(lines, fresh)
    return fresh


def _key(owner: str | None, block: Block) -> object | None:
    if isinstance(block, ToolResult):
        return (block.tool_use_id, block)
    if owner is None:
        return None
    return (owner, block.id) if isinstance(block, ToolUse) else (owner, block)


def _drop_repeated_words(lines: Sequence[Said], fresh: list[list[Block]]) -> None:
    """Empty the repeated human lines that stand before a replay, the last one first: one may follow another."""
    repeated = _repeated_words(lines)
    next_is_replay = False
    for index in range(len(lines) - 1, -1, -1):
        if index in repeated and next_is_replay:
            fresh[index] = []
        if lines[index][2]:
            next_is_replay = not fresh[index]


def _repeated_words(lines: Sequence[Said]) -> set[int]:
    """Places of human lines whose very words stood there before."""
    heard: set[tuple[Block, ...]] = set()
    repeated: set[int] = set()
    for index, (role, _, blocks) in enumerate(lines):
        if role == "user" and blocks and not any(isinstance(block, ToolResult) for block in blocks):
            if blocks in heard:
                repeated.add(index)
            heard.add(blocks)
    return repeated
