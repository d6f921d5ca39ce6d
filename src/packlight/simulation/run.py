"""The replay: a conversation carried turn by turn under a policy, recorded as a film.

Comes in: a conversation, a policy, a counter. Goes out: a `Film`. A step is one appended message; `prepare_messages`
runs before each assistant message, as an agent runs it before each request. So the frame of a user message shows a
history that may be due, and the next frame shows it packed. Nothing here knows a clock: the same input gives the same
film, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from packlight.core.breaker import Breaker
from packlight.core.context import Context
from packlight.core.conversation import Conversation
from packlight.core.prepare import prepare_messages
from packlight.core.repair import repair
from packlight.core.state import State
from packlight.core.tokens import TokenCounter
from packlight.simulation.camera import Camera
from packlight.simulation.film import Film
from packlight.simulation.policy import Policy


def run(
    conversation: Conversation,
    policy: Policy,
    *,
    counter: TokenCounter,
    title: str = "",
    scenario: str = "",
    lang: str = "en",
    seed: int = 0,
    facts: Iterable[Mapping[str, Any]] = (),
    price_usd: Callable[[int, int], float] | None = None,
    by_hand_at: Collection[int] = (),
) -> Film:
    """Replay the conversation under the policy.

    Args:
        by_hand_at: steps after whose message somebody packs by hand, due or not.

    A history that breaks rules is mended first. While the breaker is open the replay goes on with the trim that calls
    no model; what the calls not made would have cost stands in `film.cost`.
    """
    mended = repair(conversation)
    script, summarizer = mended.conversation, policy.make_summarizer(lang)
    context = Context(
        budget=policy.budget(),
        strategy=policy.make_strategy(),
        counter=counter,
        summarizer=summarizer,
        on_open="fallback",
        price_usd=price_usd,
        lang=lang,
    )
    opening = State(script.with_messages([]), breaker=policy.breaker or Breaker())
    # Preparing nothing weighs the system prompt, so that the first frame knows it.
    opening = prepare_messages(opening, context).state
    camera = Camera(
        opening, script, budget=context.budget, counter=counter, lang=lang, facts=facts, price_usd=price_usd
    )
    if mended.changes:
        camera.mended(len(mended.changes))
    for message in script.messages:
        if message.role == "assistant" and camera.frames:
            camera.prepared(prepare_messages(camera.state, context))
        camera.append(message)
        if len(camera.frames) - 1 in by_hand_at:
            camera.prepared(prepare_messages(camera.state, replace(context, trigger="manual")))
    how = {"strategy": policy.strategy_name, "failures": policy.failures}
    calls = getattr(summarizer, "calls", None)
    return camera.film(title=title, scenario=scenario, seed=seed, policy=how, calls=calls)
