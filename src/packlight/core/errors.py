"""The errors Packlight raises on purpose, each one sentence: what, where, what to do.

    PacklightError
    ├── UserError (ValueError)                 a call was wrong: a value, a name, an option
    ├── OptionError (TypeError)                an option that nobody takes
    ├── UnreadableError (ValueError)           a file or text that cannot be read as a conversation
    └── CompactionCircuitOpenError             see `packlight.core.prepare`

Comes in: nothing. Goes out: to every floor; `cli.py` prints them in one line and exits with 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class PacklightError(Exception):
    """The root of all errors that Packlight raises on purpose."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows: the sentence alone; places in Packlight's code say nothing to whoever called."""
        return [f"{type(self).__name__}: {self}"]


class UserError(PacklightError, ValueError):
    """A call was wrong; the message says what, where and what to do instead."""


class OptionError(PacklightError, TypeError):
    """An option was given that nobody takes; the message lists those that are taken."""


class UnreadableError(PacklightError, ValueError):
    """A file, text or object could not be read as a conversation."""


def unknown_name(what: str, name: object, known: Iterable[str]) -> UserError:
    """An error for a name nobody knows, with the nearest names offered.

    >>> str(unknown_name("strategy", "sumary", ["summary", "structured"]))
    "unknown strategy 'sumary': did you mean 'summary'? Known: structured, summary."
    """
    names = sorted(known)
    near = get_close_matches(str(name), names, n=3, cutoff=0.6)
    hint = f" did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
    return UserError(f"unknown {what} {name!r}:{hint} Known: {', '.join(names)}.")
