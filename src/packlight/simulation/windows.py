"""Which window to replay a conversation in, when nobody named one.

Comes in: a conversation and the rest of a policy. Goes out: the largest round window at which something happens that
is worth watching: two compactions, or every letter of a failure script used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.tokens import TokenCounter
from packlight.simulation.film import Film
from packlight.simulation.policy import Policy
from packlight.simulation.run import run

STEPS = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9)


class Remembering:
    """A counter that counts each text once, for replays of one conversation in many windows."""

    def __init__(self, counter: TokenCounter) -> None:
        self.name, self.estimated = counter.name, counter.estimated
        self._count, self._known = counter.count_text, dict[str, int]()

    def count_text(self, text: str) -> int:
        """Tokens of the text, looked up when it was counted before."""
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._count(text)
        return known


def fitting_film(
    conversation: Conversation, make_policy: Callable[[int], Policy], *, counter: TokenCounter, **shown: object
) -> Film:
    """The film in the largest round window in which it is worth watching.

    Raises `UserError` when a failure script cannot be used up in any window.
    """
    counter = Remembering(counter)
    wide = run(conversation, make_policy(10**9), counter=counter, **shown)  # type: ignore[arg-type]
    letters = len(wide.policy["failures"])
    peak = max((frame.tokens for frame in wide.frames), default=0)
    best: Film | None = None
    for window in round_windows(peak):
        film = run(conversation, make_policy(window), counter=counter, **shown)  # type: ignore[arg-type]
        if film.cost["summarizer_calls"] >= letters if letters else film.frames[-1].compactions >= 2:
            return film
        if not letters and (best is None or film.frames[-1].compactions > best.frames[-1].compactions):
            best = film
    if letters:
        raise UserError(
            f"no round window lets this conversation use all of failures={wide.policy['failures']!r}: "
            "give fewer letters, a longer conversation, or a window with --window"
        )
    return best or wide


def round_windows(peak: int) -> Iterator[int]:
    """Round numbers below twice the peak, largest first, down to 200.

    >>> list(round_windows(300))
    [600, 500, 400, 300, 250, 200]
    """
    power = 10 ** max(2, len(str(peak)))
    while power >= 100:
        for step in reversed(STEPS):
            window = int(step * power)
            if 200 <= window <= 2 * peak:
                yield window
        power //= 10
