"""Checking, mending, weighing and packing: the façade over the core.

Comes in: anything that is a conversation, and names. Goes out: the core's results.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from packlight.adapters.counters import resolve_counter
from packlight.adapters.time_limit import TimeLimited
from packlight.api.resolve import DEFAULT_WINDOW, conversation_of, language, resolve_capabilities
from packlight.core import budget as core_budget
from packlight.core import compact as core_compact
from packlight.core import context as core_context
from packlight.core import prepare as core_prepare
from packlight.core import repair as core_repair
from packlight.core import rules as core_rules
from packlight.core import tokens as core_tokens
from packlight.core.compact import Compacted
from packlight.core.context import Prepared
from packlight.core.repair import Mended
from packlight.core.rules import Capabilities, Report
from packlight.core.state import State
from packlight.core.strategies import Strategy, make_strategy
from packlight.core.summarizers import Summarizer, extractive
from packlight.core.tokens import Count, TokenCounter


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
    return core_tokens.count(conversation_of(conv), resolve_counter(counter))


def compact(
    conv: Any,
    window: int = DEFAULT_WINDOW,
    strategy: str | list[str] | Strategy = "sliding_window",
    threshold: float = 0.87,
    reserve: int = 0,
    *,
    summarizer: Summarizer | None = None,
    force: bool = False,
    counter: str | TokenCounter | None = None,
    limit_tokens: int | None = None,
    time_limit_s: float | None = None,
    **options: Any,
) -> Compacted:
    """Make a conversation smaller on purpose, when that is due or with `force=True`.

    Never raises for a failed compaction: `.reason` says how it ended, and `.conversation` then equals the input.

    >>> compact([{"role": "user", "content": "hi"}], window=1_000).reason
    'not_needed'
    """
    plan_by = make_strategy(strategy, **options)
    lang = language()
    if summarizer is not None and time_limit_s is not None:
        summarizer = TimeLimited(summarizer, time_limit_s)
    return core_compact.compact(
        conversation_of(conv),
        budget=core_budget.Budget(window, threshold, reserve),
        strategy=plan_by,
        summarizer=summarizer if summarizer is not None or not plan_by.needs_summarizer else extractive(lang),
        counter=resolve_counter(counter or "tiktoken"),
        force=force,
        limit_tokens=limit_tokens,
        lang=lang,
    )


def prepare_messages(state: Any, ctx: core_context.Context) -> Prepared:
    """Get messages ready for a request: normalise, inject, judge, compact, break. See `core.prepare`.

    >>> from packlight.api.resolve import Context
    >>> ready = prepare_messages([{"role": "user", "content": "hi"}], Context(20_000))
    >>> ready.reason, [event.kind for event in ready.events]
    ('not_needed', ['normalise', 'inject', 'judge'])
    """
    return core_prepare.prepare_messages(state if isinstance(state, State) else State(conversation_of(state)), ctx)
