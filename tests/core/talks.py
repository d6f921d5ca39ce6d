"""Small conversations for the tests of compaction, built in one line each."""

from __future__ import annotations

from typing import Any

from packlight.core.budget import Budget
from packlight.core.compact import Compacted, compact
from packlight.core.conversation import Conversation
from packlight.core.strategies import make_strategy


class WordCounter:
    """A word is a token: weights that can be checked by eye."""

    name = "words"
    estimated = True

    def count_text(self, text: str) -> int:
        return len(text.split())


WORDS = WordCounter()


def words(count: int, word: str = "w") -> str:
    """So many tokens for a `WordCounter`."""
    return " ".join([word] * count)


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def assistant(content: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content}


def text(content: str) -> dict[str, Any]:
    return {"type": "text", "text": content}


def thinking(content: str = "hm") -> dict[str, Any]:
    return {"type": "thinking", "thinking": content, "signature": "c2ln"}


def use(call: str, name: str = "read_file", **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call, "name": name, "input": given}


def result(call: str, content: Any = "done", **extra: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call, "content": content, **extra}


def step(call: str, content: Any = "done", *, name: str = "read_file", thought: str = "") -> list[dict[str, Any]]:
    """One call and its result, two messages."""
    before = [thinking(thought)] if thought else []
    return [assistant([*before, use(call, name)]), user([result(call, content)])]


def loop(steps: int, size: int = 20, *, thought: str = "") -> list[dict[str, Any]]:
    """A running turn: one human message and so many steps."""
    out = [user("look at everything")]
    for number in range(steps):
        out += step(f"t{number}", words(size), thought=thought)
    return out


def chat(turns: int, size: int = 20) -> list[dict[str, Any]]:
    """Questions and answers, and a last question."""
    out = []
    for number in range(turns):
        out += [user(f"q{number} {words(size)}"), assistant(f"a{number} {words(size)}")]
    return [*out, user("the last question")]


def talk(*messages: Any, **fields: Any) -> Conversation:
    return Conversation.from_api({"messages": list(messages), **fields})


def pack(
    conversation: Conversation,
    strategy: Any = "sliding_window",
    window: int = 100,
    *,
    force: bool = False,
    **given: Any,
) -> Compacted:
    """Compact with words as tokens; what `compact` does not know is an option of the strategy."""
    own = {key: given.pop(key) for key in ("summarizer", "lang", "clock", "capabilities") if key in given}
    budget = Budget(window, given.pop("threshold", 0.87), given.pop("reserve", 0))
    made = make_strategy(strategy, **given)
    return compact(conversation, budget=budget, strategy=made, counter=WORDS, force=force, **own)


def texts(conversation: Conversation) -> list[str]:
    """The readable text of each message."""
    return [message.text() for message in conversation.messages]


def roles(conversation: Conversation) -> str:
    """The roles as letters: `uau`."""
    return "".join([message.role[0] for message in conversation.messages])
