"""`packlight repair`: mend a history without losing a word."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import packlight as pl
from packlight.cli.shared import open_one, write_json


def add(commands: Any) -> None:
    repair = commands.add_parser("repair", help="mend a history without losing a word")
    repair.add_argument("file", metavar="FILE", help="a file; - is standard input")
    repair.add_argument("-o", "--output", metavar="OUT", help="where to write the request; standard output without it")
    repair.add_argument("--name", help="which conversation of the file; the main one without it")
    repair.add_argument("--model", help="a model of the table, whose rules then hold")
    repair.set_defaults(run=_repair)


def _repair(arguments: argparse.Namespace) -> int:
    mended = pl.repair(open_one(arguments), model=arguments.model)
    write_json(mended.conversation.to_api(), arguments.output)
    for change in mended.changes:
        print(f"packlight: {change.code}: {change.what}", file=sys.stderr)
    for finding in mended.unmended:
        print(f"packlight: not mended: {finding.code}: {finding.message}", file=sys.stderr)
    return 0
