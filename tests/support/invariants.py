"""What holds for every compaction, whatever the history and the strategy. Used by tests and benchmarks.

`broken(before, result, again)` gives a sentence for each thing that does not hold; an empty list is what we want.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

from packlight.core.blocks import Block, RedactedThinking, Thinking
from packlight.core.compact import REASONS, Compacted
from packlight.core.conversation import Conversation
from packlight.core.cuts import shape_of
from packlight.core.messages import is_summary
from packlight.core.rules import validate
from packlight.core.tokens import TokenCounter, count
from tests.support.shared import find_shared

FAILED = {"non_compressing", "empty_summary", "request_too_large", "irreducible", "summarizer_error"}


def broken(before: Conversation, result: Compacted, counter: TokenCounter) -> list[str]:
    """Everything that does not hold of one result."""
    after = result.conversation
    out = [
        sentence
        for sentence, held in (
            (f"reason {result.reason} is not in the closed set", result.reason in REASONS),
            ("system or tools changed", (after.system, after.tools) == (before.system, before.tools)),
            ("before is not what is counted", result.before == count(before, counter).total),
            ("after is not what is counted", result.after == count(after, counter).total),
            ("the tally is not what is counted", result.tally.total == sum(count(after, counter).by_message)),
            ("there is not one row a message", [row.id for row in result.plan] == [m.id for m in before.messages]),
        )
        if not held
    ]
    if result.reason != "applied":
        return out + ([] if after == before and after.messages is before.messages else ["unchanged, but it changed"])
    return out + _applied(before, result)


def _applied(before: Conversation, result: Compacted) -> list[str]:
    after = result.conversation
    ids = {message.id for message in after.messages}
    if not validate(before).ok:
        return [] if result.after < result.before else ["not smaller"]
    held = {
        "not smaller": result.after < result.before,
        "has an error that was not there": validate(after).ok,
        "the independent checker objects": not independent(after) or bool(independent(before)),
        "does not start with a user": after.messages[0].role == "user" or before.messages[0].role != "user",
        "the last human message is not whole": _last_human_is_whole(before, after),
        "thinking of the running turn changed": _thinking_is_whole(before, after),
        "a kept message is not there": all((r.into or r.id) in ids for r in result.plan if r.action == "keep"),
        "a shortened message has no successor": all(r.into in ids for r in result.plan if r.action == "shorten"),
        "a dropped message is there": not any(r.id in ids for r in result.plan if r.action in ("drop", "replace")),
        "an id comes twice": len(ids) == len(after.messages),
    }
    return [sentence for sentence, fine in held.items() if not fine]


def _last_human_is_whole(before: Conversation, after: Conversation) -> bool:
    """Its blocks stand in order at the end of one message; only what is marked or was joined may stand before them."""
    humans = shape_of(before.messages).humans
    if not humans:
        return True
    words = tuple([b for b in before.messages[humans[-1]].content if not is_summary(b)])
    said = [tuple([b for b in m.content if not is_summary(b)]) for m in after.messages if m.role == "user"]
    return any(content[-len(words) :] == words for content in said)


def thinking_of_running_turn(talk: Conversation) -> list[Block]:
    """All thinking behind the last human message."""
    humans = shape_of(talk.messages).humans
    running = talk.messages[humans[-1] :] if humans else talk.messages
    return [b for message in running for b in message.content if isinstance(b, Thinking | RedactedThinking)]


def _thinking_is_whole(before: Conversation, after: Conversation) -> bool:
    """Every thought that is there is one that was there, in the same order."""
    old = iter(thinking_of_running_turn(before))
    return all(any(block == known for known in old) for block in thinking_of_running_turn(after))


def independent(talk: Conversation) -> list[Any]:
    """What the independent checker of the shared samples says; nothing where it is not at hand.

    A call that still runs at the end, or an assistant's last word, is how the history came in: not looked at here.
    """
    check = _checker()
    if check is None or not len(talk.messages) or talk.messages[-1].role != "user":
        return []
    payload = talk.to_api()
    found: list[Any] = check(payload.get("system"), payload["messages"], bool(talk.system))
    return found


def _checker() -> Callable[..., list[Any]] | None:
    folder = find_shared()
    if folder is None:
        return None
    if "check" not in _loaded:
        spec = importlib.util.spec_from_file_location("independent_validator", folder / "bench" / "validator.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        _loaded["check"] = module.check
    return _loaded["check"]


_loaded: dict[str, Callable[..., list[Any]]] = {}
