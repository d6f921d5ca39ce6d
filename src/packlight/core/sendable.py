"""What packing must leave: a history that can be sent.

Comes in: a conversation before it is planned, a plan before it is applied, and what came of it. Goes out: the same
with open calls answered, bound thinking dropped and broken places mended. Called by `attempt.py`.
"""

from __future__ import annotations

from dataclasses import replace

from packlight.core.blocks import ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.cuts import shape_of
from packlight.core.messages import Message
from packlight.core.plan import Applied, Decision, Plan
from packlight.core.repair import repair
from packlight.core.strategies.contract import Packing
from packlight.core.strategies.drop_thinking import without_thinking
from packlight.core.strategies.words import why


def bind_thinking(plan: Plan, packing: Packing) -> Plan:
    """Where a model binds thinking to what stood before it, thinking behind the first change has to go."""
    if packing.capabilities is None or not packing.capabilities.thinking_bound or not plan.changes:
        return plan
    decisions, changed, reason = [], False, why("thinking_bound", packing.lang)
    for row, message in zip(plan.decisions, plan.messages, strict=True):
        changed = changed or row.action != "keep"
        content = message.content if row.content is None else row.content
        rest = without_thinking(content)
        if changed and row.action in ("keep", "shorten") and len(rest) < len(content):
            row = replace(row, action="shorten", reason=reason, content=rest) if rest else _gone(row, reason)
        decisions.append(row)
    return replace(plan, decisions=tuple(decisions))


def _gone(row: Decision, reason: str) -> Decision:
    return replace(row, action="drop", reason=reason, content=None)


def sound(applied: Applied, packing: Packing) -> Applied:
    """What can be sent: a history that came in broken is mended, in what is left of it."""
    if shape_of(applied.conversation.messages).sound:
        return applied
    mended = repair(applied.conversation, capabilities=packing.capabilities).conversation
    heirs = {message.derived_from: message.id for message in mended.messages if message.derived_from}
    there = {message.id for message in mended.messages}
    decisions = []
    for row in applied.plan:
        now = row.into or row.id
        decisions.append(replace(row, into=heirs[now]) if now in heirs and now not in there else row)
    return Applied(mended, replace(applied.plan, decisions=tuple(decisions)))


def answered(conversation: Conversation, lang: str) -> Conversation:
    """The conversation with its open calls at the end answered as interrupted: what is packed is about to be sent.

    A result that arrives later stands behind this note, and repair then prefers it.
    """
    last = conversation.messages[-1] if len(conversation.messages) else None
    waiting = [block.id for block in last.content if isinstance(block, ToolUse)] if last is not None else []
    if last is None or last.role != "assistant" or not waiting:
        return conversation
    note = why("note.interrupted", lang)
    return conversation.append(Message("user", tuple([ToolResult(call, note, True) for call in waiting])))
