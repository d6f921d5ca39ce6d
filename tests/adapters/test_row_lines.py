"""Rows on disk: whole lines only, torn ones mended, a full disk told in one sentence."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from packlight.adapters.row_lines import LineFile, read_lines
from packlight.core.errors import UnreadableError, UserError

FILL = """
import resource, signal, sys
from packlight.adapters.row_lines import LineFile
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
lines = LineFile(sys.argv[1])
try:
    for number in range(1_000):
        lines.write({"n": number, "pad": "x" * 50})
except Exception as error:
    print(type(error).__name__, error)
"""


def test_lines_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    for values in ([1, 2], [3]):
        lines = LineFile(tmp_path / "rows.jsonl")
        for value in values:
            lines.write({"n": value})
        lines.close()
    assert [line["n"] for line in read_lines(tmp_path / "rows.jsonl")] == [1, 2, 3]


@pytest.mark.parametrize("torn", ['{"n": 2', "x" * 200_000, ""])
def test_a_torn_line_is_cut_off(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"n": 1}\n' + torn)
    assert [line["n"] for line in read_lines(path)] == [1]
    lines = LineFile(path)
    lines.write({"n": 3})
    lines.close()
    assert [json.loads(line)["n"] for line in path.read_text().splitlines()] == [1, 3]


def test_afresh_forgets(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"n": 1}\n')
    LineFile(tmp_path / "rows.jsonl", keep=False).close()
    assert list(read_lines(tmp_path / "rows.jsonl")) == []


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text('{"n": 1}\nbuy milk\n')
    with pytest.raises(UnreadableError, match="line 2 is no row of a sweep"):
        list(read_lines(tmp_path / "notes.txt"))
    with pytest.raises(UnreadableError, match="cannot be read"):
        list(read_lines(tmp_path / "nowhere"))


def test_an_unwritable_place_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot be written \(No such file or directory\)"):
        LineFile(tmp_path / "no" / "rows.jsonl")
    with pytest.raises(UserError, match=r"cannot be written \(Is a directory\)"):
        LineFile(tmp_path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_device_is_told() -> None:
    lines = LineFile("/dev/full")
    with pytest.raises(UserError, match=r"No space left on device\): 0 new rows are kept; make room and run"):
        lines.write({"n": 1})


def test_a_full_disk_keeps_every_whole_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    done = subprocess.run([sys.executable, "-c", FILL, str(path)], capture_output=True, text=True, check=True)
    kept = [line["n"] for line in read_lines(path)]
    assert kept == list(range(len(kept))) and kept
    assert path.read_bytes().endswith(b"\n")
    assert done.stdout.startswith("UserError") and f"{len(kept)} new rows are kept" in done.stdout
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 1_000
