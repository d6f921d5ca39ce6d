"""What a lab is, before any widget: settings in, a picture out.

Comes in: the `Bench` that the façade made, with everything resolved. Goes out: an `Outcome` for each setting. Each
lab's file has one such model; `frame.py` puts head, question and faults around it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Protocol, TypeVar

from packlight.core.conversation import Conversation
from packlight.core.errors import PacklightError, UserError
from packlight.core.latency import Speeds
from packlight.core.price import Prices
from packlight.core.tokens import TokenCounter
from packlight.views.labs.node import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What lies ready on every lab: a history, a counter, prices; names and paths are resolved already.

    Attributes:
        tokens: what the whole history weighs.
        title, scenario: what the history is called, and the name of the scenario where it is one.
        facts: planted facts, each with `id`, `text` and `needle`.
        model: whose prices they are.
        cache_min_tokens: tokens below which that model's cache keeps nothing.
        seed: what chance is drawn from.
    """

    conversation: Conversation
    tokens: int
    counter: TokenCounter
    prices: Prices
    speeds: Speeds
    model: str
    cache_min_tokens: int
    title: str = ""
    scenario: str = ""
    facts: tuple[Mapping[str, Any], ...] = ()
    lang: str = "en"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Guess:
    """A question that is asked before the picture answers it; `answer` is an index of `options`."""

    ask: str
    options: tuple[str, ...]
    answer: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of the settings.

    Attributes:
        after: what is drawn, given the step that the stage shows.
        before: the same while the guess is open.
        guess: the question, or None.
        film: a film's JSON text for the stage; empty: there is no stage.
        step, before_step: where the stage stands after the guess, and while it is open.
        said: the outcome in a sentence, for the live region.
    """

    after: Callable[[int], Node]
    before: Callable[[int], Node] | None = None
    guess: Guess | None = None
    film: str = ""
    step: int = 0
    before_step: int = 0
    said: str = ""


S = TypeVar("S")


class Model(Protocol[S]):
    """A lab without its widgets. Settings are frozen values of plain JSON types, tuples among them.

    Attributes:
        figures: what its numbers are: `"tokens"`, `"money"` (and tokens), or "" where it shows none.
    """

    name: ClassVar[str]
    figures: ClassVar[str]
    bench: Bench

    def words(self, key: str, **values: Any) -> str:
        """One sentence of the lab's own words; `title`, `idea` and `preset.NAME` are among the keys."""

    @property
    def presets(self) -> Mapping[str, S]:
        """Settings by name; the first is the one that a lab starts with."""

    def act(self, settings: S, action: str, value: Any, step: int) -> S:
        """The settings after one action at the step that the stage shows."""

    def controls(self, settings: S) -> Node | None:
        """What can be set."""

    def outcome(self, settings: S) -> Outcome:
        """What comes of it; raises `PacklightError` where that cannot be said, with one clear sentence."""


class Fault(PacklightError):
    """What a lab cannot do, in one sentence of its own language."""


def to_plain(settings: Any) -> dict[str, Any]:
    """Settings as JSON."""
    return {each.name: _plain(getattr(settings, each.name)) for each in fields(settings)}


def changed(settings: S, **values: Any) -> S:
    """Settings with other values, by the names of controls."""
    return replace(settings, **values)  # type: ignore[type-var]


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def from_plain(settings: S, data: Any) -> S:
    """Settings like these with saved values in place; what does not fit raises `UserError`."""
    known = {each.name: getattr(settings, each.name) for each in fields(settings)}  # type: ignore[arg-type]
    if not isinstance(data, Mapping) or set(data) - set(known):
        raise UserError("these are not settings that this lab saved in .state")
    values = {name: _tuples(value) for name, value in data.items()}
    wrong = [name for name, value in values.items() if not _fits(value, known[name])]
    if wrong:
        raise UserError(f"the saved {wrong[0]} is {values[wrong[0]]!r}: give what .state held")
    return type(settings)(**{**known, **values})


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list | tuple) else value


def _fits(value: object, known: object) -> bool:
    """Whether a saved value has the type of the one it takes the place of; whole numbers pass for fractions."""
    if isinstance(known, float) and not isinstance(value, bool):
        return isinstance(value, int | float)
    return type(value) is type(known)


def rounded(tokens: float) -> int:
    """A round number near it: two digits that mean something.

    >>> rounded(16_404), rounded(849)
    (16000, 850)
    """
    size: int = 10 ** max(0, len(str(int(tokens))) - 2)
    return max(1, round(tokens / size)) * size
