"""What is left to do: sources and policies become tasks, less what has its row already.

Comes in: sources, policies, the rows of an earlier run. Goes out: tasks, source by source, in one order always.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from packlight.core.errors import UserError
from packlight.simulation.sweep.policies import Named
from packlight.simulation.sweep.row import Row
from packlight.simulation.sweep.work import How, Source, Task


def tasks_of(
    sources: Iterable[Source], policies: tuple[Named, ...], how: How, kept: Iterable[Row] = (), chunk: int | None = None
) -> Iterator[Task]:
    """The tasks that are left, with up to `chunk` policies each; None: all policies of a source in one.

    >>> policies = (Named("a", None, {}), Named("b", None, {}))
    >>> had = [Row(conversation="x.json", policy="a")]
    >>> [each.name for task in tasks_of([Source("x.json")], policies, How(), had) for each in task.policies]
    ['b']
    """
    done: dict[str, list[Row]] = defaultdict(list)
    for row in kept:
        done[row.source].append(row)
    for source in sources:
        rows = done.get(source.label, [])
        left = [each for each in policies if not _is_complete(rows, each.name)]
        pairs = frozenset((row.conversation, row.policy) for row in rows)
        size = chunk or len(left)
        for start in range(0, len(left), size or 1):
            yield Task(source, tuple(left[start : start + size]), how, pairs)


def _is_complete(rows: Iterable[Row], policy: str) -> bool:
    """Whether every conversation of a source has its row under a policy."""
    mine = [row for row in rows if row.policy == policy]
    return bool(mine) and len(mine) >= mine[0].of


def check_same(rows: Iterable[Row], policies: Iterable[Named], model: str | None, where: str) -> None:
    """Raise when earlier rows were made by other policies of the same names, or by another model's prices."""
    mine = {each.name: each.settings for each in policies}
    for row in rows:
        if row.policy in mine and (row.settings != mine[row.policy] or row.model != model):
            raise UserError(
                f"{where} holds rows of another policy {row.policy!r} or of another model: give another file, or "
                "resume=False to start afresh"
            )
