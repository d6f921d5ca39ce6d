"""Lesson 05, 87 %: when compaction is due, and why not at 100 %. Words: `words/lesson_05.py`."""

from __future__ import annotations

from packlight.lessons.exercise import Exercise, Wrong
from packlight.lessons.judges import by_cases, by_value, choice

WINDOW = 20_000


def usage(requests: list[int], window: int) -> float:
    return requests[-1] / window


def _usage_by_index(requests: list[int], window: int) -> float:
    last = len(requests) - 1
    return requests[last] / window


def _added_up(requests: list[int], window: int) -> float:
    return sum(requests) / window


def _in_percent(requests: list[int], window: int) -> float:
    return 100 * requests[-1] / window


def _what_is_left(requests: list[int], window: int) -> float:
    return 1 - requests[-1] / window


def _first_request(requests: list[int], window: int) -> float:
    return requests[0] / window


def _of_the_line(requests: list[int], window: int) -> float:
    return requests[-1] / (0.87 * window)


def _upside_down(requests: list[int], window: int) -> float:
    return window / requests[-1]


def should_compact(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    full_enough = used / window >= threshold
    no_room_for_the_answer = used + reserve > window
    return full_enough or no_room_for_the_answer


def _in_tokens(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return used >= threshold * window or window - used < reserve


def _strictly_above(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return used / window > threshold or used + reserve > window


def _without_reserve(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return used / window >= threshold


def _only_when_full(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return used + reserve >= window


def _percent_for_share(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return used / window >= 100 * threshold or used + reserve > window


def _both_needed(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return used / window >= threshold and used + reserve > window


def _reserve_in_usage(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return (used + reserve) / window >= threshold


def _just_fits_is_due(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return used / window >= threshold or used + reserve >= window


def _always_87(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return used / window >= 0.87 or used + reserve > window


def _other_way_round(used: int, window: int, reserve: int = 0, threshold: float = 0.87) -> bool:
    return not (used / window >= threshold or used + reserve > window)


EXERCISES = (
    choice("05-a", "b", a="cache_frees"),  # recall of lesson 04
    choice("05-b", "c", a="neighbours_refused"),  # recall of lesson 02
    choice("05-c", "b", c="full_is_thrift"),
    Exercise(
        id="05-1",
        name="line",
        takes="number",
        judge=by_value(),
        solution=17_400,
        also_right=(17_400.0,),
        wrong=(
            Wrong("one_more", 17_401),
            Wrong("what_is_left", 2_600),
            Wrong("full", 20_000, "full_is_thrift"),
            Wrong("percent", 87),
            Wrong("share", 0.87),
        ),
    ),
    Exercise(
        id="05-2",
        name="usage",
        takes="function",
        judge=by_cases(
            (([6_000], WINDOW), ([6_000, 9_000, 12_000], WINDOW), ([17_000, 4_000], WINDOW), ([50, 21_000], WINDOW)),
            result=float,
        ),
        solution=usage,
        also_right=(_usage_by_index,),
        wrong=(
            Wrong("added_up", _added_up, "usage_adds_up"),
            Wrong("in_percent", _in_percent),
            Wrong("what_is_left", _what_is_left),
            Wrong("first_request", _first_request),
            Wrong("of_the_line", _of_the_line),
            Wrong("upside_down", _upside_down),
        ),
    ),
    choice("05-d", "a", b="max_tokens_apart", c="max_tokens_apart"),
    Exercise(
        id="05-3",
        name="should_compact",
        takes="function",
        judge=by_cases(
            (
                (5_000, WINDOW),
                (19_000, WINDOW),
                (20_000, WINDOW),
                (16_500, WINDOW, 4_000),
                (17_600, WINDOW, 1_000),
                (17_400, WINDOW),
                (17_399, WINDOW),
                (16_000, WINDOW, 4_000),
                (14_000, WINDOW, 4_000),
                (174_000, 200_000, 8_000),
                (15_000, WINDOW, 0, 0.7),
                (18_000, WINDOW, 0, 0.95),
            ),
            result=bool,
        ),
        solution=should_compact,
        also_right=(_in_tokens,),
        wrong=(
            Wrong("strictly_above", _strictly_above),
            Wrong("without_reserve", _without_reserve, "max_tokens_apart"),
            Wrong("only_when_full", _only_when_full, "full_is_thrift"),
            Wrong("percent_for_share", _percent_for_share),
            Wrong("both_needed", _both_needed),
            Wrong("reserve_in_usage", _reserve_in_usage),
            Wrong("just_fits_is_due", _just_fits_is_due),
            Wrong("always_87", _always_87, "rule_of_api"),
            Wrong("other_way_round", _other_way_round),
        ),
    ),
    choice("05-e", "c", a="rule_of_api", b="rule_of_api"),
)
