"""Checking, mending, weighing and packing: the façade over the core.

Comes in: anything that is a conversation, and names. Goes out: the core's results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from packlight.adapters.counters import resolve_counter
from packlight.adapters.language import language
from packlight.adapters.summarizers import named_summarizer
from packlight.api.resolve import (
    DEFAULT_WINDOW,
    conversation_of,
    resolve_capabilities,
    resolve_strategy,
    resolve_summarizer,
)
from packlight.core import budget as core_budget
from packlight.core import compact as core_compact
from packlight.core import context as core_context
from packlight.core import lost as core_lost
from packlight.core import prepare as core_prepare
from packlight.core import repair as core_repair
from packlight.core import rules as core_rules
from packlight.core import tokens as core_tokens
from packlight.core.compact import Compacted
from packlight.core.comparison import Row
from packlight.core.comparison import compare as compare_strategies
from packlight.core.context import Prepared
from packlight.core.lost import Lost
from packlight.core.proposal import Proposal, propose
from packlight.core.repair import Mended
from packlight.core.rules import Capabilities, Report
from packlight.core.state import State
from packlight.core.strategies import Strategy
from packlight.core.summarizers import Summarizer
from packlight.core.tokens import Count, TokenCounter
from packlight.simulation.scenarios import Session


def validate(
    conv: Any,
    model: str | None = None,
    capabilities: Capabilities | None = None,
    endpoint: str = "first_party",
    running: Iterable[str] = (),
) -> Report:
    """Say what the Messages API would refuse, and where.

    Args:
        conv: a conversation, a payload, messages, SDK objects or a path.
        model: a model of the table, whose rules then hold; None reads what depends on the model strictly.
        capabilities: what the model takes, given by hand; it wins over `model`.
        endpoint: `"first_party"`, or `"strict"` for servers that merge nothing.
        running: ids of calls that are still at work.

    >>> validate([{"role": "assistant", "content": "hi"}]).findings[0].code
    'first_not_user'
    """
    able = resolve_capabilities(model, capabilities)
    talk = conversation_of(conv)
    return core_rules.validate(talk, capabilities=able, endpoint=endpoint, running=tuple(running))


def repair(
    conv: Any, model: str | None = None, capabilities: Capabilities | None = None, running: Iterable[str] = ()
) -> Mended:
    """Mend a history without losing a word of a human or a real result; `.changes` is empty when nothing was wrong.

    >>> repair([{"role": "user", "content": "hi"}]).changes
    ()
    """
    able = resolve_capabilities(model, capabilities)
    return core_repair.repair(conversation_of(conv), capabilities=able, running=tuple(running))


def count_tokens(conv: Any, counter: str | TokenCounter = "tiktoken") -> Count:
    """Weigh a conversation: total = system + tools + messages.

    >>> count_tokens([{"role": "user", "content": "hello"}]).estimated
    True
    """
    talk, weigher = conversation_of(conv), resolve_counter(counter)
    # The API's own counter knows more of a whole request than the sum of its texts.
    exact = getattr(weigher, "count_conversation", None)
    return exact(talk) if exact is not None else core_tokens.count(talk, weigher)


def compact(
    conv: Any,
    window: int = DEFAULT_WINDOW,
    strategy: str | list[str] | Strategy = "sliding_window",
    threshold: float = 0.87,
    reserve: int = 0,
    *,
    summarizer: Summarizer | str | None = None,
    force: bool = False,
    counter: str | TokenCounter | None = None,
    limit_tokens: int | None = None,
    time_limit_s: float | None = None,
    **options: Any,
) -> Compacted:
    """Make a conversation smaller on purpose, when that is due or with `force=True`.

    Never raises for a failed compaction: `.reason` says how it ended, and `.conversation` then equals the input.

    Args:
        summarizer: a callable, or `"offline"` (the default), `"anthropic"`, `"anthropic:MODEL"` with a key in the
            environment.

    >>> compact([{"role": "user", "content": "hi"}], window=1_000).reason
    'not_needed'
    """
    plan_by, lang = resolve_strategy(strategy, options), language()
    return core_compact.compact(
        conversation_of(conv),
        budget=core_budget.Budget(window, threshold, reserve),
        strategy=plan_by,
        summarizer=resolve_summarizer(summarizer, plan_by, lang, time_limit_s),
        counter=resolve_counter(counter or "tiktoken"),
        force=force,
        limit_tokens=limit_tokens,
        lang=lang,
    )


def lost(result: Compacted) -> Lost:
    """What a compaction lost: messages, and the paths, numbers, commands and human rules that stand nowhere any more.

    >>> lost(compact([{"role": "user", "content": "hi"}], window=1_000)).say("en")
    ['nothing was lost: the history is as it was']
    """
    return core_lost.lost(result)


def plan(
    conv: Any,
    window: int = DEFAULT_WINDOW,
    strategy: str | list[str] | Strategy = "sliding_window",
    threshold: float = 0.87,
    reserve: int = 0,
    *,
    counter: str | TokenCounter | None = None,
    limit_tokens: int | None = None,
    **options: Any,
) -> Proposal:
    """What `compact(..., force=True)` would decide and cost, before anything runs: nothing is called or changed.

    >>> talk = [{"role": role, "content": "word " * 50} for role in ("user", "assistant", "user")]
    >>> plan(talk, window=1_000, strategy="summary").calls
    1
    """
    return propose(
        conversation_of(conv),
        budget=core_budget.Budget(window, threshold, reserve),
        strategy=resolve_strategy(strategy, options),
        counter=resolve_counter(counter or "tiktoken"),
        limit_tokens=limit_tokens,
        lang=language(),
    )


def compare(
    conv: Any,
    strategies: Iterable[Any],
    window: int = DEFAULT_WINDOW,
    threshold: float = 0.87,
    *,
    facts: Iterable[str] | None = None,
    summarizer: Summarizer | str | None = None,
    counter: str | TokenCounter | None = None,
    price_usd: Callable[[int, int], float] | None = None,
) -> tuple[Row, ...]:
    """A fair table: the same history packed by each strategy, with tokens, facts kept, price and cached prefix left.

    Args:
        facts: texts to look for, word for word; None: those planted in the scenario, where `conv` is one.

    >>> talk = [{"role": role, "content": "word " * 50} for role in ("user", "assistant", "user")]
    >>> [row.strategy for row in compare(talk, ["sliding_window", "summary"], window=200)]
    ['sliding_window', 'summary']
    """
    lang, wanted = language(), summarizer if summarizer is not None else "offline"
    return compare_strategies(
        conversation_of(conv),
        [resolve_strategy(strategy, {}) for strategy in strategies],
        budget=core_budget.Budget(window, threshold),
        counter=resolve_counter(counter or "tiktoken"),
        facts=facts if facts is not None else (conv.needles if isinstance(conv, Session) else ()),
        summarizer=named_summarizer(wanted, lang) if isinstance(wanted, str) else wanted,
        lang=lang,
        price_usd=price_usd,
    )


def prepare_messages(state: Any, ctx: core_context.Context) -> Prepared:
    """Get messages ready for a request: normalise, inject, judge, compact, break. See `core.prepare`.

    >>> from packlight.api.resolve import Context
    >>> ready = prepare_messages([{"role": "user", "content": "hi"}], Context(20_000))
    >>> ready.reason, [event.kind for event in ready.events]
    ('not_needed', ['normalise', 'inject', 'judge'])
    """
    return core_prepare.prepare_messages(state if isinstance(state, State) else State(conversation_of(state)), ctx)
