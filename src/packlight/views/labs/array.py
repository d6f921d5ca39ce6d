"""ArrayLab: build a valid `messages[]` from loose messages; every order that the rules take passes.

Comes in: settings (what is placed, how often it was tried). Goes out: both lists, live findings in words, and help that
grows with the tries: after three a wrong message goes, then a pair is fixed, then messages are joined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from packlight.core.conversation import Conversation
from packlight.core.messages import Message
from packlight.core.rules import Report, validate
from packlight.simulation.tables import label_of
from packlight.views.harmless import one_line
from packlight.views.labs.array_tasks import Piece, helped, pieces_of, shuffled, talk_of
from packlight.views.labs.controls import button
from packlight.views.labs.message_line import line_of
from packlight.views.labs.model import Bench, Outcome
from packlight.views.labs.node import Node, el
from packlight.views.labs.words import speaker
from packlight.views.labs.words.array import EN, ZH
from packlight.views.text import GLYPHS

TASKS = ("call", "talk", "parallel", "session")
FREE_TRIES = 3


@dataclass(frozen=True, slots=True)
class Settings:
    """Where somebody stands: the task, the ids of placed pieces in order, tries, help, and what was done last."""

    task: str = "call"
    order: tuple[str, ...] = ()
    tries: int = 0
    help: int = 0
    done: str = "none"
    moved: str = ""
    checked: bool = False


@dataclass(frozen=True, slots=True)
class ArrayModel:
    """The lab."""

    bench: Bench

    name: ClassVar[str] = "ArrayLab"
    figures: ClassVar[str] = ""

    def words(self, key: str, **values: Any) -> str:
        """One sentence of this lab."""
        return speaker(EN, ZH, self.bench.lang)(key, **values)

    @property
    def presets(self) -> Mapping[str, Settings]:
        """A task each; a history that is not the sample comes first, where a puzzle can be made of it."""
        tasks = [task for task in TASKS if pieces_of(task, self.bench)[0]]
        if self.bench.scenario != "bug_hunt" and "session" in tasks:
            tasks = ["session", *[task for task in tasks if task != "session"]]
        return {task: Settings(task) for task in tasks}

    def pieces(self, settings: Settings) -> dict[str, Piece]:
        """The pieces that there are now, by id, in the order in which they lie loose."""
        true, false = pieces_of(settings.task, self.bench)
        left = shuffled(helped(true, false, settings.help), self.bench.seed)
        return {piece.id: piece for piece in left}

    def array(self, settings: Settings) -> list[dict[str, Any]]:
        """What is built, as the API takes it."""
        pieces = self.pieces(settings)
        return [dict(message) for each in settings.order if each in pieces for message in pieces[each].messages]

    def act(self, settings: Settings, action: str, value: Any, step: int) -> Settings:
        """The settings after a piece was moved, or after a check."""
        if action == "check":
            return self._checked(settings)
        piece, order = str(value), list(settings.order)
        if piece not in self.pieces(settings) or action not in ("add", "up", "down", "remove"):
            return settings
        at = order.index(piece) if piece in order else -1
        if action == "add" and at < 0:
            order.append(piece)
        elif action == "remove" and at >= 0:
            order.remove(piece)
        elif action in ("up", "down") and at >= 0:
            to = min(max(at + (1 if action == "down" else -1), 0), len(order) - 1)
            order.insert(to, order.pop(at))
        return replace(settings, order=tuple(order), done=action, moved=piece, checked=False)

    def _checked(self, settings: Settings) -> Settings:
        """One try more; a try that fails for the third time and after brings help."""
        if self.solved(settings):
            return replace(settings, checked=True, done="none", tries=settings.tries + 1)
        tries = settings.tries + 1
        level = min(max(settings.help, tries - FREE_TRIES + 1), 3)
        tried = replace(settings, tries=tries, help=level, checked=True, done="none")
        left = self.pieces(tried)
        return replace(tried, order=tuple(each for each in settings.order if each in left))

    def report(self, settings: Settings) -> Report:
        """What the API would say to what is built."""
        return validate(Conversation.from_api(self.array(settings)))

    def solved(self, settings: Settings) -> bool:
        """Whether the API takes it and nothing of the talk is missing; a message too many is refused by the rules."""
        report = self.report(settings)
        pending = any(finding.pending for finding in report)
        return report.ok and not pending and not self._missing(settings)

    def _missing(self, settings: Settings) -> list[Piece]:
        pieces = self.pieces(settings).values()
        return [piece for piece in pieces if not piece.belief and piece.id not in settings.order]

    def controls(self, settings: Settings) -> Node | None:
        """All controls stand in the two lists."""
        return None

    def outcome(self, settings: Settings) -> Outcome:
        """Both lists and what the rules say."""
        pieces = self.pieces(settings)
        placed = [pieces[each] for each in settings.order if each in pieces]
        loose = [piece for piece in pieces.values() if piece not in placed]
        report = self.report(settings)
        verdict = self._verdict(settings, report)
        said = " ".join(filter(None, [self._moved(settings, placed), verdict.text()]))
        lists = el("div.lists", self._pool(loose), self._built(settings, placed, report))
        tree = el("div", lists, verdict, self._bottom(settings), key="array")
        return Outcome(after=lambda at: tree, said=said)

    def _moved(self, settings: Settings, placed: list[Piece]) -> str:
        piece = self.pieces(settings).get(settings.moved)
        if piece is None or settings.done == "none":
            return ""
        at = sum(len(each.messages) for each in placed[: placed.index(piece)]) if piece in placed else 0
        count = sum(len(each.messages) for each in placed)
        return self.words(f"said.{settings.done}", piece=self.piece_name(piece), at=at, n=count)

    def piece_name(self, piece: Piece) -> str:
        """A piece in words: the role and what its first block says."""
        message = Message.from_api(dict(piece.messages[0]))
        block = message.content[0] if message.content else None
        what = one_line(label_of(block, self.bench.lang), 48) if block else ""
        return self.words("piece", role=message.role, what=f"{getattr(block, 'name', '')} {what}".strip())

    def _pool(self, loose: list[Piece]) -> Node:
        say = self.words
        rows = [
            el(
                "li.piece",
                self._blocks(piece),
                button(
                    say("add"),
                    "add",
                    piece.id,
                    key=f"add:{piece.id}",
                    then=f"row:{piece.id}",
                    aria_label=say("add.name", piece=self.piece_name(piece)),
                ),
                key=f"loose:{piece.id}",
            )
            for piece in loose
        ]
        inside = el("ol", rows) if rows else el("p.quiet", say("all"))
        return el("section.pool", el("h4", say("pool")), inside, key="pool")

    def _built(self, settings: Settings, placed: list[Piece], report: Report) -> Node:
        say, rows, at = self.words, [], 0
        bad = {finding.at[0] for finding in report.errors if finding.at}
        for n, piece in enumerate(placed):
            places = range(at, at + len(piece.messages))
            rows.append(self._row(piece, at, first=n == 0, last=n == len(placed) - 1, bad=bool(bad & set(places))))
            at += len(piece.messages)
        inside = el("ol", rows) if rows else el("p.quiet", say("empty"))
        return el("section.built", el("h4", say("built")), self._system(settings), inside, key="built")

    def _system(self, settings: Settings) -> Node | None:
        """The system prompt in its own place, so that nobody has to guess where it went."""
        system = talk_of(settings.task, self.bench)["system"]
        if not system:
            return None
        words = system if isinstance(system, str) else " ".join(str(block.get("text", "")) for block in system)
        head = el("span.role", self.words("system"))
        return el("div.piece.beside", head, el("span.k.k-system", f"{GLYPHS['system']} {one_line(words, 60)}"))

    def _row(self, piece: Piece, at: int, *, first: bool, last: bool, bad: bool) -> Node:
        say, name = self.words, self.piece_name(piece)
        moves = [("up", "↑", first), ("down", "↓", last), ("remove", "✕", False)]
        buttons = [
            button(
                mark,
                act,
                piece.id,
                key=f"{act}:{piece.id}",
                off=off,
                then=f"add:{piece.id}",
                aria_label=say(f"{act}.name", piece=name),
                title=say(act),
            )
            for act, mark, off in moves
        ]
        keys = {"ArrowUp": ["up", piece.id], "ArrowDown": ["down", piece.id], "Delete": ["remove", piece.id]}
        given = {"tabindex": "0", "keys": keys, "then": f"add:{piece.id}"}
        spec = "li.piece.bad" if bad else "li.piece"
        label = say("row.name", at=at, piece=name)
        moves_row = el("span.moves.act-only", buttons)
        return el(spec, self._blocks(piece, at), moves_row, key=f"row:{piece.id}", aria_label=label, **given)

    def _blocks(self, piece: Piece, at: int | None = None) -> Node:
        """A piece's messages, each with its role and its blocks."""
        lang = self.bench.lang
        lines = [line_of(raw, lang, None if at is None else at + n) for n, raw in enumerate(piece.messages)]
        return el("span.lines", lines)

    def _verdict(self, settings: Settings, report: Report) -> Node:
        """What the rules say of what stands there, in words; after a check also whether it is done."""
        say, lang = self.words, self.bench.lang
        true = pieces_of(settings.task, self.bench)[0]
        pieces = self.pieces(settings)
        have = sum(len(pieces[each].messages) for each in settings.order if each in pieces and not pieces[each].belief)
        if not settings.order:
            return el("div.verdict.card", el("p.quiet", say("missing", n=0, all=len(true))), key="verdict")
        if self.solved(settings) and settings.checked:
            ours = [piece.id for piece in true] == [part for each in settings.order for part in each.split("+")]
            other = None if ours else el("p", say("other"))
            return el("div.verdict.card", el("p.good", el("b", say("solved"))), other, key="verdict")
        lines = []
        # A talk that is over ends with the assistant; only as a request would it be a prefill.
        warnings = [finding for finding in report.warnings if finding.code != "ends_with_assistant"]
        for finding in [*report.errors, *warnings][:3]:
            refused = finding.severity == "error"
            if finding.pending:
                lines.append(el("p.quiet", say("pending")))
                continue
            head = el("b.warm" if refused else "b", say("refused" if refused else "warns"))
            lines.append(el("p", head, " ", finding.say(lang)))
            if refused and finding.api_message:
                lines.append(el("p.quiet", say("answer", text=finding.api_message)))
        lines += [] if report.errors else [el("p", say("fine"))]
        lines.append(el("p.quiet", say("missing", n=have, all=len(true))))
        return el("div.verdict.card", lines, key="verdict")

    def _bottom(self, settings: Settings) -> Node:
        say = self.words
        helps = [el("p", say(f"help.{level}")) for level in range(1, settings.help + 1)]
        why = self._why(settings) if settings.checked and not self.solved(settings) else None
        row = el(
            "div.row.act-only",
            button(say("check"), "check", strong=True, key="check"),
            el("span.quiet", say("tries", n=settings.tries)) if settings.tries else None,
            el("span.quiet", say("hint")),
        )
        return el("div", why, helps[-1:] if helps else None, row, key="bottom", role="group")

    def _why(self, settings: Settings) -> Node:
        """What to look at after a check that failed: the belief behind a wrong message first."""
        say, pieces = self.words, self.pieces(settings)
        beliefs = [pieces[each].belief for each in settings.order if each in pieces and pieces[each].belief]
        count = len(pieces_of(settings.task, self.bench)[0])
        have = count - sum(len(piece.messages) for piece in self._missing(settings))
        report = self.report(settings)
        if beliefs:
            why = say(f"distractor.{beliefs[0]}")
        elif report.errors:
            why = report.errors[0].say(self.bench.lang)
        else:
            why = say("missing", n=have, all=count)
        return el("p.warm", say("not_yet", why=why))
