"""The report of a sweep: one page that needs no network.

    words.py    what it says, in English and Chinese
    charts.py   price against facts, and the spreads, as SVG
    parts.py    tables and lists
    page.py     the page, with its films packed in
    figure.py   the chart for a notebook, by plotly

Comes in: the summary of a sweep's rows, and the JSON of films. Goes out: HTML. Called by the façade.
"""
