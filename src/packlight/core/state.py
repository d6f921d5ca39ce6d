"""What goes from one request to the next: the conversation, the breaker, and what is known about both.

Comes in: a conversation. Goes out: a frozen `State` that remembers how much it weighs and how much of it was found
sound, so that preparing a turn costs that turn. Called by `prepare.py`, which gives the next state back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from packlight.core.breaker import Breaker
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.messages import Message
from packlight.core.quick import filler
from packlight.core.rules import Watch
from packlight.core.tokens import Tally


@dataclass(frozen=True, slots=True)
class Base:
    """What stands in front of the messages in a request, and its weight; `made_from` tells when it is stale."""

    made_from: tuple[Any, ...]
    conversation: Conversation
    tokens: int


@dataclass(frozen=True, slots=True, init=False)
class State:
    """A conversation on its way, with its breaker.

    Attributes:
        conversation: the messages so far, never with the injected system prompt.
        breaker: says whether compaction may still be tried.
        turn: human messages seen so far; what was dropped by a compaction still counts.
        refills: compactions in a row with no request between that was not due.

    >>> state = State(Conversation.from_api([{"role": "user", "content": "hi"}]))
    >>> two = state.append({"role": "assistant", "content": "hello"})
    >>> len(state.conversation), len(two.conversation), two.turn
    (1, 2, 1)
    """

    conversation: Conversation
    breaker: Breaker
    turn: int
    refills: int
    tally: Tally | None
    watch: Watch | None
    base: Base | None

    def __init__(
        self,
        conversation: Conversation | Mapping[str, Any] | list[Any] | None = None,
        compaction_failures: int = 0,
        breaker: Breaker | None = None,
        *,
        turn: int | None = None,
        refills: int = 0,
        tally: Tally | None = None,
        watch: Watch | None = None,
        base: Base | None = None,
    ) -> None:
        talk = Conversation.from_api(conversation if conversation is not None else [])
        breaker = breaker if breaker is not None else _breaker(compaction_failures)
        turn = sum(message.is_human for message in talk.messages) if turn is None else turn
        _fill(self, talk, breaker, turn, refills, tally, watch, base)

    @property
    def compaction_failures(self) -> int:
        """Consecutive failed compactions, as the breaker counts them."""
        return self.breaker.count

    @property
    def compaction_circuit_open(self) -> bool:
        """Whether the breaker is open."""
        return self.breaker.state == "open"

    def append(self, *messages: Message | Mapping[str, Any]) -> State:
        """The state with more messages; this one stays as it is, and a second append from it is independent."""
        talk = self.conversation.append(*messages)
        turn = self.turn
        for message in talk.messages.since(len(self.conversation.messages)):
            turn += message.is_human
        grown = State.__new__(State)
        _fill(grown, talk, self.breaker, turn, self.refills, self.tally, self.watch, self.base)
        return grown

    def cleared(self) -> State:
        """An empty history under the same system prompt, with a closed breaker: what *clear* means."""
        return State(self.conversation.with_messages([]), breaker=self.breaker.reset(), turn=self.turn)

    def to_dict(self) -> dict[str, Any]:
        """The state as JSON: what it carries, not what it remembers for speed."""
        return {"conversation": self.conversation.to_api(), "breaker": self.breaker.to_dict(), "turn": self.turn}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> State:
        """Read what `to_dict` wrote."""
        if not isinstance(data, Mapping) or not {"conversation", "breaker", "turn"} <= set(data):
            raise UserError("this is not a state that was saved by to_dict: give its conversation, breaker and turn")
        talk = Conversation.from_api(data["conversation"])
        return cls(talk, breaker=Breaker.from_dict(data["breaker"]), turn=data["turn"])

    def __repr__(self) -> str:
        failures = f"{self.breaker.count} of {self.breaker.max_failures} failures"
        return (
            f"<State: {len(self.conversation.messages)} messages, turn {self.turn}, {self.breaker.state}, {failures}>"
        )


_fill = filler(State)


def _breaker(failures: int) -> Breaker:
    """The course's breaker after so many failures in a row."""
    if not isinstance(failures, int) or isinstance(failures, bool) or failures < 0:
        raise UserError(f"compaction_failures is {failures!r}: give a whole number of 0 or more")
    breaker = Breaker()
    return replace(breaker, count=failures, state="open" if failures >= breaker.max_failures else "closed")
