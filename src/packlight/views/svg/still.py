"""One frame as an SVG picture: head, gauge, caption with the breaker, legend, rows.

Comes in: a `Scene`. Goes out: SVG text that needs no script, style sheet, font file or network, in one theme. Its
`<title>` and `<desc>` say the same in words.
"""

from __future__ import annotations

from collections.abc import Iterator

from packlight.views.look import DARK, FILLS, GLYPH_PATHS, Theme, ink_on, theme_of
from packlight.views.scene import Breaker, Scene
from packlight.views.svg.gauge import gauge_height, gauge_svg
from packlight.views.svg.measure import cut_text, text_width, wrap_text
from packlight.views.svg.pen import BODY, FIGURE, FONT, box, element, escaped, glyph, line, patterns, words
from packlight.views.svg.rows import BLOCK, PITCH, Sheet, edge_of, kinds_of, row_svg, sheet_for, traces_svg
from packlight.views.text import breaker_text, percent, subtitle, sum_text
from packlight.views.words import say

WIDTH = 1000
_MARGIN = 20
_CAPTION = 14.5
_LEVER = {"closed": 0, "half_open": -15, "open": -38}


def opening(width: float, height: float, theme: Theme, *, lang: str, title: str, told: str) -> str:
    """The start of a picture: its size, its words for who cannot see it, its ground."""
    language = "zh-CN" if lang == "zh" else "en"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" lang="{language}" '
        f'font-family="{FONT}" font-size="{BODY}" xml:space="preserve">'
        f"<title>{escaped(title)}</title><desc>{escaped(told)}</desc>" + box(0, 0, width, height, fill=theme.ground)
    )


def head_svg(scene: Scene, width: float, theme: Theme, lang: str) -> str:
    """Title, scenario and size at the left; window and counter at the right."""
    about = f"{say(lang, 'window_n', n=f'{scene.window:,}')} · " * bool(scene.window) + scene.counter
    about += say(lang, "estimate") if scene.estimated else ""
    room = width - text_width(about, BODY) - 24
    title = cut_text(scene.title, room * 0.7, 18, bold=True)
    used = text_width(title, 18, bold=True) + 14
    sub = cut_text(subtitle(scene, lang), room - used, BODY)
    return (
        words(title, 0, 14, theme.ink, size=18.0, bold=True)
        + words(sub, used, 15, theme.ink2)
        + words(about, width, 15, theme.ink2, anchor="end")
    )


def breaker_svg(breaker: Breaker, theme: Theme, lang: str, ground: str) -> tuple[str, float]:
    """The circuit with its lever, the boxes and the words around y = 0, and how wide they are."""
    state = breaker.state if breaker.state in _LEVER else "closed"
    ink = theme.warm if state == "open" else theme.ink
    lever = line("M22 0h20", ink, 3.2, stroke_linecap="round", stroke_dasharray="4 4" if state == "half_open" else None)
    turned = element("g", lever, transform=f"rotate({_LEVER[state]} 22 0)")
    ends = "".join(
        element("circle", cx=x, cy=0, r=3.6, fill=ground, stroke=theme.ink, stroke_width=2.6) for x in (22, 42)
    )
    name = say(lang, f"breaker_{state}")
    x = 76 + text_width(name, BODY, bold=True) + 10
    boxes = [_try_box(x + 23 * at, at, at < breaker.failures, theme) for at in range(min(breaker.most, 9))]
    x += 23 * len(boxes) + 6
    counted = say(lang, "in_a_row", n=breaker.failures, most=breaker.most)
    out = line("M0 0h22M42 0h22", theme.ink, 2.6, stroke_linecap="round") + turned + ends
    out += words(name, 76, 0, ink, bold=True) + "".join(boxes) + words(counted, x, 0, theme.ink2)
    return out, x + text_width(counted, BODY)


def _try_box(x: float, at: int, failed: bool, theme: Theme) -> str:
    if failed:
        base = box(x, -9, 18, 18, radius=4, fill=FILLS["error_result"], stroke="#8B3D00", stroke_width=1.5)
        return base + glyph(GLYPH_PATHS["error_result"], x + 2.5, 0, 13, DARK, weight=2.6)
    base = box(x, -9, 18, 18, radius=4, fill="none", stroke=theme.edge, stroke_width=1.5)
    return base + words(str(at + 1), x + 9, 0, theme.ink3, size=FIGURE, anchor="middle")


def caption_lines(head: str, text: str, room: float) -> list[str]:
    """The caption in at most two lines."""
    return wrap_text(f"{head} {text}", room, _CAPTION, 2)


def caption_svg(head: str, lines: list[str], tone: str, theme: Theme) -> str:
    """The caption with its bar; the head is bold. Around y = 0, which is the middle of all lines."""
    ink = {"warm": theme.warm, "good": FILLS["summary"]}.get(tone, theme.edge)
    tall = 22 * max(1, len(lines))
    out = box(0, -tall / 2, 3, tall, fill=ink)
    for at, said in enumerate(lines):
        middle = 22 * at - tall / 2 + 11
        bold = head if at == 0 and said.startswith(head) else ""
        rest = said[len(bold) :]
        out += words(bold, 14, middle, theme.ink, size=_CAPTION, bold=True) if bold else ""
        left = 14 + text_width(bold, _CAPTION, bold=True)
        out += words(rest.lstrip(), left + (5 if bold else 0), middle, theme.ink, size=_CAPTION) if rest.strip() else ""
    return out


