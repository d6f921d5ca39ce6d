"""One frame as Markdown: a heading, the sums, the caption, and a table with a line for each message.

Comes in: a `Scene`. Goes out: Markdown that GitHub, JupyterLab and a plain reader show. What a transcript says is
escaped, so that it stays text: no link, image, HTML or table cell can be made by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from packlight.views.scene import Row, Scene
from packlight.views.text import GLYPHS, block_word, breaker_text, percent, role_word, subtitle, sum_text
from packlight.views.words import say

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|~$@-])")


def escaped(words: str) -> str:
    """Words that Markdown and the HTML in it leave alone; what would become a link of itself is taken apart.

    >>> escaped("a|b <b> [x](y) https://e.example")
    'a\\\\|b &lt;b&gt; \\\\[x\\\\]\\\\(y\\\\) https&#58;//e.example'
    """
    text = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = _SPECIAL.sub(r"\\\1", text)
    return re.sub(r"(?i)\b(www)\.", r"\1&#46;", text.replace("://", "&#58;//"))


def _blocks(row: Row, lang: str) -> str:
    said = []
    for block in row.blocks:
        pair = "" if block.pair is None else str(block.pair)
        label = "" if block.kind == "thinking" or block.label == block_word(block, lang) else block.label
        words = " ".join(filter(None, (escaped(block_word(block, lang)), escaped(label))))
        mark = " **!**" if block.finding else ""
        said.append(f"{GLYPHS[block.kind]}{pair} {words}".strip() + f" · {block.tokens:,}{mark}")
    return "<br>".join(said)


def _rows(scene: Scene, lang: str) -> Iterator[str]:
    head = [say(lang, key) for key in ("col_path", "col_role", "col_text", "col_tokens")]
    yield f"| {' | '.join(head)} |"
    yield "| ---: | --- | --- | ---: |"
    turn, drawn = None, 0
    for row in scene.rows:
        if row.at is not None and row.at > drawn:
            yield f"| | | {say(lang, 'twin_left_out', n=f'{scene.left_out:,}')} | |"
        drawn = 0 if row.at is None else row.at + 1
        if row.turn not in (turn, -1):
            turn = row.turn
            yield f"| | | *{say(lang, 'turn_n', turn=turn)}* | *{scene.turns[turn]:,}* |"
        at = "" if row.at is None else str(row.at)
        yield f"| {at} | {escaped(role_word(row, lang))} | {_blocks(row, lang)} | {row.tokens:,} |"


def scene_markdown(scene: Scene, *, lang: str = "en") -> str:
    """One frame as Markdown, in the given language."""
    frame = f" · {say(lang, 'frame_of', n=scene.step + 1, all=scene.steps)}" * (scene.steps > 1)
    parts = [f"## {escaped(scene.title)}", escaped(subtitle(scene, lang)) + frame]
    if scene.window:
        tick = f"{say(lang, 'starts')} {scene.threshold * 100:g} %"
        parts.append(f"**{percent(scene.usage)}** · {sum_text(scene, lang)} · {tick}")
        parts.append(breaker_text(scene, lang))
    if scene.caption.head or scene.caption.text:
        head = f"**{escaped(scene.caption.head)}** " * bool(scene.caption.head)
        parts.append(f"> {head}{escaped(scene.caption.text)}".rstrip())
    parts.append("\n".join(_rows(scene, lang)))
    return "\n\n".join(part for part in parts if part.strip("# ")) + "\n"
