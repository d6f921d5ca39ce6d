"""`packlight grade`: a class's notebooks, each in a process with limits."""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from packlight.core.errors import UserError


def add(commands: Any) -> None:
    from packlight.lessons.grading import MEMORY_MB, SECONDS

    grade = commands.add_parser("grade", help="grade a class's notebooks, a row each")
    grade.add_argument("paths", nargs="+", metavar="PATH", help="folders of notebooks, or notebooks")
    grade.add_argument("-o", "--output", required=True, metavar="CSV", help="where the table goes")
    grade.add_argument("--workers", type=int, default=1, metavar="N", help="so many notebooks at once (1)")
    grade.add_argument("--seconds", type=float, default=SECONDS, help=f"time for one notebook ({SECONDS})")
    grade.add_argument("--memory", type=int, default=MEMORY_MB, metavar="MB", help=f"memory for one ({MEMORY_MB})")
    grade.set_defaults(run=_grade)


def _grade(arguments: argparse.Namespace) -> int:
    from packlight.lessons.grading import grade_all, write_csv

    if arguments.workers < 1:
        raise UserError(f"--workers is {arguments.workers}: give 1 or more")
    limits = {"seconds": arguments.seconds, "memory_mb": arguments.memory}
    with ThreadPoolExecutor(arguments.workers) as threads:
        count = write_csv(grade_all(arguments.paths, threads, **limits), arguments.output)
    print(f"{arguments.output}: {count} notebooks")
    return 0
