"""Where the data files are, and how they are read, for the data tests."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

DATA = Path(str(files("packlight"))) / "data"
SESSIONS = DATA / "sessions"
TRANSCRIPTS = Path(__file__).resolve().parents[1] / "transcripts"
LANGUAGES = ("en", "zh")
NAMES = ("bug_hunt", "huge_result", "interrupted", "long_chat", "research", "tool_loop")


@cache
def read(name: str) -> Any:
    """The value of a data file, by its path below the data folder."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def session(name: str, lang: str) -> dict[str, Any]:
    """A session as it stands in its file."""
    value: dict[str, Any] = read(f"sessions/{name}.{lang}.json")
    return value


def messages(name: str, lang: str) -> list[dict[str, Any]]:
    """The messages of a session."""
    value: list[dict[str, Any]] = session(name, lang)["request"]["messages"]
    return value
