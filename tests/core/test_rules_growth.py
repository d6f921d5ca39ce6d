"""The rules, the repair and the watch stay linear, whatever is wrong: function calls are counted, not seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from packlight.core.conversation import Conversation
from packlight.core.explain import diff, explain_report
from packlight.core.repair import repair
from packlight.core.rules import Watch, validate
from tests.core.cases import Json, a, answer, picture, server, text, u, use

SMALL, TIMES = 60, 4


def steps(count: int, call: Callable[[int], str], result: Callable[[int], str]) -> list[Json]:
    return [m for n in range(count) for m in (a(use(call(n), {"n": str(n)})), u(answer(result(n), f"line {n}")))]


HISTORIES: dict[str, Callable[[int], list[Json]]] = {
    "sound": lambda count: [u("go"), *steps(count, str, str)],
    "one result gone": lambda count: [u("go"), a(use("first")), *steps(count, str, str)],
    "one id for all calls": lambda count: [u("go"), *steps(count, lambda n: "t", lambda n: "t")],
    "every result one step late": lambda count: [u("go"), *steps(count, str, lambda n: str(n - 1))],
    "no result finds a call": lambda count: [u("go"), *steps(count, str, lambda n: f"x{n}")],
    "all results for one call": lambda count: [u("go"), a(use("t")), u(*[answer("t", str(n)) for n in range(count)])],
    "one call a neighbour": lambda count: [u("go"), *[a(use(str(n))) for n in range(count)]],
    "one result a neighbour": lambda count: [
        u("go"),
        a(*[use(str(n)) for n in range(count)]),
        *[u(answer(str(n))) for n in range(count)],
    ],
    "all ids collide once they are clean": lambda count: [
        u("go"),
        *steps(count, lambda n: "t" + "." * (n + 1), lambda n: "t" + "." * (n + 1)),
    ],
    "server ids that collide": lambda count: [u("go"), a(*[server("s" + "." * (n + 1)) for n in range(count)])],
    "markers and large pictures": lambda count: [
        u(text("x", cache_control={"type": "ephemeral"}), picture(3000, 10)) for _ in range(count)
    ],
}


def calls_of(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls, Python's own included."""
    count = 0

    def listen(frame: Any, event: str, arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(listen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def watch_all(talk: Conversation) -> bool:
    """A watch that is extended message by message."""
    watch, grown = Watch(), Conversation()
    for message in talk.messages:
        grown = grown.append(message)
        watch = watch.extend(grown.messages)
    return watch.clean


WORKS: dict[str, Callable[[Conversation], object]] = {
    "validate": validate,
    "repair": repair,
    "watch": watch_all,
    "explain": lambda talk: explain_report(validate(talk)),
    "diff": lambda talk: diff(repair(talk)),
}


@pytest.mark.parametrize("name", HISTORIES)
@pytest.mark.parametrize("work", WORKS)
def test_four_times_the_history_is_four_times_the_work(name: str, work: str) -> None:
    small, large = (Conversation.from_api(HISTORIES[name](count)) for count in (SMALL, SMALL * TIMES))
    WORKS[work](small)  # whatever is set up once is set up now
    once, often = (calls_of(lambda talk=talk: WORKS[work](talk)) for talk in (small, large))  # type: ignore[misc]
    assert often <= once * TIMES * 1.1 + 100


def test_the_count_sees_work_that_grows_with_the_square() -> None:
    def pairs(count: int) -> int:
        return calls_of(lambda: [len(str(n)) for n in range(count) for _ in range(count)])

    assert pairs(40) > pairs(10) * TIMES * 1.1 + 100
