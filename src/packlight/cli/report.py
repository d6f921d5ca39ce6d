"""`packlight report`: what the rows of a sweep say, as one HTML page."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import packlight as pl


def add(commands: Any) -> None:
    report = commands.add_parser("report", help="write what a sweep found as one HTML page")
    report.add_argument("rows", metavar="ROWS", help="the file that a sweep wrote")
    report.add_argument("-o", "--output", metavar="OUT", default="report.html", help="the page to write (report.html)")
    report.add_argument("--lang", help="en or zh")
    report.set_defaults(run=_report)


def _report(arguments: argparse.Namespace) -> int:
    rows = pl.Rows.read(arguments.rows)
    rows.to_html(arguments.output, lang=arguments.lang)
    print(Path(arguments.output).resolve())
    return 0
