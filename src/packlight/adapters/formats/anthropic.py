"""Anthropic Messages API requests: `{"system", "tools", "messages", …}`, or the bare list of messages.

Comes in: one request, a list of messages, one message a line, or many requests in a list or a file (batch files too).
Goes out: the conversations exactly as they stand; nothing is merged, moved or dropped. Both shapes of system load.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from packlight.adapters.lines import Sample
from packlight.adapters.names import Names
from packlight.core.conversation import Conversation, Source

NAME = "anthropic"


def sniff(sample: Sample) -> int:
    """Sure of messages with roles; every more special format is surer of its own."""
    if isinstance(sample.value, Mapping):
        return 50 if isinstance(_payload(sample.value).get("messages"), list) else 5 * ("messages" in sample.value)
    if sample.value == []:
        return 5
    objects = [record.value for record in sample.objects]
    if any(isinstance(_payload(item).get("messages"), list) for item in objects):
        return 50
    return 50 if any("role" in item for item in objects) else 0


def read(sample: Sample) -> dict[str, Conversation]:
    """One conversation, or one for each request of the sample."""
    if isinstance(sample.value, Mapping):
        return {"main": _conversation(_payload(sample.value))}
    payloads = [item.value for item in sample.objects if isinstance(_payload(item.value).get("messages"), list)]
    if not payloads:
        messages = sample.value if isinstance(sample.value, list) else [record.value for record in sample.objects]
        return {"main": _conversation(messages)}
    names = Names()
    return {names.take(item.get("custom_id", item.get("id"))): _conversation(_payload(item)) for item in payloads}


def write(conversation: Conversation) -> dict[str, Any]:
    """The request payload, system at the top level."""
    return conversation.to_api()


def _payload(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The request itself; a batch file wraps it in `params`."""
    params = item.get("params")
    return params if isinstance(params, Mapping) and "custom_id" in item else item


def _conversation(payload: Any) -> Conversation:
    return replace(Conversation.from_api(payload), source=Source(NAME))
