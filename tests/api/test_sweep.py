"""`sweep` as a whole: every pair once, the same rows from every engine, gone on with, mistakes told first."""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import packlight as pl
from packlight.adapters.pool import Pool
from packlight.cli import main
from packlight.core.errors import UserError
from packlight.simulation.sweep.row import Row

POLICIES = [{"window": 2_000, "strategy": name} for name in ("sliding_window", "summary", "drop_thinking")]


def plain(rows: Any) -> list[str]:
    """Rows as sorted JSON, without their seconds."""
    return sorted(json.dumps({**row.to_dict(), "seconds": None}, sort_keys=True) for row in rows)


def write_talks(folder: Path, count: int, turns: int = 12) -> Path:
    """A folder of sessions, each of its own."""
    folder.mkdir(exist_ok=True)
    for number in range(count):
        talk = []
        for turn in range(turns):
            text = f"step {turn} of run-{number}x{turn}: " + "the ferry waits for nobody " * 40
            talk += [
                {"role": "user", "content": text},
                {"role": "assistant", "content": f"run-{number}x{turn} is done"},
            ]
        (folder / f"{number:02}.json").write_text(json.dumps({"messages": talk}), encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_talks(tmp_path / "logs", 4)


def test_a_folder_gives_a_row_for_each_pair(folder: Path) -> None:
    rows = pl.sweep(folder, POLICIES)
    assert len(rows) == 12 and len({(row.conversation, row.policy) for row in rows}) == 12
    assert all(row.reason is None and row.compactions and row.invalid == 0 for row in rows if "drop" not in row.policy)


def test_every_engine_makes_the_same_rows(folder: Path) -> None:
    alone = plain(pl.sweep(folder, POLICIES))
    with ThreadPoolExecutor(3) as executor:
        assert plain(pl.sweep(folder, POLICIES, executor)) == alone
    with Pool(2) as pool:
        assert plain(pl.sweep(folder, POLICIES, pool)) == alone


def test_what_conversations_may_be(folder: Path) -> None:
    one = folder / "00.json"
    talk = pl.load(one)
    payload = json.loads(one.read_text())
    labels = [row.conversation for row in pl.sweep(["bug_hunt", one, talk, payload, payload], POLICIES[:1])]
    assert labels == ["bug_hunt", str(one), f"{one} (3)", "4", "5"]
    assert [row.conversation for row in pl.sweep(str(folder / "*1.json"), POLICIES[:1])] == [str(folder / "01.json")]
    assert [row.conversation for row in pl.sweep({"mine": payload}, POLICIES[:1])] == ["mine"]
    assert len(pl.sweep(payload["messages"], POLICIES[:1])) == 1
    assert len(pl.sweep([one, one], POLICIES[:1])) == 1


def test_an_iterator_is_read_when_its_turn_comes(folder: Path) -> None:
    taken: list[Path] = []

    def paths() -> Iterator[Path]:
        for path in sorted(folder.iterdir()):
            taken.append(path)
            yield path

    rows = pl.sweep(paths(), POLICIES)
    assert taken == []
    next(rows)
    assert len(taken) == 1 and len(rows.so_far) == 1


@pytest.mark.parametrize("executor", [False, True])
def test_a_stopped_sweep_goes_on_and_computes_no_row_twice(folder: Path, executor: bool, tmp_path: Path) -> None:
    out, whole = tmp_path / "rows.jsonl", plain(pl.sweep(folder, POLICIES))
    rows = pl.sweep(folder, POLICIES, out=out)
    for _ in range(5):
        next(rows)
    with out.open("a") as stream:
        stream.write('{"conversation": "torn')
    first = plain(pl.Rows.read(out))
    assert len(first) == 5
    with ThreadPoolExecutor(2) as engine:
        again = pl.sweep(folder, POLICIES, engine if executor else None, out)
        assert plain(again) == whole
    lines = out.read_text().splitlines()
    assert len(lines) == 12 and plain(pl.Rows.read(out)) == whole
    # The first five stand as they were, seconds included: nobody computed them again.
    assert plain(Row.from_dict(json.loads(line)) for line in lines[:5]) == first
    assert len(pl.sweep(folder, POLICIES, out=out, resume=False)) == len(out.read_text().splitlines()) == 12


def test_a_file_of_several_conversations_is_gone_on_with(tmp_path: Path) -> None:
    many, out = tmp_path / "many.json", tmp_path / "rows.jsonl"
    talks = [json.loads((write_talks(tmp_path / "logs", 3) / f"0{i}.json").read_text()) for i in range(3)]
    many.write_text(json.dumps(talks))
    rows = pl.sweep(many, POLICIES, out=out)
    for _ in range(4):
        next(rows)
    assert len(pl.sweep(many, POLICIES, out=out)) == len(out.read_text().splitlines()) == 9


def test_an_unreadable_file_does_not_stop_the_others(folder: Path) -> None:
    (folder / "02.json").write_bytes(b"\xff\xfe\x00 noise")
    rows = list(pl.sweep(folder, POLICIES))
    assert len(rows) == 12
    bad = [row for row in rows if row.reason]
    assert {row.conversation for row in bad} == {str(folder / "02.json")} and len(bad) == 3


def test_mistakes_are_told_before_anything_starts(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    wrong: list[tuple[tuple[Any, Any], str]] = [
        ((folder, [{"window": 4_000, "stratgy": "summary"}]), "did you mean 'strategy'"),
        ((tmp_path / "*.nothing", POLICIES), "no file matches"),
        ((7, POLICIES), "conversations is 7"),
        ((folder, tmp_path / "none.toml"), "cannot be read"),
    ]
    for (conversations, policies), sentence in wrong:
        with pytest.raises(pl.UserError, match=sentence):
            pl.sweep(conversations, policies, out=out)
    assert not out.exists()
    with pytest.raises(pl.UserError, match="cannot be written"):
        pl.sweep(folder, POLICIES, out=tmp_path / "no" / "rows.jsonl")


def test_rows_of_another_policy_by_the_same_name_are_not_mixed(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    list(pl.sweep(folder, {"mine": pl.Policy(4_000)}, out=out))
    with pytest.raises(pl.UserError, match="holds rows of another policy 'mine'"):
        pl.sweep(folder, {"mine": pl.Policy(5_000)}, out=out)
    with pytest.raises(pl.UserError, match="of another model"):
        pl.sweep(folder, {"mine": pl.Policy(4_000)}, out=out, model=None)


def test_without_a_model_no_money_is_told(folder: Path) -> None:
    assert {row.price for row in pl.sweep(folder, POLICIES, model=None)} == {None}


def test_the_command_writes_rows(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toml, out = tmp_path / "policies.toml", tmp_path / "rows.jsonl"
    grid = '[[grid]]\nwindow = [4_000, 6_000]\nstrategy = ["summary", "structured"]\n'
    toml.write_text(f"[[policy]]\nwindow = 4_000\n{grid}")
    call = ["sweep", str(folder), "--policies", str(toml), "-o", str(out)]
    assert main(call) == 0
    assert capsys.readouterr().out == f"{out}: 20 rows\n"
    assert main([*call, "--workers", "1"]) == 0 and len(out.read_text().splitlines()) == 20
    toml.write_text("[[polcy]]\nwindow = 4_000\n")
    capsys.readouterr()
    assert main(call) == 2
    error = capsys.readouterr().err
    assert "did you mean 'policy'" in error and error.count("\n") == 1
    toml.write_text("[[policy\n")
    assert main(call) == 2 and "is no TOML" in capsys.readouterr().err
    assert main([*call, "--workers", "0"]) == 2


def test_a_table_for_pandas_has_the_policy_in_columns_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[list[dict[str, Any]]] = []
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda table: made.append(table) or table))
    rows = pl.sweep(folder, {"small": pl.Policy(2_000, keep_last=4)}, progress=False)
    [table] = [rows.to_pandas()]
    assert made == [table] and len(table) == len(rows)
    assert table[0]["policy"] == "small" and table[0]["policy.window"] == 2_000 and "settings" not in table[0]


def test_without_pandas_there_is_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UserError, match="pip install pandas"):
        pl.sweep(folder, pl.Policy(2_000), progress=False).to_pandas()
