"""The formats that Packlight reads, one file each; a file that is put here is found without a word anywhere else.

Comes in: a `Sample`. Goes out: the format that fits best, and through it the conversations. Called by `load.py`.

A format is a module with

    NAME                    its name, as `Source.format` shows it
    sniff(sample) -> int    how surely the sample is of this format: 0 not at all, 100 no doubt; never raises
    read(sample) -> dict    name to `Conversation`, in the order of the file, the main thread as "main"
    write(conversation)     the way back to a JSON value, where that makes sense
    NAN_IS_HARMLESS         True where NaN may stand outside the messages (scores), so that it need not be refused
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from packlight.adapters.lines import Sample
from packlight.core.conversation import Conversation
from packlight.core.errors import unknown_name


class Format(Protocol):
    """The face of a format's module."""

    NAME: str

    def sniff(self, sample: Sample) -> int:
        """How surely the sample is of this format, from 0 to 100."""

    def read(self, sample: Sample) -> dict[str, Conversation]:
        """Every conversation of the sample by name."""


@cache
def formats() -> dict[str, Format]:
    """Every format by name, in alphabetical order.

    >>> "claude_code" in formats()
    True
    """
    modules = [import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__)]
    found = [cast(Format, module) for module in modules if hasattr(module, "sniff")]
    return {format.NAME: format for format in sorted(found, key=lambda format: format.NAME)}


def detect(sample: Sample) -> Format | None:
    """The format that is surest of a sample, or None when none knows it."""
    scored = [(format.sniff(sample), format) for format in formats().values()]
    score, best = max(scored, key=lambda pair: pair[0])
    return best if score > 0 else None


def writer(name: str) -> Callable[[Conversation], Any]:
    """The function that writes a conversation in the format of that name; raises `UserError` for one nobody can write.

    >>> writer("anthropic")(Conversation.from_api([{"role": "user", "content": "hi"}]))
    {'messages': [{'role': 'user', 'content': 'hi'}]}
    """
    known = {key: getattr(format, "write") for key, format in formats().items() if hasattr(format, "write")}  # noqa: B009
    if name not in known:
        raise unknown_name("format to write", name, known)
    return cast(Callable[[Conversation], Any], known[name])
