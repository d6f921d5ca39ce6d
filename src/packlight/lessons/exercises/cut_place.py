"""Exercise 06-3: where a history may be cut.

Comes in: `pick_cut(messages, keep)`. Goes out: the first history that it cuts in a wrong place. Any right place passes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from packlight.core.conversation import Conversation
from packlight.lessons.exercise import Exercise, Fault, Wrong
from packlight.lessons.exercises.small_messages import Request, holds, kinds, opens_turn, talk
from packlight.lessons.judges import by_rule


def pick_cut(messages: Request, keep: int) -> int:
    for cut in range(len(messages) - keep, 0, -1):
        message = messages[cut]
        is_result = any(block["type"] == "tool_result" for block in message["content"])
        if message["role"] == "user" and not is_result:
            return cut
    return 0


def earliest_cut(messages: Request, keep: int) -> int:
    """As right as the latest one: it drops less."""
    places = [n for n in range(1, len(messages) - keep + 1) if opens_turn(messages[n])]
    return places[0] if places else 0


def any_oldest(messages: Request, keep: int) -> int:
    return max(0, len(messages) - keep)


def next_user(messages: Request, keep: int) -> int:
    start = max(0, len(messages) - keep)
    return next((n for n in range(start, -1, -1) if messages[n]["role"] == "user"), 0)


def later_human(messages: Request, keep: int) -> int:
    start = max(0, len(messages) - keep)
    return next((n for n in range(start, len(messages)) if opens_turn(messages[n])), len(messages))


def never(messages: Request, keep: int) -> int:
    return 0


CUT_CASES = (
    ("hahaha", 2),
    ("hahaha", 3),
    ("hcrahcra", 4),
    ("hcrahcra", 2),
    ("hahcrcra", 3),
    ("hcrcrcra", 3),
    ("ha", 4),
)


def find_in_cuts(cut: Callable[[Request, int], Any]) -> Fault | None:
    """The first history that is cut in a wrong place."""
    for letters, keep in CUT_CASES:
        messages = talk(letters)
        place = cut(messages, keep)
        values = {"yours": place, "keep": keep, "size": len(messages), "roles": kinds(messages)}
        if place is None:
            return Fault(
                "gives_none", {"call": f"pick_cut({len(messages)} messages, keep={keep})"}, outcome="could_not_run"
            )
        fault = _place_fault(messages, keep, place)
        if fault:
            return Fault(fault[0], values, fault[1], _shown(messages, place))
    return None


def _place_fault(messages: Request, keep: int, place: Any) -> tuple[str, str] | None:
    right = {n for n in range(1, len(messages) - keep + 1) if opens_turn(messages[n])} or {0}
    if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place <= len(messages):
        return "no_place", ""
    if place in right:
        return None
    if place == 0:
        return "nothing_goes", ""
    if place < len(messages) and holds(messages[place], "tool_result"):
        return "before_result", "cut_anywhere"
    if not any(map(opens_turn, messages[place:])):
        return "last_human", ""
    return ("before_assistant", "cut_anywhere") if messages[place]["role"] == "assistant" else ("keeps_less", "")


def _shown(messages: Request, place: Any) -> Conversation | None:
    """What would be sent after the cut."""
    is_place = isinstance(place, int) and not isinstance(place, bool) and 0 < place < len(messages)
    return Conversation.from_api(messages[place:]) if is_place else None


CUT = Exercise(
    id="06-3",
    name="pick_cut",
    takes="function",
    judge=by_rule(find_in_cuts),
    solution=pick_cut,
    also_right=(earliest_cut,),
    wrong=(
        Wrong("before_assistant", any_oldest, "cut_anywhere"),
        Wrong("before_result", next_user, "cut_anywhere"),
        Wrong("keeps_less", later_human),
        Wrong("nothing_goes", never),
    ),
)
