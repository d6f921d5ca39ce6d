"""`packlight check`: say what the API would refuse, and where."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import packlight as pl
from packlight.core.errors import UserError


def add(commands: Any) -> None:
    check = commands.add_parser("check", help="say what the API would refuse, and where")
    check.add_argument("files", nargs="+", metavar="FILE", help="files or directories; - is standard input")
    check.add_argument("--json", action="store_true", help="one JSON list for programs")
    check.add_argument("--model", help="a model of the table, whose rules then hold")
    check.add_argument("--strict", action="store_true", help="for servers that merge nothing")
    check.set_defaults(run=_check)


def _check(arguments: argparse.Namespace) -> int:
    endpoint = "strict" if arguments.strict else "first_party"
    rows = [row for path in _files(arguments.files) for row in _check_file(path, arguments.model, endpoint)]
    if arguments.json:
        print(json.dumps([row for row, _ in rows], ensure_ascii=True, indent=1))
    else:
        for row, report in rows:
            _print_check(row, report)
    return 0 if all(row["ok"] for row, _ in rows) else 1


def _files(paths: Sequence[str]) -> Iterator[str]:
    """The files to check: a directory stands for the JSON and JSON Lines files under it."""
    for path in paths:
        if path != "-" and Path(path).is_dir():
            found = sorted(p for p in Path(path).rglob("*") if p.suffix in (".json", ".jsonl", ".traj"))
            if not found:
                raise UserError(f"{path}: no .json, .jsonl or .traj file in this directory; name a file")
            yield from map(str, found)
        else:
            yield path


def _check_file(path: str, model: str | None, endpoint: str) -> Iterator[tuple[dict[str, Any], Any]]:
    for name, talk in pl.load_all(path).items():
        report = pl.validate(talk, model=model, endpoint=endpoint)
        source = talk.source
        row = {
            "file": path,
            "name": name,
            "ok": report.ok,
            "messages": len(talk.messages),
            "blocks": sum(len(message.content) for message in talk.messages),
            "skipped_lines": len(source.skipped_lines) if source else 0,
            "findings": [_finding(finding) for finding in report.findings],
        }
        yield row, report


def _finding(finding: Any) -> dict[str, Any]:
    at, severity = list(finding.at), finding.severity
    return {"code": finding.code, "at": at, "id": finding.id, "severity": severity, "message": finding.message}


def _print_check(row: dict[str, Any], report: Any) -> None:
    skipped = f", {row['skipped_lines']} lines skipped" if row["skipped_lines"] else ""
    verdict = "ok" if row["ok"] else "the API would refuse it"
    where = f"{row['file']} [{row['name']}]"
    print(f"{where}: {verdict} ({row['messages']} messages, {row['blocks']} blocks{skipped})")
    for finding in report.findings:
        forms = ("messages[{}]", ".content[{}]")
        place = "".join(form.format(index) for form, index in zip(forms, finding.at, strict=False)) or "request"
        print(f"  {finding.severity:7} {place}: {finding.code}: {finding.say(pl.language())}")
