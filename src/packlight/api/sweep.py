"""Sweeps: the façade that joins sources, policies, an engine and a file.

Comes in: a folder, a pattern, files, scenarios or conversations, and policies. Goes out: `Rows`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any
from uuid import uuid4

from packlight.adapters.catalogue import cache_min_tokens_of
from packlight.adapters.engine import carry_out, check_travels
from packlight.adapters.language import language
from packlight.adapters.load import load
from packlight.adapters.row_lines import LineFile
from packlight.adapters.sources import paths_of, read_policies
from packlight.api.costs import price_list
from packlight.api.films import simulate
from packlight.core.conversation import Conversation
from packlight.core.errors import PacklightError, UserError
from packlight.core.frozen import thaw
from packlight.core.session import CACHE_MIN_TOKENS
from packlight.simulation.scenarios import Session, session
from packlight.simulation.scenarios import names as scenarios
from packlight.simulation.sweep.policies import Named, named_policies, policy_of
from packlight.simulation.sweep.row import Row
from packlight.simulation.sweep.rows import Rows
from packlight.simulation.sweep.summary import hurt, standings
from packlight.simulation.sweep.todo import check_same, tasks_of
from packlight.simulation.sweep.work import How, Source, Task, each_row, failed_rows, rows_of

MODEL = "claude-opus-5-5"
"""By whose prices a sweep reckons where nobody names another model."""
CHUNK = 5
"""Policies of one task: enough to be worth the way to a worker, few enough that rows come soon."""


def sweep(
    conversations: Any,
    policies: Any,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = True,
    *,
    model: str | None = MODEL,
    lang: str | None = None,
    progress: bool | None = None,
) -> Rows:
    """Replay every conversation under every policy: one row each, as it is done.

    Nothing runs until rows are asked for. A source that cannot be read is a row with the reason. A task whose worker
    dies is tried again; when the executor itself is gone, the rest runs in this process, with a warning.

    Args:
        conversations: a folder, a pattern such as `"logs/**/*.jsonl"`, a file, the name of a scenario, a conversation,
            or an iterable of these; each is read when its turn comes, one at a time for each worker.
        policies: a policy, several, dicts of their arguments, either by name in a mapping, or the path of a .toml file.
        executor: any `concurrent.futures.Executor`, such as `ProcessPoolExecutor` or Dask's `Client.get_executor()`;
            None: this process.
        out: a file for the rows, a JSON object a line, written as they come.
        resume: take the rows that `out` holds already, and compute only those that are missing; False starts afresh.
        model: by whose prices; None: no money is told.
        progress: show a bar; None: in a notebook and on a terminal.

    Raises:
        UserError: a policy makes no sense, `out` cannot be written, or holds rows of other policies by these names.

    >>> rows = sweep("bug_hunt", [{"window": 8_000, "strategy": name} for name in ("sliding_window", "summary")])
    >>> [(row.policy, row.invalid) for row in rows]
    [('sliding_window window=8000', 0), ('summary window=8000', 0)]
    """
    if isinstance(policies, str | os.PathLike):
        named = named_policies(read_policies(policies), tables=True)
    else:
        named = named_policies(policies)
    check_travels(named, executor)
    spoken = language(lang)
    prices = price_list(model) if model is not None else None
    minimum = (cache_min_tokens_of(model) if model is not None else None) or CACHE_MIN_TOKENS
    how = How(spoken, model, prices, minimum)
    kept = _kept(out, named, model) if out is not None and resume else ()
    sources: Iterable[Source] = _sources(conversations, spoken, uuid4().hex)
    # What can be listed is listed now, so that a wrong name is told before anything starts.
    listed = None if isinstance(conversations, Iterator) else tuple(sources)
    tasks = tasks_of(sources if listed is None else listed, named, how, kept, CHUNK if executor else None)
    lines = LineFile(Path(out), keep=resume) if out is not None else None
    bar = _bar(progress, None if listed is None else len(listed) * len(named))
    return Rows(_run(tasks, executor, kept, lines, bar))


def _kept(out: str | os.PathLike[str], named: tuple[Named, ...], model: str | None) -> tuple[Row, ...]:
    """The rows that stand in the file already."""
    if not Path(out).is_file():
        return ()
    rows = tuple(Rows.read(Path(out)))
    check_same(rows, named, model, os.fspath(out))
    return rows


def _run(
    tasks: Iterable[Task], executor: Executor | None, kept: tuple[Row, ...], lines: LineFile | None, bar: Any
) -> Iterator[Row]:
    try:
        bar.update(len(kept))
        yield from kept
        for row in _computed(tasks, executor):
            if lines:
                lines.write(row.to_dict())
            bar.update(1)
            yield row
    finally:
        bar.close()
        if lines:
            lines.close()


def _computed(tasks: Iterable[Task], executor: Executor | None) -> Iterator[Row]:
    if executor is None:
        for task in tasks:
            yield from each_row(task)
        return
    for task, done in carry_out(rows_of, tasks, executor):
        if isinstance(done, Exception):
            yield from failed_rows(task, f"its worker died or failed each time ({type(done).__name__}: {done})")
        else:
            yield from done


def _sources(given: Any, lang: str, sweep: str) -> Iterator[Source]:
    """Every source once, in order; names and paths are looked at when their turn comes."""
    seen: set[str] = set()
    for number, (label, value) in enumerate(_pairs(given, lang), 1):
        named = label or _own_name(value) or str(number)
        if named in seen and label is not None:
            continue
        named = f"{named} ({number})" if named in seen else named
        seen.add(named)
        yield Source(named, sweep, value)


def _pairs(given: Any, lang: str) -> Iterator[tuple[str | None, Any]]:
    """Labels and values of whatever was given; a file has no value."""
    if isinstance(given, str) and given in scenarios():
        yield given, session(given, lang)
    elif isinstance(given, str | os.PathLike):
        yield from ((path, None) for path in paths_of(given))
    elif isinstance(given, Conversation | Session) or _is_conversation(given):
        yield None, given
    elif isinstance(given, Mapping):
        yield from ((str(label), value) for label, value in given.items())
    elif isinstance(given, Iterable):
        for each in given:
            yield from _pairs(each, lang)
    else:
        raise UserError(f"conversations is {given!r}: give a folder, a pattern, files, or conversations")


def _is_conversation(value: Any) -> bool:
    """Whether this is one conversation as the API has it, and not several of them."""
    if isinstance(value, Mapping):
        return "messages" in value or "role" in value
    first = value[0] if isinstance(value, list | tuple) and value else None
    return isinstance(first, Mapping) and "role" in first


def _own_name(value: Any) -> str | None:
    if isinstance(value, Session):
        return value.name
    source = value.source if isinstance(value, Conversation) else None
    if source is None or source.path is None:
        return None
    return source.path if source.name == "main" else f"{source.path}:{source.name}"


def _bar(progress: bool | None, total: int | None) -> Any:
    """The bar: shown in a notebook and on a terminal, unless somebody says otherwise."""
    from tqdm.auto import tqdm

    in_kernel = "ipykernel" in sys.modules
    disable = (None if not in_kernel else False) if progress is None else not progress
    return tqdm(total=total, unit="row", disable=disable, leave=False)


def _page(rows: Rows, lang: str | None = None) -> str:
    """The report of a sweep, with the films of those that a policy hurt most."""
    from packlight.views.report.page import report_html

    spoken, every = language(lang), list(rows)
    hurts = hurt(every)
    films = {place: film for place, each in enumerate(hurts) if (film := _film(each.row, spoken)) is not None}
    return report_html(every, hurts, films, lang=spoken)


def _film(row: Row, lang: str) -> str | None:
    """The film of the replay that made a row; None when its source or its policy cannot be had any more."""
    try:
        subject = session(row.source, lang) if row.source in scenarios() else load(row.source, row.name)
        return simulate(subject, policy_of(thaw(row.settings)), lang=lang, title=row.conversation).to_json()
    except PacklightError:
        return None


def _figure(rows: Rows) -> Any:
    from packlight.views.report.figure import sweep_figure

    return sweep_figure(standings(rows), language())


Rows.exporter = staticmethod(_page)
Rows.plotter = staticmethod(_figure)
