"""Pictures without a browser: a frame, or a film that moves by itself, as SVG text.

measure.py   how wide text is, without a font
pen.py       escaped SVG elements
rows.py      blocks, gutters, traces
gauge.py     the suitcase
still.py     one frame
"""

from packlight.views.svg.still import scene_svg

__all__ = ["scene_svg"]
