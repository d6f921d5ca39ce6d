"""The engine: every task once, whatever happens to workers and to the executor."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from packlight.adapters.engine import TRIES, carry_out, check_travels
from packlight.adapters.pool import Pool, dask_executor
from packlight.core.errors import UserError


def double(number: int) -> int:
    return number * 2


def die_once(mark: str) -> int:
    """Ends its process the first time; the second time it is fine."""
    if mark and not Path(mark).exists():
        Path(mark).touch()
        os._exit(9)
    return os.getpid()


def always_die(mark: str) -> int:
    os._exit(9) if mark else None
    return 1


class Flaky(Executor):
    """Carries out at once; refuses after so many calls, with this error."""

    def __init__(self, calls: int, error: Exception) -> None:
        self.left, self.error = calls, error

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not self.left:
            raise self.error
        self.left -= 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(3)])
def test_every_task_comes_back_once(executor: Executor | None) -> None:
    assert sorted(carry_out(double, range(50), executor)) == [(i, 2 * i) for i in range(50)]


def test_tasks_are_taken_only_when_there_is_room() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1_000):
            taken.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor:
        results = carry_out(double, tasks(), executor)
        next(results)
        assert len(taken) <= 4
        results.close()  # type: ignore[attr-defined]


def test_an_executor_that_is_shut_down_costs_a_warning() -> None:
    flaky = Flaky(3, RuntimeError("cannot schedule new futures after shutdown"))
    with pytest.warns(UserWarning, match=r"^the executor was shut down: the rest runs in this process$"):
        assert sorted(carry_out(double, range(9), flaky)) == [(i, 2 * i) for i in range(9)]


def test_an_executor_shut_down_under_waiting_tasks_loses_none() -> None:
    executor = ThreadPoolExecutor(1)
    results = carry_out(lambda n: (time.sleep(0.01), n)[1], range(8), executor)
    got = [next(results)]
    executor.shutdown(wait=False, cancel_futures=True)
    with pytest.warns(UserWarning, match="was shut down"):
        got += list(results)
    assert sorted(task for task, _ in got) == list(range(8))


def test_a_function_that_raises_is_tried_again_then_told() -> None:
    calls: list[int] = []

    def fails(number: int) -> int:
        calls.append(number)
        raise ValueError("no")

    with ThreadPoolExecutor(1) as executor:
        [(task, error)] = carry_out(fails, [7], executor)
    assert (task, len(calls)) == (7, TRIES) and isinstance(error, ValueError)


def test_a_worker_that_dies_costs_a_retry(tmp_path: Path) -> None:
    marks = ["", str(tmp_path / "died"), "", ""]
    with Pool(2) as pool:
        done = list(carry_out(die_once, marks, pool))
    assert len(done) == 4 and all(isinstance(pid, int) and pid != os.getpid() for _, pid in done)
    assert (tmp_path / "died").exists()


def test_a_task_that_kills_every_worker_is_told_and_the_others_are_done() -> None:
    with Pool(2) as pool:
        done = dict(carry_out(always_die, ["kill", "", "", "kill too", ""], pool))
    assert {task for task, result in done.items() if isinstance(result, Exception)} == {"kill", "kill too"}
    assert done[""] == 1


def test_a_broken_pool_of_somebody_elses_goes_on_here(tmp_path: Path) -> None:
    with (
        ProcessPoolExecutor(1) as executor,
        pytest.warns(UserWarning, match="the executor is broken: the rest runs in this process"),
    ):
        done = list(carry_out(die_once, [str(tmp_path / "died"), "", ""], executor))
    assert {pid for _, pid in done} == {os.getpid()}


def test_what_cannot_travel_is_told_in_one_sentence() -> None:
    with ProcessPoolExecutor(1) as executor:
        with pytest.raises(UserError, match="define its functions at the top of a module"):
            check_travels(lambda: 0, executor)
        check_travels(double, executor)
    check_travels(lambda: 0, None)


@pytest.mark.parametrize("workers", [0, -1, True, "2"])
def test_a_wrong_number_of_workers_is_told(workers: Any) -> None:
    with pytest.raises(UserError, match="workers is"):
        Pool(workers)


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("packlight.adapters.pool.DASK_SECONDS", 0.2)
    with (
        pytest.raises(UserError, match="no Dask scheduler answers at tcp://127"),
        dask_executor("tcp://127.0.0.1:9"),
    ):
        pass
