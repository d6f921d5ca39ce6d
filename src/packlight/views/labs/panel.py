"""The panel: a widget that draws a tree of nodes, and tells Python what was done to it. Imported late.

Comes in: a tree as JSON. Goes out: `acted(action, value)` calls. The browser has one message under way at a time and
keeps only the newest value of each slider, so that dragging never floods the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import anywidget
import traitlets as t

from packlight.views.squeeze import squeeze_script, squeeze_style
from packlight.views.stage import PRESETS, THEMES


def _read(name: str) -> str:
    return (files("packlight.views.labs") / "static" / name).read_text(encoding="utf-8")


@cache
def panel_module() -> str:
    """The ES module of the panel."""
    return squeeze_script(_read("panel.js"))


@cache
def panel_style() -> str:
    """The panel's style sheet."""
    return squeeze_style(_read("panel.css"))


class Panel(anywidget.AnyWidget):
    """Draws a tree and reports actions.

    Attributes:
        tree: the tree, as `Node.to_list` gives it.
        said: what is announced to a screen reader when it changes.
        gone: the sentence for a kernel that does not answer.

    >>> Panel(tree=["p", {}, ["Due."]]).said
    ''
    """

    _esm = panel_module()
    _css = panel_style()

    tree: Any = t.List().tag(sync=True)
    said = t.Unicode("").tag(sync=True)
    gone = t.Unicode("").tag(sync=True)
    lang = t.Enum(("en", "zh"), "en").tag(sync=True)
    theme = t.Enum(THEMES, "auto").tag(sync=True)
    preset = t.Enum(PRESETS, "normal").tag(sync=True)

    def __init__(self, acted: Callable[[str, Any], None] | None = None, **traits: Any) -> None:
        super().__init__(**traits)
        self._acted = acted
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    def receive(self, content: Any) -> None:
        """One message of the browser, `{"act": …, "value": …}`; answered when all is done."""
        try:
            if self._acted and isinstance(content, dict) and "act" in content:
                self._acted(str(content["act"]), content.get("value"))
        finally:
            self.send({"done": True})
