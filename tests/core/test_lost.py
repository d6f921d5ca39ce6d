"""What a compaction lost is read off the history itself: paths, numbers, commands, a human's rules."""

from __future__ import annotations

import pytest

from packlight.core.budget import Budget
from packlight.core.compact import compact
from packlight.core.conversation import Conversation
from packlight.core.heuristic import HeuristicCounter
from packlight.core.lost import EN, TABLES, ZH, Lost, kinds_lost, lost, probes_of
from packlight.core.strategies import STRATEGIES, make_strategy

COUNTER = HeuristicCounter()
CALL = {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {"command": 'grep -n "x" src/a.py'}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "src/a.py:417: x = 2_093"}
TALK = Conversation.from_api(
    [
        {"role": "user", "content": "Never touch docs/gates.md. Why is INC-2093 open?"},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "secret.py", "signature": "c2ln"}, CALL]},
        {"role": "user", "content": [RESULT]},
        {"role": "assistant", "content": "word " * 900},
        {"role": "user", "content": "必须用 Python 3.11。"},
    ]
)


def messages(*texts: str):
    return Conversation.from_api([{"role": "user", "content": text} for text in texts]).messages


def test_the_probes_of_a_history():
    found = probes_of(TALK.messages)
    assert found["rules"] == ("Never touch docs/gates.md.", "必须用 Python 3.11。")
    assert found["files"] == ("docs/gates.md", "src/a.py")
    assert found["numbers"] == ("INC-2093", "417", "2_093", "3.11")
    assert found["commands"] == ('grep -n "x" src/a.py',)


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [("see 41719", "see 417190", "numbers"), ("read a/b.py", "read a/b.pyc", "files"), ("8043", "18043", "numbers")],
)
def test_part_of_a_longer_one_is_not_the_same(before, after, kind):
    [found] = kinds_lost(messages(before), messages(after))
    assert (found.name, found.kept, len(found.lost)) == (kind, (), 1)


def test_a_command_is_kept_in_its_call_and_in_a_summary():
    kept = kinds_lost(TALK.messages, TALK.messages)
    assert all(not kind.lost for kind in kept)
    told = kinds_lost(TALK.messages, messages('Commands:\n- grep -n "x"\n  src/a.py'))
    assert next(kind for kind in told if kind.name == "commands").kept == ('grep -n "x" src/a.py',)


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "drop_thinking"])
def test_every_strategy_is_told_apart(name):
    packed = compact(TALK, budget=Budget(1_200), strategy=make_strategy(name), counter=COUNTER, force=True)
    found = lost(packed)
    assert sum(found.actions.values()) == len(TALK)
    for kind in found.kinds:
        assert kind.total == len(probes_of(TALK.messages)[kind.name])


def test_an_unchanged_history_lost_nothing():
    packed = compact(TALK, budget=Budget(9_000), strategy=make_strategy("summary"), counter=COUNTER)
    assert all(not kind.lost for kind in lost(packed).kinds)
    assert len(lost(packed).say()) == 1
    assert lost(packed).to_dict()["messages"]["keep"] == 5


def test_a_sentence_names_a_few_and_counts_the_rest():
    before, after = messages("a/a.py b/b.py c/c.py d/d.py e/e.py"), messages("e/e.py")
    told = Lost({"keep": 1, "shorten": 0, "drop": 1, "replace": 0}, kinds_lost(before, after)).say()
    assert told[1] == "files named: 1 of 5 still stand; gone: a/a.py, b/b.py, c/c.py, 1 more"


def test_both_languages_say_the_same_things():
    assert EN.keys() == ZH.keys() and TABLES == {"en": EN, "zh": ZH}
    packed = compact(TALK, budget=Budget(1_200), strategy=make_strategy("sliding_window"), counter=COUNTER, force=True)
    assert len(lost(packed).say("zh")) == len(lost(packed).say("en"))
