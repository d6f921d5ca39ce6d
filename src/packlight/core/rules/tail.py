"""Rules that hold only as long as nothing follows: the last message, and what the whole request adds up to.

Comes in: a walk that has seen everything so far. Goes out: more findings. The walk itself is not changed, so that it
can go on when another message comes.
"""

from __future__ import annotations

from packlight.core.blocks import ServerToolUse, Text
from packlight.core.rules.finding import Finding
from packlight.core.rules.seen import MANY_IMAGES_PX
from packlight.core.rules.walk import Walk, is_thought

MAX_MARKERS = 4
"""Cache markers in system, tools and messages together."""
MANY_IMAGES = 20
"""With more images than this in a request, each must stay within `MANY_IMAGES_PX`."""


def tail(walk: Walk) -> list[Finding]:
    """The findings that are true if the request is sent now."""
    end = walk.fork_tail()
    _totals(end)
    if end.open:
        end.unanswered(end.size - 1 if end.role == "assistant" else -1)
    if end.loop >= 0 and end.thinking and end.loop_found and _loop_runs(end):
        end.emit("thinking_missing", (end.loop, 0), found=end.loop_found)
    if end.role == "assistant":
        _last_assistant(end)
    return end.found


def _totals(end: Walk) -> None:
    if not end.size:
        end.emit("no_messages", ())
    elif end.systems == end.size:
        end.emit("no_user_message", ())
    if end.markers > MAX_MARKERS:
        end.emit("cache_control_over_limit", (), count=end.markers, limit=MAX_MARKERS)
    if end.images > end.able.max_images:
        end.emit("too_many_images", (), count=end.images, limit=end.able.max_images)
    large = end.large if end.images > MANY_IMAGES else None
    while large is not None:
        width, height = large.size.width, large.size.height
        end.emit(
            "image_too_large_for_many", large.at, width=width, height=height, limit=MANY_IMAGES_PX, images=end.images
        )
        large = large.before


def _loop_runs(end: Walk) -> bool:
    """Whether a tool loop is under way: results came last, or calls wait for theirs."""
    return end.side == "user" or bool(end.open)


def _last_assistant(end: Walk) -> None:
    at, content = end.size - 1, end.last.content if end.last is not None else ()
    if end.hollow:
        end.emit("empty_content", (at,), severity="warning", variant="final")
    elif end.thinking is False:
        for place, block in enumerate(content):
            if is_thought(block):
                end.emit("thinking_when_disabled", (at, place))
    waits = any(place[0] == at for place in end.open.values())
    if waits or (content and isinstance(content[-1], ServerToolUse)):
        return  # the turn is not over: results are to follow, or the API itself goes on with a paused one
    if end.able.prefill is None:
        end.emit("ends_with_assistant", (at,), severity="warning")
    elif not end.able.prefill:
        end.emit("ends_with_assistant", (at,), variant="known")
    elif content and isinstance(content[-1], Text) and content[-1].text != content[-1].text.rstrip():
        end.emit("trailing_whitespace", (at, len(content) - 1))