def legend_svg(scene: Scene, width: float, theme: Theme, lang: str) -> tuple[str, float]:
    """A swatch, a word and a count for each kind of the frame, and how high they are."""
    x, y, out = 0.0, 0.0, ""
    for kind in kinds_of(scene.rows):
        word = say(lang, f"kind_{kind}")
        n = f"{sum(block.kind == kind for row in scene.rows for block in row.blocks):,}"
        wide = 34 + text_width(word, BODY) + 6 + text_width(n, BODY) + 16
        if x and x + wide > width:
            x, y = 0.0, y + 26
        inside = swatch_svg(kind, theme) + words(word, 34, 9, theme.ink)
        inside += words(n, 40 + text_width(word, BODY), 9, theme.ink3)
        out += element("g", inside, transform=f"translate({x:.1f} {y:.1f})")
        x += wide
    return out, y + 18


def swatch_svg(kind: str, theme: Theme) -> str:
    """A small block of a kind: fill, pattern and glyph, 26 by 18."""
    fill, (edge, wide) = FILLS[kind], edge_of(kind, theme)
    out = box(0, 0, 26, 18, radius=4, fill=fill or theme.ground)
    if fill and kind != "user_text":
        out += element("path", d="M7 0H4a4 4 0 0 0-4 4v10a4 4 0 0 0 4 4h3z", fill=f"url(#pk-s-{kind})")
    out += (
        box(wide / 2, wide / 2, 26 - wide, 18 - wide, radius=4, fill="none", stroke=edge, stroke_width=wide)
        if edge
        else ""
    )
    return out + glyph(GLYPH_PATHS[kind], 10, 9, 12, ink_on(kind) if fill else theme.ink)


def _rows(scene: Scene, sheet: Sheet) -> Iterator[tuple[float, str]]:
    """Each row or separator as the pixels it takes and what stands in them."""
    turn, drawn, right = None, 0, sheet.gutter + sheet.room
    for at, row in enumerate(scene.rows):
        if row.at is not None and row.at > drawn:
            yield (
                PITCH,
                words(say(sheet.lang, "twin_left_out", n=f"{scene.left_out:,}"), sheet.gutter, 11, sheet.theme.ink2),
            )
        drawn = 0 if row.at is None else row.at + 1
        if row.turn not in (turn, -1):
            turn = row.turn
            said = say(sheet.lang, "turn_sum", turn=turn, tokens=f"{scene.turns[turn]:,}")
            rule = box(0, 7, right - text_width(said, FIGURE) - 12, 1, fill=sheet.theme.hair)
            yield 22, rule + words(said, right, 7.5, sheet.theme.ink3, size=FIGURE, anchor="end")
        below = scene.rows[at + 1] if at + 1 < len(scene.rows) else None
        joined = below is not None and below.turn == row.turn and below.at == (row.at or 0) + 1
        yield PITCH, (traces_svg(row, below, sheet) if below and joined else "") + row_svg(row, sheet)


def told(scene: Scene, lang: str) -> str:
    """The picture in words: gauge, breaker, caption."""
    full = f"{percent(scene.usage)}: {sum_text(scene, lang)}. {breaker_text(scene, lang)}. " if scene.window else ""
    said = f"{scene.caption.head} {scene.caption.text}".strip()
    return f"{subtitle(scene, lang)}. {full}{said}".strip()


def scene_svg(scene: Scene, *, lang: str = "en", theme: str = "light") -> str:
    """One frame as an SVG picture, `WIDTH` pixels wide and as high as its rows.

    Args:
        lang: the language of the picture's own words, "en" or "zh".
        theme: "light", "dark" or "contrast"; any other is a `UserError`.
    """
    look, inner = theme_of(theme), WIDTH - 2 * _MARGIN
    parts = [(36.0, head_svg(scene, inner, look, lang))]
    if scene.window:
        parts.append((gauge_height(scene, inner, lang) + 14.0, gauge_svg(scene, inner, look, lang)))
    parts += _said(scene, inner, look, lang)
    legend, tall = legend_svg(scene, inner, look, lang)
    rules = box(0, 0, inner, 1, fill=look.hair) + box(0, tall + 16, inner, 1, fill=look.hair)
    parts.append((tall + 30, rules + element("g", legend, transform="translate(0 8)")))
    parts += list(_rows(scene, sheet_for(scene.rows, look, lang, inner)))
    y, body = float(_MARGIN), patterns(kinds_of(scene.rows), look)
    for height, inside in parts:
        body += element("g", inside, transform=f"translate({_MARGIN} {y:.1f})")
        y += height
    frame = say(lang, "frame_of", n=scene.step + 1, all=scene.steps) if scene.steps > 1 else ""
    body += words(frame, WIDTH - _MARGIN, y + 6, look.ink3, size=FIGURE, anchor="end") if frame else ""
    height = y + _MARGIN - (PITCH - BLOCK) * (not frame)
    return opening(WIDTH, round(height), look, lang=lang, title=scene.title, told=told(scene, lang)) + body + "</svg>\n"


def _said(scene: Scene, width: float, theme: Theme, lang: str) -> Iterator[tuple[float, str]]:
    """The caption, with the breaker at its right where both fit."""
    if not (scene.window or scene.caption.head):
        return
    breaker, wide = breaker_svg(scene.breaker, theme, lang, theme.ground) if scene.window else ("", 0.0)
    lines = caption_lines(scene.caption.head, scene.caption.text, width - wide - 50)
    tall = max(22 * len(lines), 22) + 16
    inside = element(
        "g",
        caption_svg(scene.caption.head, lines, scene.caption.tone, theme),
        transform=f"translate(0 {tall / 2 - 4:g})",
    )
    inside += element("g", breaker, transform=f"translate({width - wide:.1f} {tall / 2 - 4:g})") if breaker else ""
    yield tall, inside
