"""Logs that a crash or a stranger left: what is loaded, what is skipped, and what stays live, a row a reported case."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packlight.adapters.load import load_all
from packlight.core.conversation import Conversation
from packlight.core.rules import validate
from tests.support.shared import find_shared

Loaded = dict[str, Conversation]
WORDS = {"input": ("format", "raw"), "beside": ("exceptions", "append_after")}
"""`exceptions` is what loading without one shows; `append_after` speaks of a writer, and Packlight writes to no log."""


def _cases() -> dict[str, dict[str, Any]]:
    folder = find_shared()
    if folder is None:
        return {}
    lines = (folder / "cases" / "reports.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines) if "raw" in case["input"]}


CASES = _cases()


def texts(talk: Conversation) -> str:
    return "\n".join(message.text() for message in talk.messages)


def types_of_second(talk: Conversation) -> list[str]:
    return [block.type for block in talk.messages[1].content]


CHECKS: dict[str, Callable[[Loaded, Any], bool]] = {
    "messages_loaded": lambda found, wanted: sum(len(m.content) for m in found["main"].messages) == wanted,
    "messages_len": lambda found, wanted: len(found["main"].messages) == wanted,
    "skipped_lines": lambda found, wanted: list(found["main"].source.skipped_lines) == wanted,  # type: ignore[union-attr]
    "warning": lambda found, wanted: bool(found["main"].source.notes) == wanted,  # type: ignore[union-attr]
    "message_1_block_types": lambda found, wanted: types_of_second(found["main"]) == wanted,
    "valid": lambda found, wanted: validate(found["main"]).ok == wanted,
    "active_texts": lambda found, wanted: all(text in texts(found["main"]) for text in wanted),
    "not_active": lambda found, wanted: not any(text in texts(found["main"]) for text in wanted),
    "full_history_available": lambda found, wanted: any("before compaction" in name for name in found) == wanted,
}


@pytest.mark.parametrize("case", CASES)
def test_a_log_is_loaded_as_the_report_asks(case: str, tmp_path: Path) -> None:
    given, expected = CASES[case]["input"], CASES[case]["expected"]
    assert set(given) <= {*WORDS["input"]}, "a word of the input that nobody here knows"
    path = tmp_path / "log.jsonl"
    path.write_bytes(given["raw"].encode("utf-8", "surrogatepass"))
    found = load_all(path)
    for word, wanted in expected.items():
        if word not in WORDS["beside"]:
            assert CHECKS[word](found, wanted), word


def test_the_cases_are_at_hand() -> None:
    if find_shared() is None:
        pytest.skip("no shared samples: neither ../shared beside the checkout nor PACKLIGHT_SHARED names a folder")
    assert len(CASES) >= 6
