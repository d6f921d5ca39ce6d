"""What several commands need: a file's conversation, the words of a policy, JSON on the way out."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import packlight as pl
from packlight.core.errors import UserError


def add_policy(parser: argparse.ArgumentParser, *, window_required: bool) -> None:
    parser.add_argument("--window", type=int, required=window_required, metavar="N", help="tokens of the window")
    parser.add_argument("--threshold", type=float, default=0.87, help="usage at which compaction starts (0.87)")
    parser.add_argument("--reserve", type=int, default=0, help="tokens kept free for the answer (0)")
    parser.add_argument("--strategy", metavar="NAME[,NAME]", help="how to pack; several run in order until it fits")
    parser.add_argument("--name", help="which conversation of the file; the main one without it")


def add_film(parser: argparse.ArgumentParser) -> None:
    """What a replay is asked for: the policy, a failure script, prices, a language."""
    add_policy(parser, window_required=False)
    parser.add_argument("--failures", default="", metavar="SCRIPT", help="what the summarizer does: F, S and C, as FFF")
    parser.add_argument("--model", help="a model of the table, whose prices the film tells")
    parser.add_argument("--lang", help="en or zh")


def subject_of(arguments: argparse.Namespace) -> Any:
    """The scenario or the conversation that is to be shown; one without messages is an error."""
    if arguments.file in pl.scenarios():
        return pl.scenario(arguments.file, arguments.lang)
    talk = open_one(arguments)
    if not talk.messages:
        raise UserError(f"{arguments.file}: there is no message to show in {arguments.name or 'the main thread'}")
    return talk


def film_of(arguments: argparse.Namespace) -> pl.Film:
    """The film of a subject: in the window asked for, or in one in which something happens."""

    def policy(window: int) -> pl.Policy:
        shape = {"threshold": arguments.threshold, "reserve": arguments.reserve, "failures": arguments.failures}
        return pl.Policy(window, strategy_of(arguments.strategy), **shape)

    subject, looks = subject_of(arguments), {"lang": arguments.lang, "model": arguments.model}
    if arguments.window is None:
        return pl.auto_film(subject, policy, **looks)
    return pl.simulate(subject, policy(arguments.window), **looks)


def open_one(arguments: argparse.Namespace) -> pl.Conversation:
    return pl.load(arguments.file, name=arguments.name)


def write_json(value: Any, path: str | None) -> None:
    """Write where asked; lone surrogates stay escaped, so that any terminal and file takes it."""
    text = json.dumps(value, ensure_ascii=True, indent=1)
    if path:
        Path(path).write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


def strategy_of(text: str | None) -> Any:
    names = [name.strip() for name in text.split(",") if name.strip()] if text else []
    return names if len(names) > 1 else (names[0] if names else None)
