"""What is wrong with a message that could not be read as one, and with fields of other formats.

Comes in: a message that was kept raw. Goes out: codes. Called by the walk and by the repair.
"""

from __future__ import annotations

from packlight.core.frozen import EMPTY, Frozen
from packlight.core.messages import Message

OPENAI_FIELDS = ("tool_calls", "function_call")
"""Fields of a message that OpenAI's format has and the Messages API refuses."""
FORMATS = {
    "tool": "OpenAI chat",
    "function": "OpenAI chat",
    "developer": "OpenAI chat",
    "human": "LangChain",
    "ai": "LangChain",
    "model": "Gemini",
}
"""Roles of other formats, and whose they are."""


def fields_of(message: Message) -> Frozen:
    """The fields of a message besides role and content; all of them for one that was kept raw.

    >>> fields_of(Message.from_api({"role": "user", "content": None, "name": "x"}))["name"]
    'x'
    """
    if message.raw is None:
        return message.extra
    return message.raw if isinstance(message.raw, Frozen) else EMPTY


def is_hollow(message: Message) -> bool:
    """Whether a message came without content: an empty list or an empty string."""
    content = message.content
    return not content or (message.is_string and not content[0].readable())


def role_fault(message: Message) -> str:
    """The code of what is wrong with a raw message's role; empty when nothing is."""
    role = fields_of(message).get("role")
    if not isinstance(role, str):
        return "missing_role"
    return "" if role in ("user", "assistant", "system") else "unknown_role"


def content_fault(message: Message) -> str:
    """The code of what is wrong with a raw message's content; empty when nothing is."""
    fields = fields_of(message)
    if "content" not in fields:
        return "missing_content"
    content = fields["content"]
    if content is None:
        return "null_content"
    return "" if isinstance(content, str | tuple | list) else "bad_content"
