"""A film: what a replay showed, moment by moment, as one value that a browser can play.

Comes in: what `run.py` recorded. Goes out: JSON (schema in `film.schema.json`); the same replay gives the same bytes.
The tables of messages and blocks hold each thing once; a frame only says which of them stand in `messages[]`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar

SCHEMA = "packlight.film/1"


NO_COST = {
    "summarizer_calls": 0,
    "summarizer_tokens": 0,
    "price_usd": None,
    "saved_calls": 0,
    "saved_tokens": 0,
    "saved_usd": None,
}
"""What a film cost in which nothing was packed."""


@dataclass(frozen=True, slots=True)
class Block:
    """A drawn block: its kind, its words (bounded) and its weight in tokens.

    `pair` numbers a call and its result alike; `mate` is the other side's place in the film's block table.
    """

    kind: str
    type: str
    tokens: int
    label: str
    text: str
    cut: int = 0
    pair: int | None = None
    mate: int | None = None
    name: str | None = None
    raw: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A message that stands in the film at some time: `blocks` is a half-open range of the block table."""

    id: str
    role: str
    voice: str
    turn: int
    tokens: int
    blocks: tuple[int, int]
    derived_from: str | None = None


@dataclass(frozen=True, slots=True)
class Caption:
    """What a frame says: a bold head, a text, and a tone: `plain`, `warm` or `good`."""

    head: str
    text: str
    tone: str = "plain"

    def __str__(self) -> str:
        return f"{self.head} {self.text}".strip()


@dataclass(frozen=True, slots=True)
class Question:
    """What the film asks before it goes on: `answer` is an index of `options`; `id` is its name in this film."""

    ask: str
    options: tuple[str, ...]
    answer: int
    why: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment: the messages that stand in `messages[]` after one more was appended.

    Attributes:
        step: its number, from 0.
        messages: their ids, in order.
        ranges: the same as half-open ranges of the film's message table.
        usage: tokens ÷ window, from 0 up.
        due: whether compaction is due before the next request.
        breaker: `closed`, `open` or `half_open`.
        events: places in the film's event table of what happened on the way to this frame.
    """

    step: int
    messages: tuple[str, ...]
    ranges: tuple[tuple[int, int], ...]
    turn: int
    tokens: int
    usage: float
    due: bool
    breaker: str
    failures: int
    compactions: int
    caption: Caption
    events: tuple[int, ...] = ()
    question: Question | None = None
    findings: tuple[dict[str, Any], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The frame as the film's JSON holds it: ranges instead of ids."""
        out = {name: getattr(self, name) for name in _FRAME_FIELDS}
        question = asdict(self.question) if self.question else None
        return {"m": [list(r) for r in self.ranges], "caption": asdict(self.caption), "question": question, **out}


_FRAME_FIELDS = (
    "step",
    "turn",
    "tokens",
    "usage",
    "due",
    "breaker",
    "failures",
    "compactions",
    "events",
    "findings",
)


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of a film: mend, compact, trim or break, with the plan by places of the message table."""

    step: int
    kind: str
    trigger: str
    reason: str
    before: int
    after: int
    attempt: int
    text: str
    tokens: int = 0
    price_usd: float | None = None
    seconds: float | None = None
    plan: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Film:
    """A whole replay: tables of messages and blocks, frames, events, and what it cost.

    Attributes:
        frames: one a step; a step is one appended message.
        events, blocks, messages: the tables that frames point into.
        policy, counter, system, facts, cost, advice: as in the JSON schema.
    """

    title: str
    lang: str
    scenario: str
    seed: int
    policy: dict[str, Any]
    counter: dict[str, Any]
    system: dict[str, Any] | None
    messages: tuple[Row, ...]
    blocks: tuple[Block, ...]
    frames: tuple[Frame, ...]
    events: tuple[Happening, ...]
    facts: tuple[dict[str, Any], ...] = ()
    cost: dict[str, Any] = field(default_factory=lambda: dict(NO_COST))
    advice: tuple[str, ...] = ()

    exporter: ClassVar[Callable[[Film], str] | None] = None
    """Makes the HTML page; put here by the façade, because films do not know views."""

    asker: ClassVar[Callable[..., Film] | None] = None
    """Computes questions; put here by `questions.py`, which reads films."""

    def to_dict(self) -> dict[str, Any]:
        """The film as plain JSON values, by the published schema."""
        head = {"schema": SCHEMA, "title": self.title, "lang": self.lang, "scenario": self.scenario, "seed": self.seed}
        return {
            **head,
            "policy": self.policy,
            "counter": self.counter,
            "system": self.system,
            "messages": [asdict(row) for row in self.messages],
            "blocks": [asdict(block) for block in self.blocks],
            "frames": [frame.to_dict() for frame in self.frames],
            "events": [asdict(event) for event in self.events],
            "facts": list(self.facts),
            "cost": self.cost,
            "advice": list(self.advice),
        }

    def to_json(self) -> str:
        """The film as JSON text: the same replay gives the same bytes; lone surrogates are escaped."""
        text = json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)
        # A lone surrogate cannot be encoded; its backslash form is the very escape that JSON has for it.
        return text.encode("utf-8", "backslashreplace").decode()

    def to_html(self, path: str | Path | None = None) -> str | Path:
        """The film with its player in one page that needs no network; written to `path`, or given as text."""
        if Film.exporter is None:
            raise RuntimeError("import packlight first: it brings the page maker")
        page = Film.exporter(self)
        if path is None:
            return page
        Path(path).write_text(page, encoding="utf-8")
        return Path(path)

    def asking(self, *kinds: str, most: int | None = None) -> Film:
        """The same film with questions: it stops, takes a guess, and shows it beside the truth of this very replay.

        Args:
            kinds: `due` (is compaction due?), `dropped` (what becomes of old messages?), `breaker` (which state
                follows?), `facts` (which planted fact gets lost?); none named: all of them.
            most: questions of a kind; None: at every occasion; 0: the film asks nothing.

        Raises:
            UserError: for a kind nobody knows, with the nearest ones.

        >>> import packlight as pl
        >>> film = pl.simulate("bug_hunt", lang="en").asking("due")
        >>> [frame.question.id for frame in film.frames if frame.question]
        ['due-42', 'due-44']
        """
        if Film.asker is None:
            raise RuntimeError("import packlight first: it brings the questions")
        return Film.asker(self, *kinds, most=most)

    def __len__(self) -> int:
        return len(self.frames)

    def __repr__(self) -> str:
        packed = self.frames[-1].compactions if self.frames else 0
        state = self.frames[-1].breaker if self.frames else "closed"
        return f"<Film {self.title!r}: {len(self.frames)} frames, {packed} compactions, breaker {state}>"
