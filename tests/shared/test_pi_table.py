"""A real agent's compactions beside ours: what `benchmarks/pi_table.py` says of the log that has its usage in it."""

import pytest
from benchmarks import pi_table

import packlight as pl
from tests.support.shared import shared_dir


@pytest.fixture(scope="module")
def found() -> list[pi_table.Stretch]:
    return pi_table.stretches(shared_dir() / "transcripts" / "pi_before_compaction.jsonl")


def test_both_real_compactions_are_there(found: list[pi_table.Stretch]) -> None:
    assert [stretch.tokens_before for stretch in found] == [175_004, 185_014]


def test_by_the_agents_own_usage_ours_comes_due_a_few_turns_earlier(found: list[pi_table.Stretch]) -> None:
    for stretch in found:
        due = pi_table.due_by_usage(stretch)
        assert due is not None
        assert pi_table.LINE <= due[1] <= stretch.tokens_before
        assert stretch.old < due[0] < len(stretch.talk.messages)


def test_the_count_without_system_prompt_and_tools_is_below_the_usage(found: list[pi_table.Stretch]) -> None:
    for stretch in found:
        _, ours = pi_table.due_by_counting(stretch)
        assert 0.6 * stretch.tokens_before < ours < stretch.tokens_before


def test_what_is_kept_is_counted_alike_for_both(found: list[pi_table.Stretch]) -> None:
    rows = pi_table.kept_table(found)
    assert len(rows) == 3 + len(pi_table.STRATEGIES)
    for stretch in found:
        wanted = pi_table.facts(stretch)
        assert len(wanted) > 100
        whole = "\n".join(message.text() for message in stretch.talk.messages)
        assert pi_table._cells(1, whole, wanted) == f"1 | {len(wanted)} of {len(wanted)}"


def test_every_replayed_stretch_fits_and_is_valid(found: list[pi_table.Stretch]) -> None:
    for stretch in found:
        packed = pl.compact(pl.repair(stretch.talk).conversation, window=pi_table.WINDOW, force=True)
        assert packed.after < packed.before and pl.validate(packed.conversation).ok
