"""A watch over students' code: it ends in time, whatever it does, and takes nothing down with it.

Comes in: work to do. Goes out: what it gave, raised or printed, or that it did not end. The work runs in a thread of
its own, so that the same holds in a script and in a kernel's main thread, on Linux, macOS and Windows, where alarms and
forks do not. A loop is ended by an exception sent into that thread. One that swallows every exception is parked: the
last one blocks while it is being made, so that the loop burns nothing any more. What cannot be ended from within Python
is a single call into C that never returns, such as `sum(itertools.count())`; `packlight grade` ends its process.
"""

from __future__ import annotations

import builtins
import ctypes
import io
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, NoReturn

LIMIT_S = 0.8
"""What a check gives an answer, in seconds."""
PATIENCE = 3
"""On a machine that is busy with others, how many times longer it waits."""
SENDINGS = 20
PAUSE_S = 0.01
MOST_PRINTED = 2_000
"""Characters of what an answer prints that are kept."""


class AskedForInputError(Exception):
    """The answer called `input()`: in a check there is nobody to type."""


class _Stopped(BaseException):
    """Ends a loop; not an `Exception`, so that `except Exception` lets it through."""


class _Parked(_Stopped):
    """For a loop that swallows everything: making this exception never ends."""

    def __init__(self) -> None:
        threading.Event().wait()


@dataclass(slots=True)
class Ended:
    """How guarded work ended: `value`, or `error`, or neither because it was `endless`; and what it printed."""

    value: Any = None
    error: BaseException | None = None
    endless: bool = False
    printed: str = ""


class _Sink(io.StringIO):
    """Keeps the beginning of what is printed."""

    def write(self, text: str, /) -> int:
        if self.tell() < MOST_PRINTED:
            super().write(text[:MOST_PRINTED])
        return len(text)


def guard(work: Callable[[], Any], limit_s: float = LIMIT_S) -> Ended:
    """Do the work and say how it ended, within `limit_s` seconds (three times as long on a busy machine).

    >>> guard(lambda: 1 + 1).value, type(guard(lambda: 1 // 0).error).__name__
    (2, 'ZeroDivisionError')
    """
    ended, done, context = Ended(), threading.Event(), copy_context()

    def run() -> None:
        try:
            ended.value = context.run(work)
        except _Stopped:
            ended.endless = True
        except BaseException as error:
            ended.error = error
        finally:
            done.set()

    thread = threading.Thread(target=run, name="packlight-check", daemon=True)
    sink = _Sink()
    with redirect_stdout(sink), redirect_stderr(sink), _doors_closed():
        thread.start()
        try:
            in_time = _wait(done, limit_s)
        finally:
            # Also when the student presses stop: nothing of theirs may run on.
            if not done.is_set():
                _stop(thread, done)
    if not in_time:
        return Ended(endless=True, printed=sink.getvalue())
    ended.printed = sink.getvalue()
    return ended


def _wait(done: threading.Event, limit_s: float) -> bool:
    """Whether it is done in time; while others keep the machine busy, their time is not held against it."""
    began = time.process_time()
    for _ in range(PATIENCE):
        if done.wait(limit_s):
            return True
        if time.process_time() - began > limit_s / 2:
            return False
    return False


def _stop(thread: threading.Thread, done: threading.Event) -> None:
    for _ in range(SENDINGS):
        _send(thread, _Stopped)
        if done.wait(PAUSE_S):
            return
    _send(thread, _Parked)


def _send(thread: threading.Thread, kind: type[BaseException]) -> None:
    """Raise an exception in another thread, at its next step of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(kind))


@contextmanager
def _doors_closed() -> Iterator[None]:
    """While it runs, nothing ends the kernel or waits for a person: `exit()` raises, `input()` too."""

    def leave(*_: object) -> NoReturn:
        raise SystemExit

    def ask(*_: object) -> NoReturn:
        raise AskedForInputError

    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    put: list[tuple[Any, str, Any]] = [(os, "_exit", leave), (builtins, "input", ask)]
    put += [(shell, "ask_exit", leave)] if shell is not None else []
    before = [(place, name, getattr(place, name)) for place, name, _ in put]
    for place, name, value in put:
        setattr(place, name, value)
    try:
        yield
    finally:
        for place, name, value in before:
            setattr(place, name, value)
