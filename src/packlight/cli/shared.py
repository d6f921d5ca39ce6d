"""What several commands need: a file's conversation, the words of a policy, JSON on the way out."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import packlight as pl


def add_policy(parser: argparse.ArgumentParser, *, window_required: bool) -> None:
    parser.add_argument("--window", type=int, required=window_required, metavar="N", help="tokens of the window")
    parser.add_argument("--threshold", type=float, default=0.87, help="usage at which compaction starts (0.87)")
    parser.add_argument("--reserve", type=int, default=0, help="tokens kept free for the answer (0)")
    parser.add_argument("--strategy", metavar="NAME[,NAME]", help="how to pack; several run in order until it fits")
    parser.add_argument("--name", help="which conversation of the file; the main one without it")


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
