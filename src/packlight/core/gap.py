"""The estimate beside the truth: what a log's real usage says about our counting, and what can be learned from it.

Comes in: a conversation whose source carries real usage, and a counter. Goes out: a `Gap`, a point for each request
that the log has a number for, and a `Calibration` where there are enough of them. Called by whoever shows an estimate
of a real session.

A log of an agent often leaves out what stands in front of the messages (its system prompt and tools may be 20,000
tokens). So the line `real = unseen + factor × estimate` has two unknowns: the factor is the slope between requests,
and what is left at zero is the part that the log does not show.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from statistics import median
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.tokens import Tally, TokenCounter, weigh_base

MOST_POINTS = 200
"""Requests that are looked at: the slope is a median over all pairs of them."""
FEWEST_POINTS = 3
"""Requests below which nothing is learned about a log that does not show its system prompt."""

WIDEST_SPREAD = 0.1
"""Numbers that lie farther from a line than this teach nothing: the log was packed on the way, or is made up."""


@dataclass(frozen=True, slots=True)
class Point:
    """One request: where its answer stands, what we make of its input, and what was reported; in tokens."""

    message: int
    estimated: int
    real: int

    @property
    def difference(self) -> int:
        """Tokens that were real and not estimated; negative when the estimate is too high."""
        return self.real - self.estimated


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a log teaches: real = unseen + factor × estimate.

    Attributes:
        factor: real tokens for each estimated one; 1.3 means that the model's tokenizer makes 30 % more of a text.
        unseen_tokens: what stood in every request and not in the log, such as its system prompt.
        points: requests that it was learned from.
        spread: the middle distance between the line and the real numbers, as a share of them.
    """

    factor: float
    unseen_tokens: int
    points: int
    spread: float

    def apply(self, tokens: int) -> int:
        """The estimate, corrected."""
        return round(self.unseen_tokens + self.factor * tokens)


@dataclass(frozen=True, slots=True)
class Gap:
    """An estimate beside real numbers.

    Attributes:
        points: one a request, in order; empty when the log carries no usage.
        calibration: what can be learned from them, or None when they are too few or lie on no line.
        counter: how the estimate was made.
    """

    points: tuple[Point, ...]
    calibration: Calibration | None
    counter: str

    @property
    def last(self) -> Point | None:
        """The latest request, the one that a gauge shows."""
        return self.points[-1] if self.points else None

    def to_dict(self) -> dict[str, Any]:
        """The gap as JSON."""
        points = [{"message": p.message, "estimated": p.estimated, "real": p.real} for p in self.points]
        learned = self.calibration
        keys = ("factor", "unseen_tokens", "points", "spread")
        return {
            "counter": self.counter,
            "points": points,
            "calibration": {key: getattr(learned, key) for key in keys} if learned else None,
        }

    def __repr__(self) -> str:
        last, learned = self.last, self.calibration
        if last is None:
            return "<Gap: no real usage in this conversation>"
        line = f", learned: {learned.unseen_tokens:,} + {learned.factor:.2f} × estimate" if learned else ""
        return f"<Gap: {last.estimated:,} estimated ({self.counter}), {last.real:,} real{line}>"


def gap(conversation: Conversation, counter: TokenCounter) -> Gap:
    """Hold the estimate against the usage that the conversation's source carries.

    >>> from packlight.core.conversation import Source, Usage
    >>> from packlight.core.heuristic import HeuristicCounter
    >>> talk = Conversation.from_api([{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}])
    >>> from dataclasses import replace
    >>> talk = replace(talk, source=Source("log", usage=(Usage(1, input_tokens=8, output_tokens=4),)))
    >>> gap(talk, HeuristicCounter())
    <Gap: 5 estimated (heuristic), 8 real>
    """
    usage = conversation.source.usage if conversation.source else ()
    tally = Tally(counter).extend(conversation.messages)
    base = sum(weigh_base(conversation, counter))
    points = tuple(
        Point(one.message, base + tally.before(one.message), one.total_input)
        for one in usage
        if 0 < one.message <= len(tally) and one.total_input > 0
    )
    return Gap(points, _learn(points, whole=base > 0), counter.name)


def _learn(points: tuple[Point, ...], *, whole: bool) -> Calibration | None:
    """A line through the points; `whole` says that the log shows all that was sent, so that it starts at zero."""
    seen = [p for p in points if p.estimated > 0]
    seen = seen[:: ceil(len(seen) / MOST_POINTS)] if seen else []
    if whole and seen:
        factor, unseen = median(p.real / p.estimated for p in seen), 0
    else:
        slopes = [
            (b.real - a.real) / (b.estimated - a.estimated)
            for place, a in enumerate(seen)
            for b in seen[place + 1 :]
            if b.estimated != a.estimated
        ]
        if len(seen) < FEWEST_POINTS or not slopes or median(slopes) <= 0:
            return None
        factor = median(slopes)
        unseen = max(0, round(median(p.real - factor * p.estimated for p in seen)))
    spread = median(abs(p.real - unseen - factor * p.estimated) / p.real for p in seen)
    return Calibration(factor, unseen, len(seen), spread) if spread <= WIDEST_SPREAD else None


class CalibratedCounter:
    """A counter whose numbers are multiplied by a learned factor, and which says so.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> counter = CalibratedCounter(HeuristicCounter(), 1.3)
    >>> counter.name, counter.count_text("The last tide of every file is missing.")
    ('heuristic × 1.30', 12)
    """

    estimated = True

    def __init__(self, inner: TokenCounter, factor: float) -> None:
        number = isinstance(factor, int | float) and not isinstance(factor, bool)
        if not number or not 0 < factor < float("inf"):
            raise UserError(f"factor is {factor!r}: give a number above 0, such as a calibration's factor")
        self.inner = inner
        self.factor = factor
        self.name = f"{inner.name} × {factor:.2f}"

    def count_text(self, text: str) -> int:
        """Tokens of the text, corrected; 0 for an empty text and for no other."""
        tokens = self.inner.count_text(text)
        return max(1, round(tokens * self.factor)) if tokens else 0
