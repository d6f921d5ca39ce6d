"""The rows of one source: figures that agree with the film, reasons in place of crashes."""

import json
from pathlib import Path

import pytest

from packlight.adapters.catalogue import prices_of
from packlight.adapters.counters import resolve_counter
from packlight.core.errors import UserError
from packlight.core.frozen import EMPTY
from packlight.simulation.policy import Policy
from packlight.simulation.run import run
from packlight.simulation.scenarios import names, session
from packlight.simulation.sweep.policies import Named, named_policies
from packlight.simulation.sweep.row import COLUMNS, Row
from packlight.simulation.sweep.work import How, Source, Task, rows_of

POLICIES = named_policies(
    {
        "window": Policy(8_000),
        "summary": Policy(8_000, "summary"),
        "failing": Policy(6_000, failures="FFF"),
        "wide": Policy(10**9),
    }
)
HOW = How(model="claude-opus-5-5", prices=prices_of("claude-opus-5-5"))


def rows(name: str) -> dict[str, Row]:
    return {row.policy: row for row in rows_of(Task(Source(name, value=session(name)), POLICIES, HOW))}


@pytest.mark.parametrize("name", names())
def test_a_row_agrees_with_the_film(name: str) -> None:
    found, made = session(name), rows(name)
    for named in POLICIES:
        film = run(found.conversation, named.policy, counter=resolve_counter("tiktoken"), facts=found.facts)
        row, last = made[named.name], film.frames[-1]
        assert (row.turns, row.compactions, row.invalid) == (last.turn, last.compactions, 0)
        assert row.facts_kept == sum(fact["lost_at"] is None for fact in film.facts)
        opened = next((frame.step for frame in film.frames if frame.breaker == "open"), None)
        assert row.opened_at == opened


def test_a_wide_window_loses_nothing_and_costs_more_tokens() -> None:
    made = rows("bug_hunt")
    wide, tight = made["wide"], made["window"]
    assert (wide.compactions, wide.cache_broken, wide.facts_kept) == (0, 0, wide.facts)
    assert tight.compactions and wide.tokens and tight.tokens and tight.tokens < wide.tokens
    assert tight.cache_broken and tight.peak_usage and tight.peak_usage <= 0.87


def test_failures_open_the_breaker_and_cost() -> None:
    failing = rows("bug_hunt")["failing"]
    assert (failing.failures, failing.opened_at is not None) == (3, True)
    assert failing.summarizer_tokens and failing.price


def test_a_file_of_several_conversations_gives_rows_for_each(tmp_path: Path) -> None:
    path = tmp_path / "runs.json"
    path.write_text(json.dumps([{"messages": [{"role": "user", "content": "a"}]}, {"messages": []}]), "utf-8")
    made = rows_of(Task(Source(str(path)), POLICIES[:1], HOW))
    assert [(row.conversation, row.of, row.reason) for row in made] == [
        (f"{path}#1", 2, None),
        (f"{path}#2", 2, "this conversation has no messages."),
    ]
    assert {(row.source, row.name) for row in made} == {(str(path), "1"), (str(path), "2")}


def test_pairs_that_are_done_are_left_out() -> None:
    source = Source("bug_hunt", value=session("bug_hunt"))
    made = rows_of(Task(source, POLICIES, HOW, frozenset({("bug_hunt", "window")})))
    assert [row.policy for row in made] == ["summary", "failing", "wide"]


def test_an_unreadable_file_is_a_row_for_each_policy(tmp_path: Path) -> None:
    path = tmp_path / "noise.json"
    path.write_bytes(b"\x00\x01 no json")
    made = rows_of(Task(Source(str(path)), POLICIES, HOW))
    assert len(made) == len(POLICIES)
    assert all(row.reason and "noise.json" in row.reason and row.tokens is None for row in made)


def test_an_error_of_somebody_elses_is_a_row_with_its_kind() -> None:
    def broken(text: str) -> int:
        raise RuntimeError("no weights")

    counter = type("Counter", (), {"name": "mine", "estimated": True, "count_text": staticmethod(broken)})()
    weighed = Named("p", Policy(8_000, counter=counter), EMPTY)
    [row] = rows_of(Task(Source("a", value=session("bug_hunt")), (weighed,), HOW))
    assert row.reason == "RuntimeError: no weights"


def test_a_row_is_a_frozen_mapping_that_json_keeps() -> None:
    row = rows("bug_hunt")["window"]
    assert Row.from_dict(json.loads(json.dumps(row.to_dict()))) == row
    assert list(row) == list(COLUMNS) == list(row.to_dict()) and row["policy"] == "window"
    with pytest.raises(KeyError):
        row["colour"]
    with pytest.raises(AttributeError):
        row.turns = 5  # type: ignore[misc]
    with pytest.raises(UserError):
        Row.from_dict({"conversation": 7})
