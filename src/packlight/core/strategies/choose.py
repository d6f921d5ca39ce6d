"""Which messages stay: a tail, and what was asked for in front of it.

    [kept in front]  …gone…  [last human message]  …gone…  [tail]

Comes in: a draft and the options `keep_last`, `keep_turns`, `keep_first`, `pin`. Goes out: the draft with its selection
made. Shared by the strategies that cut history: sliding window, summary, structured retention and the fallback trim.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from packlight.core.blocks import Block
from packlight.core.cuts import Shape, opens_with_thinking, thinks
from packlight.core.messages import is_summary
from packlight.core.strategies.contract import Options, Packing
from packlight.core.strategies.draft import Draft
from packlight.core.strategies.squeeze import shorten_steps, shrink_newest
from packlight.core.tokens import weigh_message

SUMMARY_SHARE = 4
"""An earlier summary stays when it takes no more than one part in so many of the goal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TailOptions(Options):
    """Options of strategies that keep a tail.

    Attributes:
        keep_last: messages at the end that stay, snapped outward to whole pairs.
        keep_turns: human turns at the end that stay.
        keep_first: messages at the front that stay, snapped outward to whole pairs.
    """

    keep_last: int | None = None
    keep_turns: int | None = None
    keep_first: int | None = None


def choose(
    draft: Draft,
    options: TailOptions,
    *,
    front: Iterable[int] = (),
    forced_turns: int = 1,
    goal_tokens: int,
    room_tokens: int = 0,
    carry: bool = True,
) -> None:
    """Select what stays: the front, the pins, and as much of the tail as the options or the goal allow.

    `room_tokens` are set aside for a summary that is still to be written. With `carry` a small earlier summary stays too, alone and without what stood behind it.
    """
    shape = draft.packing.shape
    if shape.anchor is None:
        return
    required = _required(draft, options, front)
    carried = _carried(draft, required, goal_tokens) if carry else None
    asked = _asked(shape, options, forced_turns if draft.packing.forced else None)
    by_goal = _by_goal(draft, required, goal_tokens, carried)
    if asked is None:
        start = by_goal
    elif _names_a_tail(options):
        start = asked if options.limit_tokens is None else min(asked, by_goal)
    else:
        start = max(asked, by_goal)
    if carried is not None and carried.position < start:
        required[carried.position] = 1
        draft.rewrite(carried.position, carried.content, "summary_kept")
    _take(draft, required, start, goal_tokens, room_tokens, asked=_names_a_tail(options))


def _names_a_tail(options: TailOptions) -> bool:
    return options.keep_last is not None or options.keep_turns is not None


def _required(draft: Draft, options: TailOptions, front: Iterable[int]) -> bytearray:
    """What stays in any case, closed under all that must stay with it."""
    packing, keep = draft.packing, bytearray(draft.packing.shape.size)
    for position in front:
        keep[position] = 1
        draft.reasons.setdefault(position, "task")
    for position in pinned(packing, options.pin):
        keep[position] = 1
        draft.reasons[position] = "pinned"
        draft.fixed.add(position)
    if options.keep_first:
        last = min(options.keep_first, packing.shape.size) - 1
        stop = packing.shape.unit(last)[1]
        keep[:stop] = b"\1" * stop
        draft.reasons.update(dict.fromkeys(range(stop), "head"))
        draft.fixed.update(range(stop))
    return packing.shape.close(keep)


def pinned(packing: Packing, pin: Iterable[str]) -> list[int]:
    """Positions of pinned messages; a changed copy counts as the message it came from."""
    wanted = set(pin)
    if not wanted:
        return []
    return [i for i, m in enumerate(packing.messages) if m.id in wanted or m.derived_from in wanted]


def _asked(shape: Shape, options: TailOptions, forced_turns: int | None) -> int | None:
    """Where the tail starts that the options name, or that packing by hand keeps."""
    starts = []
    if options.keep_last is not None:
        starts.append(shape.snap(shape.size - options.keep_last))
    turns = options.keep_turns if options.keep_turns is not None or starts else forced_turns
    if turns is not None and shape.humans:
        starts.append(shape.snap(shape.humans[max(len(shape.humans) - turns, 0)]) if turns else shape.size)
    return min(starts) if starts else None


