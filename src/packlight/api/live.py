"""A run with a real model: the façade over the agent loop and the camera.

Comes in: a task in words, names. Goes out: a `LiveRun`. The only call of Packlight that costs money: it needs a key in
the environment and says so where there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from typing import Any

from packlight.adapters.anthropic_summarizer import DEFAULT_MODEL
from packlight.adapters.api_client import make_client, require_key
from packlight.adapters.catalogue import prices_of
from packlight.adapters.language import language
from packlight.adapters.live import Agent
from packlight.adapters.live_edits import server_side as edits_of
from packlight.adapters.live_tools import Toolbox
from packlight.adapters.summarizers import named_summarizer
from packlight.api.costs import summary_price
from packlight.api.resolve import LESSON_WINDOW, Context, conversation_of
from packlight.core import budget as core_budget
from packlight.core.breaker import Breaker
from packlight.core.conversation import Usage
from packlight.core.errors import UserError
from packlight.core.price import Use
from packlight.core.state import State
from packlight.core.strategies import Strategy
from packlight.core.summarizers import Summarizer
from packlight.core.tokens import TokenCounter
from packlight.simulation.live_run import LiveRun, run_live
from packlight.simulation.workspace import workspace

SYSTEM = {
    "en": "You are a careful agent who looks things up with the tools before answering, and answers briefly.",
    "zh": "你是一个细心的智能体：先用工具查清楚再回答，回答要简短。",
}


def live(
    task: str | Sequence[str],
    model: str = DEFAULT_MODEL,
    *,
    window: int = LESSON_WINDOW,
    strategy: str | list[str] | Strategy = "summary",
    threshold: float = 0.87,
    reserve: int | None = None,
    max_requests: int = 12,
    max_tokens: int = 2_000,
    summarizer: Summarizer | str = "anthropic",
    counter: str | TokenCounter = "tiktoken",
    history: Any = None,
    files: Mapping[str, str] | None = None,
    system: str | None = None,
    server_side: str | Iterable[str] | Mapping[str, Mapping[str, Any]] | None = None,
    breaker: Breaker | None = None,
    on_open: str = "raise",
    on_text: Callable[[str], None] | None = None,
    base_url: str | None = None,
    time_limit_s: float = 120.0,
    max_retries: int = 2,
    lang: str | None = None,
    title: str | None = None,
    **options: Any,
) -> LiveRun:
    """Let a small real agent work on a task, packing its messages before every request, and film it.

    The agent has three tools that only read, and only `files`. The key comes from the environment
    (`ANTHROPIC_API_KEY`). What goes wrong on the way ends the run as a value: see `LiveRun.ended` and `.error`.

    Args:
        task: what the human says; a list is said one after the other, each when the turn before has ended.
        model: the API's name of the model; its rules and prices come from the table.
        window: tokens that the agent may carry; small, so that a compaction can be watched.
        reserve: tokens kept free for the answer; None: `max_tokens`.
        max_requests: requests after which it ends, whatever the model still wants.
        summarizer: `"anthropic"` (the same model), `"anthropic:MODEL"`, `"offline"`, or a callable.
        history: anything that is a conversation, to go on from; a `LiveRun`'s `.state` keeps its breaker too.
        files: texts by path; None: those that ship with the package.
        server_side: what the API shall pack by itself: `"compact"`, `"clear_tool_uses"`, `"clear_thinking"`, several,
            or a mapping of name to options.
        on_open: `"raise"` ends the run when the breaker is open; `"fallback"` goes on with the cheap trim.
        on_text: is told each piece of text as it arrives, such as `print`.
        base_url: another address of the Messages API.
        time_limit_s: seconds for one answer.
        max_retries: how often the SDK may try a request again.
        options: those of the strategy.

    Raises:
        UserError: no key, no task, or a number or name that makes no sense.
    """
    spoken, said = language(lang), _task(task)
    most = _whole(max_requests=max_requests, max_tokens=max_tokens)
    tools, edits = Toolbox(files if files is not None else workspace(spoken), spoken), edits_of(server_side)
    require_key("a live run", " (pl.simulate needs none)", spoken)
    asked = _summarizer(
        summarizer, model, spoken, time_limit_s=time_limit_s, base_url=base_url, max_retries=max_retries
    )
    budget = core_budget.Budget(window, threshold, max_tokens if reserve is None else reserve)
    how: dict[str, Any] = {"on_open": on_open, "clock": monotonic, "price_usd": _summary_price(asked), **options}
    words: dict[str, Any] = {
        "system": system if system is not None else SYSTEM[spoken],
        "tools": tools.definitions,
        "lang": spoken,
    }
    ctx = Context(budget, strategy, asked, counter, model=model, **words, **how)
    client = make_client(base_url=base_url, timeout_s=time_limit_s, max_retries=max_retries)
    extra: dict[str, Any] = {
        "extra": edits.extra,
        "betas": edits.betas,
        "on_text": on_text,
        "time_limit_s": time_limit_s,
    }
    return run_live(
        said,
        Agent(client=client, model=model, ctx=ctx, tools=tools, **most, **extra),
        _state(history, breaker),
        title=title or said[0],
        calls=lambda: int(getattr(ctx.summarizer, "calls", 0)),
        price_usd=_price(model),
    )


def _whole(**given: int) -> dict[str, Any]:
    for name, value in given.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise UserError(f"{name} is {value!r}: give a whole number of 1 or more")
    return given


def _summarizer(summarizer: Summarizer | str, model: str, lang: str, **reach: Any) -> Summarizer:
    """The summarizer given or named; `"anthropic"` alone is the run's own model."""
    if not isinstance(summarizer, str):
        return summarizer
    return named_summarizer(f"anthropic:{model}" if summarizer == "anthropic" else summarizer, lang, **reach)


def _task(task: str | Sequence[str]) -> tuple[str, ...]:
    texts = (task,) if isinstance(task, str) else tuple(task)
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        raise UserError("task is empty: say what the agent shall do, as a text or a list of texts")
    return texts


def _state(history: Any, breaker: Breaker | None) -> State:
    if isinstance(history, State) and breaker is None:
        return history
    return State(conversation_of(history if history is not None else []), breaker=breaker)


def _summary_price(summarizer: Any) -> Callable[[int, int], float] | None:
    """What a summarizer's call costs, where it names a model whose price is known."""
    model = getattr(summarizer, "model", None)
    return summary_price(model) if isinstance(model, str) and prices_of(model) is not None else None


def _price(model: str) -> Callable[[Usage], float] | None:
    prices = prices_of(model)
    if prices is None:
        return None
    return lambda used: (
        prices.of(Use(used.input_tokens, used.cache_write_tokens, used.cache_read_tokens, used.output_tokens)).total_usd
    )
