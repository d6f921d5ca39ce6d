"""What holds for every strategy, alone and composed, on any history: generated, damaged, hostile and real.

`tests/support/invariants.py` says what it is that holds; `benchmarks/invariants.py` looks at many thousands.
"""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlight.core.budget import Budget
from packlight.core.compact import compact, fallback_trim
from packlight.core.conversation import Conversation
from packlight.core.heuristic import HeuristicCounter
from packlight.core.rules import Capabilities, validate
from packlight.core.strategies import STRATEGIES, make_strategy
from packlight.core.summarizers import scripted
from packlight.core.tokens import count
from packlight.simulation.scenarios import names, session
from tests.strategies import conversations, damaged, hostile
from tests.support.histories import history, window_for
from tests.support.invariants import broken, thinking_of_running_turn

COUNTER = HeuristicCounter()
COMPOSED = (["tool_result_trim", "summary"], ["drop_thinking", "tool_result_trim", "summary", "sliding_window"])
EVERY = [*STRATEGIES, *COMPOSED]
OPTIONS = ("keep_last", "keep_turns", "keep_first", "keep_recent")

policies = st.fixed_dictionaries(
    {
        "strategy": st.sampled_from(EVERY),
        "options": st.dictionaries(st.sampled_from(OPTIONS), st.integers(0, 6), max_size=2),
        "share": st.sampled_from([0.6, 0.9, 1.0, 1.4, 3.0]),
        "reserve": st.sampled_from([0.0, 0.0, 0.4]),
        "force": st.booleans(),
        "script": st.sampled_from(["", "", "F", "C"]),
    }
)


def pack(talk, policy, capabilities=None):
    """Pack by a drawn policy; options that the strategy does not take are left out."""
    window = max(int(count(talk, COUNTER).total / policy["share"]), 4)
    made = make_strategy(policy["strategy"])
    takes = {name for part in getattr(made, "strategies", (made,)) for name in part.__dataclass_fields__}
    options = {name: value for name, value in policy["options"].items() if name in takes}
    return compact(
        talk,
        budget=Budget(window, reserve=int(window * policy["reserve"])),
        strategy=make_strategy(policy["strategy"], **options),
        counter=COUNTER,
        summarizer=scripted(policy["script"]),
        force=policy["force"],
        capabilities=capabilities,
    )


@given(conversations(), policies)
def test_sound_histories_stay_sound(messages, policy):
    talk = Conversation.from_api(messages)
    assert not broken(talk, pack(talk, policy), COUNTER)
    assert talk.to_api()["messages"] == messages


@given(damaged(), policies)
def test_damaged_histories_never_get_worse(messages, policy):
    talk = Conversation.from_api(messages)
    packed = pack(talk, policy)
    assert packed.after < packed.before or packed.conversation is talk
    assert len(packed.plan) == len(talk)


@given(hostile(), policies)
def test_any_json_at_all_is_packed_or_left(payload, policy):
    talk = Conversation.from_api(payload)
    packed = pack(talk, policy)
    json.dumps(packed.to_dict(), default=str)
    assert packed.after < packed.before or packed.conversation is talk


@given(st.integers(0, 2**32), st.sampled_from(EVERY), st.booleans())
def test_a_second_run_straight_after_does_nothing(seed, strategy, force):
    random = Random(seed)
    talk = Conversation.from_api(history(random))
    budget = Budget(window_for(random, count(talk, COUNTER).total))
    made = make_strategy(strategy)
    once = compact(talk, budget=budget, strategy=made, counter=COUNTER, force=force)
    twice = compact(once.conversation, budget=budget, strategy=made, counter=COUNTER, force=force)
    assert not broken(talk, once, COUNTER)
    assert twice.reason != "applied"
    assert twice.conversation == once.conversation


@given(st.integers(0, 2**32))
def test_the_fallback_trim(seed):
    random = Random(seed)
    talk = Conversation.from_api(history(random))
    budget = Budget(window_for(random, count(talk, COUNTER).total))
    once = fallback_trim(talk, budget=budget, counter=COUNTER)
    assert not broken(talk, once, COUNTER)
    assert fallback_trim(once.conversation, budget=budget, counter=COUNTER).reason != "applied"
    assert once.calls == 0


@given(st.integers(0, 2**32), st.sampled_from(EVERY))
def test_bound_thinking_is_byte_identical_or_gone(seed, strategy):
    talk = Conversation.from_api(history(Random(seed)))
    able = Capabilities(thinking_bound=True)
    budget = Budget(max(int(count(talk, COUNTER).total / 1.2), 20))
    packed = compact(talk, budget=budget, strategy=make_strategy(strategy), counter=COUNTER, capabilities=able)
    if packed.reason == "applied":
        assert validate(packed.conversation, capabilities=able).ok or not validate(talk, capabilities=able).ok
        first = next(i for i, row in enumerate(packed.plan) if row.action != "keep")
        humans = [i for i, message in enumerate(talk.messages) if message.is_human]
        if humans and first <= humans[-1]:
            assert not thinking_of_running_turn(packed.conversation)


@pytest.mark.parametrize("strategy", EVERY, ids=str)
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_sessions_that_ship(name, lang, strategy):
    talk = session(name, lang).conversation
    for share in (0.95, 1.5, 4.0):
        policy = {"strategy": strategy, "options": {}, "share": share, "reserve": 0, "force": False, "script": ""}
        packed = pack(talk, policy)
        assert not broken(talk, packed, COUNTER)
        assert packed.fits or packed.reason == "irreducible"
