"""In Jupyter every object of ours has a picture: registered here, because the core and the films know no views.

Comes in: the shell that runs, if it is IPython's. Goes out: formatters for conversations, films and results. Outside of
IPython nothing is registered and nothing is imported.
"""

from __future__ import annotations

import html
import sys
from collections.abc import Callable
from typing import Any

from packlight.api.films import play, show
from packlight.core.compact import Compacted
from packlight.core.context import Prepared
from packlight.core.conversation import Conversation
from packlight.core.explain import diff, explain_report
from packlight.core.repair import Mended
from packlight.core.rules import Report
from packlight.core.state import State
from packlight.simulation.film import Film
from packlight.simulation.live_run import LiveRun

Bundle = Any
"""What IPython takes for one output: data by MIME type, and metadata."""


def register_pictures() -> None:
    """Tell the running IPython how our objects are drawn; does nothing elsewhere."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    formatter = getattr(getattr(shell, "display_formatter", None), "mimebundle_formatter", None)
    if formatter is not None:
        for kind, draw in PICTURES.items():
            formatter.for_type(kind, draw)


def _stage(value: Any, **_: Any) -> Bundle:
    """A film that waits at its first frame, or a conversation as it stands."""
    shown = play(value, autoplay=False) if isinstance(value, Film) else show(value)
    return shown._repr_mimebundle_()


def _run(value: LiveRun, **_: Any) -> Bundle:
    """A run's film on the stage; where no widget lives, its table stands above the static picture."""
    data, metadata = play(value.film, autoplay=False)._repr_mimebundle_()
    table = repr(value)
    words = {"text/plain": table, "text/html": f"<pre>{html.escape(table)}</pre>{data.get('text/html', '')}"}
    return {**data, **words}, metadata


def _words(say: Callable[[Any], str]) -> Callable[..., Bundle]:
    def draw(value: Any, **_: Any) -> Bundle:
        text = say(value)
        return {"text/plain": text, "text/html": f"<pre>{html.escape(text)}</pre>"}, {}

    return draw


PICTURES: dict[type, Callable[..., Bundle]] = {
    Film: _stage,
    Conversation: _stage,
    State: _stage,
    Prepared: _stage,
    Compacted: _stage,
    Mended: _words(lambda mended: diff(mended)),
    LiveRun: _run,
    Report: _words(lambda report: explain_report(report)),
}
