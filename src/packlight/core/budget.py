"""The budget: how full the window is, and whether compaction is due.

Comes in: window, threshold and reserve. Goes out: usage as a ratio of the window *now* (never added up over requests),
and the judgement. Called by `prepare.py` before every request and by every picture that draws a gauge.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite

from packlight.core.errors import UserError


@dataclass(frozen=True, slots=True)
class Budget:
    """Window, threshold and reserve.

    Attributes:
        window: what the model can read at once, in tokens; 1 or more.
        threshold: the usage at which compaction starts; above 0, up to 1. 0.87 is the course's teaching number.
        reserve: tokens kept free for the answer (`max_tokens`); 0 up to less than the window.
        limit_tokens: the most tokens that are not due.

    >>> budget = Budget(window=20_000, reserve=4_000)
    >>> budget.usage(16_500), budget.due(16_500)
    (0.825, True)
    """

    window: int
    threshold: float = 0.87
    reserve: int = 0
    limit_tokens: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not _whole(self.window) or self.window < 1:
            raise UserError(f"window is {self.window!r}: give a whole number of tokens, 1 or more")
        if not _share(self.threshold):
            raise UserError(f"threshold is {self.threshold!r}: give a share above 0 and up to 1, such as 0.87")
        if not _whole(self.reserve) or not 0 <= self.reserve < self.window:
            raise UserError(f"reserve is {self.reserve!r}: give a whole number from 0 to below {self.window:,}")
        # The largest whole number below threshold × window; rounded, or 0.87 × 20,000 is a little more than 17,400.
        line = round(self.threshold * self.window, 6)
        below = int(line) - 1 if line == int(line) else int(line)
        object.__setattr__(self, "limit_tokens", max(0, min(below, self.window - self.reserve)))

    def usage(self, tokens: int) -> float:
        """Tokens ÷ window: 1.0 is a full window, more does not fit; never negative."""
        return max(0, tokens) / self.window

    def due(self, tokens: int) -> bool:
        """Whether compaction is due: usage ≥ threshold, or tokens + reserve > window."""
        return tokens > self.limit_tokens

    def percent_of_window(self, tokens: int) -> float:
        """How full the window is, in percent of the *window*.

        >>> Budget(200_000).percent_of_window(174_000)
        87.0
        """
        return round(100 * self.usage(tokens), 2)

    def percent_of_threshold(self, tokens: int) -> float:
        """How far it is to compaction, in percent of the line at which it is due: 100 and more is due.

        >>> Budget(200_000).percent_of_threshold(174_000)
        100.0
        """
        return round(100 * max(0, tokens) / (self.limit_tokens + 1), 2)

    def left(self, tokens: int) -> int:
        """Tokens that are free beside the reserve; 0 when none are."""
        return max(0, self.window - self.reserve - max(0, tokens))


def _share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and 0 < value <= 1


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
