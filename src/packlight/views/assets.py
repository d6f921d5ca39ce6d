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

_OWN_TEXT = """
    asking beats began box boxes byKey chips counts crowds ctx dimmed dirty disc faded fading fates fit fresh glyph
    gutter heir heirs ids inner keep lead look many motion note overview packing parts pass place placed reported
    revealed say scene seps showTruth shown side slices stale still strength strip tall tallest tell timer tip
"""
# The browser has properties of these names, too, but the stage reads them from its own objects only.
_LENT_TEXT = """
    alpha changed color draw hide item items level line mark move node pitch query root select selected skipped slot
    state view
"""
LENT = frozenset(_LENT_TEXT.split())
OWN = LENT | frozenset(_OWN_TEXT.split())
"""Properties of the stage's own objects that travel under short names; a name that is not here travels as it is."""


def read_static(name: str) -> str:
    """The text of one file of `static/`."""
    return (files("packlight.views") / "static" / name).read_text(encoding="utf-8")


def joined_script(entry: str) -> str:
    """All parts and one way in, as they were written: `entry` for a notebook, `boot` for an exported file."""
    return "\n".join(read_static(f"{part}.js") for part in (*PARTS, entry))


@cache
def widget_module() -> str:
    """The ES module of the notebook's widget; its default export has `render`."""
    return squeeze_script(joined_script("entry"), OWN)


@cache
def page_script() -> str:
    """The script of an exported film, one scope of its own."""
    return f"(()=>{{{squeeze_script(joined_script('boot'), OWN)}}})();"


@cache
def stage_style() -> str:
    """The style sheet of the widget and of the exported film."""
    return squeeze_style(read_static("stage.css"))
