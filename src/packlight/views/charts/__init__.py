"""Charts for notebooks, as plain plotly figures: few traces, however long the session.

    frame.py      what all share: theme, axes, texts that plotly must not read as tags
    of_film.py    tokens over the session; the breaker's time line
    of_sizes.py   tokens by kind; strategies beside one another; the triangle
    words.py      their words

Comes in: films, counts, rows, bills. Goes out: `plotly.graph_objects.Figure`. Called by the façade's `charts`.
"""
