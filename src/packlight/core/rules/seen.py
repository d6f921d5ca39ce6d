"""What a walk knows: the turn that runs, the ids that were used, and what adds up over the request.

Comes in: counts and places from `walk.py`. Goes out: findings, and copies that go on independently. Called by
`walk.py`, `tail.py` and `watch.py`, which hold the rules; this module holds what they need to remember.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from packlight.core.blocks import Block
from packlight.core.frozen import EMPTY, Frozen
from packlight.core.messages import Message
from packlight.core.pictures import Picture, measure, pictures_in
from packlight.core.rules.blocks import call_id, control_character, markers, result_id, server_id
from packlight.core.rules.capabilities import UNKNOWN, Capabilities
from packlight.core.rules.finding import WARNINGS, Finding, Place

MANY_IMAGES_PX = 2000
"""Pixels of the longer side that an image may have where there are more than 20 of them."""


class Large(NamedTuple):
    """A large image and the one before it: a chain, which walks that go on from one place share."""

    at: Place
    size: Picture
    before: Large | None


class Seen:
    """What is known after the messages seen so far. Mutable, and never handed out: see `validate` and `Watch`."""

    def __init__(
        self,
        able: Capabilities = UNKNOWN,
        running: frozenset[str] = frozenset(),
        strict: bool = False,
        thinking: bool | None = None,
        thorough: bool = True,
    ) -> None:
        self.able, self.running, self.strict = able, running, strict
        self.thinking = able.thinking if able.thinking is not None else thinking
        self.thorough = thorough  # also say what nobody mends, such as control characters
        self.found: list[Finding] = []
        self.size = 0
        self.last: Message | None = None
        self.role = ""  # of the last message; "" for a malformed one
        self.side = ""  # "user" or "assistant": whose turn it is, system messages aside
        self.users = 0  # messages of the running user turn
        self.ids: dict[str, int] = {}  # every call id so far -> the message that used it first
        self.calls: dict[str, Place] = {}  # calls of the newest assistant turn
        self.open: dict[str, Place] = {}  # those of them without a result so far
        self.waiting: dict[str, Place] = {}  # server calls of the newest assistant turn without a result so far
        self.lent: frozenset[str] = frozenset()  # those of them whose code called a tool: they wait for its result
        self.spoken = False  # whether anything but a system message came
        self.systems = 0  # how many system messages came
        self.hollow = False  # whether the last message is an empty assistant message
        self.held = False  # whether the last message is a system message whose place depends on the next one
        self.loop = -1  # where the running tool loop starts, or -1
        self.loop_found = ""  # the type that it starts with, where that is not signed thinking
        self.markers = 0
        self.images = 0
        self.large: Large | None = None  # images too large to be one of many, the newest first

    def emit(
        self,
        code: str,
        at: Place,
        id: str | None = None,
        severity: Any = None,
        variant: str = "",
        **values: Any,
    ) -> None:
        """Note a finding; its severity is the code's usual one unless given."""
        if severity is None:
            severity = "warning" if code in WARNINGS or variant == "pending" else "error"
        given = Frozen(values) if values else EMPTY
        self.found.append(Finding(code, at, id, severity, variant == "pending", variant, given))

    def fork(self, shares: bool) -> Self:
        """A walk that goes on from here without changing this one; the table of ids is shared or copied."""
        new = self.fork_tail()
        new.calls, new.open, new.waiting = dict(self.calls), dict(self.open), dict(self.waiting)
        # A sharing walk may have grown the table already: what it saw after this place is not ours.
        new.ids = self.ids if shares else {id: at for id, at in self.ids.items() if at < self.size}
        return new

    def fork_tail(self) -> Self:
        """A walk that ends here: it may note findings, and takes no more messages."""
        new = type(self).__new__(type(self))
        # Twice a turn of an agent's loop: no `__slots__` here, so that one step copies all of it.
        vars(new).update(vars(self))
        new.found = []
        return new

    def report(self, codes: tuple[str, ...], at: Place, block: Block) -> None:
        for code in codes:
            self.emit(code, at, call_id(block) or result_id(block) or server_id(block), type=block.type)

    def control(self, at: Place, block: Block) -> None:
        char = control_character(block)
        if char:
            self.emit("control_character", at, char=char)

    def carried(self, at: int, place: int, block: Block) -> None:
        """Count what the whole request may only hold so much of: cache markers and pictures."""
        self.markers += markers(block)
        for image in pictures_in(block):
            self.images += 1
            size = measure(image)
            if size is not None and size.longest > MANY_IMAGES_PX:
                self.large = Large((at, place), size, self.large)

    def unanswered(self, last: int) -> None:
        """Report the open calls; those of message `last` and those at work are pending."""
        for id, at in self.open.items():
            pending = at[0] == last or id in self.running
            self.emit("unanswered_tool_use", at, id, variant="pending" if pending else "")
