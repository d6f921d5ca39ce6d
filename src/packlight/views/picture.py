"""A picture of one frame of a film in the form that is asked for: SVG, PNG, Markdown or text.

Comes in: a film as the dict its JSON holds, a step and a format. Goes out: text, or bytes for a PNG.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from packlight.core.errors import UserError, unknown_name
from packlight.views.look import theme_of
from packlight.views.markdown import scene_markdown
from packlight.views.raster import svg_png
from packlight.views.scene import Scene, scene_of
from packlight.views.svg import scene_svg
from packlight.views.text import scene_text

_Drawer = Callable[[Scene, str, str], str | bytes]
FORMATS: dict[str, _Drawer] = {
    "svg": lambda scene, lang, theme: scene_svg(scene, lang=lang, theme=theme),
    "png": lambda scene, lang, theme: svg_png(scene_svg(scene, lang=lang, theme=theme)),
    "md": lambda scene, lang, theme: scene_markdown(scene, lang=lang),
    "txt": lambda scene, lang, theme: scene_text(scene, lang=lang) + "\n",
}


def format_of(path: str | Path) -> str:
    """The format that a file's name asks for.

    >>> format_of("frame.SVG")
    'svg'
    """
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise UserError(f"{path}: give it a name that ends in .{', .'.join([*FORMATS][:-1])} or .{[*FORMATS][-1]}")
    return suffix


def picture_of(
    film: Mapping[str, Any], step: int | None = None, *, format: str = "svg", lang: str = "en", theme: str = "light"
) -> str | bytes:
    """One frame as text, or as bytes for "png".

    Args:
        film: a film's JSON as a dict.
        step: the frame, from 0, or from the end below 0; None: the one that tells most.
        format: "svg", "png", "md" or "txt".
        theme: "light", "dark" or "contrast"; Markdown and text have none.

    Raises:
        UserError: an unknown format or theme, a step that the film does not have, a film without frames, or a PNG
            for which something is missing here.
    """
    if format not in FORMATS:
        raise unknown_name("format", format, FORMATS)
    theme_of(theme)
    frames = len(film["frames"])
    if not frames:
        raise UserError("this film has no frames: there is nothing to draw")
    if step is not None and not -frames <= step < frames:
        raise UserError(f"step is {step}: the film has frames 0 to {frames - 1}")
    scene = scene_of(film, step if step is None or step >= 0 else frames + step)
    return FORMATS[format](scene, lang, theme)
