"""Histories made up from a seed: legal ones, of every shape that an agent can carry. Used by tests and benchmarks.

`history(random)` gives a request payload in which every pair is whole; `window_for` a window in which it is tight.
"""

from __future__ import annotations

from random import Random
from typing import Any

SAID = (
    "the parser reads src/app/main.py and fails at line 214 because port 8043 is closed; use tabs, never spaces. "
    "上下文 窗口 已经 满了 必须 保留 端口 8043。 error: file not found "
    '{"ok": true, "rows": 12} exit code 1 decided to keep v2 '
)
WORDS = SAID.split()
TOOLS = ("read_file", "bash", "grep", "edit", "ask_user")
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAD0lEQVR42mNgGAWjgHIAAAJAAAFzZ8oAAAAASUVORK5CYII="


def text(random: Random, most: int = 60) -> str:
    """Some words, mostly few and now and then many."""
    size = max(1, min(int(random.lognormvariate(2.5, 1.0)), most * 20))
    return " ".join(random.choices(WORDS, k=size)).strip() or "ok"


def history(random: Random) -> dict[str, Any]:
    """A legal request payload."""
    maker = _Maker(random)
    messages: list[dict[str, Any]] = []
    if random.random() < 0.15:
        messages.append({"role": "user", "content": f"[summary of earlier messages]\n{text(random)}"})
        messages.append({"role": "assistant", "content": text(random)})
    for _ in range(random.randint(1, random.choice([1, 3, 9]))):
        maker.turn(messages)
    maker.end(messages)
    payload: dict[str, Any] = {"messages": messages}
    if random.random() < 0.5:
        payload["system"] = text(random)
    if random.random() < 0.2:
        payload["tools"] = [{"name": "bash", "description": text(random), "input_schema": {"type": "object"}}]
    return payload


class _Maker:
    """Makes the turns of one history; ids are numbered, so that none comes twice."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.made = 0
        self.thinks = random.random() < 0.4
        self.loops = random.choice([0, 1, 2, 12])

    def human(self) -> Any:
        random = self.random
        if random.random() < 0.6:
            return text(random)
        blocks: list[dict[str, Any]] = [{"type": "text", "text": text(random)} for _ in range(random.randint(1, 3))]
        if random.random() < 0.2:
            blocks.insert(0, _image())
        return blocks

    def turn(self, messages: list[dict[str, Any]]) -> None:
        """A human message, some steps, and what the assistant says at last."""
        self.speak(messages)
        for _ in range(self.random.randint(0, self.loops)):
            self.step(messages)
        if messages[-1]["role"] == "user":
            messages.append(
                {"role": "assistant", "content": [*self.thought(), *self.server(), _text(text(self.random))]}
            )

    def speak(self, messages: list[dict[str, Any]]) -> None:
        """The human's message; now and then the assistant is interrupted, and the words stand behind its results."""
        if messages and messages[-1]["role"] == "user":
            messages[-1]["content"].append(_text(text(self.random)))
        else:
            messages.append({"role": "user", "content": self.human()})

    def step(self, messages: list[dict[str, Any]]) -> None:
        uses = [self.use() for _ in range(self.random.choice([1, 1, 1, 2, 3]))]
        said = [_text(text(self.random))] if self.random.random() < 0.4 else []
        messages.append({"role": "assistant", "content": [*self.thought(), *said, *uses]})
        messages.append({"role": "user", "content": [self.result(use["id"]) for use in uses]})
        if self.random.random() < 0.05:
            self.speak(messages)

    def end(self, messages: list[dict[str, Any]]) -> None:
        """How it stops: with a human, in the middle of a loop, or with a call that still runs."""
        how = self.random.random()
        if how < 0.5:
            self.speak(messages)
        elif how < 0.8:
            self.speak(messages)
            for _ in range(self.random.randint(1, max(self.loops, 1))):
                self.step(messages)
        elif how < 0.9:
            self.speak(messages)
            messages.append({"role": "assistant", "content": [*self.thought(), self.use()]})

    def thought(self) -> list[dict[str, Any]]:
        if not self.thinks or self.random.random() < 0.3:
            return []
        if self.random.random() < 0.1:
            return [{"type": "redacted_thinking", "data": "EmwKA" + "x" * self.random.randint(1, 80)}]
        return [{"type": "thinking", "thinking": text(self.random), "signature": f"s{self.random.randint(0, 999)}"}]

    def server(self) -> list[dict[str, Any]]:
        if self.random.random() > 0.1:
            return []
        self.made += 1
        call = f"srvtoolu_{self.made}"
        result = {"type": "web_search_result", "encrypted_content": "E" * self.random.randint(10, 900)}
        return [
            {"type": "server_tool_use", "id": call, "name": "web_search", "input": {"query": text(self.random)}},
            {"type": "web_search_tool_result", "tool_use_id": call, "content": [result]},
        ]

    def use(self) -> dict[str, Any]:
        self.made += 1
        name = self.random.choice(TOOLS)
        return {"type": "tool_use", "id": f"toolu_{self.made}", "name": name, "input": {"command": text(self.random)}}

    def result(self, call: str) -> dict[str, Any]:
        content: Any = text(self.random, most=900) if self.random.random() < 0.9 else text(self.random) * 40
        if self.random.random() < 0.2:
            content = [_text(content)]
        if self.random.random() < 0.05:
            content = [_image()]
        extra = {"is_error": True} if self.random.random() < 0.1 else {}
        return {"type": "tool_result", "tool_use_id": call, "content": content, **extra}


def _text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def _image() -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}


def window_for(random: Random, tokens: int) -> int:
    """A window for a history of so many tokens: from far too small to just roomy."""
    return max(int(tokens / random.choice([0.7, 0.88, 0.95, 1.1, 1.6, 3.0, 8.0])), 20)
