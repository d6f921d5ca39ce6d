"""A real agent, as small as it can be: a loop of prepare, ask, run the tools, until the model has nothing more to do.

    human ─▶ prepare_messages ─▶ the API, streamed ─▶ tool calls? ─▶ our read-only tools ─▶ prepare_messages ─▶ …

Comes in: what the human says, and an `Agent`. Goes out: an `Outcome`: the state, a row for each request, how it ended.
Called by `simulation/live_run.py`, which films it. Whatever happens on the way (a refusal, a cut stream, an open
breaker, Ctrl-C) ends the run as a value, with all that was said until then; half an answer is never kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from packlight.adapters.api_errors import ApiError
from packlight.adapters.live_request import Answer, stream_answer
from packlight.adapters.live_tools import Toolbox
from packlight.core.blocks import Compaction, ToolUse
from packlight.core.context import Context, Prepared
from packlight.core.conversation import Usage
from packlight.core.errors import PacklightError
from packlight.core.events import CompactionCircuitOpenError, Event
from packlight.core.messages import Message
from packlight.core.plan import Decision, Plan
from packlight.core.prepare import prepare_messages
from packlight.core.state import State
from packlight.core.strategies.words import why
from packlight.core.tokens import Tally

GO_ON = ("tool_use", "pause_turn", "compaction")
"""Stop reasons after which the same turn goes on with another request."""
ENDINGS = (
    "end_turn",
    "max_requests",
    "max_tokens",
    "refusal",
    "model_context_window_exceeded",
    "breaker_open",
    "error",
    "cancelled",
)
"""How a run can end."""


@dataclass(frozen=True, slots=True)
class LiveRequest:
    """One request of a run.

    Attributes:
        number: from 1.
        estimate: tokens of the request by our counter, system and tools included.
        usage: what the API really counted; None where it said nothing.
        stop_reason: why the model stopped.
        seconds: from the request to the last event.
        packed: how the compaction before it ended, from the closed set; `"not_needed"` where none was due.
        tools: names of the tools that the model called.
        edits: what the server cleared or packed before the model read it.
    """

    number: int
    estimate: int
    usage: Usage | None
    stop_reason: str
    seconds: float
    packed: str
    tools: tuple[str, ...] = ()
    edits: tuple[Mapping[str, Any], ...] = ()

    @property
    def ratio(self) -> float | None:
        """Real input tokens ÷ estimate: above 1 where our counter is low; None where nothing real is known."""
        return self.usage.total_input / self.estimate if self.usage is not None and self.estimate else None

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON."""
        used = self.usage
        real = {} if used is None else {"input_tokens": used.total_input, "output_tokens": used.output_tokens}
        cache = {} if used is None else {"cache_read": used.cache_read_tokens, "cache_write": used.cache_write_tokens}
        how = {"stop_reason": self.stop_reason, "seconds": self.seconds, "packed": self.packed}
        rest = {"ratio": self.ratio, "tools": list(self.tools), "edits": [dict(edit) for edit in self.edits]}
        return {"number": self.number, "estimate": self.estimate, **real, **cache, **how, **rest}


class Watcher(Protocol):
    """Is told what happens, in order: the camera is one."""

    def append(self, message: Message) -> None:
        """A message was appended."""
        ...

    def prepared(self, ready: Prepared) -> None:
        """Step 1 ran."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """How to run: the client, the model, the context of `prepare_messages`, the tools.

    Attributes:
        max_tokens: the most tokens of one answer.
        max_requests: requests after which the run ends, whatever the model still wants.
        extra, betas: more fields of each request, and the beta features that they need.
        on_text: is told each piece of text as it arrives.
        time_limit_s: seconds for one answer.
    """

    client: Any = field(repr=False)
    model: str
    ctx: Context
    tools: Toolbox
    max_tokens: int
    max_requests: int
    extra: Mapping[str, Any] = field(default_factory=dict)
    betas: tuple[str, ...] = ()
    on_text: Callable[[str], None] | None = None
    time_limit_s: float | None = None

    def ask(self, ready: Prepared) -> Answer:
        """One request."""
        request = {**ready.conversation.to_api(), **self.extra, "model": self.model, "max_tokens": self.max_tokens}
        return stream_answer(
            self.client,
            request,
            betas=self.betas,
            on_text=self.on_text,
            time_limit_s=self.time_limit_s,
            lang=self.ctx.lang,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run.

    Attributes:
        state: the state to go on with.
        requests: a row for each request that was answered.
        ended: one of `ENDINGS`.
        error: what ended it, where that was an error.
    """

    state: State
    requests: tuple[LiveRequest, ...]
    ended: str
    error: PacklightError | None = None


