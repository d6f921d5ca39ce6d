"""The picture of StrategyLab: columns with aligned rows, and the table below them.

Comes in: a history and what each strategy made of it. Goes out: nodes. Widths are square roots of tokens on one scale
for all columns, as on the stage; what goes stays in its place as a ghost, so that a loss is seen as a hole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from packlight.core.budget import Budget
from packlight.core.comparison import Row
from packlight.core.conversation import Conversation
from packlight.core.event_words import percent
from packlight.simulation.film import Block, Film
from packlight.simulation.still import still
from packlight.views.labs.controls import table
from packlight.views.labs.model import Bench
from packlight.views.labs.node import Node, el
from packlight.views.labs.words import Say

_CLASSES = {"shortened": "short", "dropped": "gone", "replaced": "fold"}
_VOICES = {"human": "user", "assistant": "assistant", "tool": "← user"}


@dataclass(frozen=True, slots=True)
class Column:
    """One strategy's result: its row of the comparison, or why there is none; dollars of the next requests."""

    name: str
    title: str
    why: str
    row: Row | None
    fault: str = ""
    next_usd: float = 0.0


def columns(talk: Conversation, found: Sequence[Column], bench: Bench, budget: Budget) -> Node:
    """The columns side by side, a line for each message."""
    film = still(talk, budget, counter=bench.counter, lang=bench.lang)
    widest = (
        max((sum(sqrt(b.tokens) for b in _blocks(film, at)) for at in range(len(film.messages))), default=1.0) or 1.0
    )
    heads = [el("div.col", el("h4", each.title), el("p.quiet", each.why), _gauge(each.row, budget)) for each in found]
    lines = [el("div.line", el("span.who"), heads)]
    for at, message in enumerate(film.messages):
        label = el("span.who", el("i", str(at)), el("span", _VOICES.get(message.voice, message.role)))
        cells = [el("div.col", _cell(film, at, each, widest)) for each in found]
        turn = at > 0 and message.turn != film.messages[at - 1].turn
        lines.append(el("div.line.turn" if turn else "div.line", label, cells))
    return el("div.columns.scroll", lines, aria_hidden="true")


def _blocks(film: Film, at: int) -> Sequence[Block]:
    start, end = film.messages[at].blocks
    return film.blocks[start:end]


def _gauge(row: Row | None, budget: Budget) -> Node | None:
    """How full the window is afterwards, with the tick of the threshold."""
    if row is None:
        return None
    usage = budget.usage(row.after)
    bar = el("span.used", style=f"width:{min(usage, 1):.1%}")
    tick = el("span.tick", style=f"left:{budget.threshold:.1%}")
    return el("div.mini", bar, tick, el("b.warm" if usage >= budget.threshold else "b", percent(usage)))


def _cell(film: Film, at: int, column: Column, widest: float) -> list[Node]:
    """One message in one column: its blocks, and the summary where the first of its messages stood."""
    row, id = column.row, film.messages[at].id
    if row is None:
        return []
    state = next((look for name, look in _CLASSES.items() if id in getattr(row, name)), "")
    drawn = []
    for block in _blocks(film, at):
        look = state if state != "short" or block.kind in ("tool_result", "error_result", "thinking") else ""
        width = sqrt(block.tokens) / widest
        drawn.append(el(f"span.k.k-{block.kind}" + f".{look}" * bool(look), style=f"width:{width:.2%}"))
    if state == "fold" and row.replaced[0] == id:
        words = f"÷ {row.tokens_out:,}" if row.tokens_out else "÷"
        drawn.append(el("span.k.k-summary.sum", words))
    return drawn


def outcome_table(found: Sequence[Column], facts: Sequence[Mapping[str, Any]], before: int, say: Say) -> Node:
    """Tokens, price, cache and facts of each column; the best of a row is bold."""
    rows = [
        _line(say("after"), found, lambda row, _: _after(row.after, before, say), lambda row, _: -row.after),
        _line(say("next"), found, lambda row, usd: _money(row, usd, say), lambda _, usd: -usd),
        _line(say("cache"), found, lambda row, _: say("tokens", n=row.prefix_tokens), lambda row, _: row.prefix_tokens),
    ]
    if facts:
        met = len(facts)
        count = lambda row, _: len(row.facts_kept)  # noqa: E731 - one line a row, like its neighbours
        rows.append(_line(say("facts"), found, lambda row, _: say("of", n=len(row.facts_kept), all=met), count))
    for fact in facts:
        cells = [_fact(each.row, str(fact["needle"]), say) for each in found]
        rows.append([str(fact["text"]), *cells])
    return table(["", *(each.title for each in found)], rows, caption=say("table"))


def _line(
    name: str,
    found: Sequence[Column],
    words: Callable[[Row, float], str],
    worth: Callable[[Row, float], float],
) -> list[Any]:
    worths = [worth(each.row, each.next_usd) for each in found if each.row]
    best = max(worths, default=0.0)
    return [name, *(_figure(each, words, best=_is_best(each, worth, best)) for each in found)]


def _is_best(column: Column, worth: Callable[[Row, float], float], best: float) -> bool:
    return column.row is not None and worth(column.row, column.next_usd) == best


def _figure(column: Column, words: Callable[[Row, float], str], *, best: bool) -> Node:
    if column.row is None:
        return el("td.warm", column.fault)
    return el("td.best" if best else "td", words(column.row, column.next_usd))


def _after(after: int, before: int, say: Say) -> str:
    return say("fewer", after=after, less=before - after) if after < before else say("same", after=after)


def _money(row: Row, usd: float, say: Say) -> str:
    if row.price_usd:
        return say("call", n=usd * 100, call=row.price_usd * 100)
    return say("cents", n=usd * 100)


def _fact(row: Row | None, needle: str, say: Say) -> Node:
    if row is None:
        return el("td", "–")
    kept = needle in row.facts_kept
    return el("td", el("span.dot" if kept else "span.dot.lost", say("kept" if kept else "lost")))
