"""The report as one HTML page: no network, nothing to install, the player of the films inside.

Comes in: rows and the JSON of some films. Goes out: HTML text that works from `file://`. Its Content-Security-Policy
allows its own script and style, by their hashes, and nothing else. Films are compressed, and unpacked by the browser
when they are asked for.
"""

from __future__ import annotations

import base64
import gzip
import html
from collections.abc import Mapping, Sequence
from functools import cache

from packlight.simulation.sweep.row import Row
from packlight.simulation.sweep.summary import Hurt, Standing, compared, complete, front, standings, winners
from packlight.views.assets import OWN, joined_script, read_static, stage_style
from packlight.views.export import embedded, policy_for
from packlight.views.report.charts import pareto, percent, spreads
from packlight.views.report.parts import hurt_table, policies_table, reasons_table, winners_table
from packlight.views.report.words import say
from packlight.views.squeeze import squeeze_script, squeeze_style
from packlight.views.words import table as stage_words

FILM_BYTES = 600_000
"""A film that is larger than this when it is compressed is not packed in."""

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main class="report">{body}</main>
<dialog id="packlight-dialog">
<button type="button" id="packlight-close">{close}</button>
<div id="packlight"></div>
</dialog>
<script type="application/json" id="packlight-data">{data}</script>
<script>{script}</script>
</body>
</html>
"""


@cache
def _script() -> str:
    return f"(()=>{{{squeeze_script(joined_script('report'), OWN)}}})();"


@cache
def _style() -> str:
    return stage_style() + squeeze_style(read_static("report.css"))


def report_html(rows: Sequence[Row], hurts: Sequence[Hurt], films: Mapping[int, str], *, lang: str = "en") -> str:
    """The report as one self-contained page.

    Args:
        rows: all rows of the sweep.
        hurts: whom a policy hurt most, in the order of the table.
        films: JSON of films, by place in `hurts`; one that is too large is left out, and its command told.

    >>> page = report_html([], [], {})
    >>> page.startswith("<!doctype html>"), "nothing to compare" in page
    (True, True)
    """
    packed = {place: data for place, film in films.items() if (data := pack(film)) is not None}
    style, script, title = _style(), _script(), say(lang, "title")
    return _PAGE.format(
        lang="zh-CN" if lang == "zh" else "en",
        policy=policy_for(script, style),
        title=html.escape(title),
        style=style,
        body=_body(rows, hurts, packed, lang),
        close=html.escape(say(lang, "close")),
        data=embedded({"films": packed, "lang": lang, "words": dict(stage_words(lang))}),
        script=script,
    )


def pack(film_json: str) -> str | None:
    """A film compressed, as text; None when it is too large to be carried along."""
    data = gzip.compress(film_json.encode(), 9, mtime=0)
    return base64.b64encode(data).decode() if len(data) <= FILM_BYTES else None


def _body(rows: Sequence[Row], hurts: Sequence[Hurt], packed: Mapping[int, str], lang: str) -> str:
    found = standings(rows)
    parts = [f"<h1>{html.escape(say(lang, 'title'))}</h1>", *_lead(rows, found, lang)]
    if found:
        best = front(found)
        names = ", ".join(each.policy for each in best)
        money = all(each.price is not None for each in found)
        parts += _section("wins", winners_table(winners(found), lang), lang)
        parts += _section(
            "pareto" if money else "pareto_tokens", pareto(found, lang), lang, say(lang, "pareto_how", names=names)
        )
        parts += _section("table", policies_table(found, best, lang), lang, say(lang, "facts_are"))
        parts += _section("spread", _spreads(found, money, lang), lang, say(lang, "spread_how"))
        if hurts:
            parts += _section("hurt", hurt_table(hurts, packed, lang), lang, say(lang, "hurt_how"))
        else:
            parts += _section("hurt", "", lang, say(lang, "hurt_none"))
    if any(row.reason is not None for row in rows):
        parts += _section("reasons", reasons_table(rows, lang), lang)
    return "".join(parts)


def _lead(rows: Sequence[Row], found: Sequence[Standing], lang: str) -> list[str]:
    """What was swept, in a sentence or two."""
    names = {row.conversation for row in rows}
    fair, packed = ({row.conversation for row in some} for some in (complete(rows), compared(rows)))
    said = [
        say(lang, "lead", conversations=len(names), policies=len({row.policy for row in rows}), rows=f"{len(rows):,}")
    ]
    if len(names) > len(fair):
        said.append(say(lang, "left_out", n=len(names) - len(fair)))
    if len(fair) > len(packed):
        said.append(say(lang, "untouched", n=len(fair) - len(packed), rest=len(packed)))
    models = sorted({row.model for row in rows if row.model})
    if models:
        said.append(say(lang, "priced", model=", ".join(models)))
    broken = sum(each.invalid for each in found)
    if broken:
        said.append(say(lang, "invalid", n=broken))
    if not found:
        said.append(say(lang, "nothing"))
    return [f"<p>{html.escape(' '.join(said))}</p>"]


def _section(key: str, inside: str, lang: str, how: str = "") -> list[str]:
    told = f"<p>{html.escape(how)}</p>" if how else ""
    return [f"<section><h2>{html.escape(say(lang, key))}</h2>{told}{inside}</section>"]


def _spreads(found: Sequence[Standing], money: bool, lang: str) -> str:
    facts = say(lang, "spread_facts")
    parts = [f"<h3>{html.escape(facts)}</h3>", spreads(found, lambda each: each.share_spread, facts, percent)]
    if money:
        price = say(lang, "spread_price")
        parts += [
            f"<h3>{html.escape(price)}</h3>",
            spreads(found, lambda each: each.price_spread, price, "{:g} ×".format),
        ]
    return "".join(parts)
