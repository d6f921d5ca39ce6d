"""What a check says: an outcome, a sentence about the student's own result, and what shows it.

Comes in: words that are ready to be read. Goes out: text for a terminal, and a small HTML box for Jupyter, with the
counter-example on the stage below it where there is one. The student's words reach the page as text only.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any

from packlight.core.conversation import Conversation

OUTCOMES = ("not_attempted", "could_not_run", "endless", "wrong", "right")
"""How a check can end. `predict` gives `"kept"`, and so does every check in exam mode."""
_GLYPHS = {"not_attempted": "○", "could_not_run": "⚠", "endless": "∞", "wrong": "✗", "right": "✓", "kept": "…"}
_EDGES = {"right": "#009E73", "wrong": "#D55E00", "could_not_run": "#E69F00", "endless": "#E69F00"}
_EXAMPLE_WINDOW = 200_000


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """The answer to an answer.

    Attributes:
        id: the exercise, such as `"05-2"`.
        outcome: `not_attempted`, `could_not_run`, `endless`, `wrong` or `right`; `kept` for a prediction.
        message: the first wrong thing in a sentence or two, or why the answer is right.
        belief: the wrong belief it gives away, by its id in `packlight.lessons.beliefs`; empty for none.
        refutation: what is said against that belief; empty for none.
        next: what can be done now; empty when there is nothing to add.
        heading: the outcome in words.
        printed: what the answer printed while it ran.
        trace: where in the student's code an error happened, as text.
        example: a conversation or film that shows the fault, or None.
        lang: the language of the words.

    `bool(verdict)` is True for a right answer only.
    """

    id: str
    outcome: str
    message: str
    belief: str = ""
    refutation: str = ""
    next: str = ""
    heading: str = ""
    printed: str = ""
    trace: str = ""
    example: Any = None
    lang: str = "en"

    def __bool__(self) -> bool:
        return self.outcome == "right"

    def __repr__(self) -> str:
        lines = [f"{_GLYPHS[self.outcome]} {self.id} · {self.heading}", self.message, self.refutation, self.next]
        shown = [line for line in lines if line]
        if self.printed:
            shown += ["", self.printed.rstrip()]
        return "\n".join([*shown, *(["", self.trace.rstrip()] if self.trace else [])])

    def _repr_html_(self) -> str:
        edge = _EDGES.get(self.outcome, "#888888")
        head = f"<b>{_GLYPHS[self.outcome]} {html.escape(self.id)} · {html.escape(self.heading)}</b>"
        parts = [head, _p(self.message), _p(self.refutation, "font-style:italic"), _p(self.next, "opacity:.8")]
        parts += [_pre(self.printed), _pre(self.trace)]
        box = f"border-left:4px solid {edge};padding:2px 12px;margin:6px 0;max-width:62em;line-height:1.45"
        return f'<div class="packlight-verdict" role="status" style="{box}">{"".join(parts)}</div>'

    def _ipython_display_(self) -> None:
        from IPython.display import display

        bundle = {"text/plain": repr(self), "text/html": self._repr_html_()}
        display(bundle, raw=True)  # type: ignore[no-untyped-call]
        if self.example is not None:
            display(_stage(self.example, self.lang))  # type: ignore[no-untyped-call]


def _p(text: str, style: str = "") -> str:
    return f'<div style="margin:4px 0;white-space:pre-line;{style}">{html.escape(text)}</div>' if text else ""


def _pre(text: str) -> str:
    return f'<pre style="margin:4px 0;white-space:pre-wrap">{html.escape(text.rstrip())}</pre>' if text else ""


def _stage(example: Any, lang: str) -> Any:
    """The stage that draws a film, or a conversation as it stands, its faults marked."""
    from packlight.adapters.counters import resolve_counter
    from packlight.core.budget import Budget
    from packlight.core.rules import validate
    from packlight.simulation.still import still
    from packlight.views.stage import Stage

    film = example
    if isinstance(example, Conversation):
        counter, found = resolve_counter("tiktoken"), validate(example).findings
        film = still(example, Budget(_EXAMPLE_WINDOW), counter=counter, findings=found, title="", lang=lang)
    return Stage(film=film.to_json(), lang=lang, autoplay=False)


@dataclass(frozen=True, slots=True, repr=False)
class Note:
    """Words, and perhaps code, that a lesson's helper answers with: a hint, a solution, a progress bar."""

    text: str
    code: str = ""

    def __repr__(self) -> str:
        return "\n\n".join(part for part in (self.text, self.code.rstrip()) if part)

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        return f'<div class="packlight-note" role="status">{_p(self.text)}{_pre(self.code)}</div>'
