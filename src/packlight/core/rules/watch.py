"""A watch over a growing history: what was found sound is not read again.

Comes in: a `Messages` sequence that grows. Goes out: whether `repair` has anything to do. Called by `prepare.py` every
turn, so an extension costs the new messages only, in time and in space.
"""

from __future__ import annotations

from operator import is_

from packlight.core.conversation import Conversation
from packlight.core.messages import Messages
from packlight.core.rules.capabilities import UNKNOWN, Capabilities
from packlight.core.rules.tail import tail
from packlight.core.rules.validate import base_markers, thinking_of
from packlight.core.rules.walk import Walk


class Watch:
    """How far a history was looked at, and whether it is sound so far. Immutable: `extend` gives a new one.

    Two watches extended from one are independent; the first shares what it grows, the second copies it.

    Args:
        capabilities: what the model takes; None reads the rules strictly.
        markers: cache markers that stand in system and tools.
        thinking: what the request itself says about thinking; see `thinking_of`.

    >>> from packlight.core.messages import Message
    >>> one = Watch().extend(Messages([Message("user", "hi")]))
    >>> len(one), one.clean
    (1, True)
    """

    __slots__ = ("_around", "_claims", "_clean", "_made_for", "_sound", "_walk", "capabilities")

    def __init__(
        self, capabilities: Capabilities | None = None, markers: int = 0, thinking: bool | None = None
    ) -> None:
        self.capabilities = capabilities
        self._around = (markers, thinking)
        self._made_for: tuple[object, ...] = (None, None, None)
        able = capabilities if capabilities is not None else UNKNOWN
        self._walk = Walk(able, thinking=thinking, thorough=False)
        self._walk.markers = markers
        self._claims: dict[int, object] = {}
        self._sound = True
        self._clean: bool | None = None

    @classmethod
    def over(cls, conversation: Conversation, capabilities: Capabilities | None = None) -> Watch:
        """A watch that has looked at no message yet, and knows what stands around the messages of a conversation.

        >>> from packlight.core.messages import Message
        >>> talk = Conversation().append(Message("user", "hi"))
        >>> Watch.over(talk).extend(talk.messages)
        <Watch: 1 messages, clean>
        """
        new = cls(capabilities, base_markers(conversation), thinking_of(conversation))
        new._made_for = (conversation.system, conversation.tools, conversation.extra)
        return new

    def suits(self, conversation: Conversation, capabilities: Capabilities | None = None) -> bool:
        """Whether `over` would give a watch that reads by the same rules as this one."""
        if self.capabilities is not capabilities and self.capabilities != capabilities:
            return False
        # A conversation that grew holds the very prompt and tools that were looked at: they are not read every turn.
        if all(map(is_, self._made_for, (conversation.system, conversation.tools, conversation.extra))):
            return True
        return self._around == (base_markers(conversation), thinking_of(conversation))

    def extend(self, messages: Messages) -> Watch:
        """Look at `messages[len(self):]`; the messages before are taken to be those that were seen."""
        start = self._walk.size
        if len(messages) <= start:
            return self
        new = Watch.__new__(Watch)
        new.capabilities, new._around, new._made_for, new._clean = self.capabilities, self._around, self._made_for, None
        # Whoever comes first from here may grow the shared table of ids; setdefault decides that in one step.
        me = object()
        shares = self._claims.setdefault(start, me) is me
        new._claims = self._claims if shares else {}
        new._walk = walk = self._walk.fork(shares)
        for message in messages.since(start):
            walk.take(message)
        new._sound = self._sound and not (walk.found and any(finding.is_mended for finding in walk.found))
        walk.found = []
        return new

    @property
    def clean(self) -> bool:
        """Whether the history has no error and nothing that `repair` would mend; pending calls are left aside."""
        if self._clean is None:
            self._clean = self._sound and not any(finding.is_mended for finding in tail(self._walk))
        return self._clean

    def __len__(self) -> int:
        return self._walk.size

    def __repr__(self) -> str:
        return f"<Watch: {len(self)} messages, {'clean' if self.clean else 'something to mend'}>"
