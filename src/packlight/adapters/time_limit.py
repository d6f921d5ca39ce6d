"""A time limit for a summarizer: a call that hangs is left behind, and the attempt ends as a failure.

Comes in: a summarizer and seconds. Goes out: a summarizer that raises `TimeoutError` instead of hanging. The façade
puts it around the caller's summarizer when a limit is named. Threads and clocks are the outside world, so it is not in
the core.
"""

from __future__ import annotations

import threading
from contextvars import copy_context
from typing import Any

from packlight.core.errors import UserError
from packlight.core.summarizers import Summarizer, SummaryRequest


class TimeLimited:
    """A summarizer that answers within `seconds` or not at all.

    >>> TimeLimited(lambda request: "told", 5)(None)
    'told'
    """

    def __init__(self, summarizer: Summarizer, seconds: float) -> None:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
            raise UserError(f"time_limit_s is {seconds!r}: give a number of seconds above 0")
        self.summarizer, self.seconds = summarizer, seconds
        most = getattr(summarizer, "max_input_tokens", None)
        if most is not None:
            self.max_input_tokens = most

    def __call__(self, request: SummaryRequest, /) -> Any:
        """The answer; TimeoutError when there is none in time. The call itself cannot be stopped, only left."""
        outcome: dict[str, Any] = {}
        context = copy_context()

        def work() -> None:
            try:
                outcome["answer"] = context.run(self.summarizer, request)
            except BaseException as error:
                outcome["error"] = error

        thread = threading.Thread(target=work, name="packlight-summarizer", daemon=True)
        thread.start()
        thread.join(self.seconds)
        if "error" in outcome:
            raise outcome["error"]
        if "answer" not in outcome:
            raise TimeoutError(f"no answer within {self.seconds:g} s")
        return outcome["answer"]
