"""`packlight lab`: copy the lessons to a folder of one's own and open JupyterLab there."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import packlight as pl


def add(commands: Any) -> None:
    lab = commands.add_parser("lab", help="copy the lessons to a folder of yours and open JupyterLab there")
    lab.add_argument("folder", nargs="?", default="packlight-lessons", help="where to put them (packlight-lessons)")
    lab.add_argument("--lang", help="en or zh")
    lab.add_argument("--no-open", action="store_true", help="copy only")
    lab.set_defaults(run=_lab)


def _lab(arguments: argparse.Namespace) -> int:
    from packlight.lessons.copy import copy_lessons

    return copy_lessons(Path(arguments.folder), pl.language(arguments.lang), open_lab=not arguments.no_open)
