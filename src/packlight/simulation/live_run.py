"""A live run, filmed: the agent works, the camera watches, and both are kept as one value.

Comes in: an agent, a task, a history. Goes out: a frozen `LiveRun`. Called by the façade. The same camera films a
replay (`run.py`), so a run with a real model is played, scrubbed and exported like any other film.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from packlight.adapters.live import Agent, LiveRequest, run_agent
from packlight.core.conversation import Conversation, Usage
from packlight.core.errors import PacklightError
from packlight.core.events import Event
from packlight.core.prepare import prepare_messages
from packlight.core.state import State
from packlight.simulation.camera import Camera
from packlight.simulation.film import Film

_HEAD = ("#", "estimate", "real", "real ÷ estimate", "out", "seconds", "packed", "stopped", "tools")


@dataclass(frozen=True, slots=True)
class LiveRun:
    """What came of a run with a real model.

    Attributes:
        model: the model that was asked.
        state: the state to go on with: conversation and breaker.
        film: the run as a film, one frame a message.
        requests: a row for each request that was answered: estimate beside real usage, seconds, tools.
        events: what `prepare_messages` did before the requests, in order.
        ended: `end_turn`, `max_requests`, `max_tokens`, `refusal`, `model_context_window_exceeded`, `breaker_open`,
            `cancelled` or `error`.
        error: what ended it, where that was an error: an `ApiError` or a `CompactionCircuitOpenError`; else None.
        summarizer_calls: how often the summarizer was asked.
        price_usd: what the answers cost by the model table, the summarizer's calls apart; None: no price is known.
    """

    model: str
    state: State = field(repr=False)
    film: Film = field(repr=False)
    requests: tuple[LiveRequest, ...]
    events: tuple[Event, ...] = field(repr=False)
    ended: str
    error: PacklightError | None = None
    summarizer_calls: int = 0
    price_usd: float | None = None

    @property
    def conversation(self) -> Conversation:
        """The conversation at the end, as it is carried: without the injected system prompt."""
        return self.state.conversation

    @property
    def ok(self) -> bool:
        """Whether the model ended its turn by itself."""
        return self.ended == "end_turn"

    @property
    def text(self) -> str:
        """The last thing the model said."""
        said = [message.text() for message in self.conversation.messages if message.role == "assistant"]
        return said[-1] if said else ""

    @property
    def ratio(self) -> float | None:
        """Real input tokens ÷ estimate, over all requests together; None where nothing real is known."""
        known = [(row.usage.total_input, row.estimate) for row in self.requests if row.usage is not None]
        estimate = sum(guess for _, guess in known)
        return sum(real for real, _ in known) / estimate if estimate else None

    def to_dict(self) -> dict[str, Any]:
        """The run as JSON; the film has its own (`film.to_json()`)."""
        error = getattr(self.error, "to_dict", None)
        told = error() if error is not None else {"kind": self.ended, "text": str(self.error)} if self.error else None
        return {
            "model": self.model,
            "ended": self.ended,
            "error": told,
            "requests": [row.to_dict() for row in self.requests],
            "ratio": self.ratio,
            "summarizer_calls": self.summarizer_calls,
            "price_usd": self.price_usd,
            "events": [event.to_dict() for event in self.events],
            **self.state.to_dict(),
        }

    def __repr__(self) -> str:
        packed = sum(event.kind == "compact" and event.reason == "applied" for event in self.events)
        counts = f"{len(self.requests)} requests, {packed} compactions, breaker {self.state.breaker.state}"
        lines = [f"<LiveRun {self.model}: {self.ended}, {counts}>"]
        lines += [f"  {self.error}"] if self.error is not None else []
        if self.requests:
            lines += _table([_HEAD, *[_cells(row) for row in self.requests]])
        return "\n".join(lines)


def _cells(row: LiveRequest) -> tuple[str, ...]:
    used = row.usage
    real, out = (f"{used.total_input:,}", f"{used.output_tokens:,}") if used is not None else ("–", "–")
    ratio = f"{row.ratio:.2f}" if row.ratio is not None else "–"
    numbers = (str(row.number), f"{row.estimate:,}", real, ratio, out, f"{row.seconds:.1f}")
    return (*numbers, row.packed, row.stop_reason, ", ".join(row.tools))


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as text: numbers to the right, words to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numeric = len(_HEAD) - 3
    cells = [
        [cell.rjust(width) if place < numeric else cell.ljust(width) for place, (cell, width) in enumerate(pairs)]
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    ]
    return ["  " + "  ".join(row).rstrip() for row in cells]


class _Reel:
    """The camera, and beside it the trail of all events."""

    def __init__(self, camera: Camera) -> None:
        self.append = camera.append
        self.camera, self.events = camera, list[Event]()

    def prepared(self, ready: Any) -> None:
        """Keep the events and film them."""
        self.events += ready.events
        self.camera.prepared(ready)


def run_live(
    task: Sequence[str],
    agent: Agent,
    state: State,
    *,
    title: str,
    calls: Callable[[], int] = lambda: 0,
    price_usd: Callable[[Usage], float] | None = None,
) -> LiveRun:
    """Let the agent work on the task and film it.

    Args:
        state: what is carried at the start; an empty conversation, or a history to go on from.
        calls: tells how often the summarizer was asked.
        price_usd: what an answer costs by its real usage.
    """
    ctx = agent.ctx
    # Preparing nothing weighs the system prompt, so that the first frame knows it.
    opened = prepare_messages(State(state.conversation.with_messages([])), ctx)
    camera = Camera(
        State(state.conversation, breaker=state.breaker, turn=state.turn, base=opened.state.base),
        opened.conversation,
        budget=ctx.budget,
        counter=ctx.counter,
        lang=ctx.lang,
        price_usd=ctx.price_usd,
    )
    reel = _Reel(camera)
    found = run_agent(task, agent, camera.state, reel)
    how = {"strategy": ctx.strategy.name, "failures": ""}
    film = camera.film(title=title, scenario="", seed=0, policy=how, calls=calls())
    used = [row.usage for row in found.requests if row.usage is not None]
    price = sum(price_usd(each) for each in used) if price_usd is not None and used else None
    return LiveRun(
        agent.model,
        found.state,
        film,
        found.requests,
        tuple(reel.events),
        found.ended,
        found.error,
        calls(),
        price,
    )
