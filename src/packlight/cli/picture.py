"""`packlight picture`: draw a session, or one step of its film, as SVG, PNG, Markdown or text."""

from __future__ import annotations

import argparse
from typing import Any

import packlight as pl
from packlight.api.resolve import DEFAULT_WINDOW
from packlight.cli.shared import add_film, film_of, subject_of


def add(commands: Any) -> None:
    help = "draw a session, or one step of its film, as SVG, PNG, Markdown or text"
    picture = commands.add_parser("picture", help=help)
    picture.add_argument("file", metavar="FILE", help="a file, - for standard input, or the name of a scenario")
    picture.add_argument("-o", "--output", metavar="OUT", required=True, help="what to write: .svg, .png, .md or .txt")
    picture.add_argument("--step", type=int, metavar="N", help="a frame of the film, from 0; without it: as it stands")
    picture.add_argument("--theme", default="light", help="light, dark or contrast (light)")
    add_film(picture)
    picture.set_defaults(run=_picture)


def _picture(arguments: argparse.Namespace) -> int:
    looks = {"lang": arguments.lang, "theme": arguments.theme}
    if arguments.step is None:
        looks["window"] = DEFAULT_WINDOW if arguments.window is None else arguments.window
    subject = subject_of(arguments) if arguments.step is None else film_of(arguments)
    print(pl.picture(subject, arguments.output, step=arguments.step, **looks))
    return 0
