"""A real agent's compactions beside ours: when each comes due, and what each keeps.

    python benchmarks/pi_table.py LOG          print the tables
    python benchmarks/pi_table.py LOG --docs   write them into docs/benchmarks.md

LOG is a log of pi (badlogic/pi-mono) that holds compactions and the usage of every request. Each stretch from one
compaction to the next is replayed as the agent carried it: its summary, what it kept, and what came since. A fact is a
file name, an id or a number of what stood there that the agent uses again before its next compaction.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import packlight as pl
from packlight.simulation.sweep.uses import needles_of

WINDOW, THRESHOLD = 200_000, 0.87
LINE = THRESHOLD * WINDOW
STRATEGIES = ("sliding_window", "structured", "tool_result_trim", "summary")
DOCS = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"
MARKS = ("<!-- pi: start -->\n", "<!-- pi: end -->")


@dataclass(frozen=True, slots=True)
class Stretch:
    """What the agent carried from one compaction to the next, and what it used again after it.

    Attributes:
        talk: the messages, its own summary first where there is one.
        old: how many of its messages were sent before the stretch began; their usage is of another history.
        tokens_before: what the agent says that it carried when it packed.
        kept: the messages that it kept beside its new summary.
        summary: its new summary.
        used: the needles that the messages after the compaction say, up to the next one.
    """

    talk: pl.Conversation
    old: int
    tokens_before: int
    kept: pl.Conversation
    summary: str
    used: frozenset[str]


def stretches(path: Path) -> list[Stretch]:
    """The stretches of a log that end in a compaction."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    packings = [at for at, line in enumerate(lines) if line.get("type") == "compaction"]
    found = []
    start, previous, before = 0, 0, ""
    for number, at in enumerate(packings):
        after = packings[number + 1] if number + 1 < len(packings) else len(lines)
        keep = int(lines[at]["firstKeptEntryIndex"])
        found.append(
            Stretch(
                _read(lines, start, at, before),
                len(_read(lines, start, previous, "").messages) if before else 0,
                int(lines[at]["tokensBefore"]),
                _read(lines, keep, at, ""),
                str(lines[at]["summary"]),
                frozenset().union(*(needles_of(m.text()) for m in _read(lines, at + 1, after, "").messages)),
            )
        )
        start, previous, before = keep, at, found[-1].summary
    return found


def _read(lines: Sequence[Any], start: int, end: int, summary: str) -> pl.Conversation:
    """The messages of some lines, mended, behind a summary."""
    kept = [lines[0], *(line for line in lines[max(1, start) : end] if line.get("type") == "message")]
    if len(kept) == 1:
        return pl.Conversation.from_api([])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stretch.jsonl"
        path.write_text("\n".join(json.dumps(line) for line in kept), encoding="utf-8")
        talk = pl.load(path)
    if not summary:
        return talk
    first = pl.Conversation.from_api([{"role": "user", "content": summary}]).messages
    whole = talk.with_messages([*first, *talk.messages])
    if talk.source is None:
        return whole
    # The summary stands in front of the messages that the log numbers.
    usage = tuple(replace(each, message=each.message + 1) for each in talk.source.usage)
    return replace(whole, source=replace(talk.source, usage=usage))


def due_by_usage(stretch: Stretch) -> tuple[int, int] | None:
    """The first message of the stretch at which the API's own count reached the line, and that count."""
    usage = stretch.talk.source.usage if stretch.talk.source else ()
    told = ((each.message, each.total_input + each.output_tokens) for each in usage if each.message > stretch.old)
    return next(((at, total) for at, total in told if total >= LINE), None)


def due_by_counting(stretch: Stretch) -> tuple[int | None, int]:
    """The first message at which our count, corrected by `pl.gap`, reaches the line; and the bare count."""
    total = 0
    due = None
    learned = pl.gap(stretch.talk).calibration
    for at, tokens in enumerate(pl.count_tokens(stretch.talk).by_message):
        total += tokens
        real = learned.unseen_tokens + learned.factor * total if learned else total
        if due is None and real >= LINE:
            due = at
    return due, total


def when_table(found: Sequence[Stretch]) -> list[str]:
    """A row for each compaction: when the agent packed, and when ours comes due."""
    rows = [
        "| compaction | messages | agent packed at | 87 % by its usage | our bare count | 87 %, our count corrected |",
        "| ---: | ---: | ---: | --- | ---: | --- |",
    ]
    for number, stretch in enumerate(found, 1):
        usage = due_by_usage(stretch)
        due, ours = due_by_counting(stretch)
        last = len(stretch.talk.messages)
        by_usage = f"{usage[1]:,}, {last - usage[0]} messages before" if usage else "not reached"
        by_count = "not reached" if due is None else f"{last - due} messages before"
        cells = [str(number), str(last), f"{stretch.tokens_before:,}", by_usage, f"{ours:,}", by_count]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def kept_table(found: Sequence[Stretch]) -> list[str]:
    """A row for each way to pack, the agent's own first: tokens left, and facts that are used again and still there."""
    heads = [f"tokens left, {n} | facts kept, {n}" for n in range(1, len(found) + 1)]
    rows = [f"| how | {' | '.join(heads)} |", f"| --- | {' | '.join(['---: | ---:'] * len(found))} |"]
    rows.append(f"| pi's own: its summary and what it kept | {' | '.join(_own(stretch) for stretch in found)} |")
    for strategy in STRATEGIES:
        rows.append(f"| our `{strategy}` | {' | '.join(_ours(stretch, strategy) for stretch in found)} |")
    return rows


def facts(stretch: Stretch) -> frozenset[str]:
    """What stood there before the compaction and is used again after it."""
    return stretch.used & frozenset().union(*(needles_of(message.text()) for message in stretch.talk.messages))


def _own(stretch: Stretch) -> str:
    text = stretch.summary + "\n" + "\n".join(message.text() for message in stretch.kept.messages)
    summary = pl.count_tokens([{"role": "user", "content": stretch.summary}]).total
    return _cells(summary + pl.count_tokens(stretch.kept).messages, text, facts(stretch))


def _ours(stretch: Stretch, strategy: str) -> str:
    packed = pl.compact(pl.repair(stretch.talk).conversation, window=WINDOW, strategy=strategy, force=True)
    assert pl.validate(packed.conversation).ok, strategy
    text = "\n".join(message.text() for message in packed.conversation.messages)
    return _cells(packed.after, text, facts(stretch))


def _cells(tokens: int, text: str, wanted: frozenset[str]) -> str:
    return f"{tokens:,} | {len(wanted & needles_of(text))} of {len(wanted)}"


def main() -> int:
    """Print both tables, or write them into the docs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--docs", action="store_true", help=f"write them into {DOCS.name}")
    given = parser.parse_args()
    found = stretches(given.log)
    text = "\n".join([*when_table(found), "", *kept_table(found)])
    if not given.docs:
        print(text)
        return 0
    before, start, rest = DOCS.read_text(encoding="utf-8").partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not start or not end:
        print(f"{DOCS.name} has lost its marks: put {MARKS[0].strip()} and {MARKS[1]} back", file=sys.stderr)
        return 1
    DOCS.write_text(f"{before}{start}\n{text}\n\n{end}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
