"""A time limit for a summarizer: a call that hangs is left behind, and the attempt ends as a failure.

Comes in: a summarizer and seconds. Goes out: a summarizer that raises `TimeoutError` instead of hanging. The façade
puts it around the caller's summarizer when a limit is named. Threads and clocks are the outside world, so it is not in
the core.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, TypeVar

from packlight.core.errors import UserError
from packlight.core.summarizers import Summarizer, SummaryRequest

T = TypeVar("T")


class TimeLimited:
    """A summarizer that answers within `seconds` or not at all.

    >>> TimeLimited(lambda request: "told", 5)(None)
    'told'
    """

    def __init__(self, summarizer: Summarizer, seconds: float) -> None:
        self.summarizer, self.seconds = summarizer, seconds_of("time_limit_s", seconds)
        most = getattr(summarizer, "max_input_tokens", None)
        if most is not None:
            self.max_input_tokens = most

    def __call__(self, request: SummaryRequest, /) -> Any:
        """The answer; TimeoutError when there is none in time."""
        return within(self.seconds, lambda: self.summarizer(request))


def seconds_of(name: str, value: object) -> float:
    """The value as a limit in seconds; a UserError that names the argument where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise UserError(f"{name} is {value!r}: give a number of seconds above 0")
    return value


def within(seconds: float, work: Callable[[], T]) -> T:
    """What the work gives within so many seconds; TimeoutError when that is nothing.

    The work cannot be stopped, only left: it goes on in a thread that ends with the process.
    """
    outcome: dict[str, Any] = {}
    context = copy_context()

    def run() -> None:
        try:
            outcome["answer"] = context.run(work)
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=run, name="packlight-summarizer", daemon=True)
    thread.start()
    thread.join(seconds)
    if "error" in outcome:
        raise outcome["error"]
    if "answer" not in outcome:
        raise TimeoutError(f"no answer within {seconds:g} s")
    return outcome["answer"]  # type: ignore[no-any-return]
