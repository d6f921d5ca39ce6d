"""The small transcripts: the table of their README names them all, and the log holds each oddity once."""

import json
from collections import Counter
from typing import Any

import pytest

from tests.data.files import TRANSCRIPTS

README = (TRANSCRIPTS / "README.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in README.splitlines() if line.startswith("| ")]


def log_lines() -> list[dict[str, Any]]:
    """The lines of the Claude Code log that are JSON."""
    found = []
    for line in (TRANSCRIPTS / "claude_code.jsonl").read_bytes().split(b"\n"):
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return found


def test_the_table_names_every_file() -> None:
    assert {row[0] for row in ROWS[2:]} == {path.name for path in TRANSCRIPTS.iterdir()} - {"README.md"}


@pytest.mark.parametrize("row", ROWS[2:], ids=lambda row: str(row[0]))
def test_a_row_is_whole(row: list[str]) -> None:
    assert len(row) == 6
    assert 1 <= int(row[2]) <= 20 and int(row[2]) <= int(row[3])


@pytest.mark.parametrize(
    "path", sorted(TRANSCRIPTS.glob("*.json")) + sorted(TRANSCRIPTS.glob("*.traj")), ids=lambda p: p.name
)
def test_a_json_file_is_pretty_json(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    assert json.dumps(json.loads(text), ensure_ascii=False, indent=1) + "\n" == text


def test_the_log_holds_each_oddity() -> None:
    lines = log_lines()
    flags = Counter(
        flag for line in lines for flag in ("isMeta", "isCompactSummary", "isApiErrorMessage") if line.get(flag)
    )
    assert flags == {"isMeta": 1, "isCompactSummary": 1, "isApiErrorMessage": 1}
    assert sum(line.get("isSidechain", False) for line in lines) == 5
    assert [line["type"] for line in lines if line.get("subtype") == "compact_boundary"] == ["system"]
    raw = (TRANSCRIPTS / "claude_code.jsonl").read_bytes().rstrip(b"\n").split(b"\n")
    assert len(raw) - len(lines) == 2 and sum(set(line) == {0} for line in raw) == 1


def test_the_log_replays_known_lines_under_new_ids() -> None:
    lines = [line for line in log_lines() if line["type"] in ("user", "assistant")]
    said = Counter(json.dumps(line["message"], sort_keys=True) for line in lines)
    assert sorted(said.values())[-3:] == [1, 2, 2]
    assert len({line["uuid"] for line in lines}) == len(lines)


def test_one_message_of_the_log_stands_on_four_lines() -> None:
    ids = Counter(line["message"]["id"] for line in log_lines() if line["type"] == "assistant")
    assert max(ids.values()) == 4
