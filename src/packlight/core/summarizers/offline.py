"""The offline summarizer: it copies the lines that matter and invents nothing. No model, the same words each time.

Comes in: a `SummaryRequest`. Goes out: text in sections (task, constraints, decisions, facts, files, …) in the limit.
It is the default everywhere, so that every lesson runs without a key.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from packlight.core.summarizers.contract import SummaryRequest
from packlight.core.summarizers.notes import LABELS, MOST_ALIKE, SECTIONS, Note, take_notes, template

SINGLE = ("task", "latest", "last")
"""Sections of one line: the oldest task, the newest of the others."""
MOST_NOTES = 1_500
"""Notes that are weighed, the heaviest and newest first."""


@dataclass(frozen=True, slots=True)
class ExtractiveSummarizer:
    """Copies what matters out of the messages, within the request's limit.

    Attributes:
        lang: language of the headings; None: what the request asks for. Lines stay in the language they were said in.
    """

    lang: str | None = None

    def __call__(self, request: SummaryRequest, /) -> str:
        """The summary: at most `request.limit_tokens` tokens, at least one line."""
        labels = LABELS[self.lang or request.lang]
        notes = _unlike(_distinct(take_notes(request.messages)))
        ranked = sorted(notes, key=lambda note: (-note.weight, -note.order))
        chosen: list[Note] = []
        headed: set[str] = set()
        room = request.limit_tokens
        for note in ranked[:MOST_NOTES]:
            cost = request.counter.count_text(_line(note)) + (0 if note.section in headed else 4)
            if cost <= room:
                chosen.append(note)
                headed.add(note.section)
                room -= cost
        while len(chosen) > 1 and request.counter.count_text(_written(chosen, labels)) > request.limit_tokens:
            chosen.pop()
        return _written(chosen, labels) if chosen else _least(ranked, request)


def extractive(lang: str | None = None) -> ExtractiveSummarizer:
    """The offline summarizer; `lang` fixes the language of its headings."""
    if lang is not None and lang not in LABELS:
        lang = "en"
    return ExtractiveSummarizer(lang)


def _distinct(notes: list[Note]) -> list[Note]:
    """Each text once, under its heaviest section; a section of one line keeps one."""
    best: dict[str, Note] = {}
    for note in notes:
        key = note.section if note.section in SINGLE else note.text.casefold()
        old = best.get(key)
        if old is None or note.weight > old.weight or (key in SINGLE and key != "task"):
            best[key] = note
    whole = [best[key].text.casefold() for key in SINGLE if key in best]
    return [note for note in best.values() if note.section in SINGLE or not _is_in(note, whole)]


def _unlike(notes: list[Note]) -> list[Note]:
    """Of lines that tool results repeat with other numbers, only the newest few."""
    alike: Counter[str] = Counter()
    out = []
    for note in reversed(notes):
        key = template(note.text)
        alike[key] += note.weight <= 5
        if note.weight > 5 or note.section == "files" or alike[key] <= MOST_ALIKE:
            out.append(note)
    return out[::-1]


def _is_in(note: Note, whole: list[str]) -> bool:
    """Whether a sentence stands already in a line that is kept anyway; a path is listed all the same."""
    return note.section != "files" and any(note.text.casefold() in text for text in whole)


def _line(note: Note) -> str:
    return f"{note.text}, " if note.section == "files" else f"- {note.text}\n"


def _written(notes: list[Note], labels: dict[str, str]) -> str:
    """The chosen notes as text: sections in their order, lines in the order in which they were said."""
    out, colon = [], "：" if labels is LABELS["zh"] else ":"
    for section in SECTIONS:
        texts = [note.text for note in sorted(notes, key=lambda note: note.order) if note.section == section]
        if not texts:
            continue
        if section in SINGLE or section == "files":
            out.append(f"{labels[section]}{colon} {', '.join(texts)}")
        else:
            out.append("\n".join([f"{labels[section]}{colon}", *[f"- {text}" for text in texts]]))
    return "\n".join(out)


def _least(ranked: list[Note], request: SummaryRequest) -> str:
    """When not one line fits: the beginning of the most important one."""
    text = ranked[0].text if ranked else request.text.strip()
    while text and request.counter.count_text(text) > request.limit_tokens:
        text = text[: len(text) * 3 // 4]
    return text.strip()
