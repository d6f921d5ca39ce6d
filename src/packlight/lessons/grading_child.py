"""The process in which one notebook is graded: `python -m packlight.lessons.grading_child ORDER`.

Comes in: an order as JSON: the file, limits, code cells to leave out. Goes out: a JSON object a line on standard
output, as things happen, so that what was graded before a crash is kept. Answers are read out of the cells and judged
here, by the judge that was imported before the first of the notebook's cells ran.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

from packlight.core.errors import UserError
from packlight.lessons.answers import is_blank
from packlight.lessons.checks import judged
from packlight.lessons.exercises import find

CELL_SHARE = 0.5
"""Share of the notebook's time that one cell may take."""
MOST_FILE_MB = 64


class _TooLong(BaseException):
    """A cell's time is over."""


def main(order: dict[str, Any]) -> None:
    """Run the notebook's code cells, and say what came of each answer."""
    say = _speaker()
    _limit(order["memory_mb"], order["seconds"])
    try:
        with open(order["file"], encoding="utf-8") as stream:
            cells = [_source(cell) for cell in json.load(stream)["cells"] if cell["cell_type"] == "code"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        say(reason=f"not a notebook that can be read: {type(error).__name__}")
        return
    shell = _shell()
    guesses: dict[str, Any] = {}
    for number, code in enumerate(cells, 1):
        if number in order["left_out"]:
            continue
        say(cell=number)
        _run_cell(shell, code, order["seconds"] * CELL_SHARE)
        for name, id, node in _asked(shell, code):
            _told(say, name, id, answer=partial(_value, node, shell.user_ns), guesses=guesses)
    say(done=len(cells))


def _speaker() -> Callable[..., None]:
    """Says JSON lines on what was standard output; all that cells print goes nowhere."""
    line = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)

    def say(**values: Any) -> None:
        line.write(json.dumps(values) + "\n")
        line.flush()

    return say


def _limit(memory_mb: int, seconds: float) -> None:
    """Memory, processor time and file size, where the system has such limits; and no network."""
    try:
        import resource
    except ImportError:  # Windows
        pass
    else:
        for kind, most in (
            (resource.RLIMIT_AS, memory_mb * 1024 * 1024),
            (resource.RLIMIT_CPU, int(seconds) + 1),
            (resource.RLIMIT_FSIZE, MOST_FILE_MB * 1024 * 1024),
        ):
            resource.setrlimit(kind, (most, most))
    import socket

    def refuse(*_: Any, **__: Any) -> Any:
        raise OSError("no network while a notebook is graded")

    socket.socket.connect = refuse  # type: ignore[method-assign]
    socket.create_connection = refuse


def _shell() -> Any:
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()  # type: ignore[no-untyped-call]
    shell.history_manager.enabled = False  # type: ignore[union-attr]
    return shell


def _source(cell: dict[str, Any]) -> str:
    text = cell["source"]
    return text if isinstance(text, str) else "".join(text)


def _run_cell(shell: Any, code: str, seconds: float) -> None:
    """Run a cell; its exceptions are its own, and its time is bounded where the system has an alarm."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        # IPython tells a cell's own errors; what gets past it must not keep the next cell from being graded.
        with suppress(BaseException):
            shell.run_cell(code)
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(number: int, frame: FrameType | None) -> None:
    raise _TooLong


def _asked(shell: Any, code: str) -> Iterator[tuple[str, str, ast.expr | None]]:
    """The calls of `check` and `predict` in a cell: which, the id, and where the answer is written."""
    try:
        tree = ast.parse(shell.transform_cell(code))
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        if name not in ("check", "predict") or not isinstance(node, ast.Call) or not node.args:
            continue
        id = node.args[0]
        if isinstance(id, ast.Constant) and isinstance(id.value, str):
            yield name, id.value, node.args[1] if len(node.args) > 1 else None


def _value(node: ast.expr | None, names: dict[str, Any]) -> Any:
    """What an answer's expression gives among the notebook's names; None where none is written."""
    return None if node is None else eval(compile(ast.Expression(node), "<answer>", "eval"), names)


def _told(say: Callable[..., None], call: str, id: str, *, answer: Callable[[], Any], guesses: dict[str, Any]) -> None:
    """Judge one answer and say what came of it; `answer` reads it out of the cell."""
    try:
        exercise = find(id)
    except UserError:
        return
    try:
        given = answer()
    except BaseException:
        # An answer that cannot be read is one that could not run, whatever was raised.
        say(id=id, outcome="could_not_run")
        return
    if exercise.is_guess:
        given = guesses.get(id) if given is None else given
        if isinstance(given, str) and given in exercise.options:
            guesses[id] = given
            say(id=id, guess=given)
        return
    if call == "check":
        say(id=id, outcome="not_attempted" if is_blank(given) else judged(exercise, given, "en").outcome)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
