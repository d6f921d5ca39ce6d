"""The table of beliefs in docs/teaching.md is that of the register, today."""

import pytest

from packlight.lessons.beliefs import BELIEFS
from scripts import teaching_table


def test_the_committed_table_is_what_the_register_gives() -> None:
    page = teaching_table.PAGE.read_text(encoding="utf-8")
    assert page == teaching_table.written(page), "run: python scripts/teaching_table.py --write"


def test_there_is_a_row_for_each_belief_and_no_empty_cell() -> None:
    rows = teaching_table.table().splitlines()[2:]
    assert len(rows) == len(BELIEFS)
    assert all(all(cell.strip() for cell in row.strip("|").split(" | ")) for row in rows)


def test_a_page_without_marks_is_told() -> None:
    with pytest.raises(SystemExit, match="lost its marks"):
        teaching_table.written("# Teaching\n")
