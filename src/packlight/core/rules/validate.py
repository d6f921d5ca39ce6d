"""`validate`: what the Messages API would refuse in a conversation, and where.

Comes in: a conversation and what is known of the model. Goes out: a `Report`. Called by the façade, the repair and the
views.
"""

from __future__ import annotations

from collections.abc import Iterable

from packlight.core.conversation import Conversation
from packlight.core.errors import unknown_name
from packlight.core.frozen import Frozen
from packlight.core.rules.blocks import markers
from packlight.core.rules.capabilities import UNKNOWN, Capabilities
from packlight.core.rules.finding import Report
from packlight.core.rules.tail import tail
from packlight.core.rules.walk import Walk

ENDPOINTS = ("first_party", "strict")


def validate(
    conversation: Conversation,
    *,
    capabilities: Capabilities | None = None,
    endpoint: str = "first_party",
    running: Iterable[str] = (),
) -> Report:
    """Say what the Messages API would refuse, in time linear in the number of blocks; never raises for a conversation.

    Args:
        conversation: what would be sent.
        capabilities: what the model takes; None reads the rules strictly.
        endpoint: `"strict"` for servers that do not merge neighbours; it makes `same_role_neighbours` and
            `split_tool_results` errors and nothing else.
        running: ids of calls that are still at work: they are pending, wherever they stand.

    Raises:
        UserError: no such endpoint.

    >>> validate(Conversation.from_api([{"role": "assistant", "content": "hi"}])).findings[0].code
    'first_not_user'
    """
    if endpoint not in ENDPOINTS:
        raise unknown_name("endpoint", endpoint, ENDPOINTS)
    able = capabilities if capabilities is not None else UNKNOWN
    walk = Walk(able, frozenset(running), endpoint == "strict", thinking_of(conversation))
    walk.markers = base_markers(conversation)
    for message in conversation.messages:
        walk.take(message)
    found = sorted(walk.found + tail(walk), key=lambda finding: finding.at)
    return Report(tuple(found), conversation)


def thinking_of(conversation: Conversation) -> bool | None:
    """What the request itself says about thinking: True with a budget, False when disabled, None when it is silent.

    >>> thinking_of(Conversation.from_api({"messages": [], "thinking": {"type": "disabled"}}))
    False
    """
    field = conversation.extra.get("thinking")
    kind = field.get("type") if isinstance(field, Frozen) else None
    return {"enabled": True, "disabled": False}.get(kind) if isinstance(kind, str) else None


def base_markers(conversation: Conversation) -> int:
    """Cache markers outside of the messages: the automatic one, those of the tools and of the system prompt."""
    tools = sum(tool.get("cache_control") is not None for tool in conversation.tools)
    automatic = conversation.extra.get("cache_control") is not None
    return tools + automatic + sum(map(markers, conversation.system))
