"""The replay: a conversation carried turn by turn under a policy, recorded as a film.

Comes in: a conversation, a policy, a counter. Goes out: a `Film`. A step is one appended message; `prepare_messages`
runs before each assistant message, as an agent runs it before each request. So the frame of a user message shows a
history that may be due, and the next frame shows it packed. Nothing here knows a clock: the same input gives the same
film, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.repair import repair
from packlight.core.tokens import TokenCounter
from packlight.simulation.camera import Camera
from packlight.simulation.film import Film
from packlight.simulation.policy import Policy
from packlight.simulation.replay import replay, setting


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
    stage = setting(mended.conversation, policy, counter=counter, lang=lang, price_usd=price_usd)
    camera = Camera(
        stage.opening,
        stage.script,
        budget=stage.context.budget,
        counter=counter,
        lang=lang,
        facts=facts,
        price_usd=price_usd,
    )
    if mended.changes:
        camera.mended(len(mended.changes))
    replay(stage, camera, by_hand_at)
    how = {"strategy": policy.strategy_name, "failures": policy.failures}
    calls = getattr(stage.context.summarizer, "calls", None)
    return camera.film(title=title, scenario=scenario, seed=seed, policy=how, calls=calls)
