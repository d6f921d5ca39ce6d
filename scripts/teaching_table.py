"""Writes the table of wrong beliefs in docs/teaching.md from the register.

    python scripts/teaching_table.py            print the table
    python scripts/teaching_table.py --write    write it into docs/teaching.md

Comes in: `packlight.lessons.beliefs`. Goes out: Markdown between two marks; a test compares it with the committed page.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from packlight.lessons.beliefs import BELIEFS, Belief

PAGE = Path(__file__).resolve().parents[1] / "docs" / "teaching.md"
MARKS = ("<!-- beliefs -->\n", "<!-- /beliefs -->")


def table() -> str:
    """The table, a row for each belief in the order in which students meet them."""
    rows = ["| what they think | but | lesson | picture | exercises |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*rows, *(_row(belief) for belief in BELIEFS)]) + "\n"


def _row(belief: Belief) -> str:
    thinks, _, so = belief.refutation("en").partition(". But ")
    thinks = thinks.removeprefix("You may think that ")
    cells = [thinks, so, belief.lesson, _picture(belief), ", ".join(belief.exercises)]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _picture(belief: Belief) -> str:
    preset = belief.preset
    parts: Iterator[str] = iter(
        (
            f"`{preset.scenario}` in {preset.window:,}",
            f"`{preset.strategy}`" if preset.strategy else "",
            f"failures `{preset.failures}`" if preset.failures else "",
            f"reserve {preset.reserve:,}" if preset.reserve else "",
            f"step {preset.step}" if preset.step >= 0 else "",
        )
    )
    return ", ".join(part for part in parts if part)


def written(page: str) -> str:
    """The page with today's table between its marks."""
    before, mark, rest = page.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not mark or not end:
        raise SystemExit(f"{PAGE.name} has lost its marks {MARKS[0].strip()} and {MARKS[1]}: put them back")
    return before + mark + table() + end + after


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    if parser.parse_args().write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(table(), end="")
