"""What the API can pack by itself, on its own side: `compaction` and the clearing of old tool results and thinking.

Comes in: names, with options where they are wanted. Goes out: the `context_management` of a request and the beta names
that it needs. Called by the façade of a live run. Fields, defaults and limits are those of the API's pages on
compaction and context editing (read 2026-12-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from packlight.core.errors import OptionError, UserError, unknown_name

LEAST_TRIGGER_TOKENS = 50_000
"""The API starts a compaction of its own at no fewer input tokens."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One kind of edit: its type, the beta it belongs to, and what may be set."""

    type: str
    beta: str
    options: tuple[str, ...]


# In the order in which the API wants them listed: thinking first.
EDITS: dict[str, Edit] = {
    "clear_thinking": Edit("clear_thinking_20251015", "context-management-2025-06-27", ("keep",)),
    "clear_tool_uses": Edit(
        "clear_tool_uses_20250919",
        "context-management-2025-06-27",
        ("trigger_tokens", "keep", "clear_at_least_tokens", "exclude_tools", "clear_tool_inputs"),
    ),
    "compact": Edit(
        "compact_20260112", "compact-2026-01-12", ("trigger_tokens", "instructions", "pause_after_compaction")
    ),
}
_TOKENS = {"trigger_tokens": "trigger", "clear_at_least_tokens": "clear_at_least"}
_KEPT = {"clear_thinking": "thinking_turns", "clear_tool_uses": "tool_uses"}


@dataclass(frozen=True, slots=True)
class ServerSide:
    """What goes into a request: `extra` fields, and the betas that allow them."""

    extra: dict[str, Any]
    betas: tuple[str, ...]


def server_side(wanted: str | Iterable[str] | Mapping[str, Mapping[str, Any]] | None) -> ServerSide:
    """The edits of those names: one, several, or a mapping of name to options.

    Raises:
        UserError: a name nobody knows, or a trigger that the API does not take.
        OptionError: an option that the edit does not have.

    >>> server_side({"compact": {"trigger_tokens": 60_000}}).extra["context_management"]["edits"]
    [{'type': 'compact_20260112', 'trigger': {'type': 'input_tokens', 'value': 60000}}]
    """
    if not wanted:
        return ServerSide({}, ())
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    for name in names:
        if name not in EDITS:
            raise unknown_name("server-side edit", name, EDITS)
    options = wanted if isinstance(wanted, Mapping) else {}
    chosen = [name for name in EDITS if name in names]
    edits = [_edit(name, options.get(name) or {}) for name in chosen]
    return ServerSide({"context_management": {"edits": edits}}, tuple(dict.fromkeys(EDITS[n].beta for n in chosen)))


def _edit(name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    edit, out = EDITS[name], {"type": EDITS[name].type}
    for option, value in options.items():
        if option not in edit.options:
            raise OptionError(f"{name} takes no {option!r}: it takes {', '.join(edit.options)}")
        out[_TOKENS.get(option, option)] = _value(name, option, value)
    return out


def _value(name: str, option: str, value: Any) -> Any:
    """An option as the API writes it: numbers carry what they count."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if option in _TOKENS:
        least = LEAST_TRIGGER_TOKENS if name == "compact" else 1
        if not whole or value < least:
            raise UserError(f"{option} of {name} is {value!r}: give tokens, {least:,} or more")
        return {"type": "input_tokens", "value": value}
    return {"type": _KEPT[name], "value": value} if option == "keep" and whole else value
