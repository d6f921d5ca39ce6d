"""`packlight play`: write the animated film of a session as one HTML page."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import packlight as pl
from packlight.cli.shared import add_policy, strategy_of
from packlight.core.errors import UserError


def add(commands: Any) -> None:
    play = commands.add_parser("play", help="write the animated film of a session as one HTML page")
    play.add_argument("file", metavar="FILE", nargs="?", help="a file, - for standard input, or the name of a scenario")
    play.add_argument("-o", "--output", metavar="OUT", default="film.html", help="the page to write (film.html)")
    add_policy(play, window_required=False)
    play.add_argument("--failures", default="", metavar="SCRIPT", help="what the summarizer does: F, S and C, as FFF")
    play.add_argument("--model", help="a model of the table, whose prices the film tells")
    play.add_argument("--lang", help="en or zh")
    play.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> int:
    subject: Any = arguments.file or "bug_hunt"
    if subject not in pl.scenarios():
        subject = pl.load(subject, name=arguments.name)
        if not subject.messages:
            raise UserError(f"{arguments.file}: there is no message to play in {arguments.name or 'the main thread'}")

    def policy(window: int) -> pl.Policy:
        shape = {"threshold": arguments.threshold, "reserve": arguments.reserve, "failures": arguments.failures}
        return pl.Policy(window, strategy_of(arguments.strategy), **shape)

    if arguments.window is None:
        film = pl.auto_film(subject, policy, lang=arguments.lang, model=arguments.model)
    else:
        film = pl.simulate(subject, policy(arguments.window), lang=arguments.lang, model=arguments.model)
    film.to_html(arguments.output)
    last = film.frames[-1]
    window = film.policy["window"]
    print(f"{Path(arguments.output).resolve()}")
    print(f"{len(film.frames)} frames, window {window:,}, {last.compactions} compactions, breaker {last.breaker}")
    return 0
