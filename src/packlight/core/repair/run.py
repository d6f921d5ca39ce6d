"""`repair`: mends a malformed history, in the order in which one fault hides another.

Comes in: a conversation. Goes out: a `Mended`. Called by the façade, `prepare.py` and the simulation.

The steps are taken until the rules find nothing in what came of them, so a second repair of the result changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from packlight.core.conversation import Conversation
from packlight.core.repair.blocks import mend_blocks, right_roles
from packlight.core.repair.change import Mended
from packlight.core.repair.draft import Desk, desk_for
from packlight.core.repair.edges import drop_disabled_thinking, end_as_taken, start_with_user
from packlight.core.repair.intake import convert_openai, known_roles, read_malformed
from packlight.core.repair.limits import drop_bound_thinking, limit_images, limit_markers
from packlight.core.repair.pairs import pair
from packlight.core.repair.served import drop_server_halves, rename_server_calls
from packlight.core.repair.turns import (
    drop_empty,
    drop_orphans,
    drop_repeats,
    merge_assistants,
    merge_users,
    settle_system,
)
from packlight.core.rules.capabilities import UNKNOWN, Capabilities
from packlight.core.rules.validate import thinking_of, validate

INTAKE = (read_malformed, convert_openai, known_roles)
MEND = (
    mend_blocks,
    right_roles,
    drop_orphans,
    drop_empty,
    settle_system,
    merge_users,  # before pairing, or a result that stands one message later looks missing
    drop_repeats,
    drop_empty,
    merge_assistants,
    pair,
    rename_server_calls,
    drop_server_halves,
    drop_disabled_thinking,
    limit_images,
    limit_markers,
)
EDGES = (start_with_user, end_as_taken, drop_bound_thinking)
LEFT_TO_EDGES = frozenset(
    ("first_not_user", "no_user_message", "ends_with_assistant", "trailing_whitespace", "thinking_missing")
)
"""Codes that need no other round: the edges see to them, or nothing honest can be done."""
ROUNDS = 8
"""Times that the steps are taken at most; two or three are enough for what was met so far."""


def repair(
    conversation: Conversation, *, capabilities: Capabilities | None = None, running: Iterable[str] = ()
) -> Mended:
    """Mend a history so that it may be sent; no human word and no real result is lost.

    Args:
        conversation: what is to be mended; it is never changed, and comes back as it is when nothing was wrong.
        capabilities: what the model takes; None reads the rules strictly.
        running: ids of calls that are still at work: they are not answered.

    Messages that need no mending keep their objects. A dry run is the same call: look at `.changes`.

    >>> broken = Conversation.from_api([{"role": "user", "content": "hi"}, {"role": "user", "content": " "}])
    >>> mended = repair(broken)
    >>> [change.what for change in mended.changes], len(mended.conversation)
    (['messages[1].content[0] was dropped'], 1)
    """
    able = capabilities if capabilities is not None else UNKNOWN
    busy = frozenset(running)
    report = validate(conversation, capabilities=able, running=busy)
    if not any(finding.is_mended for finding in report):
        return Mended(conversation, original=conversation)
    thinking = able.thinking if able.thinking is not None else thinking_of(conversation)
    desk = desk_for(conversation, able, busy, thinking)
    _take(desk, INTAKE)
    result = conversation
    for _ in range(ROUNDS):
        changed = _take(desk, MEND)
        result = desk.build() if desk.changes else conversation
        report = validate(result, capabilities=able, running=busy)
        if changed and any(finding.is_mended and finding.code not in LEFT_TO_EDGES for finding in report):
            continue
        # A turn that is put at one of the ends, or a thought that goes, may call for mending again.
        if not _take(desk, EDGES):
            break
    return Mended(result, tuple(desk.changes), report.errors, conversation)


def _take(desk: Desk, steps: Iterable[Callable[[Desk], None]]) -> bool:
    """Take the steps once; whether any of them changed anything."""
    before = len(desk.changes)
    for step in steps:
        step(desk)
    return len(desk.changes) > before
