"""The tasks of ArrayLab: whole talks, and the messages that wrong beliefs would put into them.

Comes in: a task's name and a bench. Goes out: pieces, shuffled by the seed. The distractors are made from the talk
itself, by what students believe: that the system prompt is `messages[0]` (M2), that results have a role of their own or
are the assistant's (M4), that a result may stand behind text (M6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.rules import validate
from packlight.views.labs.model import Bench

Talk = dict[str, Any]
MOST_MESSAGES = 8
"""Messages of a session that are still a puzzle and not a chore."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What is moved as one: messages of the talk in their order, or one that does not belong (`belief` says why)."""

    id: str
    messages: tuple[Any, ...]
    belief: str = ""


def _user(content: Any) -> Talk:
    return {"role": "user", "content": content}


def _assistant(content: Any) -> Talk:
    return {"role": "assistant", "content": content}


def _call(number: int, name: str, **given: Any) -> Talk:
    return {"type": "tool_use", "id": f"toolu_{number:02}", "name": name, "input": given}


def _result(number: int, content: str) -> Talk:
    return {"type": "tool_result", "tool_use_id": f"toolu_{number:02}", "content": content}


def _text(words: str) -> Talk:
    return {"type": "text", "text": words}


_WORDS = {
    "en": {
        "system": "You look after a harbour's tide tables. Be brief.",
        "name": "My boat is called Tern.",
        "hello": "A fine name for a boat.",
        "question": "What is my boat called?",
        "when": "When is the last tide today?",
        "look": "I look it up.",
        "tide": "21:47, 4.1 m",
        "late": "At 21:47.",
        "both": "Tide and wind for tonight, please.",
        "wind": "south-west, 5",
        "good": "Last tide 21:47, wind south-west 5.",
    },
    "zh": {
        "system": "你负责港口的潮汐表。回答要简短。",
        "name": "我的船叫燕鸥号。",
        "hello": "好名字。",
        "question": "我的船叫什么？",
        "when": "今天最后一次涨潮是几点？",
        "look": "我查一下。",
        "tide": "21:47，4.1 米",
        "late": "21:47。",
        "both": "请告诉我今晚的潮汐和风。",
        "wind": "西南风，5 级",
        "good": "最后一次涨潮 21:47，西南风 5 级。",
    },
}


def talk_of(task: str, bench: Bench) -> Talk:
    """The whole talk of a task, as a request."""
    say = _WORDS[bench.lang if bench.lang in _WORDS else "en"]
    if task == "session":
        return _beginning(bench.conversation)
    if task == "talk":
        messages = [_user(say["name"]), _assistant(say["hello"]), _user(say["question"])]
    elif task == "parallel":
        calls = [_call(1, "read_tides", day="today"), _call(2, "read_wind", day="today")]
        results = [_result(1, say["tide"]), _result(2, say["wind"])]
        messages = [_user(say["both"]), _assistant(calls), _user(results), _assistant(say["good"])]
    else:
        call = [_text(say["look"]), _call(1, "read_tides", day="today")]
        messages = [_user(say["when"]), _assistant(call), _user([_result(1, say["tide"])]), _assistant(say["late"])]
    return {"system": say["system"], "messages": messages}


def _beginning(talk: Conversation) -> Talk:
    """The first messages of a session, up to where no call waits for its result; empty ones give an empty talk."""
    request = talk.to_api()
    messages = list(request.get("messages", ()))[:MOST_MESSAGES]
    while messages and any(f.pending or f.severity == "error" for f in validate(Conversation.from_api(messages))):
        messages.pop()
    return {"system": request.get("system", ""), "messages": messages}


def pieces_of(task: str, bench: Bench) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The pieces of the talk, in its order, and the ones that do not belong.

    >>> from packlight.views.labs.array_tasks import distractors
    >>> list(distractors({"system": "Be kind.", "messages": []}))
    [('system', {'role': 'system', 'content': 'Be kind.'})]
    """
    talk = talk_of(task, bench)
    true = tuple(Piece(f"m{at}", (message,)) for at, message in enumerate(talk["messages"]))
    false = tuple(Piece(f"x{at}", (message,), belief) for at, (belief, message) in enumerate(distractors(talk)))
    return true, false


def distractors(talk: Talk) -> Iterator[tuple[str, Talk]]:
    """Messages that a wrong belief would put into a talk, at most three; each is refused wherever it stands."""
    if talk["system"]:
        yield "system", {"role": "system", "content": talk["system"]}
    results = [message for message in talk["messages"] if _is_result(message)]
    if results:
        words = "…" if isinstance(results[0]["content"], str) else results[0]["content"]
        yield "tool", {"role": "tool", "content": words}
        yield "late", _user([_text("OK."), *words])
    elif talk["messages"]:
        yield "tool", {"role": "tool", "content": talk["messages"][-1]["content"]}


def _is_result(message: Talk) -> bool:
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    return any(isinstance(block, dict) and block.get("type") == "tool_result" for block in blocks)


def helped(true: tuple[Piece, ...], false: tuple[Piece, ...], help_: int) -> tuple[Piece, ...]:
    """The pieces that are left at a level of help: 1 takes a wrong one away, 2 fixes a pair, 3 joins to three."""
    if help_ >= 1:
        false = false[:-1]
    if help_ >= 3:
        size = -(-len(true) // 3)
        true = tuple(_joined(true[at : at + size]) for at in range(0, len(true), size))
    elif help_ == 2 and len(true) > 1:
        at = next((n - 1 for n, piece in enumerate(true) if n and _is_result(piece.messages[0])), 0)
        true = (*true[:at], _joined(true[at : at + 2]), *true[at + 2 :])
    return (*true, *false)


def _joined(pieces: tuple[Piece, ...]) -> Piece:
    messages = tuple(message for piece in pieces for message in piece.messages)
    return Piece("+".join(piece.id for piece in pieces), messages)


def shuffled(pieces: tuple[Piece, ...], seed: int) -> tuple[Piece, ...]:
    """The pieces in an order that gives nothing away; the same for the same seed."""
    mixed = list(pieces)
    Random(seed + len(pieces)).shuffle(mixed)
    if len(mixed) > 2 and [piece.id for piece in mixed] == sorted(piece.id for piece in mixed):
        mixed.reverse()
    return tuple(mixed)
