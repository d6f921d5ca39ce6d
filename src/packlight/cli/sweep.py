"""`packlight sweep`: replay many sessions under many policies, a row each."""

from __future__ import annotations

import argparse
from concurrent.futures import Executor
from contextlib import ExitStack
from typing import Any

import packlight as pl
from packlight.adapters.pool import Pool, dask_executor


def add(commands: Any) -> None:
    sweep = commands.add_parser("sweep", help="replay many sessions under many policies, a row of figures each")
    sweep.add_argument("paths", nargs="+", metavar="PATH", help="folders, files or patterns")
    sweep.add_argument("--policies", required=True, metavar="TOML", help="a file of [[policy]] and [[grid]] tables")
    sweep.add_argument("-o", "--output", required=True, metavar="OUT", help="where rows go, a JSON object a line")
    sweep.add_argument("--model", help="a model of the table, by whose prices rows are reckoned")
    sweep.add_argument("--lang", help="en or zh: the language of the offline summaries")
    sweep.add_argument("--afresh", action="store_true", help="forget the rows that OUT holds already")
    engine = sweep.add_mutually_exclusive_group()
    engine.add_argument("--workers", type=int, metavar="N", help="so many processes of this machine")
    engine.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster, tcp://…")
    sweep.set_defaults(run=_sweep)


def _sweep(arguments: argparse.Namespace) -> int:
    with ExitStack() as stack:
        executor: Executor | None = None
        if arguments.workers is not None:
            executor = stack.enter_context(Pool(arguments.workers))
        elif arguments.dask:
            executor = stack.enter_context(dask_executor(arguments.dask))
        priced = {"model": arguments.model} if arguments.model else {}
        rows = pl.sweep(
            arguments.paths,
            arguments.policies,
            executor,
            arguments.output,
            not arguments.afresh,
            lang=arguments.lang,
            **priced,
        )
        failed = sum(row.reason is not None for row in rows)
    why = f", {failed} of them with a reason why there are no figures" if failed else ""
    print(f"{arguments.output}: {len(rows)} rows{why}")
    return 0
