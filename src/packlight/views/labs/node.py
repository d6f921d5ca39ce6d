"""A tree of elements as a value: what a lab draws, before anything draws it.

Comes in: words and numbers. Goes out: frozen nodes, for the panel as JSON and for `still.py` as static HTML. Text from
a transcript may only be a child or an attribute's value, never a tag, a name or a style.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from packlight.core.frozen import json_text
from packlight.views.harmless import clean

_TAGS_TEXT = """
    div p span b em i h3 h4 ul ol li table thead tbody tr th td caption button input select option label output section
    pre code dl dt dd kbd details summary svg path circle line rect g text
"""
TAGS = frozenset(_TAGS_TEXT.split())
_NAMES_TEXT = """
    class style title role type value min max step disabled checked selected for id scope colspan list tabindex lang
    placeholder maxlength spellcheck autocomplete viewBox d cx cy r x x1 x2 y y1 y2 width height fill stroke hidden
    stroke-width stroke-dasharray stroke-linecap preserveAspectRatio text-anchor key act send keys then open
"""
NAMES = frozenset(_NAMES_TEXT.split())
"""Names of attributes; `key`, `act`, `send`, `keys` and `then` become `data-…`: what an element is, does, sends, and
which one has the focus when it is gone."""


@dataclass(frozen=True, slots=True)
class Node:
    """One element: its tag, its attributes as pairs, its children."""

    tag: str
    props: tuple[tuple[str, str], ...] = ()
    children: tuple[Node | str, ...] = ()

    def get(self, name: str, default: str = "") -> str:
        """The value of an attribute."""
        return dict(self.props).get(name, default)

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of its classes."""
        return tuple(self.get("class").split())

    def to_list(self) -> list[Any]:
        """The tree as JSON: `[tag, {attribute: value}, [child, ...]]`."""
        inside = [child if isinstance(child, str) else child.to_list() for child in self.children]
        return [self.tag, dict(self.props), inside]

    def walk(self) -> Iterator[Node]:
        """This element and all below it, in reading order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def text(self) -> str:
        """All words below it, joined by spaces."""
        parts = [child if isinstance(child, str) else child.text() for child in self.children]
        return " ".join(part for part in parts if part)


def el(spec: str, *children: Any, **props: Any) -> Node:
    """An element: `el("p.pkl-note", "Due.", key="note")`.

    Nodes, texts and numbers, or lists of them, become children; None and False are left out. `aria_label` becomes
    `aria-label`; what is sent is JSON.

    >>> el("b.big", 3, None, [" of ", "9"], aria_label="three", act="go", send=3)
    Node(tag='b', props=(('class', 'big'), ('aria-label', 'three'), ('act', 'go'), ('send', '3')),
         children=('3', ' of ', '9'))
    """
    tag, *classes = spec.split(".")
    if tag not in TAGS:
        raise ValueError(f"no element {tag!r} in a lab")
    named = [("class", " ".join(classes))] if classes else []
    return Node(tag, tuple(named + list(_props(props))), tuple(_flat(children)))


def _props(props: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in props.items():
        dashed = name.rstrip("_").replace("_", "-")
        if dashed not in NAMES and not dashed.startswith("aria-"):
            raise ValueError(f"no attribute {dashed!r} in a lab")
        if dashed in ("send", "keys"):
            yield dashed, json_text(value)
        elif value is True and not dashed.startswith("aria-"):
            yield dashed, ""
        elif value is not None and value is not False:
            yield dashed, str(value).lower() if isinstance(value, bool) else clean(value)
        elif value is False and dashed.startswith("aria-"):
            yield dashed, "false"


def _flat(children: Iterable[Any]) -> Iterator[Node | str]:
    for child in children:
        if isinstance(child, Node):
            yield child
        elif isinstance(child, list | tuple) or hasattr(child, "__next__"):
            yield from _flat(child)
        elif child is not None and child is not False and child != "":
            yield clean(child)
