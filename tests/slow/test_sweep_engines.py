"""Engines that lose workers, and a sweep that is killed: complete, no row twice, the same rows from each."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from benchmarks.sweep import policies, write_sessions

import packlight as pl
from packlight.adapters.pool import Pool, dask_executor

SESSIONS, POLICIES = 6, 10


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sessions")
    write_sessions(folder, SESSIONS, turns=60)
    return folder


@pytest.fixture(scope="module")
def plain_rows(folder: Path) -> list[str]:
    return told(pl.sweep(folder, policies(POLICIES), progress=False))


def told(rows: pl.Rows) -> list[str]:
    """Rows as text, less the seconds, in an order of their own."""
    return sorted(json.dumps({**row.to_dict(), "seconds": 0}, sort_keys=True) for row in rows)


def test_processes_give_the_same_rows(folder: Path, plain_rows: list[str]) -> None:
    with Pool(2) as pool:
        assert told(pl.sweep(folder, policies(POLICIES), pool, progress=False)) == plain_rows


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask cluster: a scheduler and two worker processes."""
    quiet = {"cwd": tmp_path, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    file = tmp_path / "scheduler.json"
    head = ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    started = [subprocess.Popen([sys.executable, "-m", f"distributed.cli.{head[0]}", *head[1:]], **quiet)]  # type: ignore[call-overload]
    try:
        end = time.monotonic() + 60
        while not file.exists():
            assert time.monotonic() < end and started[0].poll() is None
            time.sleep(0.1)
        worker = ["--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        for _ in range(2):
            started.append(subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_worker", *worker], **quiet))  # type: ignore[call-overload]
        yield json.loads(file.read_text(encoding="utf-8"))["address"], started[1:]
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def test_a_dask_cluster_gives_the_same_rows_though_a_worker_is_killed_half_way(
    folder: Path, plain_rows: list[str], scheduler: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = scheduler
    with dask_executor(address) as executor:
        rows = []
        for row in pl.sweep(folder, policies(POLICIES), executor, progress=False):
            rows.append(row)
            if len(rows) == SESSIONS * POLICIES // 3:
                workers[0].kill()
    found = sorted(json.dumps({**row.to_dict(), "seconds": 0}, sort_keys=True) for row in rows)
    assert found == plain_rows


def test_a_sweep_that_is_killed_goes_on_and_no_row_comes_twice(
    folder: Path, plain_rows: list[str], tmp_path: Path
) -> None:
    out, table = tmp_path / "rows.jsonl", tmp_path / "policies.toml"
    table.write_text(
        "\n".join(
            f'[[policy]]\nname = "{name}"\nwindow = {p.window}\nstrategy = "{p.strategy}"\n'
            for name, p in policies(POLICIES).items()
        ),
        encoding="utf-8",
    )
    command = [
        sys.executable,
        "-m",
        "packlight",
        "sweep",
        str(folder),
        "--policies",
        str(table),
        "-o",
        str(out),
        "--workers",
        "2",
    ]
    for least in (5, 25):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while process.poll() is None and lines(out) < least:
            assert time.monotonic() < end
            time.sleep(0.02)
        family = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        process.send_signal(signal.SIGKILL)
        process.wait()
        _, left = psutil.wait_procs(family, timeout=20)
        assert not left, "workers outlive a killed sweep"
    before = lines(out)
    assert 25 <= before < SESSIONS * POLICIES
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "TQDM_DISABLE": "1"})
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines() if '"conversation"' in line]
    pairs = [(row["conversation"], row["policy"]) for row in rows]
    assert len(pairs) == len(set(pairs)) == SESSIONS * POLICIES
    assert sorted(json.dumps({**row, "seconds": 0}, sort_keys=True) for row in rows) == plain_rows


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0
