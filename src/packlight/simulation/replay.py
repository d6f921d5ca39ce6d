"""The loop of every replay: a conversation carried turn by turn under a policy, for whoever watches.

Comes in: a conversation, a policy, a counter. Goes out: calls to a `Watcher`, in the order in which an agent would do
them: prepare before each assistant message, then append. The camera of `run.py` makes a film of it, the meter of
`sweep` a row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Protocol

from packlight.core.breaker import Breaker
from packlight.core.context import Context, Prepared
from packlight.core.conversation import Conversation
from packlight.core.messages import Message
from packlight.core.prepare import prepare_messages
from packlight.core.state import State
from packlight.core.tokens import TokenCounter
from packlight.simulation.policy import Policy


class Watcher(Protocol):
    """Sees a replay happen, and carries its state."""

    state: State

    def prepared(self, ready: Prepared) -> None:
        """The history was made ready for a request."""

    def append(self, message: Message) -> None:
        """One more message stands behind it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a replay starts from: the mended conversation, how to prepare it, and the state before its first message."""

    script: Conversation
    context: Context
    opening: State


def setting(
    script: Conversation,
    policy: Policy,
    *,
    counter: TokenCounter,
    lang: str = "en",
    price_usd: Callable[[int, int], float] | None = None,
) -> Setting:
    """Make ready for a replay; while the breaker is open it goes on with the trim that calls no model.

    Args:
        script: a conversation that `repair` has mended.
    """
    context = Context(
        budget=policy.budget(),
        strategy=policy.make_strategy(),
        counter=counter,
        summarizer=policy.make_summarizer(lang),
        on_open="fallback",
        price_usd=price_usd,
        lang=lang,
    )
    opening = State(script.with_messages([]), breaker=policy.breaker or Breaker())
    # Preparing nothing weighs the system prompt, so that the first request knows it.
    return Setting(script, context, prepare_messages(opening, context).state)


def replay(stage: Setting, watcher: Watcher, by_hand_at: Collection[int] = ()) -> None:
    """Carry the conversation message by message past the watcher.

    Args:
        by_hand_at: places of messages after which somebody compacts by hand, due or not.
    """
    for place, message in enumerate(stage.script.messages):
        if message.role == "assistant" and place:
            watcher.prepared(prepare_messages(watcher.state, stage.context))
        watcher.append(message)
        if place in by_hand_at:
            watcher.prepared(prepare_messages(watcher.state, replace(stage.context, trigger="manual")))
