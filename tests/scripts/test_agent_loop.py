"""The benchmark of the agent loop: a session that any API would take, honest bounds, a table that says so."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from benchmarks import agent_loop
from benchmarks.loop import measure
from benchmarks.loop.own import Packlight, PacklightHeuristic
from benchmarks.loop.peers import Peer, split
from benchmarks.loop.report import chart, lines_of, table
from benchmarks.loop.workload import SYSTEM, Workload

from packlight.adapters.tiktoken_counter import TiktokenCounter
from packlight.core.conversation import Conversation
from packlight.core.rules import validate
from packlight.core.tokens import count


def test_the_session_is_the_same_every_time_and_sound():
    turns = list(Workload().turns(60))
    assert turns == list(Workload().turns(60))
    assert turns != list(Workload(seed=1).turns(60))
    sent = [message for turn in turns for message in turn][:-1]
    assert validate(Conversation.from_api({"messages": sent})).ok
    kinds = count(Conversation.from_api(sent), TiktokenCounter()).by_kind
    assert kinds["tool_result"] > kinds["text"] > 0 < kinds["tool_use"]


@pytest.mark.parametrize("loop", [Packlight, PacklightHeuristic])
def test_our_loop_is_measured_and_never_wrong(loop):
    found = measure.run(loop(SYSTEM, len), turns=300, budget=60)
    assert (found["done"], found["faulty"]) == (300, 0)
    assert found["judged"] >= 125
    assert found["seconds"] > found["bound_s"] > 0


class Careless(Peer):
    """Sends what it likes."""

    name, counts = "careless", "messages"

    def make(self, piece):
        return dict(piece)

    def prepare(self):
        return self.history[-3:-1]


def test_a_careless_peer_is_caught():
    found = measure.run(Careless(SYSTEM, len), turns=40, budget=60)
    assert found["faulty"] > 20
    assert {"new_input_lost", "empty"} <= set(found["broken"])
    assert found["bound_s"] == 0


@pytest.mark.parametrize(
    ("times", "turns", "seconds"),
    [
        ([1.0, 2.0, 3.0, 4.0], 4, 4.0),
        ([1.0, 2.0, 3.0, 4.0], 8, 8.0),
        ([1.0, 4.0, 9.0, 16.0], 8, 16.0 + 4 * 7.0),
        ([2.0], 4, 8.0),
    ],
    ids=["finished", "linear", "growing", "one-turn"],
)
def test_what_is_not_finished_takes_at_least_what_its_latest_turns_did(times, turns, seconds):
    assert measure._whole(times, turns) == pytest.approx(seconds)


def test_a_message_is_split_into_what_other_libraries_know():
    results = [{"type": "tool_result", "tool_use_id": f"t{n}", "content": "ok"} for n in range(2)]
    said = {"type": "text", "text": "go on"}
    pieces = split({"role": "user", "content": [*results, said]})
    assert [piece["content"] for piece in pieces] == [[results[0]], [results[1]], [said]]
    assert split({"role": "user", "content": results}) == pieces[:2]


def run_of(who: str, turns: int, seconds: float, **more: object) -> dict[str, object]:
    known = {"name": who, "counts": "cl100k", "done": turns, "bound_s": 0.0, "peak_mb": 1.0}
    return {"who": who, "turns": turns, "seconds": seconds, **known, "judged": 10, "faulty": 0, "broken": {}, **more}


def test_the_table_says_what_was_not_finished_and_what_broke():
    runs = [
        run_of("packlight", 100, 0.01, bound_s=0.009),
        run_of("packlight", 1_000, 0.1, bound_s=0.09),
        run_of("peer", 100, 1.0),
        run_of("peer", 1_000, 100.0, done=400, faulty=3, broken={"tool_use_unanswered": 3}),
    ]
    lines = lines_of(runs)
    rows = table(lines, [100, 1_000, 10_000]).splitlines()
    assert "| 1.00 | 1.11 | 1.00 | 1 | 0 of 20 |" in rows[2]
    assert "| 1.00 | ≥ 100.00 | – | ≥ 1,000 | – | – | 1 | 3 of 20 (tool_use_unanswered) |" in rows[3]
    assert [trace.name for trace in chart(lines).data] == ["packlight", "peer"]
    assert agent_loop.judge(lines) == 0


def test_a_missed_promise_fails_the_command(capsys):
    slow = [run_of("packlight", 100, 0.01, bound_s=0.005), run_of("packlight", 1_000, 0.2, bound_s=0.05, faulty=1)]
    assert agent_loop.judge(lines_of(slow)) == 1
    assert "broke rules" in (said := capsys.readouterr().err)
    assert "exponent 1.30, over 1.05" in said
    assert "4.00 × counting each block once, over 1.15" in said


def test_the_table_goes_between_its_marks(tmp_path, monkeypatch):
    page = tmp_path / "benchmarks.md"
    page.write_text(f"before\n{agent_loop.START}\nold\n{agent_loop.END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(agent_loop, "DOCS", page)
    agent_loop.replace_in_docs("| new |")
    assert page.read_text(encoding="utf-8") == (f"before\n{agent_loop.START}\n\n| new |\n\n{agent_loop.END}\nafter\n")


def test_one_command_measures_and_skips_what_is_missing(tmp_path):
    code = "import sys, benchmarks.agent_loop as a; a.OUT = a.Path(sys.argv.pop(1)); sys.exit(a.main())"
    asked = ["--turns", "20", "--only", "packlight-heuristic", "strands"]
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), *asked],
        cwd=agent_loop.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "strands: skipped, no --peers interpreter was given" in run.stderr
    assert "Packlight, heuristic" in run.stdout
    assert json.loads((tmp_path / "agent_loop.json").read_text())[0]["done"] == 20
    assert "plotly" in (tmp_path / "agent_loop.html").read_text(encoding="utf-8")
