"""Strategies by name, with their options checked.

Comes in: a name, a list of names, or a strategy. Goes out: a strategy. Called by `api.py`, `cli.py` and policies, so
that a slider, a flag and a keyword all mean the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from packlight.core.errors import OptionError, UserError, unknown_name
from packlight.core.strategies.compose import Compose
from packlight.core.strategies.contract import Options, Strategy
from packlight.core.strategies.drop_thinking import DropThinking
from packlight.core.strategies.fallback import FallbackTrim
from packlight.core.strategies.sliding_window import SlidingWindow
from packlight.core.strategies.structured import StructuredRetention
from packlight.core.strategies.summary import SummaryReplacement
from packlight.core.strategies.tool_result_trim import ToolResultTrim

STRATEGIES: dict[str, type[Options]] = {
    "sliding_window": SlidingWindow,
    "summary": SummaryReplacement,
    "structured": StructuredRetention,
    "tool_result_trim": ToolResultTrim,
    "drop_thinking": DropThinking,
}
"""What a person can choose from."""
KNOWN: dict[str, type[Options]] = {**STRATEGIES, "fallback_trim": FallbackTrim}
"""The cheap trim has a name too, though nobody has to choose it: it follows a failure by itself."""


def options_of(strategy: object) -> tuple[str, ...]:
    """Names of the options that a strategy takes, its class or one of its values.

    >>> options_of(DropThinking)
    ('keep_turns', 'limit_tokens', 'pin')
    """
    return tuple(sorted(option.name for option in fields(strategy))) if is_dataclass(strategy) else ()


def make_strategy(
    strategy: object = "sliding_window", flags: Mapping[str, bool] | None = None, **options: Any
) -> Strategy:
    """A strategy by name, by a list of names (composed in that order), or one that exists, with options.

    Raises:
        UserError: a name that nobody knows, or an option with a value that makes no sense.
        OptionError: an option that none of the strategies takes; the message names those that are taken.

    >>> make_strategy("sliding_window", keep_last=6).name
    'sliding_window'
    >>> make_strategy(["tool_result_trim", "summary"], keep_recent=2).name
    'tool_result_trim+summary'
    """
    given = {name: value for name, value in options.items() if value is not None}
    many = _listed(strategy)
    parts = [_found(part) for part in many]
    if not parts:
        raise UserError("no strategy was named: give one of " + ", ".join(STRATEGIES))
    taken = [options_of(part) for part in parts]
    _refuse_strangers(given, parts, taken)
    made = [
        _made(part, {name: given[name] for name in given if name in takes})
        for part, takes in zip(parts, taken, strict=True)
    ]
    if len(made) == 1 and not flags:
        return made[0]
    return Compose(made, flags)


def _listed(strategy: object) -> list[Any]:
    if isinstance(strategy, str):
        return [name for name in re.split(r"[,+\s]+", strategy) if name]
    return list(strategy) if isinstance(strategy, list | tuple) else [strategy]


def _found(part: object) -> Any:
    """A strategy's class for a name, or the strategy as it is."""
    if isinstance(part, str):
        if part not in KNOWN:
            raise unknown_name("strategy", part, STRATEGIES)
        return KNOWN[part]
    if not callable(getattr(part, "plan", None)):
        names = ", ".join(STRATEGIES)
        raise UserError(f"strategy is {part!r}: give a name ({names}), a list of names, or a strategy with plan()")
    return part


def _refuse_strangers(given: Mapping[str, Any], parts: list[Any], taken: list[tuple[str, ...]]) -> None:
    known = sorted({name for takes in taken for name in takes})
    strangers = [name for name in given if name not in known]
    if strangers:
        names = " + ".join([str(getattr(part, "name", part)) for part in parts])
        raise OptionError(f"{names} takes no option {strangers[0]!r}: it takes {', '.join(known) or 'none'}")


def _made(part: Any, given: dict[str, Any]) -> Strategy:
    if isinstance(part, type):
        made: Strategy = part(**given)
        return made
    changed: Strategy = replace(part, **given) if given else part
    return changed
