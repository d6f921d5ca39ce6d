"""Students' code under the watch: it ends, it is told how, and nothing of it goes on."""

import os
import sys
import threading
import time
from typing import Any

import pytest

from packlight.lessons.guard import AskedForInputError, guard

SHORT_S = 0.1


def spin() -> None:
    while True:
        pass


def swallow() -> None:
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


def swallow_and_print() -> None:
    while True:
        try:
            print("again")
        except BaseException:
            continue


def wait_long() -> None:
    threading.Event().wait(60)


def recursion() -> Any:
    return recursion()


def burning(seconds: float) -> float:
    """Processor time that this process burns while we wait."""
    began = time.process_time()
    threading.Event().wait(seconds)
    return time.process_time() - began


@pytest.mark.parametrize("work", [spin, swallow, swallow_and_print, wait_long])
def test_what_does_not_end_is_ended_and_burns_nothing_more(work: Any) -> None:
    assert guard(work, SHORT_S).endless
    assert burning(0.2) < 0.1


@pytest.mark.parametrize(
    ("work", "error"),
    [
        (lambda: sys.exit(3), SystemExit),
        (lambda: os._exit(3), SystemExit),
        (lambda: input("?"), AskedForInputError),
        (recursion, RecursionError),
        (lambda: [][0], IndexError),
    ],
    ids=["exit", "hard-exit", "input", "recursion", "error"],
)
def test_what_stops_by_itself_is_told(work: Any, error: type[BaseException]) -> None:
    assert isinstance(guard(work).error, error)


def test_what_it_prints_is_kept_and_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    assert guard(lambda: print("seen")).printed == "seen\n"
    assert len(guard(lambda: print("x" * 10**6)).printed) < 5_000
    assert capsys.readouterr().out == ""


def test_the_doors_are_open_again_afterwards() -> None:
    before = (os._exit, input)
    guard(lambda: 1)
    assert (os._exit, input) == before


def test_stop_ends_the_work_too(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def work() -> None:
        while True:
            ran.append(1)

    def interrupted(self: threading.Event, timeout: float | None = None) -> bool:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr("packlight.lessons.guard._wait", lambda done, limit_s: interrupted(done))
    with pytest.raises(KeyboardInterrupt):
        guard(work)
    seen = len(ran)
    threading.Event().wait(0.05)
    assert len(ran) == seen
