"""The static twin of a lab's panel: its tree as HTML with inline style only, and as text.

Comes in: a tree of nodes. Goes out: HTML for saved, untrusted and nbviewer notebooks, where nothing can be clicked: so
controls become the words and values that they show. Every text is escaped; no script, link or address is written.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from packlight.views.labs.node import Node

_STYLES = {
    "head": "margin:0 0 8px", "idea": "margin:0 0 8px;color:#535B66", "quiet": "color:#535B66", "hint": "color:#535B66",
    "card": "margin:0 0 10px;padding:8px 14px;background:#F5F6F8", "warm": "color:#A84300", "good": "color:#00694C",
    "fault": "margin:0 0 10px;padding:8px 14px;border:2px solid #A84300;background:#FDF2EA",
    "field": "display:inline-block;margin:0 24px 6px 0", "figures": "margin:0 0 10px", "foot": "color:#535B66",
    "lost": "color:#A84300", "k-user_text": "background:#0072B2;color:#FFFFFF", "k-thinking": "background:#F0E442",
    "k-assistant_text": "background:#009E73", "k-tool_use": "background:#E69F00", "k-tool_result": "background:#56B4E9",
    "k-error_result": "background:#D55E00", "k-summary": "background:#CC79A7", "k": "border:1px solid #838C98",
}  # fmt: skip
_TAG_STYLES = {
    "h3": "margin:0;font-size:18px", "h4": "margin:8px 0 4px;font-size:14px", "p": "margin:0 0 4px",
    "table": "border-collapse:collapse;margin:0 0 8px;background:#FFFFFF", "pre": "white-space:pre-wrap;margin:0 0 8px",
    "td": "padding:3px 12px 3px 0;text-align:left;vertical-align:top;border-top:1px solid #E3E6EA;background:#FFFFFF",
    "th": "padding:3px 12px 3px 0;text-align:left;vertical-align:top;border-top:1px solid #E3E6EA;background:#FFFFFF",
}  # fmt: skip
_LEFT_OUT = {"svg", "rect", "path", "circle", "line", "g", "text"}
_BLOCKS = {"div", "p", "h3", "h4", "li", "tr", "table", "section", "pre", "ul", "ol", "caption"}
_PLAIN = {"button", "label", "output", "section", "kbd", "details", "summary"}
"""Written as `span` or `div`: a sanitizer takes some of them away, and none can be used."""


def still_html(tree: Node, *, lang: str = "en") -> str:
    """The tree as HTML that needs nothing.

    >>> from packlight.views.labs.node import el
    >>> still_html(el("p.warm", "a < b"))
    '<div style="...;background:#FFFFFF;padding:16px;max-width:1100px"><p style="...">a &lt; b</p></div>'
    """
    font = "font:12.5px/1.4 -apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC',sans-serif"
    style = f"{font};color:#15181D;background:#FFFFFF;padding:16px;max-width:1100px"
    return f'<div style="{style}">{"".join(_written(tree))}</div>'


def _written(node: Node | str) -> Iterator[str]:
    if isinstance(node, str):
        yield html.escape(node)
        return
    if node.tag == "svg":
        yield f"<p>{html.escape(node.get('aria-label'))}</p>" if node.get("aria-label") else ""
        return
    if _is_left_out(node) or node.get("aria-disabled") == "true":
        return
    if node.tag in ("input", "select", "button"):
        yield _used(node)
        return
    tag = node.tag if node.tag not in _PLAIN else "div" if node.tag in ("section", "details") else "span"
    inside = " ".join(part for child in node.children for part in ["".join(_written(child))] if part)
    yield f'<{tag} style="{_style(node)}">{inside}</{tag}>'


def _is_left_out(node: Node) -> bool:
    """What needs a script or a mouse, and pictures whose content stands beside them in words."""
    return node.tag in _LEFT_OUT or "act-only" in node.classes or node.get("aria-hidden") == "true"


def _used(node: Node) -> str:
    """A control as the value that it shows: pressed buttons bold, other buttons in brackets, options by the chosen."""
    if node.tag == "button":
        words = html.escape(node.text())
        return f"<b>[{words}]</b>" if node.get("aria-pressed") == "true" else f"[{words}]"
    if node.tag == "select":
        chosen = [each.text() for each in node.walk() if each.tag == "option" and "selected" in dict(each.props)]
        return f"<b>{html.escape(' '.join(chosen))}</b>"
    if node.get("type") == "checkbox":
        return "☑" if "checked" in dict(node.props) else "☐"
    return "" if node.get("type") == "range" else f"<b>{html.escape(node.get('value'))}</b>"


def _style(node: Node) -> str:
    parts = [_TAG_STYLES.get(node.tag, ""), *(_STYLES.get(name, "") for name in node.classes), node.get("style")]
    return html.escape(";".join(part for part in parts if part))


def still_text(tree: Node) -> str:
    """The tree as lines of text."""
    lines = [" ".join(line.split()) for line in "".join(_spoken(tree)).split("\n")]
    return "\n".join(line for line in lines if line)


def _spoken(node: Node | str) -> Iterator[str]:
    if isinstance(node, str):
        yield node + " "
        return
    if node.tag == "svg":
        yield f"{node.get('aria-label')}\n" if node.get("aria-label") else ""
        return
    if _is_left_out(node) or node.tag in ("option", "input"):
        return
    if node.tag == "select":
        yield "".join(f"{each.text()} " for each in node.walk() if "selected" in dict(each.props))
        return
    if node.tag == "button":
        yield f"[{node.text()}] " if node.get("aria-pressed") != "false" else ""
        return
    for child in node.children:
        yield from _spoken(child)
    yield "\n" if node.tag in _BLOCKS else ""
