"""What a view needs to draw one frame of a film, and nothing more; pure, so that pictures can be tested as text.

Comes in: a film's JSON (text or the dict it holds) and a step. Goes out: a frozen `Scene` for `text.py` and `html.py`.
The browser builds its own scenes from the same film (`static/film.js`), because there time and width play too.

    Scene
    ├── Caption, Breaker                       what is said, and what the breaker does
    └── Row ...                                one a message (the system row first, at=None)
        └── Block ...                          one a content block
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from packlight.views.harmless import one_line

SCHEMA = "packlight.film/1"
KINDS = (
    "system", "user_text", "assistant_text", "thinking", "tool_use", "tool_result", "error_result", "summary",
    "image", "document", "server_tool", "other",
)  # fmt: skip
MAX_ROWS = 200
_FIRST_ROWS = 40


@dataclass(frozen=True, slots=True)
class Block:
    """One content block of a row: what it is, what it says on one line, what it weighs."""

    kind: str
    name: str
    label: str
    tokens: int
    pair: int | None
    finding: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One message; `at` is its place in messages[], None for the system row, which stands outside."""

    at: int | None
    role: str
    voice: str
    turn: int
    tokens: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Caption:
    """A bold head, a text and a tone: `plain`, `warm` or `good`."""

    head: str
    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class Breaker:
    """The breaker's state (`closed`, `open`, `half_open`) and its failures in a row, of how many."""

    state: str
    failures: int
    most: int


@dataclass(frozen=True, slots=True)
class Scene:
    """One frame, ready to draw.

    Attributes:
        step, steps: the frame's index and how many frames the film has.
        messages: messages in messages[] at this step; `rows` may hold fewer, then `left_out` says how many lack.
        tokens, usage: input tokens, and their ratio to the window.
        window, reserve, threshold: tokens, tokens, ratio; window 0 means that no window is known.
        turns: tokens of each turn, in order of appearance.
    """

    title: str
    scenario: str
    step: int
    steps: int
    messages: int
    tokens: int
    usage: float
    window: int
    reserve: int
    threshold: float
    due: bool
    counter: str
    estimated: bool
    caption: Caption
    breaker: Breaker
    rows: tuple[Row, ...]
    left_out: int
    turns: Mapping[int, int]

    @property
    def left(self) -> int:
        """Tokens left of the window after what is used and reserved; negative when it is overrun."""
        return self.window - self.tokens - self.reserve


def telling_step(film: Mapping[str, Any]) -> int:
    """The frame that tells most in one still: the first in which compaction is due, else the last.

    >>> telling_step({"frames": [{"due": False}, {"due": True}, {"due": True}]})
    1
    """
    frames = film["frames"]
    return next((at for at, frame in enumerate(frames) if frame.get("due")), len(frames) - 1)


def _block(raw: Mapping[str, Any], finding: bool) -> Block:
    kind = raw["kind"] if raw["kind"] in KINDS else "other"
    name = one_line(raw.get("name"), 60)
    return Block(kind, name, one_line(raw.get("label"), 80), int(raw["tokens"]), raw.get("pair"), finding)


def _row(film: Mapping[str, Any], message: Mapping[str, Any], at: int | None, found: Sequence[int | None]) -> Row:
    first, last = message["blocks"]
    marked = [None in found or place in found for place in range(last - first)]
    blocks = tuple(map(_block, film["blocks"][first:last], marked))
    if at is None:
        return Row(None, "system", "system", -1, int(message["tokens"]), blocks)
    role, voice = one_line(message["role"], 20), str(message["voice"])
    return Row(at, role, voice, int(message["turn"]), int(message["tokens"]), blocks)


def _rows(film: Mapping[str, Any], frame: Mapping[str, Any], standing: Sequence[int]) -> tuple[Row, ...]:
    found: dict[int, list[int | None]] = {}
    for finding in frame.get("findings", ()):
        found.setdefault(finding["message"], []).append(finding.get("block"))
    places = list(range(len(standing)))
    if len(places) > MAX_ROWS:
        places = places[:_FIRST_ROWS] + places[_FIRST_ROWS - MAX_ROWS :]
    rows = [_row(film, film["messages"][standing[at]], at, found.get(at, ())) for at in places]
    system = film.get("system")
    return tuple([_row(film, system, None, ())] if system else []) + tuple(rows)


def _turns(film: Mapping[str, Any], standing: Sequence[int]) -> dict[int, int]:
    turns: dict[int, int] = {}
    for index in standing:
        message = film["messages"][index]
        turns[message["turn"]] = turns.get(message["turn"], 0) + message["tokens"]
    return turns


def _said(frame: Mapping[str, Any]) -> Caption:
    caption = frame.get("caption") or {}
    return Caption(one_line(caption.get("head"), 200), one_line(caption.get("text"), 400), caption.get("tone", "plain"))


def scene_of(film: Mapping[str, Any], step: int | None = None) -> Scene:
    """The scene of one frame; without a step, of the most telling one.

    Raises:
        KeyError, IndexError, TypeError, ValueError: when the film breaks its own schema.
    """
    step = telling_step(film) if step is None else step
    frame = film["frames"][step]
    policy, counter = film.get("policy") or {}, film.get("counter") or {}
    standing = [index for first, last in frame["m"] for index in range(first, last)]
    rows = _rows(film, frame, standing)
    drawn = sum(row.at is not None for row in rows)
    window, reserve = int(policy.get("window") or 0), int(policy.get("reserve") or 0)
    threshold = float(policy.get("threshold", 0.87))
    return Scene(
        title=one_line(film.get("title"), 120),
        scenario=one_line(film.get("scenario"), 60),
        step=step,
        steps=len(film["frames"]),
        messages=len(standing),
        tokens=int(frame["tokens"]),
        usage=float(frame["usage"]),
        window=window,
        reserve=reserve,
        threshold=threshold,
        due=bool(frame.get("due") or frame["usage"] >= threshold or frame["tokens"] + reserve > window),
        counter=one_line(counter.get("name"), 30),
        estimated=bool(counter.get("estimated")),
        caption=_said(frame),
        breaker=Breaker(
            frame.get("breaker", "closed"), int(frame.get("failures", 0)), int(policy.get("max_failures", 3))
        ),
        rows=rows,
        left_out=len(standing) - drawn,
        turns=_turns(film, standing),
    )


def scene_or_none(film: str | Mapping[str, Any], step: int | None = None) -> Scene | None:
    """The scene of one frame of a film given as JSON text or dict, or None where it cannot be drawn.

    >>> scene_or_none("not a film") is None
    True
    """
    try:
        data = json.loads(film) if isinstance(film, str) else film
        if data["schema"] != SCHEMA or not data["frames"]:
            return None
        return scene_of(data, step)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return None
