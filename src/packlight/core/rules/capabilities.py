"""What a model takes, where models differ.

Comes in: from the dated model table (an adapter reads it) or by hand. Goes out: to the rules and the repair, as one
frozen value in which None means "not known".
"""

from __future__ import annotations

from dataclasses import dataclass

from packlight.core.errors import UserError


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a model takes; None where that is not known, which is then read strictly.

    Attributes:
        system_in_messages: whether a message with role system may stand inside `messages`.
        prefill: whether the last message may be an assistant's, to be continued by the model.
        thinking: True when the request thinks with a budget (the running tool loop must then start with its thinking),
            False when thinking is off; None: the request's own `thinking` field says so, if it has one.
        max_images: the most pictures that one request may carry.
        thinking_bound: whether a thinking block is refused once anything before it changed.

    >>> Capabilities(prefill=False).prefill
    False
    """

    system_in_messages: bool | None = None
    prefill: bool | None = None
    thinking: bool | None = None
    max_images: int = 100
    thinking_bound: bool | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.max_images, int) or self.max_images < 0:
            raise UserError(f"max_images is {self.max_images!r}: give a whole number of 0 or more")


UNKNOWN = Capabilities()
