"""Answers as they come from a notebook, made into what a judge expects.

Comes in: whatever stands behind a name: a value, a function, a lab's array, or a blank that was not filled. Goes out:
the value, or the `Fault` that says in words why there is nothing to judge. A function is wrapped, so that it gets
copies and cannot change the cases.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from types import CodeType
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.plan import Plan
from packlight.lessons.exercise import Exercise, Fault

BLANK = ...
"""What stands in a notebook where an answer belongs."""
_EMPTY = (None, BLANK)
_NO_STEPS = {"RESUME", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST", "NOP", "CACHE"}


def is_blank(answer: Any, depth: int = 0) -> bool:
    """Whether an answer was not attempted: `...`, None, a list or function in which `...` still stands.

    >>> is_blank(...), is_blank([1, ...]), is_blank(0), is_blank(lambda: ...)
    (True, True, False, True)
    """
    if answer is None or answer is BLANK:
        return True
    if isinstance(answer, list | tuple) and depth < 5:
        return any(item is not None and is_blank(item, depth + 1) for item in answer)
    if isinstance(answer, Mapping) and depth < 5:
        return any(item is not None and is_blank(item, depth + 1) for item in answer.values())
    code = getattr(answer, "__code__", None)
    return isinstance(code, CodeType) and (_has_blank(code) or _does_nothing(code))


def _has_blank(code: CodeType) -> bool:
    return BLANK in code.co_consts or any(_has_blank(c) for c in code.co_consts if isinstance(c, CodeType))


def _does_nothing(code: CodeType) -> bool:
    """Whether a function's body is `...` or `pass`: it gives None without a step of work."""
    import dis

    steps = [step for step in dis.get_instructions(code) if step.opname not in _NO_STEPS]
    given = [step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_CONST", "RETURN_CONST")]
    return not steps and all(value in _EMPTY for value in given)


@dataclass(frozen=True, slots=True)
class StudentFunction:
    """A student's function that is called with copies, so that it cannot change what it is given."""

    function: Callable[..., Any]

    def __call__(self, *values: Any, **named: Any) -> Any:
        return self.function(*deepcopy(values), **deepcopy(named))


def taken(answer: Any, exercise: Exercise) -> Any:
    """The answer as the judge takes it, or a `Fault` of outcome `could_not_run`."""
    take = TAKES[exercise.takes]
    return take(answer, exercise)


def _no(key: str, **values: Any) -> Fault:
    return Fault(key, values, outcome="could_not_run")


def _function(answer: Any, exercise: Exercise) -> Any:
    if not callable(answer) or inspect.isclass(answer):
        return _no("not_function", yours=answer, type=type(answer).__name__)
    wanted = inspect.signature(exercise.solution)
    try:
        given = inspect.signature(answer)
    except (TypeError, ValueError):
        return StudentFunction(answer)
    needed = [p for p in wanted.parameters.values() if p.kind is not p.KEYWORD_ONLY]
    for count in {len([p for p in needed if p.default is p.empty]), len(needed)}:
        try:
            given.bind(*range(count))
        except TypeError:
            return _no("signature", given=f"{exercise.name}{given}", wanted=f"{exercise.name}{_plain(wanted)}")
    return StudentFunction(answer)


def _plain(signature: inspect.Signature) -> str:
    """A signature as a student would write it, without types."""
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    return str(inspect.Signature(bare))


def _choice(answer: Any, exercise: Exercise) -> Any:
    letter = answer.strip().lower() if isinstance(answer, str) else answer
    if not isinstance(letter, str) or len(letter) != 1 or letter not in exercise.options:
        return _no("not_an_option", yours=answer, options=", ".join(f'"{option}"' for option in exercise.options))
    return letter


def _number(answer: Any, exercise: Exercise) -> Any:
    if isinstance(answer, bool) or not isinstance(answer, int | float) or answer != answer:
        return _no("not_number", yours=answer, type=type(answer).__name__)
    return answer


def _instance(*kinds: type) -> Callable[[Any, Exercise], Any]:
    def take(answer: Any, exercise: Exercise) -> Any:
        if isinstance(answer, kinds):
            return answer
        return _no("answer_type", yours=answer, type=type(answer).__name__, wanted=kinds[0].__name__)

    return take


def _conversation(answer: Any, exercise: Exercise) -> Any:
    """A conversation of messages, of a payload, or of a lab or result that carries one as `.conversation`."""
    given = getattr(answer, "conversation", answer)
    if isinstance(given, Conversation):
        return given
    if not isinstance(given, list | tuple | Mapping):
        return _no("answer_type", yours=answer, type=type(answer).__name__, wanted="list")
    return Conversation.from_api(given)


TAKES: dict[str, Callable[[Any, Exercise], Any]] = {
    "any": lambda answer, exercise: answer,
    "bool": _instance(bool),
    "choice": _choice,
    "conversation": _conversation,
    "dict": _instance(dict),
    "function": _function,
    "list": _instance(list, tuple),
    "number": _number,
    "plan": _instance(Plan),
    "text": _instance(str),
}
