"""Anthropic Messages API responses: `{"type": "message", "role": "assistant", "content", "usage", …}`.

Comes in: one response, or many in a list or one a line. Goes out: one conversation for each, with one assistant
message; the fields that may not be sent back (id, usage, stop reason) are kept in its source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from packlight.adapters.lines import Sample
from packlight.adapters.names import Names
from packlight.adapters.usage import usage_of
from packlight.core.conversation import Conversation, Source
from packlight.core.frozen import Frozen, freeze

NAME = "anthropic_response"


def sniff(sample: Sample) -> int:
    """Sure when everything in the sample is a response."""
    return 70 if sample.objects and all(_is_response(record.value) for record in sample.records) else 0


def _is_response(item: Any) -> bool:
    named = isinstance(item, Mapping) and item.get("type") == "message" and item.get("role") == "assistant"
    return named and isinstance(item.get("content"), list)


def read(sample: Sample) -> dict[str, Conversation]:
    """One conversation for each response, named by its id when there are several."""
    answers = [record.value for record in sample.objects]
    if len(answers) == 1:
        return {"main": _conversation(answers[0])}
    names = Names()
    return {names.take(answer.get("id")): _conversation(answer) for answer in answers}


def _conversation(answer: Mapping[str, Any]) -> Conversation:
    usage = usage_of(answer.get("usage"), 0)
    known = {key: freeze(answer[key]) for key in ("id", "model", "stop_reason") if key in answer}
    marker = Frozen({"kind": "response", "message": 0, **known})
    message = {"role": "assistant", "content": answer["content"]}
    source = Source(NAME, usage=(usage,) if usage else (), markers=(marker,))
    return replace(Conversation.from_api([message]), source=source)
