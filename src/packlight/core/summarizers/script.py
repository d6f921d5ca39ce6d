"""A summarizer that fails on cue, so that lessons and tests can show each way in which compaction goes wrong.

Comes in: a script such as `"FSFF"`. Goes out: a summarizer that follows it, a call an entry, and succeeds from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from packlight.core.errors import UserError, unknown_name
from packlight.core.summarizers.contract import Cancelled, Summarizer, SummaryRequest
from packlight.core.summarizers.offline import extractive

LETTERS = {"F": "fail", "S": "succeed", "C": "cancel"}


def _fail(request: SummaryRequest) -> Any:
    raise ConnectionError("the scripted summarizer fails here")


def _cancel(request: SummaryRequest) -> Any:
    raise Cancelled("cancelled here by the script")


def _slow(request: SummaryRequest) -> Any:
    raise TimeoutError("no answer in time")


def _tool_call(request: SummaryRequest) -> Any:
    return [{"type": "tool_use", "id": "toolu_scripted", "name": "read_file", "input": {"path": "notes.md"}}]


def _thinking_only(request: SummaryRequest) -> Any:
    return [{"type": "thinking", "thinking": "What matters here?", "signature": "scripted"}]


def _grows(request: SummaryRequest) -> Any:
    return f"{request.text}\n\nIn other words:\n\n{request.text}"


def _too_long(request: SummaryRequest) -> Any:
    return "The summary goes on and on. " * max(request.limit_tokens, 16)


MODES: dict[str, Callable[[SummaryRequest], Any]] = {
    "fail": _fail,
    "cancel": _cancel,
    "slow": _slow,
    "empty": lambda request: " \n",
    "too_long": _too_long,
    "tool_call": _tool_call,
    "thinking_only": _thinking_only,
    "grows": _grows,
}


class ScriptedSummarizer:
    """Follows a script, then succeeds. It counts its calls, so one value is good for one run.

    Attributes:
        script: names of modes still and already played, in order.
        calls: how often it was called.
    """

    def __init__(self, script: Sequence[str], inner: Summarizer) -> None:
        self.script = tuple(script)
        self.inner = inner
        self.calls = 0
        most = getattr(inner, "max_input_tokens", None)
        if most is not None:
            self.max_input_tokens = most

    def __call__(self, request: SummaryRequest, /) -> Any:
        """What the script says for this call."""
        mode = self.script[self.calls] if self.calls < len(self.script) else "succeed"
        self.calls += 1
        return self.inner(request) if mode == "succeed" else MODES[mode](request)

    def __repr__(self) -> str:
        return f"<ScriptedSummarizer: {' '.join(self.script) or 'succeeds'}, called {self.calls} times>"


def scripted(script: str | Sequence[str], inner: Summarizer | None = None) -> ScriptedSummarizer:
    """A summarizer for a script: letters (F fails, S succeeds, C is cancelled), or a list of letters and modes.

    Raises:
        UserError: a letter or mode that nobody knows.

    >>> scripted("FSC").script
    ('fail', 'succeed', 'cancel')
    >>> scripted(["F", "empty"]).script
    ('fail', 'empty')
    """
    if isinstance(script, str):
        if set(script.upper()) - set(LETTERS):
            raise UserError(
                f"the script {script!r} has other letters than F, S and C: F fails, S succeeds, C is cancelled"
            )
        script = list(script)
    names = [LETTERS.get(entry.upper(), entry) for entry in script]
    for name in names:
        if name != "succeed" and name not in MODES:
            raise unknown_name("summarizer mode", name, ["succeed", *MODES])
    return ScriptedSummarizer(names, inner if inner is not None else extractive())
