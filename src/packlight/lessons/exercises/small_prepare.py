"""Exercises 08-2 and 08-3: putting the system prompt in, and the student's own step 1 of 8.

Comes in: `inject(messages, prompt)`, `prepare(messages, failures, do)`. Goes out: faults.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.exercises.small_messages import Request, call, holds, human, result
from packlight.lessons.judges import by_rule, first

PROMPT = "Use tabs."


def inject(messages: Request, prompt: str) -> Request:
    if messages[0]["role"] != "system":
        return [{"role": "system", "content": prompt}, *messages]
    text = messages[0]["content"]
    if prompt in text:
        return messages
    return [{"role": "system", "content": text + "\n\n" + prompt}, *messages[1:]]


def inject_in_front(messages: Request, prompt: str) -> Request:
    """As right: the new prompt stands before the old one."""
    old = [message["content"] for message in messages if message["role"] == "system"]
    texts = [prompt, *[text for text in old if text != prompt]] if prompt not in "".join(old) else old
    return [{"role": "system", "content": "\n".join(texts)}, *[m for m in messages if m["role"] != "system"]]


def before_last(messages: Request, prompt: str) -> Request:
    return [*messages[:-1], {"role": "system", "content": prompt}, messages[-1]]


def at_end(messages: Request, prompt: str) -> Request:
    return [*messages, {"role": "system", "content": prompt}]


def second_system(messages: Request, prompt: str) -> Request:
    return [{"role": "system", "content": prompt}, *messages]


def replaced(messages: Request, prompt: str) -> Request:
    return inject([m for m in messages if m["role"] != "system"], prompt)


def added_twice(messages: Request, prompt: str) -> Request:
    if messages[0]["role"] != "system":
        return inject(messages, prompt)
    return [{"role": "system", "content": messages[0]["content"] + " " + prompt}, *messages[1:]]


def without_results(messages: Request, prompt: str) -> Request:
    return inject([message for message in messages if not holds(message, "tool_result")], prompt)


def find_in_inject(function: Callable[[Request, str], Any]) -> Fault | None:
    """The first history into which the prompt is put wrongly."""
    talk = [human("Which test fails?"), call("toolu_1"), result("toolu_1")]
    old: Request = [{"role": "system", "content": "Be brief."}]
    done: Request = [{"role": "system", "content": f"Be brief.\n\n{PROMPT}"}]
    return first(_injected(function, messages) for messages in (talk[:1], talk, [*old, *talk], [*done, *talk]))


def _injected(function: Callable[[Request, str], Any], messages: Request) -> Fault | None:
    given = function(messages, PROMPT)
    if not isinstance(given, list | tuple) or not all(
        isinstance(m, dict) and {"role", "content"} <= set(m) for m in given
    ):
        return Fault("no_messages", {"yours": given})
    places = [n for n, message in enumerate(given) if message["role"] == "system"]
    values = {"roles": ", ".join(str(message["role"]) for message in given), "places": places}
    if not places:
        return Fault("missing", values)
    if any(n + 1 < len(given) and holds(given[n + 1], "tool_result") for n in places):
        return Fault("before_result", values, "result_late")
    if len(places) > 1:
        return Fault("two", values)
    return Fault("not_first", values) if places != [0] else _text_fault(given, messages, values)


def _text_fault(given: Any, messages: Request, values: dict[str, Any]) -> Fault | None:
    text = _text(given[0]["content"])
    values = {**values, "text": text}
    if messages[0]["role"] == "system" and "Be brief." not in text:
        return Fault("replaced", values)
    if text.count(PROMPT) != 1:
        return Fault("added_twice" if PROMPT in text else "missing", values)
    rest = [message for message in messages if message["role"] != "system"]
    return None if list(given[1:]) == rest else Fault("rest", values)


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "\n\n".join(str(block.get("text", "")) for block in content)


INJECT = Exercise(
    id="08-2",
    name="inject",
    takes="function",
    judge=by_rule(find_in_inject),
    solution=inject,
    also_right=(inject_in_front,),
    wrong=(
        Wrong("before_result", before_last, "result_late"),
        Wrong("not_first", at_end),
        Wrong("two", second_system),
        Wrong("replaced", replaced),
        Wrong("added_twice", added_twice),
        Wrong("rest", without_results),
    ),
)


class CircuitOpenError(Exception):
    """What a student's `prepare` raises when the breaker is open, as `do.CircuitOpen`."""


@dataclass(slots=True)
class Kit:
    """The tools that `prepare` gets as `do`, and what it did with them.

    `usage` is what the messages fill with the system prompt; without it they fill a tenth less.
    """

    usage: float
    compacts: bool = True
    log: list[str] = field(default_factory=list)

    def tools(self) -> SimpleNamespace:
        """The functions by name, each of which writes down that it was called."""

        def normalise(messages: list[str]) -> list[str]:
            self.log.append("normalise")
            return list(messages)

        def inject(messages: list[str]) -> list[str]:
            self.log.append("inject")
            return ["system", *[m for m in messages if m != "system"]]

        def usage(messages: list[str]) -> float:
            self.log.append("usage")
            return 0.3 if "summary" in messages else round(self.usage - (0 if "system" in messages else 0.1), 4)

        def compact(messages: list[str]) -> list[str] | None:
            self.log.append("compact")
            return [*messages[:1], "summary", *messages[-1:]] if self.compacts else None

        def trim(messages: list[str]) -> list[str]:
            self.log.append("trim")
            return [*messages[:1], *messages[-1:]]

        makers = (normalise, inject, usage, compact, trim)
        return SimpleNamespace(**{tool.__name__: tool for tool in makers}, CircuitOpen=CircuitOpenError)


@dataclass(frozen=True, slots=True)
class Ran:
    """One call of a student's `prepare`: what it gave, whether it raised `do.CircuitOpen`, which tools it used."""

    given: Any
    raised: bool
    log: list[str]

    @property
    def is_pair(self) -> bool:
        """Whether messages and a count came back."""
        return isinstance(self.given, tuple | list) and len(self.given) == 2 and isinstance(self.given[1], int)


TALK = ("question", "call", "result", "answer", "question 2")
Prepare = Callable[[list[str], int, Any], Any]


def run(function: Prepare, usage: float, failures: int = 0, *, compacts: bool = True) -> Ran:
    """Call a student's `prepare` once."""
    kit = Kit(usage, compacts)
    try:
        return Ran(function(list(TALK), failures, kit.tools()), raised=False, log=kit.log)
    except CircuitOpenError:
        return Ran(None, raised=True, log=kit.log)


def prepare(messages: list[str], failures: int, do: Any) -> tuple[list[str], int]:
    messages = do.inject(do.normalise(messages))
    if do.usage(messages) < 0.87:
        return messages, failures
    if failures >= 3:
        raise do.CircuitOpen
    packed = do.compact(messages)
    if packed is not None:
        return packed, 0
    if failures + 1 >= 3:
        raise do.CircuitOpen
    return do.trim(messages), failures + 1
