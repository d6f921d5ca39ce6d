"""Other people's transcripts load to the counts and findings of their README: what an independent converter found."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from packlight.adapters.load import load_all
from packlight.core.conversation import Conversation
from packlight.core.rules import validate
from tests.support.shared import find_shared, shared_dir

ROW = re.compile(r"^\| (\S+\.\S+) \| [^|]+ \| ([^|]*) \| ([^|]*) \| ([^|]*) \|", re.MULTILINE)
ALSO = {
    "pi_before_compaction.jsonl": {"no_sendable_content": 2},
    "claude_code_action_sample_turns.json": {"first_not_user": 1},
}
"""Errors that the README does not count: two turns that hold only a thought cut off before it was signed, and a stream
whose prompt is not part of it."""
MANY = "taubench_gpt4o_airline.json"


def _rows() -> dict[str, tuple[str, ...]]:
    folder = find_shared()
    if folder is None:
        return {}
    found = ROW.findall((folder / "transcripts" / "README.md").read_text("utf-8"))
    return {name: tuple(cell.strip() for cell in cells) for name, *cells in found}


ROWS = _rows()


def test_the_transcripts_are_at_hand() -> None:
    shared_dir()
    assert len(ROWS) == 28


def counted(name: str) -> tuple[list[Conversation], str, str]:
    """The conversations that the README counts: all of a file of many runs, else the main one."""
    talks = list(load_all(shared_dir() / "transcripts" / name).values())
    if name != MANY:
        talks = talks[:1]
    messages = sum(len(talk.messages) for talk in talks)
    blocks = sum(len(message.content) for talk in talks for message in talk.messages)
    return talks, str(messages), str(blocks)


@pytest.mark.parametrize("name", ROWS)
def test_a_transcript_loads_to_the_counts_of_its_readme(name: str) -> None:
    messages, blocks, _ = ROWS[name]
    _, found_messages, found_blocks = counted(name)
    assert (messages or found_messages, blocks or found_blocks) == (found_messages, found_blocks)
    assert int(found_messages) or messages == "0"


@pytest.mark.parametrize("name", ROWS)
def test_a_transcript_has_the_findings_of_its_readme(name: str) -> None:
    talks, _, _ = counted(name)
    cell = ROWS[name][2]
    wanted = {code: int(number) for code, number in re.findall(r"(\w+) (\d+)", cell)} | ALSO.get(name, {})
    found = Counter(f.code for talk in talks for f in validate(talk).findings if f.severity == "error" or f.pending)
    assert dict(found) == wanted
