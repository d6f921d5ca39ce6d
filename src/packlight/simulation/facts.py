"""Planted facts: what a good compaction should not lose.

Comes in: a scenario's facts, each with a needle that stands in one message. Goes out: when each one was lost. A fact
is alive as long as its needle stands in some message that is still in `messages[]`, word for word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from packlight.core.messages import Message


class FactWatch:
    """Follows facts through a replay."""

    def __init__(self, facts: Iterable[Mapping[str, Any]]) -> None:
        self._facts = [dict(fact) for fact in facts]
        self._seen: dict[str, int] = {}
        self._lost: dict[str, int] = {}

    def meet(self, message: Message, place: int) -> None:
        """A message was appended: which facts does it bring?"""
        waiting = [fact for fact in self._facts if fact["id"] not in self._seen]
        if waiting:
            text = message.text()
            for fact in waiting:
                if fact["needle"] in text:
                    self._seen[fact["id"]] = place

    def check(self, messages: Iterable[Message], step: int) -> None:
        """The history was packed: which facts are gone?"""
        alive = [fact for fact in self._facts if fact["id"] in self._seen and fact["id"] not in self._lost]
        if alive:
            text = "\n".join(message.text() for message in messages)
            self._lost.update({fact["id"]: step for fact in alive if fact["needle"] not in text})

    def rows(self) -> tuple[dict[str, Any], ...]:
        """The facts that were met, with the step at which each was lost, or None."""
        return tuple(
            {
                "id": fact["id"],
                "text": fact["text"],
                "message": self._seen[fact["id"]],
                "lost_at": self._lost.get(fact["id"]),
            }
            for fact in self._facts
            if fact["id"] in self._seen
        )
