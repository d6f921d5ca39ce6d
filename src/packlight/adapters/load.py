"""Reading conversations from anywhere: a path, standard input, dicts and lists, SDK objects.

Comes in: a source. Goes out: one conversation (`load`) or all by name (`load_all`), each with its `source`. Called by
`api.py`. The format is found by what stands in the source, never by the name of a file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from packlight.adapters.formats import Format, detect
from packlight.adapters.lines import Sample, read_stream, sample_of_object
from packlight.core.conversation import Conversation, Source
from packlight.core.errors import UnreadableError, unknown_name
from packlight.core.messages import Message, Messages

KNOWN = "Anthropic, OpenAI, LangChain, Claude Code, Inspect, SWE-agent, mini-SWE-agent and pi"


def load(source: Any, name: str | None = None) -> Conversation:
    """Read one conversation: the main thread, or the first one of the source, or the one that `name` picks.

    Args:
        source: a path, `"-"` for standard input, a request or a list of messages, SDK objects, or a `Conversation`.
        name: a name that `load_all` gives.

    Raises:
        UnreadableError: the source cannot be read as a conversation.
        UserError: it has no conversation of that name.

    >>> load([{"role": "user", "content": "hi"}])
    <Conversation: 0 tools, 1 messages, 1 blocks>
    """
    everything = load_all(source)
    if name is None:
        return everything["main"] if "main" in everything else next(iter(everything.values()))
    if name not in everything:
        raise unknown_name("conversation", name, everything)
    return everything[name]


def load_all(source: Any) -> dict[str, Conversation]:
    """Read every conversation of a source, by name, in the order of the file; the main thread is `"main"`.

    Raises:
        UnreadableError: the source cannot be read as a conversation.

    >>> list(load_all([{"messages": [{"role": "user", "content": "a"}]}, {"messages": []}]))
    ['1', '2']
    """
    if isinstance(source, Conversation):
        return {source.source.name if source.source else "main": source}
    if isinstance(source, Message | Messages) or _are_messages(source):
        messages = [source] if isinstance(source, Message) else source
        return {"main": replace(Conversation.from_api(messages), source=Source("messages"))}
    if isinstance(source, str | os.PathLike):
        path = os.fsdecode(source)
        where = "standard input" if path == "-" else repr(path)
        return _conversations(_read_path(path, where), where, None if path == "-" else path)
    if source is None or isinstance(source, bytes | int | float):
        raise UnreadableError(
            f"cannot read a conversation from {type(source).__name__}: give a path, a dict or a list."
        )
    return _conversations(sample_of_object(source), f"this {type(source).__name__}", None)


def _are_messages(source: Any) -> bool:
    return isinstance(source, list | tuple) and any(isinstance(item, Message) for item in source)


def _read_path(path: str, where: str) -> Sample:
    if path == "-":
        return read_stream(sys.stdin.buffer, where)
    if path.lstrip()[:1] in ("{", "["):
        raise UnreadableError("this is JSON text, not a path: give json.loads(text), or the path of a file.")
    try:
        if Path(path).is_dir():
            raise UnreadableError(f"{where} is a directory: name a file in it.")
        with open(path, "rb") as stream:
            return read_stream(stream, where)
    except FileNotFoundError:
        raise UnreadableError(f"{where} does not exist: check the path.") from None
    except PermissionError:
        raise UnreadableError(f"{where} may not be read: check its permissions.") from None
    except (OSError, ValueError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(f"{where} cannot be read: {getattr(error, 'strerror', None) or error}.") from None


def _conversations(sample: Sample, where: str, path: str | None) -> dict[str, Conversation]:
    format = detect(sample)
    if format is None:
        raise UnreadableError(f"{where} holds no conversation{_why(sample)}: {KNOWN} formats are read.")
    if sample.has_nan and not getattr(format, "NAN_IS_HARMLESS", False):
        raise UnreadableError(
            f"{where} holds NaN or an infinity, which JSON does not have: put null or a number there."
        )
    found = format.read(sample)
    if not found:
        raise UnreadableError(f"{where} is in the {format.NAME} format, but holds no conversation.")
    return {name: _with_source(found[name], name, format, sample, path) for name in found}


def _why(sample: Sample) -> str:
    """What was found instead."""
    if sample.problem:
        return f" ({len(sample.records)} lines of JSON, {len(sample.skipped)} that are not)"
    if isinstance(sample.value, Mapping):
        keys = ", ".join(repr(str(key)[:20]) for key in list(sample.value)[:4])
        return f" (an object with {keys})" if keys else " (an empty object)"
    return f" (a JSON {type(sample.value).__name__})"


def _with_source(
    conversation: Conversation, name: str, format: Format, sample: Sample, path: str | None
) -> Conversation:
    source = conversation.source or Source(format.NAME)
    skipped = tuple(sorted({*source.skipped_lines, *sample.skipped}))
    notes = (*sample.notes, *source.notes)
    return replace(conversation, source=replace(source, path=path, name=name, skipped_lines=skipped, notes=notes))
