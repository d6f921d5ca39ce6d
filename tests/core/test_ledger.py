"""Running totals are always those of a count from scratch, and nothing is weighed twice."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlight.core.budget import Budget
from packlight.core.compact import compact
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.heuristic import HeuristicCounter
from packlight.core.ledger import Ledger
from packlight.core.messages import Message, Messages
from packlight.core.strategies import make_strategy
from packlight.core.tokens import Tally, count
from tests.strategies import conversations, damaged, hostile

COUNTER = HeuristicCounter()


class Scale:
    """Counts words, and remembers every text that it was asked for."""

    name, estimated = "words", True

    def __init__(self) -> None:
        self.seen: list[str] = []

    def count_text(self, text: str) -> int:
        self.seen.append(text)
        return len(text.split())


def turn(number: int) -> list[dict[str, object]]:
    return [{"role": "user", "content": f"ask {number}"}, {"role": "assistant", "content": f"answer {number} is so"}]


MOVES = st.lists(st.tuples(st.sampled_from(["append", "extend", "drop", "replace", "shorten"]), st.integers(0, 10**6)))


@given(st.one_of(conversations(), damaged()), MOVES)
def test_a_ledger_is_always_a_count_from_scratch(history, moves):
    ledger = Ledger(Conversation.from_api({"system": "be brief", "tools": [{"name": "ls"}], "messages": []}), COUNTER)
    ledger.extend(history)
    for move, number in moves:
        places = len(ledger)
        if move == "append":
            ledger.append(turn(number)[0])
        elif move == "extend":
            ledger.extend(turn(number))
        elif move == "drop":
            start = number % (places + 1)
            ledger.drop(start, min(places, start + number % 3))
        elif move == "replace":
            ledger.replace([*ledger.conversation.messages[number % (places + 1) :], Message("user", "a summary")])
        elif places:
            place = number % places
            kept = list(ledger.conversation.messages)
            ledger.replace([*kept[:place], kept[place].with_content(()), *kept[place + 1 :]])
        fresh = count(ledger.conversation, COUNTER)
        assert ledger.total == fresh.total
        assert ledger.weights() == fresh.by_message
        assert ledger.base == fresh.system + fresh.tools


@given(hostile())
def test_any_payload_can_be_weighed_and_adds_up(payload):
    talk = Conversation.from_api(payload)
    found = count(talk, COUNTER)
    assert found.total == found.system + found.tools + found.messages
    assert found.messages == sum(found.by_message)
    assert found.total == sum(found.by_kind.values())
    assert len(found.by_message) == len(talk)
    assert min(found.by_kind.values()) >= 0
    assert Ledger(talk, COUNTER).total == found.total


@given(conversations(), st.integers(-50, 4000))
def test_cut_is_the_first_place_that_fits(history, limit):
    ledger = Ledger(Conversation.from_api(history), COUNTER)
    weights = ledger.weights()
    fits = [place for place in range(len(weights)) if ledger.base + sum(weights[place:]) <= limit]
    assert ledger.cut(limit) == (fits[0] if fits else len(weights))


def test_branches_of_one_tally_are_independent():
    stem = Messages([Message("user", "one")])
    tally = Tally(COUNTER).extend(stem)
    left, right = stem.extend([Message("assistant", "left")]), stem.extend([Message("assistant", "right, and longer")])
    one, two = tally.extend(left), tally.extend(right)
    again = one.extend(left.extend([Message("user", "go on")]))
    for known, messages in ((tally, stem), (one, left), (two, right)):
        assert known.total == sum(count(Conversation(messages), COUNTER).by_message)
        assert len(known) == len(messages)
    assert again.before(2) == one.total
    assert two.weight(1) > one.weight(1)


def test_another_history_in_the_same_place_is_weighed_anew():
    old = Messages([Message("user", "one"), Message("assistant", "two")])
    other = Messages([Message("user", "something else"), Message("assistant", "altogether"), Message("user", "here")])
    assert Tally(COUNTER).extend(old).extend(other).total == Tally(COUNTER).extend(other).total
    assert Tally(COUNTER).extend(other).extend(old).total == Tally(COUNTER).extend(old).total


def test_each_block_is_counted_once_in_its_life():
    scale = Scale()
    ledger = Ledger(Conversation(), scale)
    for number in range(50):
        ledger.extend(turn(number))
        assert ledger.total > 0
    assert len(scale.seen) == len(set(scale.seen)) == 100
    ledger.drop(0, 60)
    ledger.replace([Message("user", "a summary"), *ledger.conversation.messages[10:]])
    assert len(scale.seen) == 101
    assert ledger.total == count(ledger.conversation, scale).total


@pytest.mark.parametrize("strategy", ["sliding_window", "structured", "tool_result_trim"])
def test_a_plan_is_applied_without_recounting_what_was_kept(strategy):
    scale = Scale()
    calls = [{"type": "tool_use", "id": f"t{n}", "name": "ls", "input": {"n": n}} for n in range(30)]
    history: list[dict[str, object]] = [{"role": "user", "content": "look around"}]
    for call in calls:
        result = {"type": "tool_result", "tool_use_id": call["id"], "content": f"{call['id']} holds words " * 60}
        history += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    ledger = Ledger(Conversation.from_api(history), scale)
    budget = Budget(ledger.total)
    packed = compact(ledger.conversation, budget=budget, strategy=make_strategy(strategy), counter=COUNTER, force=True)
    assert packed.reason == "applied"
    known = set(scale.seen)
    fresh = sum(row.action in ("shorten", "replace") for row in packed.plan)
    seen = len(scale.seen)
    ledger.replace(packed.conversation)
    # Nothing that was weighed before is weighed again, unless it stands in a message that was changed.
    assert len(scale.seen) - seen <= 2 * fresh
    assert not fresh or set(scale.seen[seen:]) - known
    assert ledger.total == count(packed.conversation, Scale()).total


def test_a_new_prompt_is_weighed_and_the_messages_are_not():
    scale = Scale()
    ledger = Ledger(Conversation.from_api([{"role": "user", "content": "hello there"}]), scale)
    seen = len(scale.seen)
    ledger.replace(ledger.conversation.with_system("be very brief"))
    assert scale.seen[seen:] == ["be very brief"]
    assert ledger.total == count(ledger.conversation, scale).total


def test_extending_allocates_nothing_that_grows_with_the_history():
    def peak(turns: int) -> int:
        messages = Messages([Message("user", "hi")] * turns)
        tally = Tally(COUNTER).extend(messages)
        longer = messages.extend([Message("assistant", "ho")])
        tally.extend(longer)  # the list's own growth, which doubles now and then
        longer = longer.extend([Message("user", "hi")])
        tally = tally.extend(longer)
        more = longer.extend([Message("assistant", "ho")])
        tracemalloc.start()
        tally.extend(more)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(50_000) < peak(50) + 2_000


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda ledger: ledger.drop(0, 3), "stop is 3: give a place from 0 to 2"),
        (lambda ledger: ledger.drop(-1, 1), "start is -1"),
        (lambda ledger: ledger.drop(2, 1), "in order"),
        (lambda ledger: ledger.weight(2), "weight is 2: give a place from 0 to 1"),
    ],
    ids=["behind-the-end", "negative", "reversed", "no-such-message"],
)
def test_a_wrong_place_is_one_sentence(call, sentence):
    ledger = Ledger(Conversation.from_api(turn(0)), COUNTER)
    with pytest.raises(UserError, match=sentence):
        call(ledger)
    assert len(ledger) == 2


def test_a_ledger_says_how_it_counts():
    ledger = Ledger(Conversation.from_api(turn(0)), COUNTER)
    assert ledger.estimated
    assert repr(ledger) == f"<Ledger: {ledger.total} tokens (estimate, heuristic), 2 messages>"
