"""Lesson 04, the triangle: window, cost, latency. Words: `words/lesson_04.py`."""

from __future__ import annotations

from packlight.lessons.exercise import Exercise, Wrong
from packlight.lessons.judges import by_cases, choice


def estimate(text: str) -> float:
    chinese = sum("\u4e00" <= letter <= "\u9fff" for letter in text)
    return chinese * 3 / 4 + (len(text) - chinese) / 4


def _by_bytes(text: str) -> float:
    """As right: a Chinese character takes three bytes, a Latin letter one."""
    return len(text.encode()) / 4


def _by_len(text: str) -> float:
    return len(text) / 4


def _by_words(text: str) -> float:
    return len(text.split())


def _by_letters(text: str) -> float:
    return len(text)


def _all_as_chinese(text: str) -> float:
    return len(text) * 3 / 4


def _chinese_only(text: str) -> float:
    return estimate("".join(letter for letter in text if "\u4e00" <= letter <= "\u9fff"))


def _times_four(text: str) -> float:
    return estimate(text) * 16


SENTENCES = (
    "The suitcase is weighed before every trip, and packed again when it is too heavy.",
    "每次出门之前都要称一称箱子，太重就重新装。",
    "模型的 window 有多大？The answer stands in the model table.",
)
"""What estimates are tried on: English, Chinese, both; a test holds the solution beside a real vocabulary."""


def near(yours: float, right: float) -> bool:
    """Whether an estimate is within a third of the right one: no rule of thumb does better."""
    return abs(yours - right) <= right / 3


def sizes(fixed: int, added: list[int]) -> list[int]:
    total = fixed
    requests = []
    for tokens in added:
        total += tokens
        requests.append(total)
    return requests


def _sizes_by_slices(fixed: int, added: list[int]) -> list[int]:
    return [fixed + sum(added[: n + 1]) for n in range(len(added))]


def _new_only(fixed: int, added: list[int]) -> list[int]:
    return [fixed + tokens for tokens in added]


def _fixed_once(fixed: int, added: list[int]) -> list[int]:
    return [sum(added[: n + 1]) + (fixed if n == 0 else 0) for n in range(len(added))]


def _without_fixed(fixed: int, added: list[int]) -> list[int]:
    return sizes(0, added)


def _fixed_piled_up(fixed: int, added: list[int]) -> list[int]:
    return [(n + 1) * fixed + sum(added[: n + 1]) for n in range(len(added))]


def _one_behind(fixed: int, added: list[int]) -> list[int]:
    return [fixed + sum(added[:n]) for n in range(len(added))]


def _last_size(fixed: int, added: list[int]) -> list[int]:
    return sizes(fixed, added)[-1:]


def room(window: int, fresh: int, cached: int, reserve: int) -> int:
    return max(0, window - fresh - cached - reserve)


def _room_by_asking(window: int, fresh: int, cached: int, reserve: int) -> int:
    left = window - (fresh + cached + reserve)
    return left if left > 0 else 0


def _cached_leaves(window: int, fresh: int, cached: int, reserve: int) -> int:
    return max(0, window - fresh - reserve)


def _no_reserve(window: int, fresh: int, cached: int, reserve: int) -> int:
    return max(0, window - fresh - cached)


def _below_nothing(window: int, fresh: int, cached: int, reserve: int) -> int:
    return window - fresh - cached - reserve


def _reserve_is_room(window: int, fresh: int, cached: int, reserve: int) -> int:
    return reserve


def _up_to_the_line(window: int, fresh: int, cached: int, reserve: int) -> int:
    return max(0, int(0.87 * window) - fresh - cached - reserve)


def _reserve_added(window: int, fresh: int, cached: int, reserve: int) -> int:
    return max(0, window - fresh - cached + reserve)


def price(fresh: int, cached: int, usd: float, window: int) -> float:
    return (fresh * 1.25 + cached * 0.1) * usd / 1_000_000


def _price_in_parts(fresh: int, cached: int, usd: float, window: int) -> float:
    a_token = usd / 1e6
    return cached * a_token / 10 + fresh * a_token * 5 / 4