def server_packed(ready: Prepared, state: State, ctx: Context) -> Prepared:
    """The newest answer opens with a summary by the server, which reads nothing that stood before it from then on.

    So it is not carried either; the event's plan says which messages the summary speaks for.
    """
    talk, message = state.conversation, state.conversation.messages[-1]
    reason = why("server", ctx.lang)
    rows = [Decision(each.id, "replace", reason, into=message.id) for each in talk.messages[:-1]]
    plan = Plan("server", talk.messages, (*rows, Decision(message.id)), summary="", lang=ctx.lang)
    tally = (ready.state.tally or Tally(ctx.counter)).extend(talk.messages)
    base = ready.after - (ready.state.tally.total if ready.state.tally else 0)
    kept = tally.rebuild([message])
    before, after = base + tally.total, base + kept.total
    event = Event("compact", "compact.server", before, after, "applied", "auto", plan=plan)
    packed = State(talk.with_messages([message]), breaker=state.breaker, turn=state.turn, tally=kept, base=state.base)
    return Prepared(packed.conversation, packed, (event,), before, after, "applied")


def run_agent(task: Iterable[str], agent: Agent, state: State, watcher: Watcher) -> Outcome:
    """Say each text of the task in turn, and let the model work until it ends its turn."""
    run = _Run(agent, state, watcher)
    try:
        for text in task:
            run.append({"role": "user", "content": text})
            ended = run.turn()
            if ended != "end_turn":
                return run.outcome(ended)
    except KeyboardInterrupt:
        return run.outcome("cancelled")
    except CompactionCircuitOpenError as error:
        size = error.events[-1].after
        run.go_on_from(Prepared(error.state.conversation, error.state, error.events, size, size, "breaker_open"))
        return run.outcome("breaker_open", error)
    except ApiError as error:
        return run.outcome("error", error)
    return run.outcome("end_turn")


@dataclass(slots=True)
class _Run:
    """One run on its way."""

    agent: Agent
    state: State
    watcher: Watcher
    requests: list[LiveRequest] = field(default_factory=list)

    def turn(self) -> str:
        """Requests until the model ends its turn; gives how it ended."""
        while len(self.requests) < self.agent.max_requests:
            ready = prepare_messages(self.state, self.agent.ctx)
            self.go_on_from(ready)
            if ready.reason == "cancelled":
                raise KeyboardInterrupt
            answer = self.agent.ask(ready)
            calls = self.take(ready, answer)
            if answer.stop_reason not in GO_ON:
                return answer.stop_reason if answer.stop_reason in ENDINGS else "end_turn"
            if calls:
                self.append({"role": "user", "content": [self.result(call) for call in calls]})
        return "max_requests"

    def take(self, ready: Prepared, answer: Answer) -> list[ToolUse]:
        """Keep the answer; gives the calls in it."""
        calls: list[ToolUse] = []
        if answer.content:
            self.append({"role": "assistant", "content": list(answer.content)})
            message = self.state.conversation.messages[-1]
            calls = [block for block in message.content if isinstance(block, ToolUse)]
            if any(isinstance(block, Compaction) and block.content for block in message.content):
                self.go_on_from(server_packed(ready, self.state, self.agent.ctx))
        place = len(self.state.conversation.messages) - 1
        usage = None if answer.usage is None else replace(answer.usage, message=place)
        names = tuple(call.name for call in calls)
        row = LiveRequest(
            len(self.requests) + 1,
            ready.after,
            usage,
            answer.stop_reason,
            answer.seconds,
            ready.reason,
            names,
            answer.edits,
        )
        self.requests.append(row)
        return calls

    def result(self, call: ToolUse) -> dict[str, Any]:
        """The block that answers a call."""
        text, is_error = self.agent.tools.run(call.name, call.input)
        failed = {"is_error": True} if is_error else {}
        return {"type": "tool_result", "tool_use_id": call.id, "content": text, **failed}

    def append(self, message: Mapping[str, Any]) -> None:
        self.state = self.state.append(message)
        self.watcher.append(self.state.conversation.messages[-1])

    def go_on_from(self, ready: Prepared) -> None:
        """Carry on with what was prepared, and tell the watcher."""
        self.state = ready.state
        self.watcher.prepared(ready)

    def outcome(self, ended: str, error: PacklightError | None = None) -> Outcome:
        return Outcome(self.state, tuple(self.requests), ended, error)