def _by_goal(draft: Draft, required: bytearray, goal_tokens: int, carried: _Carried | None) -> int:
    """The earliest legal start of a tail with which everything meets the goal; the newest step stays at least."""
    packing, shape = draft.packing, draft.packing.shape
    turn = shape.turn if shape.turn is not None else 0
    starts = sorted({0, *[start for start in shape.starts if start <= turn], *shape.steps()})
    positions = [i for i, kept in enumerate(required) if kept]
    sums = list(accumulate((draft.weight(i) for i in positions), initial=0))
    shortened = [position for position, _ in draft.saved()]
    saved = list(accumulate((saving for _, saving in draft.saved()), initial=0))

    def fits(start: int) -> bool:
        tail = packing.tally.total - packing.tally.before(start)
        tail -= saved[-1] - saved[bisect_left(shortened, start)]
        tail += carried.tokens if carried is not None and carried.position < start else 0
        return packing.base_tokens + tail + sums[bisect_left(positions, start)] <= goal_tokens

    # Moving the start to the right never adds weight, so the first start that fits is found by halving.
    return starts[min(bisect_left(starts, True, key=fits), len(starts) - 1)]


def _take(draft: Draft, required: bytearray, start: int, goal_tokens: int, room_tokens: int, *, asked: bool) -> None:
    """Select the tail from `start`; the running turn's thinking and newest step get what they need."""
    shape, packing = draft.packing.shape, draft.packing
    first = next((step for step in shape.steps() if step not in draft.fixed), shape.size)
    thoughts = _thoughts(packing, first, start)
    if thoughts:
        # Steps with thinking stay and their results get shorter; they go only when that is not enough to fit.
        _select(draft, required, first)
        draft.reasons.update(dict.fromkeys(thoughts, "thought"))
        shorten_steps(draft, range(first, start), goal_tokens)
        if asked:
            return
        if not packing.fits(draft.total + room_tokens):
            shorten_steps(draft, range(start, shape.size), goal_tokens)
        if packing.fits(draft.total + room_tokens):
            # What stands in front of the first thought can still go.
            _select(draft, required, min(_by_goal(draft, required, goal_tokens, None), shape.unit(thoughts[0])[0]))
            return
        start = _at_a_thought(packing, first, start)
    _select(draft, required, start)
    if not asked:
        shrink_newest(draft, goal_tokens)


def _select(draft: Draft, required: bytearray, start: int) -> None:
    keep = bytearray(required)
    keep[start:] = b"\1" * (len(keep) - start)
    draft.select(keep)


def _thoughts(packing: Packing, first: int, start: int) -> list[int]:
    """Positions of the running turn's steps with thinking that a cut at `start` would lose."""
    if packing.capabilities is not None and getattr(packing.capabilities, "thinking_bound", None):
        return []
    return [i for i in range(first, start) if thinks(packing.messages[i])]


def _at_a_thought(packing: Packing, first: int, start: int) -> int:
    """A start at or after this one at which the running turn still opens with thinking, if it did."""
    if not opens_with_thinking(packing.messages[first]):
        return start
    later = [step for step in packing.shape.steps() if step >= start and opens_with_thinking(packing.messages[step])]
    if later:
        return later[0]
    earlier = [step for step in packing.shape.steps() if step < start and opens_with_thinking(packing.messages[step])]
    return earlier[-1]


@dataclass(frozen=True, slots=True)
class _Carried:
    """An earlier summary that goes along: where it stands, its blocks alone, and what they weigh."""

    position: int
    content: tuple[Block, ...]
    tokens: int


def _carried(draft: Draft, required: bytearray, goal_tokens: int) -> _Carried | None:
    """The newest earlier summary, if it is small enough to go along and does not stay anyway."""
    packing, shape = draft.packing, draft.packing.shape
    position = shape.summaries[-1] if shape.summaries else None
    if position is None or required[position] or position not in shape.starts:
        return None
    message = packing.messages[position]
    content = tuple([block for block in message.content if is_summary(block)])
    whole = len(content) == len(message.content)
    tokens = draft.weight(position) if whole else weigh_message(message.with_content(content), packing.counter)
    return _Carried(position, content, tokens) if tokens * SUMMARY_SHARE <= goal_tokens else None
