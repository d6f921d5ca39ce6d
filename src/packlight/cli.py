"""The command line: `packlight check | repair | compact | play | lab | demo`.

Comes in: arguments and files (`-` is standard input). Goes out: text or JSON on standard output. Exit status: 0 fine,
1 the file breaks a rule (`check` alone), 2 the call was wrong or the file cannot be read; errors are one line on
standard error that names the place and the way out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import packlight as pl
from packlight.core.errors import PacklightError, UserError


class _Parser(argparse.ArgumentParser):
    """One line for a wrong call, and the way to the help."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try '{self.prog} --help')\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit status."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except PacklightError as error:
        print(f"packlight: {_one_line(error)}", file=sys.stderr)
    except BrokenPipeError:
        # The reader has gone, as in `packlight check … | head`: not an error of anybody's.
        sys.stderr.close()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"packlight: {where}{error.strerror or error}: check the path and its permissions", file=sys.stderr)
    return 2


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="packlight", description="What an LLM agent carries in messages[]: checked, packed, played.")
    parser.add_argument("--version", action="version", version=f"packlight {pl.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=_Parser)
    _add_check(commands)
    _add_repair(commands)
    _add_compact(commands)
    _add_play(commands)
    _add_lab(commands)
    return parser


def _add_check(commands: Any) -> None:
    check = commands.add_parser("check", help="say what the API would refuse, and where")
    check.add_argument("files", nargs="+", metavar="FILE", help="files or directories; - is standard input")
    check.add_argument("--json", action="store_true", help="one JSON list for programs")
    check.add_argument("--model", help="a model of the table, whose rules then hold")
    check.add_argument("--strict", action="store_true", help="for servers that merge nothing")
    check.set_defaults(run=_check)


def _add_repair(commands: Any) -> None:
    repair = commands.add_parser("repair", help="mend a history without losing a word")
    repair.add_argument("file", metavar="FILE", help="a file; - is standard input")
    repair.add_argument("-o", "--output", metavar="OUT", help="where to write the request; standard output without it")
    repair.add_argument("--name", help="which conversation of the file; the main one without it")
    repair.add_argument("--model", help="a model of the table, whose rules then hold")
    repair.set_defaults(run=_repair)


def _add_compact(commands: Any) -> None:
    compact = commands.add_parser("compact", help="pack a history into a window")
    compact.add_argument("file", metavar="FILE", help="a file; - is standard input")
    _add_policy(compact, window_required=True)
    compact.add_argument("--force", action="store_true", help="pack also when it is not due")
    compact.add_argument("--json", action="store_true", help="the result as JSON")
    compact.add_argument("-o", "--output", metavar="OUT", help="write the packed request there")
    compact.set_defaults(run=_compact)


def _add_play(commands: Any) -> None:
    play = commands.add_parser("play", help="write the animated film of a session as one HTML page")
    play.add_argument("file", metavar="FILE", nargs="?", help="a file, - for standard input, or the name of a scenario")
    play.add_argument("-o", "--output", metavar="OUT", default="film.html", help="the page to write (film.html)")
    _add_policy(play, window_required=False)
    play.add_argument("--failures", default="", metavar="SCRIPT", help="what the summarizer does: F, S and C, as FFF")
    play.add_argument("--model", help="a model of the table, whose prices the film tells")
    play.add_argument("--lang", help="en or zh")
    play.set_defaults(run=_play)


def _add_policy(parser: argparse.ArgumentParser, *, window_required: bool) -> None:
    parser.add_argument("--window", type=int, required=window_required, metavar="N", help="tokens of the window")
    parser.add_argument("--threshold", type=float, default=0.87, help="usage at which compaction starts (0.87)")
    parser.add_argument("--reserve", type=int, default=0, help="tokens kept free for the answer (0)")
    parser.add_argument("--strategy", metavar="NAME[,NAME]", help="how to pack; several run in order until it fits")
    parser.add_argument("--name", help="which conversation of the file; the main one without it")


def _add_lab(commands: Any) -> None:
    lab = commands.add_parser("lab", help="copy the lessons to a folder of yours and open JupyterLab there")
    lab.add_argument("folder", nargs="?", default="packlight-lessons", help="where to put them (packlight-lessons)")
    lab.add_argument("--lang", help="en or zh")
    lab.add_argument("--no-open", action="store_true", help="copy only")
    lab.set_defaults(run=_lab)


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


def _one(arguments: argparse.Namespace) -> pl.Conversation:
    return pl.load(arguments.file, name=arguments.name)


def _repair(arguments: argparse.Namespace) -> int:
    mended = pl.repair(_one(arguments), model=arguments.model)
    _write_json(mended.conversation.to_api(), arguments.output)
    for change in mended.changes:
        print(f"packlight: {change.code}: {change.what}", file=sys.stderr)
    for finding in mended.unmended:
        print(f"packlight: not mended: {finding.code}: {finding.message}", file=sys.stderr)
    return 0


def _write_json(value: Any, path: str | None) -> None:
    """Write where asked; lone surrogates stay escaped, so that any terminal and file takes it."""
    text = json.dumps(value, ensure_ascii=True, indent=1)
    if path:
        Path(path).write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


def _strategy(text: str | None) -> Any:
    names = [name.strip() for name in text.split(",") if name.strip()] if text else []
    return names if len(names) > 1 else (names[0] if names else None)


def _compact(arguments: argparse.Namespace) -> int:
    talk = pl.repair(_one(arguments)).conversation
    strategy = _strategy(arguments.strategy) or "sliding_window"
    result = pl.compact(talk, arguments.window, strategy, arguments.threshold, arguments.reserve, force=arguments.force)
    rows = [{"id": row.id, "action": row.action, "reason": row.reason} for row in result.plan.decisions]
    named = strategy if isinstance(strategy, str) else ",".join(strategy)
    if arguments.output:
        _write_json(result.conversation.to_api(), arguments.output)
    if arguments.json:
        numbers = {"before": result.before, "after": result.after, "reason": result.reason, "strategy": named}
        _write_json({**numbers, "plan": rows, "conversation": result.conversation.to_api()}, None)
        return 0
    print(f"{named}: {result.before:,} → {result.after:,} tokens, {result.reason}")
    for row in rows:
        if row["action"] != "keep":
            print(f"  {row['action']:8} {row['id']}: {row['reason']}")
    return 0


def _play(arguments: argparse.Namespace) -> int:
    subject: Any = arguments.file or "bug_hunt"
    if subject not in pl.scenarios():
        subject = pl.load(subject, name=arguments.name)
        if not subject.messages:
            raise UserError(f"{arguments.file}: there is no message to play in {arguments.name or 'the main thread'}")

    def policy(window: int) -> pl.Policy:
        shape = {"threshold": arguments.threshold, "reserve": arguments.reserve, "failures": arguments.failures}
        return pl.Policy(window, _strategy(arguments.strategy), **shape)

    if arguments.window is None:
        film = pl.auto_film(subject, policy, lang=arguments.lang, model=arguments.model)
    else:
        film = pl.simulate(subject, policy(arguments.window), lang=arguments.lang, model=arguments.model)
    film.to_html(arguments.output)
    last = film.frames[-1]
    window = film.policy["window"]
    print(f"{Path(arguments.output).resolve()}")
    print(f"{len(film.frames)} frames, window {window:,}, {last.compactions} compactions, breaker {last.breaker}")
    return 0


def _lab(arguments: argparse.Namespace) -> int:
    from packlight.lessons.copy import copy_lessons

    return copy_lessons(Path(arguments.folder), pl.language(arguments.lang), open_lab=not arguments.no_open)


if __name__ == "__main__":
    sys.exit(main())
