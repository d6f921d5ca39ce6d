"""The rows of a sweep, as they come, and kept.

Comes in: an iterator of rows. Goes out: the same rows, as often as they are asked for; charts, tables and the report
are made from all of them. The pictures are put here by the façade, because rows do not know views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from packlight.adapters.row_lines import read_lines
from packlight.core.errors import UserError
from packlight.simulation.sweep.row import Row


class Rows(Iterator[Row]):
    """Rows of a sweep: an iterator that keeps what it gave.

    `next(rows)` waits for a new row; a `for` loop begins with those that are there already. `len`, `list`, `plot`,
    `to_pandas` and `to_html` wait for all of them.

    >>> rows = Rows([Row(conversation="a", policy="p"), Row(conversation="b", policy="p")])
    >>> next(rows).conversation, len(list(rows)), len(rows)
    ('a', 2, 2)
    """

    plotter: ClassVar[Callable[[Rows], Any] | None] = None
    exporter: ClassVar[Callable[..., str] | None] = None
    """Make the chart and the report page; put here by the façade."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._coming = iter(rows)
        self._kept: list[Row] = []

    @classmethod
    def read(cls, path: str | Path) -> Rows:
        """The rows that a sweep wrote to a file; one that is being written gives those that are whole."""
        return cls([Row.from_dict(line) for line in read_lines(path)])

    @property
    def so_far(self) -> tuple[Row, ...]:
        """The rows that were given already; waits for nothing."""
        return tuple(self._kept)

    def __next__(self) -> Row:
        row = next(self._coming)
        self._kept.append(row)
        return row

    def __iter__(self) -> Iterator[Row]:
        place = 0
        while True:
            if place < len(self._kept):
                row = self._kept[place]
            else:
                try:
                    row = next(self)
                except StopIteration:
                    return
            yield row
            place += 1

    def __len__(self) -> int:
        for _ in self:
            pass
        return len(self._kept)

    def to_dict(self) -> dict[str, Any]:
        """All rows as JSON."""
        return {"rows": [row.to_dict() for row in self]}

    def to_pandas(self) -> Any:
        """All rows as a `pandas.DataFrame`, a column each, the settings of the policy as columns of their own.

        Raises:
            UserError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise UserError("to_pandas needs pandas: pip install pandas") from None
        table = [
            {k: v for k, v in row.to_dict().items() if k != "settings"}
            | {f"policy.{k}": str(v) if isinstance(v, dict | list) else v for k, v in row.to_dict()["settings"].items()}
            for row in self
        ]
        return pandas.DataFrame(table)

    def plot(self) -> Any:
        """Price against facts kept, a point for each policy, as a plotly figure."""
        if Rows.plotter is None:
            raise RuntimeError("import packlight first: it brings the charts")
        return Rows.plotter(self)

    def to_html(self, path: str | Path | None = None, *, lang: str | None = None) -> str | Path:
        """The report: one page that needs no network; written to `path`, or given as text."""
        if Rows.exporter is None:
            raise RuntimeError("import packlight first: it brings the page maker")
        page = Rows.exporter(self, lang=lang)
        if path is None:
            return page
        Path(path).write_text(page, encoding="utf-8")
        return Path(path)

    def __repr__(self) -> str:
        failed = sum(row.reason is not None for row in self._kept)
        return f"<Rows: {len(self._kept)} so far{f', {failed} with a reason why not' if failed else ''}>"
