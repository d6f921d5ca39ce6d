"""The static twin: one frame as HTML with inline style only, for saved, untrusted and nbviewer notebooks.

Comes in: a `Scene`. Goes out: HTML text that needs no script, style sheet, font or network. It is a table, so that a
reader whose sanitizer takes the style away still has one; glyphs are characters, traces are pair numbers.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from math import sqrt

from packlight.views.look import FILLS, ink_on, theme_of
from packlight.views.scene import Block, Row, Scene
from packlight.views.text import GLYPHS, block_word, breaker_text, percent, role_word, scene_text, subtitle, sum_text
from packlight.views.words import say

_LIGHT = theme_of("light")
_INK, _INK2, _HAIR, _EDGE, _WARM = _LIGHT.ink, _LIGHT.ink2, _LIGHT.hair, _LIGHT.edge, _LIGHT.warm
_ROOM = 640
_CELL = "border:0;padding:2px 12px 2px 0;text-align:left;vertical-align:middle;background:#FFFFFF"


def _tag(name: str, style: str, *inside: str) -> str:
    return f'<{name} style="{style}">{"".join(inside)}</{name}>'


def _text(words: object) -> str:
    return html.escape(str(words))


def _least(block: Block) -> int:
    return 32 + 7 * len(f"{block.tokens:,}") + (0 if block.pair is None else 4 + 7 * len(str(block.pair)))


def _scale(scene: Scene) -> float:
    """Pixels a root token: the largest at which the heaviest row still fits, one for all rows."""
    sums = [sum(sqrt(block.tokens) for block in row.blocks) or 1.0 for row in scene.rows]
    return min(9.0, _ROOM / max(sums, default=1.0))


def _style(block: Block, width: int) -> str:
    edge = _WARM if block.finding else _INK2 if block.kind == "system" else "rgba(13,17,22,.45)"
    return (
        f"display:inline-block;box-sizing:border-box;width:{width}px;height:22px;margin-right:4px;padding:0 7px;"
        f"border:1px solid {edge};border-radius:4px;overflow:hidden;white-space:nowrap;vertical-align:middle;"
        f"background:{FILLS[block.kind] or _LIGHT.ground};color:{ink_on(block.kind)};font-size:12px;line-height:20px"
    )


def _block(block: Block, scale: float, lang: str) -> tuple[str, str]:
    """A block as HTML, and what did not fit into it: that is said once, right of the row."""
    width = max(_least(block), round(sqrt(block.tokens) * scale))
    word, room = block_word(block, lang), int((width - _least(block)) / 6.6)
    word_in = word if len(word) + 1 <= room else ""
    label_in = block.label if word_in == word and len(block.label) + len(word_in) + 2 <= room else ""
    outside = [word if block.kind == "tool_use" and not word_in else "", block.label if not label_in else ""]
    figure = _tag("span", "float:right", f" {block.tokens:,}")
    pair = "" if block.pair is None else f"&nbsp;<b>{block.pair}</b>"
    words = f" <b>{_text(word_in)}</b>" * bool(word_in) + f" {_text(label_in)}" * bool(label_in)
    said = "" if block.kind == "thinking" else " ".join(filter(None, outside))
    return _tag("span", _style(block, width), figure, GLYPHS[block.kind], pair, words), said


def _row(row: Row, scale: float, lang: str) -> str:
    drawn = [_block(block, scale, lang) for block in row.blocks]
    side = " · ".join(said for _, said in drawn if said)
    weight = 400 if row.voice == "results" else 700
    return '<tr style="background:#FFFFFF">' + "".join(
        (
            _tag("td", f"{_CELL};width:24px;color:#68717D;text-align:right", "" if row.at is None else str(row.at)),
            _tag("td", f"{_CELL};width:84px;font-weight:{weight};white-space:nowrap", _text(role_word(row, lang))),
            _tag(
                "td",
                _CELL,
                *(block for block, _ in drawn),
                _tag("span", f"color:{_INK2};margin-left:6px", _text(side)),
            ),
            "</tr>",
        )
    )


def _gap(words: str) -> str:
    style = f"border:0;border-top:1px solid {_HAIR};padding:2px 0;text-align:right;color:#68717D;background:#FFFFFF"
    return f'<tr style="background:#FFFFFF"><td colspan="3" style="{style}">{_text(words)}</td></tr>'


def _rows(scene: Scene, lang: str) -> Iterator[str]:
    scale, turn, drawn = _scale(scene), None, 0
    for row in scene.rows:
        if row.at is not None and row.at > drawn:
            yield _gap(say(lang, "twin_left_out", n=f"{scene.left_out:,}"))
        drawn = 0 if row.at is None else row.at + 1
        if row.turn not in (turn, -1):
            turn = row.turn
            yield _gap(say(lang, "turn_sum", turn=turn, tokens=f"{scene.turns[turn]:,}"))
        yield _row(row, scale, lang)


def _slices(scene: Scene) -> Iterator[str]:
    for block in (block for row in scene.rows for block in row.blocks):
        edge = f"box-shadow:inset 0 0 0 1px {_INK2};" if block.kind == "system" else ""
        size = f"width:{_share(block.tokens, scene):.3f}%;height:26px"
        yield _tag("span", f"{edge}float:left;{size};background:{FILLS[block.kind] or _LIGHT.ground}")
    yield _tag("span", f"float:right;width:{_share(scene.reserve, scene):.3f}%;height:26px;background:#E3E6EA")


def _share(tokens: float, scene: Scene) -> float:
    """A place in the gauge as percent of its width, which an overrun window stretches."""
    return min(100.0, 100 * tokens / max(scene.window, scene.tokens + scene.reserve))


def _gauge(scene: Scene, lang: str) -> str:
    warm = _WARM if scene.due else _INK2
    tag = f"display:inline-block;padding:2px 9px;border-radius:6px;background:{warm};color:#FFFFFF;font-size:15px"
    case = f"border:2px solid {_EDGE};border-radius:9px;padding:3px;height:26px;overflow:hidden"
    ends = "min-width:160px;text-align:right"
    used = _tag("span", tag, f"<b>{scene.tokens:,}</b> {percent(scene.usage)}")
    tick = f'{say(lang, "starts")} <b style="color:{warm}">{scene.threshold * 100:g} % ▲</b>'
    return "".join(
        (
            _tag("div", f"width:{_share(scene.tokens, scene):.2f}%;{ends};margin-bottom:4px", used),
            _tag("div", case, *_slices(scene)),
            _tag("div", f"width:{_share(scene.threshold * scene.window, scene):.2f}%;{ends};color:{_INK2}", tick),
            _tag("p", f"margin:0 0 4px;color:{_INK2}", _text(sum_text(scene, lang))),
        )
    )


def _head(scene: Scene, lang: str) -> str:
    still = say(lang, "twin_still" if scene.steps > 1 else "twin_still_one", n=scene.step + 1, all=scene.steps)
    about = f"{say(lang, 'window_n', n=f'{scene.window:,}')} · " * bool(scene.window) + scene.counter
    about += say(lang, "estimate") if scene.estimated else ""
    return "".join(
        (
            _tag("p", f"margin:0 0 12px;padding:2px 12px;border-left:3px solid {_EDGE};color:{_INK2}", _text(still)),
            _tag(
                "p",
                "margin:0 0 8px",
                _tag("b", "font-size:18px", _text(scene.title)),
                " ",
                _tag("span", f"color:{_INK2}", f"&nbsp; {_text(subtitle(scene, lang))} · {_text(about)}"),
            ),
        )
    )


def _caption(scene: Scene, lang: str) -> str:
    edge = {"warm": _WARM, "good": FILLS["summary"]}.get(scene.caption.tone, _EDGE)
    said = f"<b>{_text(scene.caption.head)}</b> {_text(scene.caption.text)} "
    breaker = _tag("span", f"color:{_INK2}", _text(breaker_text(scene, lang))) if scene.window else ""
    return _tag("p", f"margin:8px 0;padding:2px 12px;border-left:3px solid {edge};font-size:14px", said, breaker)


def _legend(scene: Scene, lang: str) -> str:
    kinds = [kind for kind in GLYPHS if any(block.kind == kind for row in scene.rows for block in row.blocks)]
    words = " &nbsp; ".join(f"<b>{GLYPHS[kind]}</b> {_text(say(lang, f'kind_{kind}'))}" for kind in kinds)
    return _tag("p", f"margin:8px 0;color:{_INK2}", words, " &nbsp; ", _text(say(lang, "twin_pairs")))


def scene_html(scene: Scene, *, lang: str = "en") -> str:
    """One frame as a still that needs nothing: HTML with inline style, readable as a table without it."""
    font = "font:12.5px/1.4 -apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC',sans-serif"
    shown = _text(say(lang, "text_shown", n=f"{scene.messages:,}"))
    return _tag(
        "div",
        f"{font};color:{_INK};background:#FFFFFF;padding:16px;max-width:1100px",
        _head(scene, lang),
        _gauge(scene, lang) if scene.window else "",
        _caption(scene, lang),
        _tag(
            "table",
            "border-collapse:collapse;table-layout:auto;width:100%;margin:0;font-size:12.5px",
            *_rows(scene, lang),
        ),
        _legend(scene, lang),
        f"<details><summary>{shown}</summary>",
        _tag("pre", "white-space:pre-wrap;font-size:12px;background:#FFFFFF", _text(scene_text(scene, lang=lang))),
        "</details>",
    )
