"""What a student has done: tries, hints, guesses, what was solved; in memory, and in a file when it is saved.

Comes in: verdicts. Goes out: a small bar, and JSON that `load` reads back after a restart. The file carries a sum over
its own content: one that was edited by hand, or cut off, is not taken for work that was done.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from packlight.core.errors import UserError
from packlight.lessons.exercises import every, lessons
from packlight.lessons.words import general

SCHEMA = "packlight.progress/1"
BAR = 24
"""Characters of the bar."""


@dataclass(frozen=True, slots=True)
class Record:
    """One exercise's history.

    Attributes:
        tries: how often an answer was judged and not right.
        hints: how many hints were shown, 0 to 3.
        solved: whether an answer was right.
        shown: whether the solution was looked at before that.
        guess: the prediction that is kept, or None.
    """

    tries: int = 0
    hints: int = 0
    solved: bool = False
    shown: bool = False
    guess: Any = None


@dataclass(slots=True)
class Session:
    """What is remembered while the kernel lives.

    Attributes:
        records: by exercise id, and `"quiz"` for the quiz's answers and seed.
        exam: whether verdicts, hints and solutions are closed.
        instructor: whether keys and profiles are shown.
    """

    records: dict[str, Record] = field(default_factory=dict)
    exam: bool = field(default_factory=lambda: bool(os.environ.get("PACKLIGHT_EXAM")))
    instructor: bool = False

    def record(self, id: str) -> Record:
        """The history of an exercise, empty at first."""
        return self.records.get(id, Record())

    def change(self, id: str, **values: Any) -> Record:
        """Remember something about an exercise."""
        self.records[id] = replace(self.record(id), **values)
        return self.records[id]


CURRENT = Session()
"""The session of this kernel."""


@dataclass(frozen=True, slots=True, repr=False)
class Progress:
    """How far a student is.

    Attributes:
        solved: ids of the exercises that were solved.
        exercises: ids of all exercises.
        guesses: ids of the predictions that were made.
        predictions: ids of all predictions.
    """

    solved: tuple[str, ...]
    exercises: tuple[str, ...]
    guesses: tuple[str, ...]
    predictions: tuple[str, ...]
    lang: str = "en"

    def __repr__(self) -> str:
        share = len(self.solved) / max(1, len(self.exercises))
        bar = "█" * int(BAR * share) + "░" * (BAR - int(BAR * share))
        lines = [general("progress", self.lang, bar=bar, **self._counts())]
        for number in lessons():
            own, done = (sum(id.startswith(number) for id in ids) for ids in (self.exercises, self.solved))
            if own:
                lines.append(general("progress.lesson", self.lang, lesson=number, solved=done, exercises=own))
        return "\n".join(lines)

    def _counts(self) -> dict[str, int]:
        names = ("solved", "exercises", "guesses", "predictions")
        return {name: len(getattr(self, name)) for name in names}


def progress_of(session: Session, lang: str) -> Progress:
    """The progress of a session over all registered exercises."""
    known = every()
    exercises = tuple(e.id for e in known if not e.is_guess)
    predictions = tuple(e.id for e in known if e.is_guess)
    solved = tuple(id for id in exercises if session.record(id).solved)
    guesses = tuple(id for id in predictions if session.record(id).guess is not None)
    return Progress(solved, exercises, guesses, predictions, lang)


def write(session: Session, path: str | os.PathLike[str]) -> Path:
    """Write a session to a file, whole or not at all."""
    target = Path(path)
    records = {id: asdict(record) for id, record in sorted(session.records.items())}
    content = {"schema": SCHEMA, "records": records, "sum": _sum(records)}
    beside = target.with_name(target.name + ".part")
    try:
        beside.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
        os.replace(beside, target)
    except OSError as error:
        raise UserError(f"{target} cannot be written: {error.strerror or error}; name a folder that exists") from error
    return target


def read(path: str | os.PathLike[str]) -> dict[str, Record]:
    """Read what `write` wrote; raises UserError for anything else."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}; check the name and the folder") from error
    except ValueError as error:
        raise UserError(f"{path} is not a file that lessons.save wrote: {error}") from error
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise UserError(f"{path} is not a file that lessons.save wrote: its schema is not {SCHEMA}")
    records = content.get("records")
    if not isinstance(records, dict) or content.get("sum") != _sum(records):
        raise UserError(f"{path} was changed after it was saved: solve the exercises again, and save")
    return {id: Record(**record) for id, record in records.items()}


def merged(old: Record, new: Record) -> Record:
    """Two histories of one exercise as one: nothing that was done is lost."""
    return Record(
        tries=max(old.tries, new.tries),
        hints=max(old.hints, new.hints),
        solved=old.solved or new.solved,
        shown=old.shown or new.shown,
        guess=old.guess if old.guess is not None else new.guess,
    )


def _sum(records: Any) -> str:
    text = json.dumps(records, ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(f"{SCHEMA}\n{text}".encode()).hexdigest()
