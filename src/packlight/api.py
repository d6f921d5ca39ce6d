"""The façade: what `import packlight as pl` offers.

Comes in: what people have at hand (names, paths, dicts, SDK objects). Goes out: the core's objects and results. This is
the only room that resolves names, loads paths and registers pictures; everything below it takes objects.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from packlight.adapters.catalogue import capabilities_of, facts_of
from packlight.adapters.counters import resolve_counter
from packlight.adapters.load import load, load_all
from packlight.core import budget as core_budget
from packlight.core import compact as core_compact
from packlight.core import context as core_context
from packlight.core import ledger as core_ledger
from packlight.core import prepare as core_prepare
from packlight.core import repair as core_repair
from packlight.core import rules as core_rules
from packlight.core import tokens as core_tokens
from packlight.core.compact import Compacted
from packlight.core.context import Prepared
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.repair import Mended
from packlight.core.rules import Capabilities, Report
from packlight.core.state import State
from packlight.core.strategies import Strategy, make_strategy
from packlight.core.summarizers import Summarizer, extractive
from packlight.core.tokens import Count, TokenCounter
from packlight.simulation.film import Film
from packlight.simulation.policy import Policy
from packlight.simulation.run import run
from packlight.simulation.scenarios import SAMPLE, session
from packlight.simulation.scenarios import names as scenarios
from packlight.simulation.still import still
from packlight.simulation.windows import fitting_film

DEFAULT_WINDOW = 200_000
"""Tokens of the window where nobody says otherwise: what most models of today can read at least."""
LESSON_WINDOW = 20_000
"""Tokens of the lessons' window: small and round, so that numbers can be followed by eye."""


def language(lang: str | None = None) -> str:
    """The language to speak: the one given, `PACKLIGHT_LANG`, the name of the working directory, else English."""
    for name in (lang, os.environ.get("PACKLIGHT_LANG"), Path.cwd().name):
        if name and name.lower().split("-")[0].split("_")[0] in ("en", "zh"):
            return name.lower()[:2]
    if lang:
        raise UserError(f"lang is {lang!r}: give 'en' or 'zh'")
    return "en"


def conversation_of(value: Any) -> Conversation:
    """A conversation from anything that can be one: itself, a payload, messages, SDK objects, or a path to load."""
    if isinstance(value, State | Prepared | Compacted | Mended):
        return value.conversation
    if isinstance(value, str | os.PathLike):
        return load(value)
    return Conversation.from_api(value)


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
    able = _capabilities(model, capabilities)
    talk = conversation_of(conv)
    return core_rules.validate(talk, capabilities=able, endpoint=endpoint, running=tuple(running))


def repair(
    conv: Any, model: str | None = None, capabilities: Capabilities | None = None, running: Iterable[str] = ()
) -> Mended:
    """Mend a history without losing a word of a human or a real result; `.changes` is empty when nothing was wrong.

    >>> repair([{"role": "user", "content": "hi"}]).changes
    ()
    """
    able = _capabilities(model, capabilities)
    return core_repair.repair(conversation_of(conv), capabilities=able, running=tuple(running))


def _capabilities(model: str | None, capabilities: Capabilities | None) -> Capabilities | None:
    return capabilities if capabilities is not None or model is None else capabilities_of(model)


def count_tokens(conv: Any, counter: str | TokenCounter = "tiktoken") -> Count:
    """Weigh a conversation: total = system + tools + messages.

    >>> count_tokens([{"role": "user", "content": "hello"}]).estimated
    True
    """
    return core_tokens.count(conversation_of(conv), resolve_counter(counter))


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
            reserve = facts.max_output if facts else 0
        super().__init__(window, threshold, reserve)


def compact(
    conv: Any,
    window: int = DEFAULT_WINDOW,
    strategy: str | list[str] | Strategy = "sliding_window",
    threshold: float = 0.87,
    reserve: int = 0,
    summarizer: Summarizer | None = None,
    force: bool = False,
    counter: str | TokenCounter | None = None,
    limit_tokens: int | None = None,
    **options: Any,
) -> Compacted:
    """Make a conversation smaller on purpose, when that is due or with `force=True`.

    Never raises for a failed compaction: `.reason` says how it ended, and `.conversation` then equals the input.

    >>> compact([{"role": "user", "content": "hi"}], window=1_000).reason
    'not_needed'
    """
    plan_by = make_strategy(strategy, **options)
    lang = language()
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


class Context(core_context.Context):
    """How to prepare; names are resolved here. See `packlight.core.prepare.Context` for what each argument means.

    `budget` may be a window in tokens; `strategy` a name or a list of names, whose options follow as keywords.
    """

    def __init__(
        self,
        budget: core_budget.Budget | int | None = None,
        strategy: str | list[str] | Strategy = "sliding_window",
        summarizer: Summarizer | None = None,
        counter: str | TokenCounter = "tiktoken",
        *,
        model: str | None = None,
        capabilities: Capabilities | None = None,
        tools: Iterable[Mapping[str, Any]] | None = None,
        lang: str | None = None,
        **rest: Any,
    ) -> None:
        known = {name: rest.pop(name) for name in _CONTEXT_FIELDS if name in rest}
        plan_by = make_strategy(strategy, **rest)
        spoken = language(lang)
        if summarizer is None and plan_by.needs_summarizer:
            summarizer = extractive(spoken)
        super().__init__(
            budget=budget if isinstance(budget, core_budget.Budget) else Budget(budget, model=model),
            strategy=plan_by,
            summarizer=summarizer,
            counter=resolve_counter(counter),
            capabilities=_capabilities(model, capabilities),
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
    "time_limit_s",
    "price_usd",
)


