"""The breaker: every row of its table, the course's three strikes, cooldowns, and the wrong beliefs about it."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlight.core.breaker import TABLE, Breaker, Circuit, Signal, step
from packlight.core.errors import UserError

HALF = Breaker(state="half_open", count=3)
OPEN = Breaker(state="open", count=3, opened_turn=4)

ROWS = [
    (Breaker(count=2), Signal.PROBE, "closed", 2),
    (Breaker(count=2), Signal.SUCCESS, "closed", 0),
    (Breaker(count=2), Signal.FAILURE, "closed", 2),
    (Breaker(count=3), Signal.FAILURE, "open", 3),
    (Breaker(count=2), Signal.CANCEL, "closed", 2),
    (Breaker(count=2), Signal.RESET, "closed", 0),
    (OPEN, Signal.PROBE, "half_open", 3),
    (OPEN, Signal.SUCCESS, "closed", 0),
    (OPEN, Signal.FAILURE, "open", 3),
    (OPEN, Signal.CANCEL, "open", 3),
    (OPEN, Signal.RESET, "closed", 0),
    (HALF, Signal.PROBE, "half_open", 3),
    (HALF, Signal.SUCCESS, "closed", 0),
    (HALF, Signal.FAILURE, "open", 3),
    (HALF, Signal.CANCEL, "open", 3),
    (HALF, Signal.RESET, "closed", 0),
]


@pytest.mark.parametrize(("breaker", "signal", "state", "count"), ROWS)
def test_a_row_of_the_table(breaker: Breaker, signal: Signal, state: str, count: int) -> None:
    after = step(breaker, signal, turn=9)
    assert (after.state, after.count) == (state, count)


def test_the_table_has_every_state_and_every_signal() -> None:
    assert set(TABLE) == {(state, signal) for state in Circuit for signal in Signal}
    assert {(Circuit(row[0].state), row[1]) for row in ROWS} == set(TABLE)


def script(letters: str, breaker: Breaker | None = None) -> Breaker:
    """Run a script: F fails, S succeeds, C is cancelled; one letter a turn."""
    breaker = breaker or Breaker()
    for turn, letter in enumerate(letters, 1):
        acts = {
            "F": lambda b, t=turn: b.record_failure("empty_summary", turn=t, tokens=10),
            "S": lambda b: b.record_success(),
            "C": lambda b: b.record_cancel(),
        }
        breaker = acts[letter](breaker)
    return breaker


@pytest.mark.parametrize(
    ("letters", "state", "count"),
    [
        ("", "closed", 0),
        ("FF", "closed", 2),
        ("FFF", "open", 3),
        ("FFSF", "closed", 1),
        ("FFCF", "open", 3),
        ("FCCCF", "closed", 2),
        ("FFFS", "closed", 0),
    ],
)
def test_three_in_a_row_not_three_in_all(letters: str, state: str, count: int) -> None:
    breaker = script(letters)
    assert (breaker.state, breaker.count, len(breaker.failures)) == (state, count, count)


def test_a_latch_never_lets_go_by_itself() -> None:
    breaker = script("FFF")
    assert not breaker.allows(turn=10**6, seconds=1e9)
    assert breaker.begin(turn=10**6).state == "open"
    assert breaker.begin(manual=True).state == "half_open"


def test_a_cooldown_in_turns_lets_one_probe_through() -> None:
    breaker = script("FFF", Breaker(cooldown_turns=5))
    assert [breaker.allows(turn=t) for t in (3, 7, 8)] == [False, False, True]
    probing = breaker.begin(turn=8)
    assert probing.state == "half_open"
    failed = probing.record_failure("summarizer_error", turn=8)
    assert (failed.state, failed.allows(turn=12), failed.allows(turn=13)) == ("open", False, True)
    assert probing.record_success().state == "closed"


def test_a_cooldown_in_seconds_needs_the_time_of_opening() -> None:
    breaker = Breaker(cooldown_s=60.0)
    for _ in range(3):
        breaker = breaker.record_failure("summarizer_error", seconds=100.0)
    assert [breaker.allows(seconds=s) for s in (None, 159.9, 160.0)] == [False, False, True]
    blind = script("FFF", Breaker(cooldown_s=60.0))
    assert not blind.allows(seconds=1e9)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"max_failures": 0}, "max_failures"),
        ({"max_failures": 2.5}, "max_failures"),
        ({"max_failures": True}, "max_failures"),
        ({"cooldown_turns": 0}, "cooldown_turns"),
        ({"cooldown_s": -1}, "cooldown_s"),
        ({"cooldown_s": float("nan")}, "cooldown_s"),
        ({"state": "ajar"}, "ajar"),
    ],
)
def test_a_wrong_value_is_named(wrong: dict[str, object], word: str) -> None:
    with pytest.raises(UserError, match=word):
        Breaker(**wrong)  # type: ignore[arg-type]


@given(st.text("FSC", max_size=30))
def test_it_goes_to_json_and_back(letters: str) -> None:
    breaker = script(letters)
    assert Breaker.from_dict(json.loads(json.dumps(breaker.to_dict()))) == breaker


def test_a_foreign_dict_is_refused_in_one_sentence() -> None:
    with pytest.raises(UserError, match="to_dict"):
        Breaker.from_dict({"lever": "up"})


@given(st.text("FSC", max_size=40), st.integers(1, 5))
def test_it_opens_exactly_at_the_limit(letters: str, limit: int) -> None:
    """Against an independent reading: the longest run of failures, cancels left out, a success starts anew."""
    breaker, run = Breaker(max_failures=limit), 0
    for letter in letters:
        if breaker.state == "open":
            break
        breaker = script(letter, breaker)
        run = run + 1 if letter == "F" else (0 if letter == "S" else run)
        assert breaker.state == ("open" if run >= limit else "closed")


def test_nothing_is_changed_in_place() -> None:
    breaker = Breaker()
    breaker.record_failure("empty_summary")
    assert breaker == Breaker()
    assert replace(breaker, count=2).count == 2
