"""The command line: one file a command, each with `add(commands)`.

Comes in: arguments and files (`-` is standard input). Goes out: text or JSON on standard output. Exit status: 0 fine,
1 the file breaks a rule (`check` alone), 2 the call was wrong or the file cannot be read; errors are one line on
standard error that names the place and the way out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

import packlight as pl
from packlight.cli import check, compact, grade, lab, picture, play, repair, report, sweep
from packlight.core.errors import PacklightError

COMMANDS = (check, repair, compact, play, picture, lab, sweep, report, grade)


class _Parser(argparse.ArgumentParser):
    """One line for a wrong call, and the way to the help."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try '{self.prog} --help')\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit status."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except PacklightError as error:
        print(f"packlight: {_one_line(error)}", file=sys.stderr)
    except BrokenPipeError:
        # The reader has gone, as in `packlight check … | head`: not an error of anybody's.
        sys.stderr.close()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"packlight: {where}{error.strerror or error}: check the path and its permissions", file=sys.stderr)
    return 2


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="packlight", description="What an LLM agent carries in messages[]: checked, packed, played.")
    parser.add_argument("--version", action="version", version=f"packlight {pl.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=_Parser)
    for command in COMMANDS:
        command.add(commands)
    return parser
