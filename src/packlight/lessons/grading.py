"""Grading a class's notebooks: each in a process of its own, with limits of time and memory.

Comes in: notebooks. Goes out: a `Grade` each, and a table as CSV. What counts is the last answer that a notebook gives
to each exercise; it is judged afresh, by id, so that copied, split and moved cells do no harm. A cell that does not
end, or takes its process down, is left out, and the rest runs again without it.

The limits keep accidents apart. They are no wall against somebody who means harm: grade strangers in a container.
"""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packlight.core.errors import UserError
from packlight.lessons.exercises import every

SECONDS = 60
MEMORY_MB = 2_048
MOST_CELLS_LEFT_OUT = 5
"""Cells of one notebook that may take the process down before it is given up."""
_KEPT_ENVIRONMENT = (
    "PATH",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "LANG",
    "LC_ALL",
    "TIKTOKEN_CACHE_DIR",
)


@dataclass(frozen=True, slots=True)
class Grade:
    """What one notebook came to.

    Attributes:
        file: its path as it was found.
        outcomes: by exercise id, for those that the notebook checks: `right`, `wrong`, `not_attempted` …
        guesses: by id, the letters that were predicted.
        left_out: numbers, from 1, of the code cells that took the process down or did not end.
        reason: why it could not be graded, or not to its end; None where all went well.
    """

    file: str
    outcomes: dict[str, str] = field(default_factory=dict)
    guesses: dict[str, str] = field(default_factory=dict)
    left_out: tuple[int, ...] = ()
    reason: str | None = None

    @property
    def solved(self) -> int:
        """Exercises that were right; predictions do not count."""
        return sum(outcome == "right" for outcome in self.outcomes.values())

    @property
    def asked(self) -> int:
        """Exercises that the notebook checks."""
        return len(self.outcomes)


def notebooks_in(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """The notebooks of folders and files, in order; raises UserError where there is none."""
    found: list[Path] = []
    for given in paths:
        path = Path(given)
        if not path.exists():
            raise UserError(f"{path} does not exist: name a folder of notebooks, or a notebook")
        inside = sorted(path.rglob("*.ipynb")) if path.is_dir() else [path]
        found += [each for each in inside if ".ipynb_checkpoints" not in each.parts]
    if not found:
        raise UserError(f"no notebook in {', '.join(map(str, paths))}: name a folder that holds .ipynb files")
    return found


def grade_all(
    paths: Iterable[str | os.PathLike[str]],
    executor: Executor | None = None,
    *,
    seconds: float = SECONDS,
    memory_mb: int = MEMORY_MB,
) -> Iterator[Grade]:
    """Grade every notebook of folders and files, in order.

    Args:
        executor: any `concurrent.futures.Executor`; threads do, since each notebook has its own process. None: one
            after the other.
        seconds: for one notebook, 1 or more.
        memory_mb: for one notebook, 256 or more; not held on Windows.

    Raises:
        UserError: no notebooks, or a limit that makes no sense.
    """
    if seconds < 1 or memory_mb < 256:
        raise UserError(f"a notebook needs 1 second and 256 MB or more, and got {seconds:g} s and {memory_mb} MB")
    files = [str(path) for path in notebooks_in(list(paths))]
    if executor is None:
        return (grade(file, seconds, memory_mb) for file in files)
    waiting = [executor.submit(grade, file, seconds, memory_mb) for file in files]
    return (each.result() for each in waiting)


def grade(file: str, seconds: float = SECONDS, memory_mb: int = MEMORY_MB) -> Grade:
    """Grade one notebook; whatever it does, this comes back."""
    left_out: list[int] = []
    while True:
        said, ended = _run(file, seconds, memory_mb, left_out)
        outcomes = {line["id"]: line["outcome"] for line in said if "outcome" in line}
        guesses = {line["id"]: line["guess"] for line in said if "guess" in line}
        reasons = [line["reason"] for line in said if "reason" in line]
        whole = any("done" in line for line in said)
        if whole or reasons:
            return Grade(file, outcomes, guesses, tuple(left_out), reasons[0] if reasons else _missing(left_out))
        cells = [line["cell"] for line in said if "cell" in line]
        if not cells or len(left_out) == MOST_CELLS_LEFT_OUT:
            return Grade(file, outcomes, guesses, tuple(left_out), f"given up: {ended}")
        left_out.append(cells[-1])


def _missing(left_out: list[int]) -> str | None:
    return f"left out, since they did not end or ended the process: code cells {left_out}" if left_out else None


def _run(file: str, seconds: float, memory_mb: int, left_out: list[int]) -> tuple[list[dict[str, Any]], str]:
    """One process over the notebook: what it said, a JSON object a line, and how it ended."""
    with tempfile.TemporaryDirectory(prefix="packlight-grade-") as folder:
        environment = {name: os.environ[name] for name in _KEPT_ENVIRONMENT if name in os.environ}
        environment |= {"HOME": folder, "TMPDIR": folder, "PACKLIGHT_LANG": "en", "IPYTHONDIR": folder}
        order = {"file": str(Path(file).resolve()), "memory_mb": memory_mb, "seconds": seconds, "left_out": left_out}
        process = subprocess.Popen(
            [sys.executable, "-m", "packlight.lessons.grading_child", json.dumps(order)],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=seconds)
            ended = f"the process ended with status {process.returncode}"
        except subprocess.TimeoutExpired:
            _end(process)
            output, _ = process.communicate()
            ended = f"it did not end in {seconds:g} s"
    return [line for text in output.splitlines() if (line := _parsed(text)) is not None], ended


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, and on POSIX all that it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _parsed(text: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def write_csv(grades: Iterable[Grade], path: str | os.PathLike[str]) -> int:
    """Write a row for each notebook as it is graded; gives their number."""
    exercises = [exercise.id for exercise in every()]
    with open(path, "w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["file", "solved", "asked", "reason", *exercises])
        count = 0
        for grade_ in grades:
            cells = [grade_.outcomes.get(id, grade_.guesses.get(id, "")) for id in exercises]
            table.writerow([_plain(grade_.file), grade_.solved, grade_.asked, grade_.reason or "", *cells])
            stream.flush()
            count += 1
    return count


def _plain(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return "'" + text if text[:1] in "=+-@\t" else text
