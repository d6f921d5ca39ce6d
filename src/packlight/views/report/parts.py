"""The tables of the report: winners, all policies, whom a policy hurt, what could not run.

Comes in: the summary of a sweep. Goes out: HTML text in which every name of a file or policy is escaped.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from packlight.simulation.sweep.row import Row
from packlight.simulation.sweep.summary import Hurt, Standing, Winner
from packlight.views.report.charts import percent
from packlight.views.report.words import say

REASONS = 20
"""How many different reasons are listed."""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """An HTML table; cells are HTML already."""
    head = "".join(f'<th scope="col">{html.escape(each)}</th>' for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _words(text: object) -> str:
    return f'<span class="name">{html.escape(str(text))}</span>'


def figure(measure: str, value: float) -> str:
    """A figure of one of the measures.

    >>> figure("price", 1.5), figure("tokens", 12_000), figure("facts", 0.5)
    ('$1.50', '12,000', '50 %')
    """
    if measure == "price":
        return f"${value:,.2f}" if value >= 1 else f"${value:,.4f}"
    return percent(value) if measure == "facts" else f"{value:,.0f}"


def winners_table(found: Iterable[Winner], lang: str) -> str:
    """Who wins on what, and by how much."""
    heads = [say(lang, key) for key in ("measure", "winner", "figure", "next", "worst")]
    return table([*heads, ""], [_winner(each, lang) for each in found])


def _winner(each: Winner, lang: str) -> list[str]:
    second = (
        "" if each.next_policy is None or each.next_value is None else _rival(each, each.next_policy, each.next_value)
    )
    name = _words(each.policy)
    if each.tied > 1:
        name += f" <small>{html.escape(say(lang, 'tied', n=each.tied))}</small>"
    value = f"<b>{figure(each.measure, each.value)}</b>"
    worst = _rival(each, each.worst_policy, each.worst_value)
    label = html.escape(say(lang, f"win_{each.measure}"))
    return [label, name, value, second, worst, html.escape(margin(each, lang))]


def _rival(each: Winner, policy: str, value: float) -> str:
    return f"{_words(policy)} {figure(each.measure, value)}"


def margin(each: Winner, lang: str) -> str:
    """By how much the winner wins.

    >>> margin(Winner("price", "a", 9.0, "b", 10.0, "c", 12.0, 1), "en")
    '10 % less than the next, 25 % less than the worst'
    """
    if each.next_value is None:
        return say(lang, "alone")
    if each.value == each.worst_value:
        return say(lang, "same")
    if each.measure == "facts":
        points, worst = ((each.value - other) * 100 for other in (each.next_value, each.worst_value))
        return say(lang, "more", points=f"{points:.1f}", worst=f"{worst:.1f}")
    less, worst = ((1 - each.value / other) if other else 0.0 for other in (each.next_value, each.worst_value))
    return say(lang, "less", percent=percent(less), worst=percent(worst))


def policies_table(standings: Sequence[Standing], best: Iterable[Standing], lang: str) -> str:
    """Every policy with its figures; those on the front in bold."""
    strong = {each.policy for each in best}
    keys = ("policy", "price", "tokens", "facts", "compactions", "failures", "opened", "cache", "peak")
    rows = []
    for number, each in enumerate(standings, 1):
        name = f"<b>{_words(each.policy)}</b>" if each.policy in strong else _words(each.policy)
        kept = say(lang, "kept_of", kept=f"{each.facts_kept:,}", facts=f"{each.facts:,}")
        cells = [
            "–" if each.price is None else figure("price", each.price),
            f"{each.tokens:,}",
            f"{percent(each.share)} <small>{html.escape(kept)}</small>",
            *(f"{value:,}" for value in (each.compactions, each.failures, each.opened, each.cache_broken)),
            percent(each.peak_usage),
        ]
        rows.append([str(number), name, *cells])
    return table(["", *(say(lang, key) for key in keys)], rows)


def hurt_table(found: Sequence[Hurt], films: Mapping[int, str], lang: str) -> str:
    """Whom a policy hurt, with a button for the film, or the command that makes it."""
    rows = []
    for place, each in enumerate(found):
        row, best = each.row, each.best
        if place in films:
            film = f'<button type="button" data-film="{place}">{html.escape(say(lang, "film"))}</button>'
        else:
            film = f"<small>{html.escape(say(lang, 'no_film', command=command(row)))}</small>"
        kept = say(lang, "kept_of", kept=row.facts_kept, facts=row.facts)
        other = say(lang, "kept_best", kept=best.facts_kept, policy=best.policy)
        rows.append(
            [
                _words(row.conversation),
                _words(row.policy),
                f"<b>{each.lost:,}</b>",
                html.escape(kept),
                _words(other),
                film,
            ]
        )
    heads = [say(lang, key) for key in ("conversation", "policy", "lost", "facts", "next")]
    return table([*heads, ""], rows)


def command(row: Row) -> str:
    """How to make the film by hand.

    >>> command(Row(conversation="a b.json", policy="p", settings={"window": 8000, "strategy": "summary"}))
    "packlight play 'a b.json' --window 8000 --strategy summary -o film.html"
    """
    from shlex import quote

    parts = ["packlight", "play", quote(row.source), *(["--name", quote(row.name)] if row.name else [])]
    for name in ("window", "strategy", "threshold", "reserve", "failures"):
        if name in row.settings:
            parts += [f"--{name}", quote(str(row.settings[name]).replace("+", ","))]
    return " ".join([*parts, "-o", "film.html"])


def reasons_table(rows: Iterable[Row], lang: str) -> str:
    """What could not run, and why."""
    counted = Counter((row.source, row.reason) for row in rows if row.reason is not None)
    heads = [say(lang, key) for key in ("conversation", "reason", "times")]
    return table(heads, [[_words(a), html.escape(str(b)), f"{n:,}"] for (a, b), n in counted.most_common(REASONS)])
