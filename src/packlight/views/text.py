"""The picture of a frame as plain text: for terminals, `text/plain`, the page without scripts, and text goldens.

Comes in: a `Scene`. Goes out: lines of text, at most `WIDTH` columns wide.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from packlight.views.scene import Block, Row, Scene
from packlight.views.words import say

WIDTH = 96
GLYPHS = {
    "system": "§", "user_text": "“", "assistant_text": "”", "thinking": "∴", "tool_use": "→", "tool_result": "←",
    "error_result": "✕", "summary": "≡", "image": "▣", "document": "▤", "server_tool": "◫", "other": "?",
}  # fmt: skip
_WORDED = ("thinking", "tool_result", "error_result", "summary", "image", "document", "server_tool", "other")


def percent(ratio: float) -> str:
    """A ratio as percent with one decimal.

    >>> percent(0.891)
    '89.1 %'
    """
    return f"{ratio * 100:.1f} %"


def columns(text: str) -> int:
    """How many terminal columns a text takes: Chinese characters take two.

    >>> columns("窗口 20")
    7
    """
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def cut_columns(text: str, room: int) -> str:
    """The text, or what fits of it with "…".

    >>> cut_columns("a long line", 7)
    'a long…'
    """
    if columns(text) <= room:
        return text
    kept = ""
    for char in text:
        if columns(kept + char) > room - 1:
            break
        kept += char
    return kept.rstrip() + "…"


def block_word(block: Block, lang: str) -> str:
    """The word a block shows in bold: a call its tool's name, most others their kind, texts none."""
    if block.kind == "tool_use":
        return block.name
    return say(lang, f"word_{block.kind}") if block.kind in _WORDED else ""


def _block_text(block: Block, lang: str) -> str:
    pair = "" if block.pair is None else str(block.pair)
    label = "" if block.kind == "thinking" else block.label
    words = " ".join(part for part in (GLYPHS[block.kind] + pair, block_word(block, lang), label) if part)
    return f"[{words} {block.tokens:,}]" + ("!" if block.finding else "")


def role_word(row: Row, lang: str) -> str:
    """The role as the stage says it; a result that travels as user carries the return arrow."""
    known = row.role in ("user", "assistant", "system")
    return (say(lang, f"role_{row.role}") if known else row.role) + (" ←" if row.voice == "results" else "")


def _row_text(row: Row, lang: str) -> str:
    role = role_word(row, lang)
    head = f"{'' if row.at is None else row.at:>4}  {role}{' ' * max(1, 12 - columns(role))}"
    return cut_columns(head + " ".join(_block_text(block, lang) for block in row.blocks), WIDTH)


def _gauge(scene: Scene, lang: str) -> str:
    full, tick = WIDTH - 2, min(scene.threshold, 1.0)
    used = min(full, round(scene.usage * full))
    kept = min(full - used, round(scene.reserve / scene.window * full))
    cells = list("█" * used + "·" * (full - used - kept) + "░" * kept)
    cells[min(full - 1, round(tick * full))] = "┃"
    return f"[{''.join(cells)}]"


def sum_text(scene: Scene, lang: str) -> str:
    """Used + reserve + left = window, in figures that add up."""
    over = scene.left < 0
    rest = f"{'−' if over else '+'} {abs(scene.left):,} {say(lang, 'over' if over else 'left')}"
    used, reserve = say(lang, "used"), say(lang, "reserve")
    return f"{scene.tokens:,} {used} + {scene.reserve:,} {reserve} {rest} = {scene.window:,}"


def breaker_text(scene: Scene, lang: str) -> str:
    """The breaker's state and its count, as one phrase."""
    breaker = scene.breaker
    return say(lang, f"breaker_{breaker.state}") + " · " + say(lang, "in_a_row", n=breaker.failures, most=breaker.most)


def subtitle(scene: Scene, lang: str) -> str:
    """The scenario and how many messages stand in the frame."""
    key = "one_message" if scene.messages == 1 else "n_messages"
    parts = (scene.scenario, say(lang, key, n=f"{scene.messages:,}"))
    return " · ".join(part for part in parts if part)


def _lines(scene: Scene, lang: str) -> Iterator[str]:
    frame = say(lang, "frame_of", n=scene.step + 1, all=scene.steps)
    yield f"{scene.title}  ({subtitle(scene, lang)}; {frame})"
    if scene.window:
        tick = say(lang, "starts") + f" {scene.threshold * 100:g} %"
        yield _gauge(scene, lang)
        yield f"{percent(scene.usage)}  {sum_text(scene, lang)}  {tick}"
        yield breaker_text(scene, lang)
    if scene.caption.head or scene.caption.text:
        yield cut_columns(f"{scene.caption.head} {scene.caption.text}".strip(), 2 * WIDTH)
    turn, drawn = None, 0
    for row in scene.rows:
        if row.at is not None and row.at > drawn:
            yield say(lang, "twin_left_out", n=f"{scene.left_out:,}")
        drawn = 0 if row.at is None else row.at + 1
        if row.turn not in (turn, -1):
            turn = row.turn
            yield f"── {say(lang, 'turn_sum', turn=turn, tokens=f'{scene.turns[turn]:,}')}"
        yield _row_text(row, lang)


def scene_text(scene: Scene, *, lang: str = "en") -> str:
    """One frame as text: title, gauge, caption and a line a message."""
    return "\n".join(line.rstrip() for line in _lines(scene, lang))
