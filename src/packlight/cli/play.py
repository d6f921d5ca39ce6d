"""`packlight play`: write the animated film of a session as one HTML page."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from packlight.cli.shared import add_film, film_of
from packlight.simulation.scenarios import SAMPLE


def add(commands: Any) -> None:
    play = commands.add_parser("play", help="write the animated film of a session as one HTML page")
    play.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default=SAMPLE,
        help="a file, - for standard input, or the name of a scenario",
    )
    play.add_argument("-o", "--output", metavar="OUT", default="film.html", help="the page to write (film.html)")
    add_film(play)
    play.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> int:
    film = film_of(arguments)
    film.to_html(arguments.output)
    last = film.frames[-1]
    window = film.policy["window"]
    print(f"{Path(arguments.output).resolve()}")
    print(f"{len(film.frames)} frames, window {window:,}, {last.compactions} compactions, breaker {last.breaker}")
    return 0
