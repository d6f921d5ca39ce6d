"""The facts of a transcript: file names, ids and numbers that the assistant uses again later.

Comes in: a conversation. Goes out: which of them each message says, and which each assistant message needs from those
before it. Nobody has to plant anything: what an agent really used again is what a compaction must not lose. A fact is
kept when it stood in `messages[]` every time it was used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from packlight.core.conversation import Conversation
from packlight.core.messages import Message
from packlight.simulation.facts import FactWatch

Planted = tuple[Mapping[str, Any], ...]
"""Facts that somebody planted; see `simulation/facts.py`."""
SHORTEST, LONGEST = 3, 120
"""Characters of a name, id or number; shorter ones come back by chance, longer ones are data."""
_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./@:-]*")
_FILE = re.compile(r"[A-Za-z0-9_/@-][A-Za-z0-9_./@-]*[A-Za-z0-9_-]\.[A-Za-z][A-Za-z0-9]{0,4}\Z")
_NUMBER = re.compile(r"\d[\d.:-]*\d\Z")


def needles_of(text: str) -> frozenset[str]:
    """The file names, ids and numbers of a text.

    An id mixes letters and digits, or is a path; a number has three digits or more.

    >>> sorted(needles_of("INC-2093: src/parse.py fails at line 214, on port 8043, in 3 of 20 runs."))
    ['214', '8043', 'INC-2093', 'src/parse.py']
    """
    words = {word.rstrip("./:-") for word in _WORD.findall(text)}
    return frozenset([word for word in words if SHORTEST <= len(word) <= LONGEST and _is_needle(word)])


def _is_needle(word: str) -> bool:
    digits = sum(map(str.isdigit, word))
    if _NUMBER.match(word) or word.isdigit():
        return digits >= 3
    return bool(digits and len(word) > SHORTEST) or bool(_FILE.match(word))


@dataclass(frozen=True, slots=True)
class Uses:
    """What a conversation says and uses again.

    Attributes:
        said: the needles of each message, in order.
        needed: for each message those of an assistant that stood in a message before it; empty for everybody else.
    """

    said: tuple[frozenset[str], ...]
    needed: tuple[frozenset[str], ...]

    @property
    def facts(self) -> frozenset[str]:
        """All that is used again."""
        return frozenset().union(*self.needed)


def uses_of(conversation: Conversation) -> Uses:
    """Read what a conversation uses again; what its system prompt says cannot be lost, so it is no fact.

    >>> talk = [{"role": "user", "content": "use port 8043"}, {"role": "assistant", "content": "8043 is open"}]
    >>> sorted(uses_of(Conversation.from_api(talk)).facts)
    ['8043']
    """
    always = needles_of("\n".join(block.readable() for block in conversation.system))
    known: set[str] = set()
    said, needed = [], []
    for message in conversation.messages:
        here = needles_of(message.text()) - always
        said.append(here)
        needed.append(here & known if message.role == "assistant" else frozenset())
        known |= here
    return Uses(tuple(said), tuple(needed))


class UsedFacts:
    """Follows what a conversation uses again through one replay; give it a fresh one each time."""

    def __init__(self, uses: Uses, messages: Iterable[Message]) -> None:
        self._uses = uses
        self._known = {message.id: said for message, said in zip(messages, uses.said, strict=True)}
        self._alive: set[str] = set()
        self.lost: set[str] = set()

    def packed(self, messages: Iterable[Message], place: int) -> None:
        """The history was changed: what stands there now?"""
        self._alive = set().union(*[self._said(message) for message in messages])

    def before(self, place: int) -> None:
        """A request goes out, whose answer is the message of this place: is all there that it uses?"""
        self.lost |= self._uses.needed[place] - self._alive

    def met(self, message: Message, place: int) -> None:
        """The message of this place was appended."""
        self._alive |= self._uses.said[place]

    def counted(self) -> tuple[int, int]:
        """How many facts there are, and how many were kept."""
        facts = len(self._uses.facts)
        return facts, facts - len(self.lost)

    def _said(self, message: Message) -> frozenset[str]:
        found = self._known.get(message.id)
        if found is None:
            found = self._known[message.id] = needles_of(message.text())
        return found


class PlantedFacts:
    """Follows planted facts through one replay, as a film does: one that was away once is lost."""

    def __init__(self, facts: Planted) -> None:
        self._watch = FactWatch(facts)

    def packed(self, messages: Iterable[Message], place: int) -> None:
        """The history was changed: what stands there now?"""
        self._watch.check(messages, place)

    def before(self, place: int) -> None:
        """A request goes out."""

    def met(self, message: Message, place: int) -> None:
        """The message of this place was appended."""
        self._watch.meet(message, place)

    def counted(self) -> tuple[int, int]:
        """How many facts were met, and how many were kept."""
        rows = self._watch.rows()
        return len(rows), sum(row["lost_at"] is None for row in rows)


def facts_watch(facts: Uses | Planted, messages: Iterable[Message]) -> UsedFacts | PlantedFacts:
    """Who follows these facts."""
    return UsedFacts(facts, messages) if isinstance(facts, Uses) else PlantedFacts(facts)
