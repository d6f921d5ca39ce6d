"""Step 1 of 8: getting `messages[]` ready for a request. The only place where strategy and breaker meet.

    state ─▶ normalise ─▶ inject ─▶ judge ─▶ compact ─▶ break ─▶ Prepared (or CompactionCircuitOpenError)
             roles, pairs  system    87 %     a plan     3 strikes

Comes in: a `State` (what is carried) and a `Context` (how to carry it). Goes out: a `Prepared`: what to send, the
state to go on with, and the trail of events. Called by an agent before every request, and by the simulation.

The names are those of the course's pseudo code, which has two flaws that the lessons let students find: it never asks
whether the breaker is open already, and it measures before the system prompt is in place. Here both are right.
"""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import Any

from packlight.core.budget import Budget
from packlight.core.compact import Compacted, compact, fallback_trim
from packlight.core.context import Context, Prepared
from packlight.core.conversation import Conversation
from packlight.core.desk import Desk
from packlight.core.errors import UserError
from packlight.core.events import CompactionCircuitOpenError, Cost, Event
from packlight.core.repair import repair
from packlight.core.rules import Watch
from packlight.core.state import Base, State
from packlight.core.system import inject_system_if_needed
from packlight.core.tokens import Tally, weigh_base

MAX_REFILLS = 3
"""Summaries in a row after each of which the very next request was due again: then packing is not what helps. Claude
Code has stopped at three such refills since 2.1.89, by its changelog."""
NOT_FAILURES = ("not_needed", "nothing_to_compact", "cancelled")


def prepare_messages(state: State, ctx: Context) -> Prepared:
    """Get the messages ready for a request: normalise, inject, judge, compact, break.

    The caller's state is never changed; two calls with one state give two equal results.

    Raises:
        CompactionCircuitOpenError: compaction is due and the breaker is open, or opens with this failure, unless
            `on_open="fallback"`.
        UserError: the breaker cools down by seconds and the context has no clock.
    """
    if state.breaker.cooldown_s is not None and ctx.clock is None:
        raise UserError("the breaker has cooldown_s and the context has no clock: give Context(clock=time.monotonic)")
    work = normalise_roles(state, ctx)
    inject_system(work)
    work.started = work.total
    trigger = judge_compaction(work)
    if not trigger:
        work.refills = 0
        return work.ready("not_needed")
    seconds = ctx.clock() if ctx.clock else None
    begun = work.breaker.begin(work.turn, seconds, manual=trigger == "manual")
    if begun.state != work.breaker.state:
        work.note(Event("break", "break.probe", work.total, work.total, trigger=trigger))
    work.breaker = begun
    if begun.state == "open":
        return _refused(work, trigger)
    if work.refills >= MAX_REFILLS and trigger != "manual":
        return _thrashing(work, trigger, seconds)
    return _settle(work, trigger, run_compaction(work, trigger), seconds)


def normalise_roles(state: State, ctx: Context) -> Desk:
    """Step *normalise*: mend roles and pairs; a history found sound before is not read again."""
    talk = state.conversation
    tally = state.tally if state.tally is not None and state.tally.counter is ctx.counter else Tally(ctx.counter)
    watch = state.watch if state.watch is not None and state.watch.suits(talk, ctx.capabilities) else None
    watch = (watch if watch is not None else Watch.over(talk, ctx.capabilities)).extend(talk.messages)
    key, values = "normalise.none", {}
    if not watch.clean:
        mended = repair(talk, capabilities=ctx.capabilities)
        values = {"changes": len(mended.changes), "unmended": len(mended.unmended)}
        key = "normalise.unmended" if mended.unmended else "normalise.mended"
        talk, tally = mended.conversation, tally.rebuild(mended.conversation.messages)
        watch = Watch.over(talk, ctx.capabilities).extend(talk.messages)
    tally = tally.extend(talk.messages)
    base = _base_for(talk, state.base, ctx)
    work = Desk(ctx, talk, state.breaker, state.turn, state.refills, tally, watch, base)
    total = work.total
    work.note(Event("normalise", key, total, total, values=values))
    return work


