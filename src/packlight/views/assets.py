"""Joins the stage's hand-written JavaScript and CSS into what a browser gets; pure text, no build step.

Comes in: the files of `static/`, in the order in which they build on each other. Goes out: one ES module and one style
sheet for the widget (`stage.py`), and one plain script for the exported file (`export.py`). The join leaves out
comment lines, indentation and spaces around brackets, nothing else: what runs is what was written.

    kit → glyphs → film → layout → paint → motion → gauge → rows → say → tools → bar → host → stage → entry | boot
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

PARTS = (
    "kit", "glyphs", "film", "layout", "paint", "motion", "gauge", "rows", "say", "tools", "bar", "host", "stage",
)  # fmt: skip

# Quoted text, templates and regular expressions are carried over as they stand; spaces go only around these marks.
_KEPT = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=[(=,:] )/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\n])+/\w*|(?<=\()/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\n])+/\w*"
_SCRIPT = re.compile(rf"({_KEPT})|[ ]*([{{}}()\[\],;:?=<>&|*])[ ]*")
_STYLE = re.compile(r"(\"[^\"]*\")|(?<=[:,;{}])[ ]+|[ ]+(?=\{)")


def _read(name: str) -> str:
    return (files("packlight.views") / "static" / name).read_text(encoding="utf-8")


def _lines(text: str) -> str:
    """The lines that say something: without indentation, empty lines and lines that are only a comment."""
    kept = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in kept if line and not line.startswith("//"))


def squeeze_script(text: str) -> str:
    """A script without comment lines, indentation and needless spaces.

    >>> squeeze_script("// adds\\nconst add = (a, b) => a + b;  // the sum\\nsay('a = b');")
    "const add=(a,b)=>a + b;\\nsay('a = b');"
    """
    text = re.sub(r"[ ]+//[ ].*$", "", text, flags=re.MULTILINE)
    return _SCRIPT.sub(lambda found: found[1] or found[2], _lines(text))


def squeeze_style(text: str) -> str:
    """A style sheet without comments, indentation and needless spaces.

    >>> squeeze_style("/* a */ .pk { color: red; }\\n  .pk b { margin: 0 1px; }")
    '.pk{color:red;}.pk b{margin:0 1px;}'
    """
    text = _lines(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).replace("\n", " ")
    return _STYLE.sub(lambda found: found[1] or "", text).strip()


@cache
def stage_script() -> str:
    """The stage itself, without a way in."""
    return squeeze_script("\n".join(_read(f"{part}.js") for part in PARTS))


@cache
def widget_module() -> str:
    """The ES module of the notebook's widget; its default export has `render`."""
    return stage_script() + "\n" + squeeze_script(_read("entry.js"))


@cache
def page_script() -> str:
    """The script of an exported film, one scope of its own."""
    return f"(() => {{\n{stage_script()}\n{squeeze_script(_read('boot.js'))}\n}})();"


@cache
def stage_style() -> str:
    """The style sheet of the widget and of the exported film."""
    return squeeze_style(_read("stage.css"))
