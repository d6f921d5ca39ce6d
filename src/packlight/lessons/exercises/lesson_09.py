"""Lesson 09, your own session: read a log, replay it, choose a policy. Words: `words/lesson_09.py`."""

from __future__ import annotations

from typing import Any

from packlight.lessons.exercise import Exercise, Wrong
from packlight.lessons.exercises.own_policy import POLICY
from packlight.lessons.judges import by_cases, choice

Rows = list[dict[str, Any]]


def heaviest(by_message: list[int], n: int) -> list[int]:
    places = sorted(range(len(by_message)), key=lambda place: by_message[place], reverse=True)
    return places[:n]


def _by_taking(by_message: list[int], n: int) -> list[int]:
    left = dict(enumerate(by_message))
    taken: list[int] = []
    while left and len(taken) < n:
        taken.append(max(left, key=lambda place: left[place]))
        del left[taken[-1]]
    return taken


def _weights(by_message: list[int], n: int) -> list[int]:
    return sorted(by_message, reverse=True)[:n]


def _lightest(by_message: list[int], n: int) -> list[int]:
    return heaviest(by_message, len(by_message))[::-1][:n]


def _from_one(by_message: list[int], n: int) -> list[int]:
    return [place + 1 for place in heaviest(by_message, n)]


def _newest(by_message: list[int], n: int) -> list[int]:
    return list(range(len(by_message)))[-n:][::-1]


def _all_places(by_message: list[int], n: int) -> list[int]:
    return heaviest(by_message, len(by_message))


def _lightest_of_them(by_message: list[int], n: int) -> list[int]:
    return heaviest(by_message, n)[::-1]


def could_quote(windows: list[list[str]], id: str) -> list[int]:
    return [step for step, ids in enumerate(windows) if id in ids]


def _by_loop(windows: list[list[str]], id: str) -> list[int]:
    steps = []
    for step in range(len(windows)):
        if windows[step].count(id):
            steps.append(step)
    return steps


def _from_then_on(windows: list[list[str]], id: str) -> list[int]:
    first = next((step for step, ids in enumerate(windows) if id in ids), len(windows))
    return list(range(first, len(windows)))


def _first_step(windows: list[list[str]], id: str) -> list[int]:
    return could_quote(windows, id)[:1]


def _last_step(windows: list[list[str]], id: str) -> list[int]:
    return could_quote(windows, id)[-1:]


def _steps_from_one(windows: list[list[str]], id: str) -> list[int]:
    return [step + 1 for step in could_quote(windows, id)]


def _where_it_is_not(windows: list[list[str]], id: str) -> list[int]:
    return [step for step, ids in enumerate(windows) if id not in ids]


WINDOWS = (
    (["a"], ["a", "b"], ["a", "b", "c"]),
    (["a"], ["a", "b"], ["a", "b", "c"], ["s", "c", "d"], ["s", "c", "d", "e"]),
)


def pick(rows: list[dict[str, Any]]) -> str:
    kept: dict[str, int] = {}
    paid: dict[str, float] = {}
    for row in rows:
        name = row["policy"]
        kept[name] = kept.get(name, 0) + row["facts_kept"]
        paid[name] = paid.get(name, 0) + row["price"]
    return max(kept, key=lambda name: (kept[name], -paid[name]))


def _pick_by_names(rows: Rows) -> str:
    def score(name: str) -> tuple[float, float]:
        mine = [row for row in rows if row["policy"] == name]
        return -sum(row["facts_kept"] for row in mine), sum(row["price"] for row in mine)

    return min((str(row["policy"]) for row in rows), key=score)


def _best_row(rows: Rows) -> str:
    return str(max(rows, key=lambda row: (row["facts_kept"], -row["price"]))["policy"])


def _cheapest(rows: Rows) -> str:
    names = dict.fromkeys(row["policy"] for row in rows)
    return str(min(names, key=lambda name: sum(row["price"] for row in rows if row["policy"] == name)))


def _tie_to_first(rows: Rows) -> str:
    names = dict.fromkeys(row["policy"] for row in rows)
    return str(max(names, key=lambda name: sum(row["facts_kept"] for row in rows if row["policy"] == name)))


def _dearest(rows: Rows) -> str:
    names = dict.fromkeys(row["policy"] for row in rows)
    return str(max(names, key=lambda name: sum(row["price"] for row in rows if row["policy"] == name)))


def _rows(*figures: tuple[str, int, float]) -> Rows:
    return [{"policy": name, "facts_kept": kept, "price": price} for name, kept, price in figures]


EXERCISES = (
    choice("09-a", "b"),
    choice("09-b", "b", a="packing_is_free"),
    choice("09-c", "b"),
    Exercise(
        id="09-1",
        name="heaviest",
        takes="function",
        judge=by_cases((([5, 90, 30], 1), ([5, 90, 30, 70], 2), ([400, 20, 3_000, 60], 3)), result=list),
        solution=heaviest,
        also_right=(_by_taking,),
        wrong=(
            Wrong("weights", _weights),
            Wrong("lightest", _lightest),
            Wrong("from_one", _from_one),
            Wrong("newest", _newest),
            Wrong("all_places", _all_places),
            Wrong("lightest_of_them", _lightest_of_them),
        ),
    ),
    choice("09-d", "b", a="screen_is_window", c="screen_is_window"),
    Exercise(
        id="09-2",
        name="could_quote",
        takes="function",
        judge=by_cases(
            tuple((list(windows), id) for windows in WINDOWS for id in ("b", "c", "d", "z")),
            result=list,
        ),
        solution=could_quote,
        also_right=(_by_loop,),
        wrong=(
            Wrong("from_then_on", _from_then_on, "screen_is_window"),
            Wrong("first_step", _first_step),
            Wrong("last_step", _last_step),
            Wrong("steps_from_one", _steps_from_one),
            Wrong("where_it_is_not", _where_it_is_not),
        ),
    ),
    POLICY,
    choice("09-e", "b", a="rule_of_api"),
    Exercise(
        id="09-4",
        name="pick",
        takes="function",
        judge=by_cases(
            (
                (_rows(("trim", 9, 0.4), ("window", 3, 0.2)),),
                (_rows(("window", 9, 0.1), ("trim", 8, 0.4), ("window", 1, 0.1), ("trim", 8, 0.4)),),
                (_rows(("summary", 8, 0.7), ("trim", 8, 0.4)),),
                (_rows(("summary", 4, 0.1), ("trim", 6, 0.2), ("summary", 5, 0.1), ("trim", 3, 0.2)),),
            ),
            result=str,
        ),
        solution=pick,
        also_right=(_pick_by_names,),
        wrong=(
            Wrong("best_row", _best_row),
            Wrong("cheapest", _cheapest),
            Wrong("tie_to_first", _tie_to_first),
            Wrong("dearest", _dearest),
        ),
    ),
)
