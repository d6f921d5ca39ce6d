"""What a repair did: each change with its place, and the conversation that came of it.

Comes in: from the steps of the repair. Goes out: frozen values that read both ways, before and after. Called by the
façade and `explain.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from packlight.core.blocks import Block
from packlight.core.conversation import Conversation
from packlight.core.frozen import thaw
from packlight.core.repair_texts import ACTIONS
from packlight.core.rule_texts import fill
from packlight.core.rules.finding import Finding, Place, path


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was mended.

    Attributes:
        code: the rule that asked for it.
        at: where it stood in the history that came in; `()` for the whole request.
        id: the id of the call that it is about, or None.
        action: what was done, a word of a closed set.
        before, after: the block, blocks or text that stood there and that stand there now; None: nothing.

    >>> Change("bad_tool_id", (1, 0), "call.0", "renamed", "call.0", "call_0").what
    'the call at messages[1].content[0] and its result are now called call_0'
    """

    code: str
    at: Place
    id: str | None
    action: str
    before: Any = None
    after: Any = None

    def say(self, lang: str = "en") -> str:
        """What was done, in English or Chinese (`"zh"`)."""
        values = {"where": path(self.at, lang), "id": self.id or "", "after": self.after}
        return fill(ACTIONS[self.action][lang[:2] == "zh"], values)

    @property
    def what(self) -> str:
        """What was done, in English."""
        return self.say("en")

    def to_dict(self) -> dict[str, Any]:
        """The change as JSON."""
        return {
            "code": self.code,
            "at": list(self.at),
            "id": self.id,
            "action": self.action,
            "what": self.what,
            "before": to_json(self.before),
            "after": to_json(self.after),
        }


def to_json(value: Any) -> Any:
    """A block, blocks or text as JSON."""
    if isinstance(value, Block):
        return value.to_api()
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return thaw(value)


@dataclass(frozen=True, slots=True, repr=False)
class Mended:
    """What a repair gives back.

    Attributes:
        conversation: the mended history; the very object that came in when nothing was wrong.
        changes: what was done, in order; empty when nothing was.
        unmended: errors of the result that nothing honest could mend.
        original: the history that came in.
    """

    conversation: Conversation
    changes: tuple[Change, ...] = ()
    unmended: tuple[Finding, ...] = ()
    original: Conversation = field(default_factory=Conversation, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON."""
        return {
            "changes": [change.to_dict() for change in self.changes],
            "unmended": [finding.to_dict() for finding in self.unmended],
            "conversation": self.conversation.to_api(),
        }

    def __iter__(self) -> Iterator[Change]:
        return iter(self.changes)

    def __repr__(self) -> str:
        head = f"<Mended: {len(self.changes)} changes, {len(self.unmended)} unmended>"
        lines = [f"  {change.code}: {change.what}" for change in self.changes[:20]]
        return "\n".join([head, *lines, *[f"  … and {len(self.changes) - 20} more"] * (len(self.changes) > 20)])
