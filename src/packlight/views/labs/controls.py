"""Controls as trees: each says its name, its value and what it does.

Comes in: words, values, the name of an action. Goes out: nodes. All controls have a visible name of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from packlight.views.labs.node import Node, el


def button(words: str, act: str, send: Any = None, *, strong: bool = False, off: bool = False, **props: Any) -> Node:
    """A button; one that is off stays where it is and can still be reached by keyboard.

    >>> button("Reset", "reset").text()
    'Reset'
    """
    spec = "button.strong" if strong else "button"
    key = props.pop("key", f"{act}:{send}")
    return el(spec, words, type="button", key=key, act=act, send=send, aria_disabled=True if off else None, **props)


def slider(name: str, act: str, value: float, low: float, high: float, *, step: float, shown: str) -> Node:
    """A slider with its name and its value in words beside it."""
    given = {"min": low, "max": high, "step": step, "value": value}
    bar = el("input", type="range", id=None, key=act, act=act, aria_label=name, aria_valuetext=shown, **given)
    return el("div.field", el("span.name", name), el("output", shown), bar)


def choice(name: str, act: str, value: Any, options: Mapping[Any, str]) -> Node:
    """One of a few: a row of buttons, the chosen one pressed."""
    pressed = [
        el("button", words, type="button", key=f"{act}:{each}", act=act, send=each, aria_pressed=each == value)
        for each, words in options.items()
    ]
    return el("div.field", el("span.name", name), el("div.seg", pressed, role="group", aria_label=name))


def select(name: str, act: str, value: str, options: Mapping[str, str], *, inline: bool = False) -> Node:
    """One of many: a list to open."""
    rows = [el("option", words, value=each, selected=each == value) for each, words in options.items()]
    box = el("select", rows, key=act, act=act, aria_label=name)
    return box if inline else el("div.field", el("span.name", name), box)


def check(name: str, act: str, on: bool, *, mark: str = "") -> Node:
    """A check box; `mark` stands in front of its name, such as its place in an order."""
    box = el("input", type="checkbox", checked=on, key=act, act=act)
    return el("label.check", box, el("b", mark) if mark else None, el("span", name))


def text_field(name: str, act: str, value: str, *, hint: str = "") -> Node:
    """A line of text to type, sent when it is left or on Enter."""
    given = {"spellcheck": "false", "autocomplete": "off", "maxlength": "60"}
    box = el("input", type="text", value=value, key=act, act=act, aria_label=name, **given)
    return el("div.field", el("span.name", name), box, el("span.hint", hint) if hint else None)


def figures(pairs: Iterable[tuple[str, str, str]]) -> Node:
    """Large figures, each with its words below and a tone: "", "warm" or "good"."""
    cells = [el("div", el("b" + f".{tone}" * bool(tone), figure), el("span", words)) for figure, words, tone in pairs]
    return el("div.figures", cells)


def table(heads: Iterable[Any], rows: Iterable[Iterable[Any]], *, caption: str = "") -> Node:
    """A table whose first cell of each row is its head; a cell may be a node of its own."""
    top = el("thead", el("tr", [el("th", head, scope="col") for head in heads]))
    body = [el("tr", [_cell(at, each) for at, each in enumerate(row)]) for row in rows]
    return el("div.scroll", el("table", el("caption", caption) if caption else None, top, el("tbody", body)))


def _cell(at: int, value: Any) -> Node:
    if isinstance(value, Node) and value.tag in ("td", "th"):
        return value
    return el("th", value, scope="row") if at == 0 else el("td", value)
