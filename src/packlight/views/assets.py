"""Joins the stage's hand-written JavaScript and CSS into what a browser gets; pure text, no build step.

Comes in: the files of `static/`, in the order in which they build on each other. Goes out: one ES module and one style
sheet for the widget (`stage.py`), and one plain script for the exported file (`export.py`).

    kit → glyphs → film → layout → paint → motion → gauge → rows → say → tools → bar → host → stage → entry | boot
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from packlight.views.squeeze import squeeze_script, squeeze_style

PARTS = (
    "kit", "glyphs", "film", "layout", "paint", "motion", "gauge", "rows", "say", "tools", "bar", "host", "stage",
)  # fmt: skip


def read_static(name: str) -> str:
    """The text of one file of `static/`."""
    return (files("packlight.views") / "static" / name).read_text(encoding="utf-8")


def joined_script(entry: str) -> str:
    """All parts and one way in, as they were written: `entry` for a notebook, `boot` for an exported file."""
    return "\n".join(read_static(f"{part}.js") for part in (*PARTS, entry))


@cache
def widget_module() -> str:
    """The ES module of the notebook's widget; its default export has `render`."""
    return squeeze_script(joined_script("entry"))


@cache
def page_script() -> str:
    """The script of an exported film, one scope of its own."""
    return f"(()=>{{{squeeze_script(joined_script('boot'))}}})();"


@cache
def stage_style() -> str:
    """The style sheet of the widget and of the exported film."""
    return squeeze_style(read_static("stage.css"))
