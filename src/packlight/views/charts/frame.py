"""What all charts share: the theme's colours, plain axes, and texts that plotly takes as text.

Comes in: a figure, a title, a theme. Goes out: the same figure, dressed.
"""

from __future__ import annotations

from typing import Any

from packlight.views.harmless import one_line
from packlight.views.look import theme_of

MOST_TITLE = 80
_ASIDE = ("sendDataToCloud", "editInChartStudio", "lasso2d", "select2d")
"""Buttons that a reader does not need; the first two would carry the data away."""


def plain(text: object, most: int = 200) -> str:
    """Text of a transcript for plotly, which reads tags and entities in whatever it shows.

    >>> plain("<b>a</b> & b")
    '‹b›a‹/b› ＆ b'
    """
    return one_line(str(text), most).replace("<", "‹").replace(">", "›").replace("&", "＆")


def dressed(figure: Any, title: str, theme: str = "light", **layout: Any) -> Any:
    """The figure in a theme of the stage: `light`, `dark` or `contrast`."""
    look = theme_of(theme)
    axis = {"gridcolor": look.hair, "zerolinecolor": look.hair, "linecolor": look.edge, "tickcolor": look.edge}
    figure.update_layout(
        template="plotly_dark" if look.dark else "plotly_white",
        title={"text": plain(title, MOST_TITLE), "x": 0.01, "font": {"size": 18}},
        font={"color": look.ink, "size": 13},
        paper_bgcolor=look.ground,
        plot_bgcolor=look.ground,
        margin={"t": 56, "r": 20, "b": 48, "l": 64},
        hoverlabel={"align": "left", "font": {"size": 13}},
        legend={"orientation": "h", "y": -0.18, "x": 0},
        modebar={"remove": list(_ASIDE), "bgcolor": "rgba(0,0,0,0)", "color": look.ink2},
        **layout,
    )
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis)
    return figure
