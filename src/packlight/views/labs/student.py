"""A student's own function in a lab: called with what it asks for, in bounded time, its faults told in words.

Comes in: a function, and values by name that it may ask for. Goes out: what it gave, or a `Fault` with one sentence.
"""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Any

from packlight.core.breaker import Breaker, Failure
from packlight.core.budget import Budget
from packlight.core.frozen import json_text
from packlight.core.plan import Plan
from packlight.core.strategies.contract import Packing
from packlight.core.strategies.draft import Draft
from packlight.simulation.policy import Policy
from packlight.views.harmless import one_line
from packlight.views.labs.model import Fault
from packlight.views.labs.words import speaker
from packlight.views.labs.words.frame import EN, ZH

LIMIT_S = 1.0
"""Seconds that one call may take before a lab gives up on it."""


class _TooLong(BaseException):
    """Ends a call; not an `Exception`, so that `except Exception` lets it through."""


def call(function: Callable[..., Any], offers: Mapping[str, Any], lang: str) -> Any:
    """Call a student's function with the values that it names, or with the first ones where it names others.

    Raises:
        Fault: it wants more than there is, raised, or did not end.

    >>> call(lambda usage: usage > 0.87, {"tokens": 18_000, "usage": 0.9}, "en")
    True
    """
    say, name = speaker(EN, ZH, lang), name_of(function)
    wanted = _wanted(function)
    named = [each for each in wanted if each in offers]
    if len(named) < len(wanted):
        named = list(offers)[: len(wanted)]
    if len(named) < len(wanted):
        raise Fault(say("student.args", name=name, wanted=len(wanted), offered=", ".join(offers)))
    more = {each: offers[each] for each in _optional(function) if each in offers}
    try:
        return _in_time(function, [offers[each] for each in named], more)
    except _TooLong:
        raise Fault(say("student.long", name=name, seconds=LIMIT_S)) from None
    except Exception as error:
        kind, text = type(error).__name__, one_line(str(error), 200)
        raise Fault(say("student.raised", name=name, kind=kind, text=text, line=_line(error, function))) from error


def name_of(function: Any) -> str:
    """How to call a function in a sentence.

    >>> name_of(len)
    'len()'
    """
    return f"{one_line(getattr(function, '__name__', type(function).__name__), 40)}()"


def wrong_type(function: Any, value: Any, wanted: str, lang: str) -> Fault:
    """The fault of a function that gave the wrong type; `wanted` is a key of the words."""
    say = speaker(EN, ZH, lang)
    return Fault(say("student.type", name=name_of(function), value=one_line(repr(value), 80), wanted=say(wanted)))


def _wanted(function: Callable[..., Any]) -> list[str]:
    """The parameters that must be given by position."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [each.name for each in found if each.kind in kinds and each.default is inspect.Parameter.empty]


def _optional(function: Callable[..., Any]) -> list[str]:
    """The parameters that have a default, and may be given by name."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    positional_only = inspect.Parameter.POSITIONAL_ONLY
    named = [each for each in found if each.kind is not positional_only]
    return [each.name for each in named if each.default is not inspect.Parameter.empty]


def _line(error: Exception, function: Any) -> int:
    """The line of the function in which it raised, from 1; the last one of its own that the error passed."""
    code, line, trace = getattr(function, "__code__", None), 1, error.__traceback__
    while trace is not None and code is not None:
        if trace.tb_frame.f_code is code:
            line = trace.tb_lineno - code.co_firstlineno + 1
        trace = trace.tb_next
    return line


def _in_time(function: Callable[..., Any], given: list[Any], more: Mapping[str, Any]) -> Any:
    """The call under a clock that looks at every line of Python that runs."""
    end, before = time.monotonic() + LIMIT_S, sys.gettrace()

    def look(_frame: FrameType, _event: str, _arg: Any) -> Any:
        if time.monotonic() > end:
            raise _TooLong
        return look

    sys.settrace(look)
    try:
        return function(*given, **more)
    finally:
        sys.settrace(before)


@dataclass(frozen=True, slots=True)
class RuledBudget(Budget):
    """A budget whose `due` is a student's `should_compact`."""

    rule: Callable[..., Any] = field(default=bool, compare=False)
    lang: str = "en"

    def due(self, tokens: int) -> bool:
        """What the student's function says of this many tokens."""
        usage = self.usage(tokens)
        sizes = {"window": self.window, "reserve": self.reserve, "threshold": self.threshold}
        # In this order for a function that names its parameters in words of its own.
        offers = {"tokens": tokens, **sizes, "usage": usage, "used": tokens, "ratio": usage, "usage_ratio": usage}
        if len(_wanted(self.rule)) == 1 and not set(_wanted(self.rule)) & set(offers):
            offers = {"usage": usage}
        value = call(self.rule, offers, self.lang)
        if not isinstance(value, bool):
            raise wrong_type(self.rule, value, "student.bool", self.lang)
        return value


