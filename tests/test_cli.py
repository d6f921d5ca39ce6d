"""The command line: exit status, one line for every error, and output that programs can read."""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from packlight.cli import main
from tests.support.loopback import Answer, Refuse, messages_api
from tests.support.shared import shared_dir

HELLO = {"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
BROKEN = {
    "messages": [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [CALL]},
        {"role": "user", "content": "hello?"},
    ]
}


def write(path: Path, value: Any) -> str:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return str(path)


def long_talk(turns: int = 40) -> dict[str, Any]:
    rows = []
    for i in range(turns):
        text = f"line {i} " + "the ferry waits for nobody " * 10
        rows += [{"role": "user", "content": text}, {"role": "assistant", "content": text}]
    return {"messages": [*rows, {"role": "user", "content": "and now?"}]}


def test_check_gives_0_1_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = write(tmp_path / "good.json", HELLO), write(tmp_path / "bad.json", BROKEN)
    assert main(["check", good]) == 0
    capsys.readouterr()
    assert main(["check", good, bad, "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert [row["ok"] for row in rows] == [True, False]
    assert rows[0]["file"] == good
    assert set(rows[1]) == {"file", "name", "ok", "messages", "blocks", "skipped_lines", "findings"}
    assert rows[1]["findings"][0]["code"] == "unanswered_tool_use"
    assert rows[1]["findings"][0]["at"] == [1, 0]


def test_check_says_where_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", write(tmp_path / "bad.json", BROKEN)]) == 1
    assert "messages[1].content[0]: unanswered_tool_use" in capsys.readouterr().out


def test_check_walks_a_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.json", "b.json"):
        write(tmp_path / name, HELLO)
    assert main(["check", str(tmp_path), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_check_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(HELLO).encode())))
    assert main(["check", "-"]) == 0
    assert "2 messages" in capsys.readouterr().out


def test_repair_mends_and_says_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    assert main(["repair", write(tmp_path / "bad.json", BROKEN), "-o", str(out)]) == 0
    assert "unanswered_tool_use" in capsys.readouterr().err
    assert main(["check", str(out)]) == 0


def test_compact_prints_numbers_and_the_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "long.json", long_talk())
    assert main(["compact", path, "--window", "3000", "--strategy", "sliding_window", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert set(result) == {"before", "after", "reason", "strategy", "plan", "lost", "conversation"}
    assert result["reason"] == "applied"
    assert result["after"] < result["before"]
    assert len(result["plan"]) == 81
    assert main(["compact", path, "--window", "3000", "--strategy", "tool_result_trim,sliding_window"]) == 0
    assert "applied" in capsys.readouterr().out


FACTS = {
    "messages": [
        {"role": "user", "content": "Never touch src/gate.py. The port is 8043."},
        *[{"role": role, "content": "word " * 300} for role in ("assistant", "user") * 4],
    ]
}


def test_compact_says_what_was_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "facts.json", FACTS)
    assert main(["compact", path, "--window", "1500", "--json"]) == 0
    lost = json.loads(capsys.readouterr().out)["lost"]
    assert lost["rules"] == {"total": 1, "kept": 0, "lost": ["Never touch src/gate.py."]}
    assert (lost["files"]["lost"], lost["numbers"]["lost"]) == (["src/gate.py"], ["8043"])
    assert sum(lost["messages"].values()) == 9 > lost["messages"]["keep"]
    assert main(["compact", path, "--window", "1500"]) == 0
    assert "files named: 0 of 1 still stand; gone: src/gate.py" in capsys.readouterr().out


def test_compact_takes_a_summarizer_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "facts.json", FACTS)
    assert main(["compact", path, "--window", "1500", "--strategy", "summary", "--summarizer", "offline"]) == 0
    printed = capsys.readouterr().out
    assert "rules of a human: 1 of 1 still stand" in printed and "files named: 1 of 1 still stand" in printed


def test_compact_asks_a_real_model_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "facts.json", FACTS)
    wanted = ["compact", path, "--window", "1500", "--strategy", "summary", "--summarizer", "anthropic:claude-opus-5-5"]
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-of-nobody-at-all")
    with messages_api(Answer("Facts: the port is 8043.")) as api:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.url)
        assert main([*wanted, "--json"]) == 0
        assert len(api.asked("claude-opus-5-5")) == 1
    lost = json.loads(capsys.readouterr().out)["lost"]
    assert (lost["numbers"]["kept"], lost["files"]["kept"]) == (1, 0)
    with messages_api(Refuse(401, "sk-ant-of-nobody-at-all is no key")) as api:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.url)
        assert main(wanted) == 0
    told = "".join(capsys.readouterr())
    assert "summarizer_error" in told and "refused the key" in told and "nobody" not in told
    assert "nothing was lost" in told


def test_play_writes_one_page_and_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "film.html"
    assert main(["play", write(tmp_path / "long.json", long_talk()), "-o", str(out)]) == 0
    printed = capsys.readouterr().out
    assert str(out) in printed
    assert "2 compactions" in printed
    assert "packlight.film/1" in out.read_text("utf-8")


def test_play_without_a_file_plays_the_sample(tmp_path: Path) -> None:
    out = tmp_path / "demo.html"
    assert main(["play", "-o", str(out), "--lang", "zh"]) == 0
    assert out.stat().st_size > 20_000