def _base_for(talk: Conversation, old: Base | None, ctx: Context) -> Base:
    """The system prompt and tools as they would be sent, and their weight; kept until one of their sources changes."""
    made_from = (talk.system, talk.tools, talk.extra, ctx.system, ctx.claude_md, ctx.tools, ctx.counter)
    if old is not None and all(map(is_, old.made_from, made_from)):
        return old
    dressed = inject_system_if_needed(talk, ctx.system, ctx.claude_md, ctx.tools)
    return Base(made_from, dressed, sum(weigh_base(dressed, ctx.counter)))


def inject_system(work: Desk) -> None:
    """Step *inject*: the prompt is in place before anything is measured."""
    key, total = "inject.added" if work.base.tokens else "inject.none", work.total
    work.note(Event("inject", key, total, total, values={"base": work.base.tokens}))


def estimate_context_usage_ratio(tokens: int, budget: Budget) -> float:
    """Usage: tokens of the request ÷ window; 1.0 is a full window.

    >>> estimate_context_usage_ratio(17_400, Budget(window=20_000))
    0.87
    """
    return budget.usage(tokens)


def judge_compaction(work: Desk) -> str:
    """Step *judge*: the trigger that is due now, or an empty string."""
    budget, total = work.ctx.budget, work.total
    usage = estimate_context_usage_ratio(total, budget)
    over_window = total + budget.reserve > budget.window
    if work.ctx.trigger == "manual":
        trigger, key = "manual", "judge.manual"
    elif over_window and usage < budget.threshold:
        trigger, key = "last_resort", "judge.reserve"
    elif budget.due(total) and (work.ctx.trigger == "auto" or over_window):
        trigger, key = "auto", "judge.due"
    else:
        trigger, key = "", "judge.not_due"
    values = {
        "percent": usage,
        "threshold": budget.threshold,
        "reserve": budget.reserve,
        "window": budget.window,
    }
    work.note(Event("judge", key, total, total, trigger=trigger, values=values))
    return trigger


def run_compaction(work: Desk, trigger: str) -> Compacted:
    """Step *compact*: one attempt; whatever goes wrong in it is a reason, not an exception."""
    ctx = work.ctx
    result = compact(
        work.dressed(),
        budget=ctx.budget,
        strategy=ctx.strategy,
        summarizer=ctx.summarizer,
        counter=ctx.counter,
        tally=work.tally,
        force=trigger == "manual",
        limit_tokens=ctx.limit_tokens,
        lang=ctx.lang,
        clock=ctx.clock,
        capabilities=ctx.capabilities,
    )
    key = "compact.over" if result.reason == "applied" and not result.fits else f"compact.{result.reason}"
    work.note(_compaction_event("compact", key, work, result, trigger))
    return result


def _compaction_event(kind: Any, key: str, work: Desk, result: Compacted, trigger: str) -> Event:
    spent_in, spent_out = result.summary_tokens_in, result.summary_tokens_out
    price = work.ctx.price_usd(spent_in, spent_out) if work.ctx.price_usd and result.calls else None
    return Event(
        kind,
        key,
        result.before,
        result.after,
        reason=result.reason,
        trigger=trigger,
        attempt=work.breaker.count + 1,
        seconds=result.seconds,
        tokens=spent_in + spent_out,
        price_usd=price,
        plan=result.plan if result.reason == "applied" else None,
        values={"detail": result.detail} if result.detail else {},
    )