class RuledPolicy(Policy):
    """A policy that asks a student's `should_compact`; `rule` and `lang` are set once, after it was made."""

    __slots__ = ("lang", "rule")
    rule: Callable[..., Any]
    lang: str

    def budget(self) -> Budget:
        """The budget with the student's rule in it; a plain one while the policy is still being made."""
        rule = getattr(self, "rule", None)
        if rule is None:
            return super().budget()
        return RuledBudget(self.window, self.threshold, self.reserve, rule=rule, lang=self.lang)


def ruled(policy_values: Mapping[str, Any], rule: Callable[..., Any] | None, lang: str) -> Policy:
    """A policy of these values, under a student's rule where there is one."""
    if rule is None:
        return Policy(**policy_values)
    policy = RuledPolicy(**policy_values)
    object.__setattr__(policy, "rule", rule)
    object.__setattr__(policy, "lang", lang)
    return policy


@dataclass(frozen=True, slots=True)
class StudentStrategy:
    """A student's function as a strategy: it is given messages as dicts and gives back those that stay.

    It may also give a number: so many of the oldest messages go. Pairs that it would split fail as any plan's would.
    """

    function: Callable[..., Any] = field(compare=False)
    lang: str = "en"

    needs_summarizer = False
    limit_tokens = None
    explicit = True

    @property
    def name(self) -> str:
        """The function's own name."""
        return name_of(self.function)[:-2]

    def plan(self, packing: Packing) -> Plan:
        """The function's choice as a plan of `keep` and `drop`."""
        given = packing.conversation.to_api()["messages"]
        budget = packing.budget
        offers = {
            "messages": given,
            "window": budget.window,
            "tokens": packing.total_tokens,
            "goal": packing.goal_tokens,
        }
        value = call(self.function, offers, self.lang)
        if isinstance(value, Plan):
            return value
        keep = self._kept(value, given)
        draft = Draft(packing)
        draft.keep = bytearray(keep)
        return draft.plan(self.name)

    def _kept(self, value: Any, given: list[Any]) -> list[int]:
        """One flag a message: the function may give copies, so equal ones are found too, in order."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= len(given):
            return [int(at >= value) for at in range(len(given))]
        if not isinstance(value, list | tuple):
            raise wrong_type(self.function, value, "student.messages", self.lang)
        texts, keep, at = [json_text(each) for each in given], [0] * len(given), 0
        for each in value:
            text = json_text(each)
            while at < len(texts) and texts[at] != text:
                at += 1
            if at == len(texts):
                raise wrong_type(self.function, each, "student.messages", self.lang)
            keep[at], at = 1, at + 1
        return keep


@dataclass(frozen=True, slots=True)
class RuledBreaker(Breaker):
    """A breaker whose state is what a student's function says: True lets the next call run, False does not."""

    rule: Callable[..., Any] = field(default=bool, compare=False)
    lang: str = "en"
    history: tuple[str, ...] = ()

    def begin(self, turn: int = 0, seconds: float | None = None, *, manual: bool = False) -> Breaker:
        """Asks the function; a call by hand may always run."""
        return replace(self, state="closed") if manual else self._asked(turn)

    def record_failure(self, reason: str, turn: int = 0, seconds: float | None = None, **cost: Any) -> Breaker:
        """One more failure, and what the function makes of it."""
        failures = (*self.failures, Failure(reason, turn, seconds, **cost))
        failed = replace(self, count=self.count + 1, failures=failures, history=(*self.history, "F"))
        return failed._asked(turn)

    def record_success(self) -> Breaker:
        """A success: the count of failures in a row starts again."""
        return replace(self, count=0, failures=(), history=(*self.history, "S"))._asked(0)

    def record_cancel(self) -> Breaker:
        """Nothing to count."""
        return self

    def _asked(self, turn: int) -> RuledBreaker:
        offers = {"failures": self.count, "history": list(self.history), "turn": turn, "count": self.count}
        value = call(self.rule, offers, self.lang)
        if not isinstance(value, bool):
            raise wrong_type(self.rule, value, "student.bool", self.lang)
        return replace(self, state="closed" if value else "open")
