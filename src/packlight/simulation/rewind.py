"""From a film back to a conversation, as far as a film remembers: its texts are bounded and pictures are named only.

Comes in: a film. Goes out: the messages that were appended, without the summaries and cut copies that packing made.
"""

from __future__ import annotations

import json
from typing import Any

from packlight.core.conversation import Conversation
from packlight.simulation.film import Block, Film


def rewind(film: Film) -> Conversation:
    """The conversation that a film was made from.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> from packlight.simulation.policy import Policy
    >>> from packlight.simulation.run import run
    >>> talk = Conversation.from_api([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}])
    >>> rewind(run(talk, Policy(100), counter=HeuristicCounter())).to_api() == talk.to_api()
    True
    """
    # The last message of a frame is the one that its step appended; a still has one frame for all of its messages.
    ends = [frame.ranges[-1][1] for frame in film.frames if frame.ranges]
    places = range(ends[0]) if len(ends) == 1 else [end - 1 for end in ends]
    rows = [film.messages[place] for place in places]
    messages = [{"role": row.role, "content": [_block(film, at) for at in range(*row.blocks)]} for row in rows]
    for message in messages:
        [only] = message["content"] if len(message["content"]) == 1 else [{}]
        if isinstance(only, dict) and set(only) == {"type", "text"}:
            message["content"] = only["text"]
    first = film.system["blocks"][0] if film.system else None
    system = [{"type": "text", "text": film.blocks[first].text}] if first is not None else []
    return Conversation.from_api({"messages": messages, **({"system": system} if system else {})})


def _block(film: Film, at: int) -> dict[str, Any]:
    """One block as the API writes it; where its JSON was cut, its words."""
    block = film.blocks[at]
    if block.type == "text" and block.raw is None:
        return {"type": "text", "text": block.text}
    if block.type == "tool_result" and block.raw is None:
        return {"type": "tool_result", "tool_use_id": f"pair_{block.pair}", "content": block.text}
    try:
        made = json.loads(block.raw or "")
    except ValueError:
        return _words(block)
    renamed = {name: f"pair_{block.pair}" for name in ("id", "tool_use_id") if name in made and block.pair}
    return {**made, **renamed}


def _words(block: Block) -> dict[str, Any]:
    if block.type == "tool_use":
        return {"type": "tool_use", "id": f"pair_{block.pair}", "name": block.name or "tool", "input": {}}
    if block.type == "tool_result":
        return {"type": "tool_result", "tool_use_id": f"pair_{block.pair}", "content": block.text}
    return {"type": "text", "text": block.text or block.label}
