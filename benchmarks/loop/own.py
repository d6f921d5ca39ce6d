"""Our loop, as an agent would write it, and the texts of its bound: each block counted once and nothing else."""

from __future__ import annotations

from typing import Any

from benchmarks.loop.peers import Peer
from benchmarks.loop.workload import Message

from packlight.adapters.tiktoken_counter import TiktokenCounter
from packlight.core.budget import Budget
from packlight.core.context import Context
from packlight.core.conversation import Conversation
from packlight.core.heuristic import HeuristicCounter
from packlight.core.prepare import prepare_messages
from packlight.core.state import State
from packlight.core.strategies import make_strategy
from packlight.core.tokens import TokenCounter, weigh_message

WINDOW = 200_000


class Packlight(Peer):
    """`State.append` and `prepare_messages`, events and ids included."""

    name, counts = "Packlight, cl100k", "cl100k"

    def start(self) -> None:
        self.context = Context(
            budget=Budget(WINDOW), strategy=make_strategy("sliding_window"), counter=self.counter(), system=self.system
        )
        self.state = State()

    @staticmethod
    def counter() -> TokenCounter:
        return TiktokenCounter("cl100k_base")

    def read(self, message: Message) -> list[Any]:
        """Nothing is made beforehand: reading the message is part of what is timed."""
        return [message]

    def append(self, natives: list[Any]) -> None:
        self.state = self.state.append(*natives)

    def prepare(self) -> list[Any]:
        ready = prepare_messages(self.state, self.context)
        self.state = ready.state
        return [ready.conversation]

    def written(self, natives: list[Any]) -> list[Message]:
        found: list[Message] = natives[0].to_api()["messages"]
        return found


class PacklightHeuristic(Packlight):
    """The same with the heuristic counter."""

    name, counts = "Packlight, heuristic", "approximate"

    @staticmethod
    def counter() -> TokenCounter:
        return HeuristicCounter()


class Texts:
    """A counter that only keeps what it is asked."""

    name, estimated = "texts", True

    def __init__(self) -> None:
        self.texts: list[str] = []

    def count_text(self, text: str) -> int:
        self.texts.append(text)
        return 0


def texts_of(message: Message) -> list[str]:
    """The texts that weighing a message asks a counter for."""
    reader = Texts()
    weigh_message(Conversation.from_api([message]).messages[0], reader)
    return reader.texts


OWN: dict[str, type[Packlight]] = {"packlight": Packlight, "packlight-heuristic": PacklightHeuristic}