def _cached_free(fresh: int, cached: int, usd: float, window: int) -> float:
    return fresh * 1.25 * usd / 1_000_000


def _all_full(fresh: int, cached: int, usd: float, window: int) -> float:
    return (cached + fresh) * usd / 1_000_000


def _no_write(fresh: int, cached: int, usd: float, window: int) -> float:
    return (cached * 0.1 + fresh) * usd / 1_000_000


def _a_token_each(fresh: int, cached: int, usd: float, window: int) -> float:
    return price(fresh, cached, usd, window) * 1_000_000


def _changed_about(fresh: int, cached: int, usd: float, window: int) -> float:
    return price(cached, fresh, usd, window)


def _by_share(fresh: int, cached: int, usd: float, window: int) -> float:
    return price(fresh, cached, usd, window) * 200_000 / window


EXERCISES = (
    choice("04-a", "a", b="result_late", c="result_late"),
    choice("04-b", "a", b="turn_is_message", c="turn_is_message"),
    choice("04-c", "a", b="token_is_word", c="token_is_word"),
    Exercise(
        id="04-1",
        name="estimate",
        takes="function",
        judge=by_cases(tuple((text,) for text in SENTENCES), result=float, accepts=near),
        solution=estimate,
        also_right=(_by_bytes,),
        wrong=(
            Wrong("by_len", _by_len, "token_is_word"),
            Wrong("by_words", _by_words, "token_is_word"),
            Wrong("by_letters", _by_letters),
            Wrong("all_as_chinese", _all_as_chinese),
            Wrong("chinese_only", _chinese_only),
            Wrong("times_four", _times_four),
        ),
    ),
    choice("04-d", "b", c="usage_adds_up"),
    choice("04-e", "b", a="system_once", c="system_once"),
    Exercise(
        id="04-2",
        name="sizes",
        takes="function",
        judge=by_cases(((1_000, [500]), (1_000, [500, 200]), (900, [100, 3_000, 50]), (0, [10, 20])), result=list),
        solution=sizes,
        also_right=(_sizes_by_slices,),
        wrong=(
            Wrong("new_only", _new_only, "remembers"),
            Wrong("fixed_once", _fixed_once, "system_once"),
            Wrong("without_fixed", _without_fixed, "system_once"),
            Wrong("fixed_piled_up", _fixed_piled_up),
            Wrong("one_behind", _one_behind),
            Wrong("last_size", _last_size),
        ),
    ),
    Exercise(
        id="04-3",
        name="room",
        takes="function",
        judge=by_cases(
            (
                (20_000, 9_000, 0, 1_000),
                (200_000, 60_000, 0, 8_000),
                (20_000, 2_000, 10_000, 4_000),
                (20_000, 3_000, 15_000, 4_000),
            ),
            result=int,
        ),
        solution=room,
        also_right=(_room_by_asking,),
        wrong=(
            Wrong("cached_leaves", _cached_leaves, "cache_frees"),
            Wrong("no_reserve", _no_reserve, "max_tokens_apart"),
            Wrong("below_nothing", _below_nothing),
            Wrong("reserve_is_room", _reserve_is_room, "max_tokens_apart"),
            Wrong("up_to_the_line", _up_to_the_line),
            Wrong("reserve_added", _reserve_added),
        ),
    ),
    Exercise(
        id="04-4",
        name="price",
        takes="function",
        judge=by_cases(
            (
                (10_000, 0, 2.0, 200_000),
                (0, 10_000, 2.0, 200_000),
                (2_000, 18_000, 5.0, 200_000),
                (2_000, 18_000, 5.0, 1_000_000),
            ),
            result=float,
        ),
        solution=price,
        also_right=(_price_in_parts,),
        wrong=(
            Wrong("cached_free", _cached_free),
            Wrong("all_full", _all_full),
            Wrong("no_write", _no_write),
            Wrong("a_token_each", _a_token_each),
            Wrong("changed_about", _changed_about),
            Wrong("by_share", _by_share, "million_ends_it"),
        ),
    ),
    choice("04-f", "b", a="million_ends_it", c="million_ends_it"),
    choice("04-g", "b", a="million_ends_it", c="million_ends_it"),
)
