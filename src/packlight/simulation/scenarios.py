"""Scenarios that ship with the package: whole sessions, in English and Chinese, so that everything works with no file.

Comes in: a name and a language. Goes out: a `Session`. The files are in `packlight/data/sessions/NAME.LANG.json`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.errors import unknown_name

SAMPLE = "bug_hunt"
"""The session that is shown when nobody names one."""
LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation with a title and the facts that were planted in it.

    Attributes:
        facts: each with `id`, `text` in words, and `needle`, which stands word for word in one message.
    """

    name: str
    title: str
    conversation: Conversation
    facts: tuple[dict[str, Any], ...]

    @property
    def needles(self) -> tuple[str, ...]:
        """What to look for in the messages to know that a fact still stands there, a text each."""
        return tuple(fact["needle"] for fact in self.facts)

    def __repr__(self) -> str:
        return f"<Session {self.name!r}: {len(self.conversation.messages)} messages, {len(self.facts)} planted facts>"


def names() -> tuple[str, ...]:
    """The names of all scenarios.

    >>> "bug_hunt" in names()
    True
    """
    found = {entry.name.split(".")[0] for entry in _folder().iterdir() if entry.name.endswith(".json")}
    return tuple(sorted(found))


@cache
def session(name: str, lang: str = "en") -> Session:
    """The scenario of that name; raises for a name nobody knows, with the nearest ones.

    >>> len(session("bug_hunt").conversation.messages) > 40
    True
    """
    if name not in names():
        raise unknown_name("scenario", name, names())
    text = _folder().joinpath(f"{name}.{lang if lang in LANGUAGES else 'en'}.json").read_text("utf-8")
    data = json.loads(text)
    return Session(name, data["title"], Conversation.from_api(data["request"]), tuple(data.get("facts", ())))


def _folder() -> Any:
    return files("packlight") / "data" / "sessions"
