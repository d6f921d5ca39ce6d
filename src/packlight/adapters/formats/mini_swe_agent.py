"""mini-SWE-agent trajectories (`.traj.json`): chat messages in which the commands stand in the text.

Comes in: `{"messages", "info", "trajectory_format"}`, or the bare list of messages of older versions. Goes out: "main".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from packlight.adapters.lines import Sample
from packlight.adapters.openai_messages import conversation_of
from packlight.core.conversation import Conversation

NAME = "mini_swe_agent"

_COMMAND, _ANSWER = "```mswea_bash_command", "<returncode>"


def sniff(sample: Sample) -> int:
    """Sure of the format's own name, or of messages with its commands and its return codes in their texts."""
    value = sample.value
    if isinstance(value, Mapping) and "mini-swe-agent" in str(value.get("trajectory_format"))[:80]:
        return 90
    texts = [message.get("content") for message in _messages(value) if isinstance(message, Mapping)]
    known = [text for text in texts if isinstance(text, str)]
    return 80 if any(_COMMAND in text or text.startswith(_ANSWER) for text in known) else 0


def _messages(value: Any) -> list[Any]:
    messages = value.get("messages") if isinstance(value, Mapping) else value
    return messages if isinstance(messages, list) else []


def read(sample: Sample) -> dict[str, Conversation]:
    """The conversation; the `exit` message, which no model saw, is left out."""
    messages = [_with_usage(message) for message in _messages(sample.value) if not _is_exit(message)]
    return {"main": conversation_of(messages, NAME)}


def _is_exit(message: Any) -> bool:
    return isinstance(message, Mapping) and message.get("role") == "exit"


def _with_usage(message: Any) -> Any:
    """The message with the usage of the response that it keeps beside itself."""
    extra = message.get("extra") if isinstance(message, Mapping) else None
    response = extra.get("response") if isinstance(extra, Mapping) else None
    usage = response.get("usage") if isinstance(response, Mapping) else None
    return {**message, "usage": usage} if isinstance(usage, Mapping) else message