def prepare_messages(state: Any, ctx: core_context.Context) -> Prepared:
    """Get messages ready for a request: normalise, inject, judge, compact, break. See `core.prepare`.

    >>> ready = prepare_messages([{"role": "user", "content": "hi"}], Context(20_000))
    >>> ready.reason, [event.kind for event in ready.events]
    ('not_needed', ['normalise', 'inject', 'judge'])
    """
    return core_prepare.prepare_messages(state if isinstance(state, State) else State(conversation_of(state)), ctx)


def simulate(
    scenario: Any = SAMPLE,
    policy: Policy | None = None,
    seed: int = 0,
    *,
    lang: str | None = None,
    title: str | None = None,
    price_usd: Callable[[int, int], float] | None = None,
) -> Film:
    """Replay a scenario, a conversation or a file turn by turn, and record it as a film.

    Args:
        scenario: the name of a scenario, or anything that is a conversation.
        policy: window, strategy, failures …; None is the lessons' window of 20,000 tokens.
        seed: kept in the film; the same seed gives the same bytes.

    >>> film = simulate("bug_hunt", Policy(window=20_000))
    >>> film.frames[-1].compactions >= 1
    True
    """
    spoken = language(lang)
    shown = _subject(scenario, spoken, title)
    policy = policy if policy is not None else Policy(LESSON_WINDOW)
    counter = resolve_counter(policy.counter or "tiktoken")
    return run(policy=policy, counter=counter, lang=spoken, seed=seed, price_usd=price_usd, **shown)


def auto_film(scenario: Any, make_policy: Callable[[int], Policy], *, lang: str | None = None) -> Film:
    """The film in the largest round window at which something happens: two compactions, or the whole failure script."""
    spoken = language(lang)
    shown = _subject(scenario, spoken, None)
    counter = resolve_counter(make_policy(DEFAULT_WINDOW).counter or "tiktoken")
    return fitting_film(make_policy=make_policy, counter=counter, lang=spoken, **shown)


def _subject(scenario: Any, lang: str, title: str | None) -> dict[str, Any]:
    """Conversation, title, name and facts of what is to be replayed."""
    if isinstance(scenario, str) and not _looks_like_path(scenario):
        found = session(scenario, lang)
        given = {"conversation": found.conversation, "scenario": found.name, "facts": found.facts}
        return given | {"title": title or found.title}
    talk = conversation_of(scenario)
    path = talk.source.path if talk.source else None
    return {"conversation": talk, "scenario": "", "title": title or (Path(path).name if path else "")}


def _looks_like_path(text: str) -> bool:
    return text not in scenarios() and (
        text == "-" or "." in text or "/" in text or "\\" in text or Path(text).exists()
    )


def still_film(conv: Any, window: int = DEFAULT_WINDOW, *, counter: Any = None, lang: str | None = None) -> Film:
    """A film of one frame: the conversation as it stands, findings marked."""
    talk, spoken = conversation_of(conv), language(lang)
    found = core_rules.validate(talk).findings
    title = Path(talk.source.path).name if talk.source and talk.source.path else ""
    weigher = resolve_counter(counter or "tiktoken")
    return still(talk, core_budget.Budget(window), counter=weigher, findings=found, title=title, lang=spoken)


def show(conv: Any, window: int = DEFAULT_WINDOW, *, lang: str | None = None, **looks: Any) -> Any:
    """Draw a conversation on the stage, in a notebook; gives the stage."""
    return play(still_film(conv, window, lang=lang), **looks)


def play(film: Any, policy: Policy | None = None, **looks: Any) -> Any:
    """Play a film on the stage, in a notebook; gives the stage. A conversation or scenario is replayed first."""
    from packlight.views.stage import Stage

    shown = film if isinstance(film, Film) else simulate(film, policy)
    return Stage(film=shown.to_json(), lang=shown.lang, **looks)


def _page(film: Film) -> str:
    from packlight.views.export import film_html

    return film_html(film.to_json(), lang=film.lang, title=film.title or "Packlight")


Film.exporter = staticmethod(_page)


__all__ = [
    "Budget",
    "Capabilities",
    "Compacted",
    "Context",
    "Conversation",
    "Count",
    "Film",
    "Ledger",
    "Policy",
    "Prepared",
    "Report",
    "State",
    "auto_film",
    "compact",
    "conversation_of",
    "count_tokens",
    "language",
    "load",
    "load_all",
    "play",
    "prepare_messages",
    "repair",
    "scenarios",
    "show",
    "simulate",
    "still_film",
    "validate",
]
