"""Small messages for exercises, and what can be read off them.

Comes in: letters or texts. Goes out: messages as the API takes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Request = list[dict[str, Any]]


def human(text: str) -> dict[str, Any]:
    """A human message."""
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def says(text: str) -> dict[str, Any]:
    """An answer of the assistant."""
    return {"role": "assistant", "content": [{"type": "text", "text": text}]}


def call(id: str, name: str = "grep") -> dict[str, Any]:
    """A tool call."""
    return {"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": name, "input": {}}]}


def result(id: str, text: str = "found") -> dict[str, Any]:
    """What the tool gave."""
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": text}]}


def talk(letters: str) -> Request:
    """Messages for letters: h human, a answer, c call, r result of the call before.

    >>> [message["role"] for message in talk("hcra")]
    ['user', 'assistant', 'user', 'assistant']
    """
    made: Request = []
    for n, letter in enumerate(letters):
        if letter in "cr":
            made.append(call(f"toolu_{n}") if letter == "c" else result(f"toolu_{n - 1}"))
        else:
            made.append(human(f"question {n}") if letter == "h" else says(f"answer {n}"))
    return made


def holds(message: Mapping[str, Any], kind: str) -> bool:
    """Whether a block of that type stands in the message."""
    blocks = message["content"]
    return not isinstance(blocks, str) and any(block["type"] == kind for block in blocks)


def opens_turn(message: Mapping[str, Any]) -> bool:
    """Whether a human speaks in it: role user, and no tool result inside."""
    return message["role"] == "user" and not holds(message, "tool_result")


def kinds(messages: Request) -> str:
    """The messages in a line, numbered.

    >>> kinds(talk("hcra"))
    '0 human, 1 tool_use, 2 tool_result, 3 answer'
    """
    words = {"user": "human", "assistant": "answer"}
    named = [next((k for k in ("tool_use", "tool_result") if holds(m, k)), words[m["role"]]) for m in messages]
    return ", ".join(f"{n} {kind}" for n, kind in enumerate(named))
