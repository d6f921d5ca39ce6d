"""What a film asks before it goes on: questions and their truth, both computed from what the film recorded.

Comes in: a film. Goes out: the same film with questions on its frames. A question stands on the frame before the one
that shows its truth, so that a guess can be made. Called by `Film.asking` and, sparingly, by `camera.py`.

    due        is compaction due before the next request?
    dropped    what becomes of old messages?
    breaker    which state follows the next attempt?
    facts      which planted fact gets lost?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from packlight.core.errors import unknown_name
from packlight.core.event_words import percent
from packlight.simulation.captions import what_happened
from packlight.simulation.film import Film, Frame, Happening, Question
from packlight.simulation.words import say

FAILED = ("non_compressing", "empty_summary", "request_too_large", "irreducible", "summarizer_error")
SPARING: Mapping[str, int] = MappingProxyType({"due": 1, "dropped": 1, "breaker": 2})
"""How often each kind is asked in a film that nobody gave questions of their own."""
_ACTIONS = ("replace", "drop", "shorten")
_STATES = ("closed", "open", "half_open")
_Asked = Iterator[tuple[int, Question]]


def _happened(film: Film, step: int, kind: str) -> Happening | None:
    """The event of that kind on the way to a step."""
    return next((film.events[i] for i in film.frames[step].events if film.events[i].kind == kind), None)


def _before_requests(film: Film) -> Iterator[Frame]:
    """The frames before a request: a user message came last, a result or a human word."""
    for frame in film.frames:
        if frame.ranges and film.messages[frame.ranges[-1][1] - 1].role == "user":
            yield frame


def _due(film: Film) -> _Asked:
    """Where compaction becomes due, and the fullest frame before it where it is not yet."""
    near: Frame | None = None
    for frame in _before_requests(film):
        if not frame.due:
            near = frame if near is None or frame.usage > near.usage else near
            continue
        if near is not None and near.usage > film.policy["threshold"] / 2:
            yield near.step, _ask_due(film, near)
        yield frame.step, _ask_due(film, frame)
        near = None


def _ask_due(film: Film, frame: Frame) -> Question:
    lang, policy = film.lang, film.policy
    values = {"tokens": frame.tokens, "window": policy["window"], "percent": percent(frame.usage)}
    options = tuple(say(f"ask.due.{key}", lang) for key in ("no", "yes", "full"))
    key = "ask.due.why.reserve" if frame.due and frame.usage < policy["threshold"] else "ask.due.why"
    why = say(key, lang, threshold=percent(policy["threshold"]), reserve=policy["reserve"], **values)
    return Question(say("ask.due", lang, **values), options, int(frame.due), why, f"due-{frame.step}")


def _dropped(film: Film) -> _Asked:
    """Before each compaction that packed: the truth is read off the plan that ran."""
    keys = ("replaced", "dropped", "shortened", "same")
    for frame in film.frames[1:]:
        event = _happened(film, frame.step, "compact")
        if event is None or event.reason != "applied":
            continue
        counts = Counter(row["action"] for row in event.plan)
        answer = next((at for at, action in enumerate(_ACTIONS) if counts[action]), len(_ACTIONS))
        options = tuple(say(f"ask.drop.{key}", film.lang) for key in keys)
        why = say("ask.drop.why", film.lang, what=what_happened(event, film.lang))
        step = frame.step - 1
        yield step, Question(say("ask.drop", film.lang), options, answer, why, f"dropped-{step}")


def _breaker(film: Film) -> _Asked:
    """Before an attempt that changes what the breaker counted or opened: the truth is the next frame's state."""
    for before, frame in zip(film.frames, film.frames[1:], strict=False):
        event = _happened(film, frame.step, "compact")
        if event is None or not (before.failures or frame.breaker != "closed"):
            continue
        if event.reason in FAILED or event.reason == "applied":
            yield before.step, _ask_state(film, before, frame, "fails" if event.reason in FAILED else "works")


def _ask_state(film: Film, before: Frame, frame: Frame, outcome: str) -> Question:
    lang = film.lang
    ask = say(f"ask.state.{outcome}", lang, count=before.failures)
    options = tuple(say(f"ask.state.{state}", lang) for state in _STATES)
    why = say("ask.state.why", lang, max_failures=film.policy["max_failures"], count=frame.failures)
    return Question(ask, options, _STATES.index(frame.breaker), why, f"breaker-{before.step}")


def _facts(film: Film) -> _Asked:
    """Before each step at which planted facts are lost: one of them, among those that stay."""
    for step in sorted({fact["lost_at"] for fact in film.facts if fact["lost_at"]}):
        standing = {place for start, end in film.frames[step - 1].ranges for place in range(start, end)}
        alive = [fact for fact in film.facts if fact["lost_at"] is None or fact["lost_at"] >= step]
        lost = next((fact for fact in alive if fact["lost_at"] == step and fact["message"] in standing), None)
        kept = [fact for fact in alive if fact["lost_at"] != step and fact["message"] < max(standing)]
        if lost is None or not kept:
            continue
        shown = sorted([lost, *kept[-3:]], key=lambda fact: fact["text"])
        gone = sum(fact["lost_at"] == step for fact in alive)
        why = say("ask.fact.why", film.lang, n=gone, fact=lost["text"])
        options = tuple(fact["text"] for fact in shown)
        yield step - 1, Question(say("ask.fact", film.lang), options, shown.index(lost), why, f"facts-{step - 1}")


KINDS: Mapping[str, Callable[[Film], _Asked]] = MappingProxyType(
    {"due": _due, "dropped": _dropped, "breaker": _breaker, "facts": _facts}
)


def asking(film: Film, *kinds: str, most: int | None = None) -> Film:
    """The film with questions of these kinds, of all kinds when none is named, and with no others.

    Args:
        kinds: of `due`, `dropped`, `breaker`, `facts`; where two fit one frame, the one asked less often is put.
        most: questions of a kind; None: at every occasion.

    Raises:
        UserError: for a kind nobody knows, with the nearest ones.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise unknown_name("kind of question", kind, KINDS)
    limit = len(film.frames) if most is None else most
    return _with_questions(film, dict.fromkeys(kinds or KINDS, limit))


def sparingly(film: Film) -> Film:
    """The film with few questions: the first time that compaction is due, one plan, two states of the breaker."""
    return _with_questions(film, SPARING, first_due=True)


def _with_questions(film: Film, most: Mapping[str, int], first_due: bool = False) -> Film:
    wanted = {kind: dict(KINDS[kind](film)) for kind in most}
    if first_due:
        wanted["due"] = {step: question for step, question in wanted["due"].items() if question.answer}
    asked: Counter[str] = Counter()
    frames = []
    for frame in film.frames:
        fitting = [kind for kind in most if frame.step in wanted[kind] and asked[kind] < most[kind]]
        kind = min(fitting, key=lambda name: asked[name], default="")
        asked[kind] += 1
        frames.append(replace(frame, question=wanted[kind][frame.step] if kind else None))
    return replace(film, frames=tuple(frames))


Film.asker = staticmethod(asking)
