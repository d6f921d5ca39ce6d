"""Executors by what a person names: so many processes of this machine, or the address of a Dask cluster.

Comes in: a number or an address. Goes out: an executor. `ProcessPoolExecutor` as it comes takes no task any more once a
worker has died; `Pool` starts another one, so that the death of a worker costs a retry. Dask sees to that itself.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context, parent_process
from typing import Any

from packlight.core.errors import UserError

DASK_SECONDS = 10
"""How long to wait for a scheduler's answer."""


class Pool(Executor):
    """A `ProcessPoolExecutor` that outlives its workers.

    >>> with Pool(2) as pool:
    ...     pool.submit(abs, -3).result()
    3
    """

    def __init__(self, workers: int) -> None:
        if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
            raise UserError(f"workers is {workers!r}: give a whole number of 1 or more")
        self._max_workers = workers
        self._lock = threading.Lock()
        self._inner = self._made()

    def _made(self) -> ProcessPoolExecutor:
        # A fresh interpreter a worker: a fork of a process with threads, such as a kernel, can hang.
        context = get_context("spawn")
        return ProcessPoolExecutor(self._max_workers, mp_context=context, initializer=_end_with_parent)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand out one call, in a new pool when the old one is broken."""
        with self._lock:
            try:
                return self._inner.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                self._inner.shutdown(wait=False)
                self._inner = self._made()
                return self._inner.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers."""
        self._inner.shutdown(wait=wait, cancel_futures=cancel_futures)


def _end_with_parent() -> None:
    """Let this worker end when its parent is killed; by itself it would wait for the next task for ever."""
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """An executor on the Dask cluster whose scheduler listens there.

    Raises:
        UserError: Dask is not installed, or nobody answers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UserError("a Dask cluster needs Dask here too: pip install 'packlight[dask]'") from None
    try:
        client = distributed.Client(address, timeout=DASK_SECONDS)
    except (OSError, ValueError) as error:
        raise UserError(f"no Dask scheduler answers at {address} ({error}): check the address") from None
    try:
        yield client.get_executor()
    finally:
        client.close()