def _settle(work: Desk, trigger: str, result: Compacted, seconds: float | None) -> Prepared:
    """Step *break*: count what happened, and trim or raise where that follows."""
    if result.reason == "applied":
        _take(work, result)
        work.refills += result.calls > 0
    # A success without a call, where results only had to be shortened, says nothing about the summarizer.
    silent = work.ctx.strategy.needs_summarizer and not result.calls and trigger != "manual"
    if result.reason == "applied" and not silent:
        key = "break.closed" if work.breaker.state != "closed" or work.breaker.count else "break.calm"
        work.breaker = work.breaker.record_success()
        _say_break(work, key, trigger)
    elif result.reason in NOT_FAILURES or result.reason == "applied":
        work.breaker = work.breaker.record_cancel()
        _say_break(work, "break.calm", trigger)
    else:
        _strike(work, trigger, seconds, result.detail)
    if result.reason != "cancelled" and work.ctx.budget.due(work.total):
        _trim(work, trigger)
    return work.ready(result.reason)


def _say_break(work: Desk, key: str, trigger: str) -> None:
    values = {"count": work.breaker.count, "max_failures": work.breaker.max_failures}
    work.note(Event("break", key, work.total, work.total, trigger=trigger, values=values))


def _thrashing(work: Desk, trigger: str, seconds: float | None) -> Prepared:
    """The window is full again right after it was packed, three times: a failure of its own kind, without a call."""
    event = Event(
        "compact", "compact.thrashing", work.total, work.total, "irreducible", trigger, work.breaker.count + 1
    )
    work.note(event)
    work.refills = 0
    _strike(work, trigger, seconds, event.say())
    _trim(work, trigger)
    return work.ready("irreducible")


def _strike(work: Desk, trigger: str, seconds: float | None, detail: str) -> None:
    """Count the failure that the newest event tells; raise when that opens the breaker."""
    event = work.trail[-1]
    work.breaker = work.breaker.record_failure(
        event.reason,
        work.turn,
        seconds,
        tokens=event.tokens,
        detail=detail,
        spent_s=event.seconds,
        price_usd=event.price_usd,
    )
    values = {"count": work.breaker.count, "max_failures": work.breaker.max_failures, "reason": event.reason}
    is_open = work.breaker.state == "open"
    key = "break.open" if is_open else "break.failure"
    work.note(Event("break", key, work.total, work.total, event.reason, trigger, values=values))
    if is_open and work.ctx.on_open == "raise":
        raise _circuit_open(work)


def _refused(work: Desk, trigger: str) -> Prepared:
    """Compaction was due and the breaker said no: nothing calls the summarizer."""
    work.note(Event("break", "break.refused", work.total, work.total, "breaker_open", trigger))
    if work.ctx.on_open == "raise":
        raise _circuit_open(work)
    _trim(work, trigger)
    return work.ready("breaker_open")


def _trim(work: Desk, trigger: str) -> None:
    """The cheap cut without a model."""
    ctx = work.ctx
    result = fallback_trim(
        work.dressed(), budget=ctx.budget, counter=ctx.counter, tally=work.tally, capabilities=ctx.capabilities
    )
    work.note(_compaction_event("trim", f"trim.{result.reason}", work, result, trigger))
    if result.reason == "applied":
        _take(work, result)


def _take(work: Desk, result: Compacted) -> None:
    """Go on with the packed messages, under the conversation's own system prompt."""
    packed = result.conversation
    work.conversation = replace(work.conversation, messages=packed.messages, minted=packed.minted)
    work.tally = result.tally
    watch, talk = result.watch, work.conversation
    if watch is None or not watch.suits(talk, work.ctx.capabilities):
        watch = Watch.over(talk, work.ctx.capabilities).extend(packed.messages)
    work.watch = watch


def _circuit_open(work: Desk) -> CompactionCircuitOpenError:
    """The error, with what all failures in a row have cost together."""
    failures = work.breaker.failures
    prices = [failure.price_usd for failure in failures if failure.price_usd is not None]
    seconds = [failure.spent_s for failure in failures if failure.spent_s is not None]
    cost = Cost(
        len(failures),
        sum(failure.tokens for failure in failures),
        sum(seconds) if seconds else None,
        sum(prices) if prices else None,
    )
    return CompactionCircuitOpenError(work.state(), cost, events=tuple(work.trail), lang=work.ctx.lang)