@pytest.mark.parametrize("failures", ["FFF", "FSF"])
def test_play_finds_a_window_in_which_the_script_is_used_up(
    failures: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "-o", str(tmp_path / "f.html"), "--failures", failures]) == 0
    assert ("breaker open" in capsys.readouterr().out) == (failures == "FFF")


NOT_JSON = "this is not JSON at all"
WRONG: dict[str, tuple[list[str], str]] = {
    "no such file": (["check", "{tmp}/nowhere.json"], "nowhere.json"),
    "not JSON": (["check", "{tmp}/words.txt"], "words.txt"),
    "empty": (["check", "{tmp}/empty.json"], "empty"),
    "another program's JSON": (["check", "{tmp}/other.json"], "other.json"),
    "a directory": (["play", "{tmp}"], "director"),
    "an empty directory": (["check", "{tmp}/hollow"], "hollow"),
    "window 0": (["compact", "{tmp}/good.json", "--window", "0"], "window"),
    "window in words": (["play", "{tmp}/good.json", "--window", "many"], "window"),
    "unknown summarizer": (["compact", "{tmp}/good.json", "--window", "9", "--summarizer", "antropic"], "anthropic"),
    "no key": (["compact", "{tmp}/good.json", "--window", "9", "--summarizer", "anthropic"], "ANTHROPIC_API_KEY"),
    "unknown strategy": (["compact", "{tmp}/good.json", "--window", "100", "--strategy", "sumary"], "summary"),
    "unknown letters": (["play", "{tmp}/good.json", "--failures", "XYZ"], "failures"),
    "a script nobody can use up": (["play", "{tmp}/good.json", "--failures", "FFFFFF"], "FFFFFF"),
    "no messages": (["play", "{tmp}/none.json"], "no message"),
    "unwritable": (["play", "-o", "{tmp}/hollow/x/y.html"], "y.html"),
    "no command": ([], "COMMAND"),
    "unknown model": (["check", "{tmp}/good.json", "--lang"], "--lang"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_gives_one_line_and_exit_status_2(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hollow").mkdir()
    for name, value in {
        "good.json": HELLO,
        "words.txt": NOT_JSON,
        "empty.json": "",
        "none.json": {"messages": []},
    }.items():
        write(tmp_path / name, value)
    write(tmp_path / "other.json", {"compilerOptions": {"strict": True}})
    arguments, word = WRONG[case]
    try:
        status = main([argument.format(tmp=tmp_path) for argument in arguments])
    except SystemExit as error:
        status = int(error.code or 0)
    printed = capsys.readouterr()
    assert status == 2
    assert printed.out == ""
    assert len(printed.err.strip().splitlines()) == 1
    assert word in printed.err
    assert "Traceback" not in printed.err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out.startswith("packlight 0.")


def test_lab_copies_the_lessons_and_never_over_a_changed_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "lessons"
    command = ["lab", str(folder), "--no-open"]
    assert main(command) == 0
    first = folder / "en" / "00_start_here.ipynb"
    shipped = first.read_text("utf-8")
    assert main(command) == 0
    first.write_text(shipped + " ", encoding="utf-8")
    assert main(command) == 0
    assert first.read_text("utf-8") == shipped + " "
    assert "was changed by you" not in capsys.readouterr().out or (folder / "en" / "00_start_here.new.ipynb").exists()


def test_lab_refuses_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", write(tmp_path / "notes.txt", "x"), "--no-open"]) == 2
    assert "notes.txt" in capsys.readouterr().err


PLAYED = {
    "cc_sniffly_d3ad4cdc.jsonl --window 40000": "closed",
    "cc_viewer_5c0375b4.jsonl --window 4000": "closed",
    "cc_sniffly_d3ad4cdc.jsonl --window 20000 --failures FFF": "open",
}


@pytest.mark.parametrize("call", PLAYED)
def test_real_logs_are_played(call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, *options = call.split()
    out = tmp_path / "film.html"
    assert main(["play", str(shared_dir() / "transcripts" / name), *options, "-o", str(out)]) == 0
    assert os.path.getsize(out) < 600_000
    assert f"breaker {PLAYED[call]}" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "start"), [("a.svg", "<svg "), ("a.md", "## "), ("a.txt", "")])
def test_picture_draws_a_session_as_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, start: str
) -> None:
    out = tmp_path / name
    assert main(["picture", write(tmp_path / "talk.json", HELLO), "-o", str(out)]) == 0
    assert capsys.readouterr().out.strip() == str(out)
    text = out.read_text(encoding="utf-8")
    assert text.startswith(start) and "hello" in text and "200,000" in text


def test_picture_draws_a_step_of_the_film(tmp_path: Path) -> None:
    out = tmp_path / "step.txt"
    talk = write(tmp_path / "talk.json", long_talk())
    assert main(["picture", talk, "-o", str(out), "--step", "3", "--window", "9000", "--lang", "zh"]) == 0
    text = out.read_text(encoding="utf-8")
    assert "第 4 帧，共 81 帧" in text and "9,000" in text


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (["-o", "x.gif"], "give it a name that ends in .svg, .png, .md or .txt"),
        (["-o", "x.svg", "--theme", "drak"], "did you mean 'dark'"),
        (["-o", "x.svg", "--step", "5000", "--window", "9000"], "step is 5000"),
    ],
)
def test_picture_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], extra: list[str], words: str
) -> None:
    talk = write(tmp_path / "talk.json", HELLO)
    assert main(["picture", talk, *extra]) == 2
    assert words in capsys.readouterr().err
    assert not Path("x.svg").exists()
