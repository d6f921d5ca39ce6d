"""What the tests of the labs share: a bench without files, and a lab worked through without widgets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from packlight.adapters.catalogue import prices_of, speeds
from packlight.core.conversation import Conversation
from packlight.core.heuristic import HeuristicCounter
from packlight.core.tokens import count
from packlight.simulation.scenarios import session
from packlight.views.labs import frame
from packlight.views.labs.frame import Sitting, View
from packlight.views.labs.model import Bench, Model
from packlight.views.labs.node import Node
from packlight.views.labs.still import still_text

COUNTER = HeuristicCounter()
HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)">\u202e javascript:alert(3)'


def bench(lang: str = "en", **values: Any) -> Bench:
    """The bug hunt with the heuristic counter, or what is given in its place."""
    found = session("bug_hunt", lang)
    talk = values.pop("conversation", found.conversation)
    told = {"title": found.title, "scenario": "bug_hunt", "facts": found.facts}
    prices = prices_of("claude-sonnet-5")
    assert prices is not None
    figures = {"prices": prices, "speeds": speeds(), "model": "claude-sonnet-5", "cache_min_tokens": 1024}
    tokens = count(talk, COUNTER).total
    return Bench(
        **{"conversation": talk, "tokens": tokens, "counter": COUNTER, **told, **figures, "lang": lang, **values}
    )


def small(*texts: str) -> Conversation:
    """A talk of short messages, user and assistant by turns."""
    roles = ("user", "assistant")
    return Conversation.from_api([{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)])


class Walk:
    """A lab worked through by actions, without a widget."""

    def __init__(self, model: Model[Any], preset: str = "", *, predict: bool = False) -> None:
        self.model = model
        self.sitting: Sitting = frame.start(model, preset, predict=predict)

    def do(self, action: str, value: Any = None, step: int = 0) -> Walk:
        """One action; gives itself, so that several read as one line."""
        self.sitting = frame.act(self.model, self.sitting, action, value, step)
        return self

    @property
    def settings(self) -> Any:
        """The lab's own settings now."""
        return self.sitting.settings

    @property
    def view(self) -> View:
        """What is drawn now."""
        try:
            outcome: Any = self.model.outcome(self.settings)
        except frame.PacklightError as error:
            outcome = error
        return frame.view(self.model, self.sitting, outcome)

    @property
    def text(self) -> str:
        """What is drawn now, in words."""
        return still_text(self.view.tree)


def controls_of(tree: Node) -> Mapping[str, Node]:
    """What can be used in a tree, by its key."""
    return {node.get("key"): node for node in tree.walk() if node.get("act")}
