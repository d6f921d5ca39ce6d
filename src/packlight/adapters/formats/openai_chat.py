"""OpenAI chat completions: requests, lists of messages, responses, and files of many runs such as tau-bench's.

Comes in: `{"messages": [...]}`, a bare list, one message or request a line, `{"choices": [...]}`, or records that hold
messages under `traj`, `messages` or `trajectory`. Goes out: Anthropic conversations, one a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from packlight.adapters.lines import Sample
from packlight.adapters.names import Names
from packlight.adapters.openai_messages import conversation_of, speaks_openai
from packlight.adapters.openai_writer import messages_of, tools_of
from packlight.adapters.usage import usage_of
from packlight.core.conversation import Conversation
from packlight.core.frozen import EMPTY, Frozen, freeze

NAME = "openai_chat"

_KEPT = ("model", "max_tokens", "temperature", "top_p")


def sniff(sample: Sample) -> int:
    """Sure of messages that Anthropic's API would not know, and of records with a `traj`."""
    items = [record.value for record in sample.objects]
    if any(_is_response(item) for item in items):
        return 70
    runs = [_run(item) for item in items]
    if any(run and speaks_openai(run) for run in runs) or speaks_openai(items):
        return 70
    # A `traj` is always a run of messages; those in which no tool was called have nothing else to be known by.
    return 60 if any(isinstance(item.get("traj"), list) and _has_role(item["traj"]) for item in items) else 0


def _is_response(item: Mapping[str, Any]) -> bool:
    choices = item.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return isinstance(first, Mapping) and isinstance(first.get("message"), Mapping)


def _run(item: Mapping[str, Any]) -> list[Any] | None:
    """The messages that a record holds."""
    if _is_response(item):
        return [item["choices"][0]["message"]]
    found = [item[key] for key in ("traj", "messages", "trajectory") if isinstance(item.get(key), list)]
    return next((run for run in found if _has_role(run)), None)


def _has_role(run: list[Any]) -> bool:
    return any(isinstance(message, Mapping) and "role" in message for message in run)


def read(sample: Sample) -> dict[str, Conversation]:
    """One conversation, or one for each run of the sample."""
    items = [record.value for record in sample.objects]
    runs = [(item, run) for item in items if (run := _run(item))]
    if not runs:
        messages = sample.value if isinstance(sample.value, list) else items
        return {"main": conversation_of(messages, NAME)}
    if len(runs) == 1 and isinstance(sample.value, Mapping):
        return {"main": _conversation(*runs[0])}
    names = Names()
    return {names.take(_name(item)): _conversation(item, run) for item, run in runs}


def _name(item: Mapping[str, Any]) -> Any:
    if "task_id" in item:
        trial = f"-trial-{item['trial']}" if isinstance(item.get("trial"), int) else ""
        return f"task-{str(item['task_id'])[:80]}{trial}"
    return next((item[key] for key in ("custom_id", "id", "instance_id", "name") if key in item), None)


def _conversation(item: Mapping[str, Any], run: list[Any]) -> Conversation:
    extra = Frozen({key: freeze(item[key]) for key in _KEPT if key in item and not _is_response(item)})
    whole = conversation_of(run, NAME, Conversation(extra=extra, tools=_tools(item.get("tools"))))
    usage = usage_of(item.get("usage"), max(0, len(whole) - 1))
    if usage is None or whole.source is None:
        return whole
    return replace(whole, source=replace(whole.source, usage=(*whole.source.usage, usage)))


def _tools(tools: Any) -> tuple[Frozen, ...]:
    """Function definitions as Anthropic tools; what is not one is kept as it is."""
    return tuple(_tool(tool) for tool in tools if isinstance(tool, Mapping)) if isinstance(tools, list) else ()


def _tool(tool: Mapping[str, Any]) -> Frozen:
    function = tool.get("function")
    if not isinstance(function, Mapping):
        return Frozen(freeze(tool))
    schema = freeze(function.get("parameters", EMPTY))
    known = {key: function[key] for key in ("name", "description") if key in function}
    return Frozen({**known, "input_schema": schema})


def write(conversation: Conversation) -> dict[str, Any]:
    """The chat completions request; thinking is left out, and so is the mark of an error: OpenAI has no place for them.

    >>> write(Conversation.from_api({"system": "Be kind.", "messages": [{"role": "user", "content": "hi"}]}))
    {'messages': [{'role': 'system', 'content': 'Be kind.'}, {'role': 'user', 'content': 'hi'}]}
    """
    kept = {key: conversation.extra[key] for key in _KEPT if key in conversation.extra}
    tools = tools_of(conversation)
    return {**kept, **({"tools": tools} if tools else {}), "messages": messages_of(conversation)}
