"""Names, paths and foreign objects become the core's objects here, and nowhere else.

Comes in: what people have at hand. Goes out: conversations, budgets, contexts, ledgers. Called by the façade's other
rooms.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from packlight.adapters.catalogue import capabilities_of, facts_of
from packlight.adapters.counters import resolve_counter
from packlight.adapters.language import language
from packlight.adapters.load import load
from packlight.adapters.summarizers import named_summarizer
from packlight.adapters.time_limit import TimeLimited
from packlight.core import budget as core_budget
from packlight.core import context as core_context
from packlight.core import ledger as core_ledger
from packlight.core.compact import Compacted
from packlight.core.context import Prepared
from packlight.core.conversation import Conversation
from packlight.core.errors import unknown_name
from packlight.core.repair import Mended
from packlight.core.rules import Capabilities
from packlight.core.state import State
from packlight.core.strategies import STRATEGIES, Strategy, make_strategy
from packlight.core.summarizers import Summarizer, extractive
from packlight.core.tokens import TokenCounter
from packlight.simulation.scenarios import Session, session

DEFAULT_WINDOW = 200_000
"""Tokens of the window where nobody says otherwise: what most models of today can read at least."""
LESSON_WINDOW = 20_000
"""Tokens of the lessons' window: small and round, so that numbers can be followed by eye."""


def scenario(name: str, lang: str | None = None) -> Session:
    """A session that ships with the package: conversation, title, and the facts planted in it; see `scenarios()`.

    >>> scenario("bug_hunt", lang="en").needles[0]
    'INC-2093'
    """
    return session(name, language(lang))


def conversation_of(value: Any) -> Conversation:
    """A conversation from anything that can be one: itself, a payload, messages, SDK objects, or a path to load."""
    if isinstance(value, State | Prepared | Compacted | Mended | Session):
        return value.conversation
    if isinstance(value, str | os.PathLike):
        return load(value)
    return Conversation.from_api(value)


def resolve_capabilities(model: str | None, capabilities: Capabilities | None) -> Capabilities | None:
    """What the model takes: given by hand, by the model table, or None where neither is named."""
    return capabilities if capabilities is not None or model is None else capabilities_of(model)


def features() -> dict[str, bool]:
    """The feature flags of `PACKLIGHT_FEATURES`: strategies by name, `name` or `name=1` on, `name=0` off.

    They switch parts of a composed strategy off, as in `PACKLIGHT_FEATURES="drop_thinking=0,tool_result_trim"`.
    """
    flags = {}
    for part in os.environ.get("PACKLIGHT_FEATURES", "").split(","):
        name, _, value = part.strip().partition("=")
        if name:
            if name not in STRATEGIES:
                raise unknown_name("feature in PACKLIGHT_FEATURES", name, STRATEGIES)
            flags[name] = value.strip().lower() not in ("0", "off", "false", "no")
    return flags


def resolve_strategy(strategy: Any, options: Mapping[str, Any]) -> Strategy:
    """The strategy of that name or those names; `flags` among the options wins over the environment's features."""
    flags = options.get("flags")
    rest = {name: value for name, value in options.items() if name != "flags"}
    many = isinstance(strategy, list | tuple) or (isinstance(strategy, str) and "," in strategy)
    return make_strategy(strategy, flags if flags is not None else (features() if many else None), **rest)


def resolve_summarizer(
    summarizer: Summarizer | str | None, strategy: Strategy, lang: str, time_limit_s: float | None = None
) -> Summarizer | None:
    """The summarizer given or named, within its time limit; the offline one where one is needed and none is given.

    Names: `"offline"`, `"anthropic"`, `"anthropic:MODEL"`.
    """
    if summarizer is None:
        return extractive(lang) if strategy.needs_summarizer else None
    if isinstance(summarizer, str):
        return named_summarizer(summarizer, lang, time_limit_s=time_limit_s)
    return TimeLimited(summarizer, time_limit_s) if time_limit_s is not None else summarizer


class Ledger(core_ledger.Ledger):
    """Running totals of a conversation; see `packlight.core.ledger.Ledger`.

    >>> ledger = Ledger([{"role": "user", "content": "hello"}])
    >>> before = ledger.total
    >>> ledger.append({"role": "assistant", "content": "hi"})
    >>> ledger.total > before
    True
    """

    def __init__(self, conv: Any = (), counter: str | TokenCounter = "tiktoken") -> None:
        super().__init__(conversation_of(conv), resolve_counter(counter))


class Budget(core_budget.Budget):
    """Window, threshold and reserve; with `model=` window and reserve come from the model table.

    >>> Budget(window=20_000).due(17_400)
    True
    """

    def __init__(
        self, window: int | None = None, threshold: float = 0.87, reserve: int | None = None, model: str | None = None
    ) -> None:
        facts = facts_of(model) if model is not None else None
        if window is None:
            window = facts.window if facts else DEFAULT_WINDOW
        if reserve is None:
            # A window that is smaller than the model's keeps the same share free, or nothing would be left of it.
            reserve = facts.max_output * window // max(facts.window, window) if facts else 0
        super().__init__(window, threshold, reserve)


class Context(core_context.Context):
    """How to prepare; names are resolved here. See `packlight.core.prepare.Context` for what each argument means.

    `budget` may be a window in tokens; `strategy` a name or a list of names, whose options follow as keywords.
    """

    def __init__(
        self,
        budget: core_budget.Budget | int | None = None,
        strategy: str | list[str] | Strategy = "sliding_window",
        summarizer: Summarizer | str | None = None,
        counter: str | TokenCounter = "tiktoken",
        *,
        model: str | None = None,
        capabilities: Capabilities | None = None,
        tools: Iterable[Mapping[str, Any]] | None = None,
        lang: str | None = None,
        time_limit_s: float | None = None,
        **rest: Any,
    ) -> None:
        known = {name: rest.pop(name) for name in _CONTEXT_FIELDS if name in rest}
        plan_by = resolve_strategy(strategy, rest)
        spoken = language(lang)
        super().__init__(
            budget=budget if isinstance(budget, core_budget.Budget) else Budget(budget, model=model),
            strategy=plan_by,
            summarizer=resolve_summarizer(summarizer, plan_by, spoken, time_limit_s),
            counter=resolve_counter(counter),
            capabilities=resolve_capabilities(model, capabilities),
            tools=tuple(tools) if tools is not None else None,
            lang=spoken,
            **known,
        )


_CONTEXT_FIELDS = (
    "system",
    "claude_md",
    "trigger",
    "on_open",
    "clock",
    "limit_tokens",
    "price_usd",
    "listener",
)
