"""A film of one frame: a conversation as it stands, for `pl.show` and the static pictures.

Comes in: a conversation and a budget. Goes out: a `Film` whose only frame holds all of it, with what the rules find.
"""

from __future__ import annotations

from collections.abc import Sequence

from packlight.core.budget import Budget
from packlight.core.conversation import Conversation
from packlight.core.rules import Finding
from packlight.core.tokens import Tally, TokenCounter, weigh_base
from packlight.simulation.film import Caption, Film, Frame
from packlight.simulation.tables import Tables
from packlight.simulation.words import say


def still(
    conversation: Conversation,
    budget: Budget,
    *,
    counter: TokenCounter,
    findings: Sequence[Finding] = (),
    title: str = "",
    lang: str = "en",
) -> Film:
    """One frame of the whole conversation; findings are marked on their blocks."""
    tables = Tables(counter, lang)
    turn = 0
    for message in conversation.messages:
        turn += message.is_human
        tables.place(message, turn)
    system = tables.system(conversation)
    tokens = Tally(counter).extend(conversation.messages).total + sum(weigh_base(conversation, counter))
    ids = tuple(message.id for message in conversation.messages)
    text = say("still.text", lang, n=len(ids), tokens=tokens)
    errors = sum(finding.severity == "error" for finding in findings)
    head = say("still.bad" if errors else "still.head", lang, n=errors)
    frame = Frame(
        0,
        ids,
        ((0, len(ids)),) if ids else (),
        turn,
        tokens,
        round(budget.usage(tokens), 6),
        budget.due(tokens),
        "closed",
        0,
        0,
        Caption(head, text, "warm" if errors else "plain"),
        findings=tuple(_mark(finding, lang) for finding in findings),
    )
    policy = {"window": budget.window, "threshold": budget.threshold, "reserve": budget.reserve}
    nothing = {"strategy": "", "failures": "", "max_failures": 3, "cooldown_turns": None, "cooldown_s": None}
    weigher = {"name": counter.name, "estimated": counter.estimated}
    rows, blocks = tuple(tables.rows), tuple(tables.blocks)
    return Film(title, lang, "", 0, policy | nothing, weigher, system, rows, blocks, (frame,), ())


def _mark(finding: Finding, lang: str) -> dict[str, object]:
    at = finding.at
    message, block = (at[0] if at else None), (at[1] if len(at) > 1 else None)
    mark = {"code": finding.code, "severity": finding.severity, "text": finding.say(lang)}
    return {"message": message, "block": block, **mark}
