"""What a frame says: captions from what really happened.

Comes in: the message that was appended and the events of its step. Goes out: a `Caption`. Called by `camera.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from packlight.core.blocks import ToolResult, ToolUse
from packlight.core.budget import Budget
from packlight.core.event_words import percent
from packlight.core.messages import Message
from packlight.simulation.film import Caption, Happening
from packlight.simulation.tables import label_of, one_line, voice_of
from packlight.simulation.words import say


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known when a frame is made: the message, its turn, the weight, the breaker, the events of the step."""

    message: Message
    turn: int
    tokens: int
    budget: Budget
    failures: int
    max_failures: int
    breaker: str
    events: Sequence[Happening]
    lang: str


def caption(moment: Moment) -> Caption:
    """What the frame says: the gravest thing that happened, else that compaction is due, else who spoke."""
    compacted = _last(moment.events, "compact")
    broke = _last(moment.events, "break")
    if broke is not None and broke.reason == "breaker_open":
        return _warm("refused", moment, then=_then(moment))
    if compacted is not None and compacted.reason == "cancelled":
        return Caption(say("cancelled.head", moment.lang), say("then.none", moment.lang))
    if compacted is not None and compacted.reason == "applied":
        what = what_happened(compacted, moment.lang)
        text = say("applied.text", moment.lang, before=compacted.before, after=compacted.after, what=what)
        return Caption(say("applied.head", moment.lang), text, "good")
    if compacted is not None and moment.breaker == "open":
        return _warm("opened", moment, count=moment.failures, then=_then(moment))
    if compacted is not None and compacted.reason != "nothing_to_compact":
        values = {"count": moment.failures, "max_failures": moment.max_failures}
        return _warm("failed", moment, why=compacted.text, then=_then(moment), **values)
    return _due(moment) if moment.message.role == "user" and moment.budget.due(moment.tokens) else _spoken(moment)


def _warm(key: str, moment: Moment, **values: object) -> Caption:
    head = say(f"{key}.head", moment.lang, **values)
    return Caption(head, say(f"{key}.text", moment.lang, **values), "warm")


def _then(moment: Moment) -> str:
    trim = _last(moment.events, "trim")
    if trim is None or trim.reason != "applied":
        return say("then.none", moment.lang)
    return say("then.trim", moment.lang, before=trim.before, after=trim.after)


def _due(moment: Moment) -> Caption:
    budget, lang = moment.budget, moment.lang
    usage = budget.usage(moment.tokens)
    key = "due.text" if usage >= budget.threshold else "reserve.text"
    values = {"tokens": moment.tokens, "percent": percent(usage), "threshold": percent(budget.threshold)}
    text = say(key, lang, **values, reserve=budget.reserve, window=budget.window)
    return Caption(say("due.head", lang), text, "warm")


def _spoken(moment: Moment) -> Caption:
    message, lang = moment.message, moment.lang
    voice = voice_of(message)
    calls = [block for block in message.content if isinstance(block, ToolUse)]
    results = [block for block in message.content if isinstance(block, ToolResult)]
    label = label_of(message.content[-1], lang) if message.content else say("kind.empty", lang)
    key = voice
    if voice == "assistant" and calls:
        key = "call" if len(calls) == 1 else "calls"
        # The head names a single call already; of several, each is named here.
        named = [one_line(f"{call.name} {label_of(call, lang)}") for call in calls]
        label = label_of(calls[0], lang) if len(calls) == 1 else " · ".join(named)
    elif voice == "results" and len(results) > 1:
        return Caption(say("results.many.head", lang, n=len(results)), say("results.text", lang, label=label))
    name = calls[0].name if calls else ""
    text = label if key == "calls" else say(f"{key}.text", lang, label=label, turn=moment.turn)
    return Caption(say(f"{key}.head", lang, n=len(calls), name=name), text)


def what_happened(event: Happening, lang: str) -> str:
    """The plan in words: how many messages were folded, dropped, shortened."""
    counts = Counter(row["action"] for row in event.plan)
    words = {"replace": "what.replaced", "drop": "what.dropped", "shorten": "what.shortened"}
    parts = [say(key, lang, n=counts[action]) for action, key in words.items() if counts[action]]
    return say("what.join", lang).join(parts) or say("then.none", lang)


def _last(events: Sequence[Happening], kind: str) -> Happening | None:
    return next((event for event in reversed(events) if event.kind == kind), None)
