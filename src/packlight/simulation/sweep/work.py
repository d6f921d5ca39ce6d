"""The work of a sweep: one source replayed under some policies. This is what a worker process runs.

Comes in: a `Task`, which is small enough to travel. Goes out: its rows. Whatever goes wrong with a conversation is a
row with the reason; only the end of the process itself is the engine's to mend. A worker keeps the source that it
opened last, mended, read for facts and weighed, so that the next policies find it ready; it never holds two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from packlight.adapters.counters import resolve_counter
from packlight.adapters.load import load_all
from packlight.core.conversation import Conversation
from packlight.core.errors import PacklightError
from packlight.core.price import Prices
from packlight.core.repair import repair
from packlight.core.session import CACHE_MIN_TOKENS
from packlight.core.tokens import TokenCounter
from packlight.simulation.replay import replay, setting
from packlight.simulation.scenarios import Session
from packlight.simulation.sweep.meter import Meter
from packlight.simulation.sweep.policies import Named
from packlight.simulation.sweep.row import Row
from packlight.simulation.sweep.uses import Planted, Uses, uses_of
from packlight.simulation.windows import Remembering


@dataclass(frozen=True, slots=True)
class Source:
    """Where conversations come from: a file by its path, or a value in memory.

    Attributes:
        label: what its rows call it.
        sweep: names the sweep, so that no other one takes what this one has opened for its own.
        value: a conversation, a `Session`, or anything that is a conversation; None: the label is a path to read.
    """

    label: str
    sweep: str = ""
    value: Any = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class How:
    """What all tasks of a sweep share."""

    lang: str = "en"
    model: str | None = None
    prices: Prices | None = None
    cache_min_tokens: int = CACHE_MIN_TOKENS


@dataclass(frozen=True, slots=True)
class Task:
    """One source under some policies; `done` are the pairs of conversation and policy that have a row already."""

    source: Source
    policies: tuple[Named, ...]
    how: How
    done: frozenset[tuple[str, str]] = frozenset()


@dataclass(slots=True)
class _Subject:
    """A conversation made ready for any policy."""

    label: str
    script: Conversation
    facts: Uses | Planted
    counters: dict[str, TokenCounter]

    def counter(self, given: Any) -> TokenCounter:
        """A counter that counts each text of this conversation once, whatever the number of policies."""
        found = resolve_counter(given or "tiktoken")
        return self.counters.setdefault(found.name, Remembering(found))


class _Desk:
    """What this process opened last; a thread reads or changes it in one step."""

    held: tuple[Source, tuple[_Subject, ...]] | None = None


_desk = _Desk()


def rows_of(task: Task) -> list[Row]:
    """All rows of a task.

    >>> [row] = rows_of(Task(Source("nowhere.json"), (Named("p", None, {}),), How()))
    >>> row.reason
    "'nowhere.json' does not exist: check the path."
    """
    return list(each_row(task))


def each_row(task: Task) -> Iterator[Row]:
    """The rows of a task, each as it is done."""
    try:
        subjects = _subjects(task.source)
    except Exception as error:
        yield from failed_rows(task, _sentence(error))
        return
    for named in task.policies:
        for subject in subjects:
            if (subject.label, named.name) not in task.done:
                yield _row(subject, named, task.how, len(subjects))


def failed_rows(task: Task, reason: str) -> Iterator[Row]:
    """A row with the reason for each policy of a task that could not run at all."""
    for named in task.policies:
        if (task.source.label, named.name) not in task.done:
            yield Row(
                conversation=task.source.label,
                policy=named.name,
                reason=reason,
                model=task.how.model,
                settings=named.settings,
            )


def _subjects(source: Source) -> tuple[_Subject, ...]:
    """The conversations of a source; those of the source before are let go first."""
    held = _desk.held
    if held is not None and held[0] == source:
        return held[1]
    _desk.held = held = None
    subjects = tuple(_opened(source))
    _desk.held = (source, subjects)
    return subjects


def _opened(source: Source) -> Iterator[_Subject]:
    if isinstance(source.value, Session):
        yield _subject(source.label, source.value.conversation, source.value.facts)
        return
    found: Mapping[str, Conversation] = load_all(source.label if source.value is None else source.value)
    many = len(found) > 1
    for name, talk in found.items():
        yield _subject(f"{source.label}#{name}" if many else source.label, talk, ())


def _subject(label: str, talk: Conversation, planted: Planted) -> _Subject:
    script = repair(talk).conversation
    return _Subject(label, script, planted or uses_of(script), {})


def _row(subject: _Subject, named: Named, how: How, of: int) -> Row:
    start = perf_counter()
    figures: dict[str, Any] = {}
    try:
        figures = _figures(subject, named, how)
    except Exception as error:
        figures = {"reason": _sentence(error)}
    seconds = round(perf_counter() - start, 4)
    return Row(
        conversation=subject.label,
        policy=named.name,
        seconds=seconds,
        model=how.model,
        of=of,
        settings=named.settings,
        **figures,
    )


def _figures(subject: _Subject, named: Named, how: How) -> dict[str, Any]:
    if not subject.script.messages:
        return {"reason": "this conversation has no messages."}
    counter = subject.counter(named.policy.counter)
    price = how.prices.call_usd if how.prices else None
    stage = setting(subject.script, named.policy, counter=counter, lang=how.lang, price_usd=price)
    meter = Meter(stage, subject.facts)
    replay(stage, meter)
    return meter.figures(how.prices, how.cache_min_tokens)


def _sentence(error: Exception) -> str:
    """What went wrong, in one line; an error that is not ours is named by its kind."""
    text = " ".join(str(error).split())
    return text if isinstance(error, PacklightError) else f"{type(error).__name__}: {text}"[:500]
