"""The engine: carries tasks out on any `concurrent.futures.Executor`, or here, and survives what happens to it.

Comes in: a function, tasks, an executor or None. Goes out: each task with its result, as it is done. Tasks are asked
for only when there is room for them. A task whose worker died is tried again; when the executor itself is gone, the
rest runs in this process. It knows nothing of sweeps.
"""

from __future__ import annotations

import pickle
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from typing import Any, Generic, TypeVar

from packlight.core.errors import UserError

AHEAD = 2
"""Tasks under way for each worker: one that runs and one that waits, so that no worker waits for us."""
UNKNOWN_AHEAD = 64
"""Tasks under way where nobody says how many workers there are."""
TRIES = 3
"""How often a task is tried whose worker dies; then it is the task that kills workers."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class _Gone(Exception):
    """The executor takes no more tasks."""


def carry_out(
    function: Callable[[Task], Result], tasks: Iterable[Task], executor: Executor | None = None
) -> Iterator[tuple[Task, Result | Exception]]:
    """Each task with what the function made of it, in the order in which they are done.

    An exception in place of a result tells why the task could not be carried out: its worker died every time, or the
    function itself raised every time.

    >>> sorted(carry_out(abs, [-2, 1]))
    [(-2, 2), (1, 1)]
    """
    if executor is None:
        for task in tasks:
            yield task, here(function, task)
        return
    run = _Run(function, iter(tasks), executor)
    try:
        yield from run.all()
    finally:
        run.cancel()


def here(function: Callable[[Task], Result], task: Task) -> Result | Exception:
    """The result in this process; what the function raises is given, not raised."""
    try:
        return function(task)
    except Exception as error:
        return error


class _Run(Generic[Task, Result]):
    """One use of an executor.

    When a pool breaks, every task it held fails, and nobody can tell whose fault it was. So those are tried again one
    at a time: a death that happens then is the task's own.
    """

    def __init__(self, function: Callable[[Task], Result], tasks: Iterator[Task], executor: Executor) -> None:
        self.function, self.tasks, self.executor = function, tasks, executor
        workers = getattr(executor, "_max_workers", None)
        self.room = workers * AHEAD if isinstance(workers, int) else UNKNOWN_AHEAD
        self.pending: dict[Future[Result], tuple[Task, int]] = {}
        self.again: deque[tuple[Task, int]] = deque()
        self.suspects: deque[tuple[Task, int]] = deque()
        self.alone = False

    def all(self) -> Iterator[tuple[Task, Result | Exception]]:
        try:
            self.fill()
            while self.pending:
                done, _ = wait(self.pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from self.settle(future)
                self.fill()
        except _Gone as gone:
            warnings.warn(f"the executor {gone}: the rest runs in this process", stacklevel=2)
            yield from self.rest()

    def fill(self) -> None:
        """Hand out tasks while there is room; a suspect goes alone, when nothing else is under way."""
        if self.suspects:
            self.alone = not self.pending
            if self.alone:
                self.submit(*self.suspects.popleft())
            return
        self.alone = False
        while len(self.pending) < self.room:
            if self.again:
                self.submit(*self.again.popleft())
                continue
            try:
                task = next(self.tasks)
            except StopIteration:
                return
            self.submit(task, 0)

    def submit(self, task: Task, tried: int) -> None:
        try:
            future = self.executor.submit(self.function, task)
        except (BrokenExecutor, RuntimeError) as error:
            self.again.appendleft((task, tried))
            raise _Gone("is broken" if isinstance(error, BrokenExecutor) else "was shut down") from error
        self.pending[future] = (task, tried)

    def settle(self, future: Future[Result]) -> Iterator[tuple[Task, Result | Exception]]:
        """One task is done, or must be done again."""
        task, tried = self.pending.pop(future)
        try:
            yield task, future.result()
        except CancelledError:
            self.again.append((task, tried))
        except BrokenExecutor as error:
            tried += self.alone
            if tried >= TRIES:
                yield task, error
            else:
                self.suspects.append((task, tried))
        except Exception as error:
            if tried + 1 >= TRIES:
                yield task, error
            else:
                self.again.append((task, tried + 1))

    def rest(self) -> Iterator[tuple[Task, Result | Exception]]:
        """All that is left, in this process; what the executor still finishes is taken."""
        for future in list(self.pending):
            future.cancel()
            yield from self.settle(future)
        for task, _ in (*self.suspects, *self.again):
            yield task, here(self.function, task)
        for task in self.tasks:
            yield task, here(self.function, task)

    def cancel(self) -> None:
        """Whoever asked has had enough."""
        for future in self.pending:
            future.cancel()


def check_travels(value: Any, executor: Executor | None) -> None:
    """Raise in one sentence when a value cannot be sent to another process and would have to be.

    >>> check_travels(print, None)
    """
    if isinstance(executor, ProcessPoolExecutor):
        try:
            pickle.dumps(value)
        except Exception as error:
            raise UserError(
                f"a policy cannot be sent to another process ({error}): define its functions at the top of a module, "
                "or sweep without an executor"
            ) from error
