"""Films: one frame a step, valid after every packing, the same bytes each time, and what they ask."""

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from packlight.adapters.counters import resolve_counter
from packlight.core.breaker import Breaker
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.rules import validate
from packlight.simulation import words
from packlight.simulation.film import Film
from packlight.simulation.policy import Policy
from packlight.simulation.run import run
from packlight.simulation.scenarios import names, session

SCHEMA = json.loads((files("packlight") / "data" / "film.schema.json").read_text("utf-8"))
POLICIES = {
    "window": Policy(8_000),
    "summary": Policy(8_000, "summary"),
    "failing": Policy(10_000, failures="FFF"),
    "mixed": Policy(6_000, failures="FSCFF"),
    "cooling": Policy(6_000, failures="FFF", breaker=Breaker(cooldown_turns=1)),
    "composed": Policy(6_000, ["drop_thinking", "tool_result_trim", "sliding_window"]),
}


def film(name: str = "bug_hunt", policy: str = "window", lang: str = "en") -> Film:
    found = session(name, lang)
    return run(
        found.conversation,
        POLICIES[policy],
        counter=resolve_counter("tiktoken"),
        title=found.title,
        scenario=name,
        lang=lang,
        facts=found.facts,
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_film_keeps_its_schema(policy: str, lang: str) -> None:
    jsonschema.validate(json.loads(film(policy=policy, lang=lang).to_json()), SCHEMA)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_replay_gives_the_same_bytes(policy: str) -> None:
    assert film(policy=policy).to_json() == film(policy=policy).to_json()


@pytest.mark.parametrize("name", names())
def test_a_step_is_one_appended_message(name: str) -> None:
    shot = film(name)
    assert [frame.step for frame in shot.frames] == list(range(len(shot.frames)))
    newest = [shot.messages[frame.ranges[-1][1] - 1].id for frame in shot.frames]
    assert newest == [frame.messages[-1] for frame in shot.frames]
    assert len(set(newest)) == len(newest)


@pytest.mark.parametrize("policy", POLICIES)
def test_ranges_and_ids_tell_the_same(policy: str) -> None:
    shot = film(policy=policy)
    for frame in shot.frames:
        ids = [shot.messages[i].id for start, stop in frame.ranges for i in range(start, stop)]
        assert tuple(ids) == frame.messages


def rebuilt(shot: Film, step: int) -> Conversation:
    """The messages of a frame, read back from the film's tables alone; texts are bounded there, so only the shape."""
    rows = {row.id: row for row in shot.messages}
    out: list[dict[str, Any]] = []
    for message_id in shot.frames[step].messages:
        row = rows[message_id]
        content = [_block(shot, i) for i in range(*row.blocks)]
        out.append({"role": row.role, "content": content})
    return Conversation.from_api(out)


def _block(shot: Film, place: int) -> dict[str, Any]:
    block = shot.blocks[place]
    if block.type == "tool_use":
        return {"type": "tool_use", "id": f"t{block.pair}", "name": block.name or "", "input": {}}
    if block.type == "tool_result":
        return {"type": "tool_result", "tool_use_id": f"t{block.pair}", "content": "x"}
    if block.type == "thinking":
        return {"type": "thinking", "thinking": "x", "signature": "x"}
    return {"type": "text", "text": block.text or "x"}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", ["bug_hunt", "tool_loop", "interrupted"])
def test_every_frame_is_a_history_without_errors(name: str, policy: str) -> None:
    shot = film(name, policy)
    for step in range(len(shot.frames)):
        assert validate(rebuilt(shot, step)).ok, step


def test_three_failures_open_the_breaker_and_nothing_calls_again() -> None:
    shot = film(policy="failing")
    tried = [event for event in shot.events if event.kind == "compact"]
    assert [event.reason for event in tried] == ["summarizer_error"] * 3
    assert shot.frames[-1].breaker == "open"
    assert shot.cost["summarizer_calls"] == 3
    assert shot.cost["saved_calls"] == sum(event.reason == "breaker_open" for event in shot.events)
    trimmed = {event.step for event in shot.events if event.kind == "trim"}
    assert trimmed
    assert all(not shot.frames[step].due for step in trimmed)


def test_the_sums_add_up() -> None:
    shot = film()
    weights = {row.id: row.tokens for row in shot.messages}
    base = shot.system["tokens"] if shot.system else 0
    for frame in shot.frames:
        assert frame.tokens == base + sum(weights[i] for i in frame.messages)
        assert frame.usage == round(frame.tokens / 8_000, 6)


def test_pairs_are_numbered_alike_and_know_their_mate() -> None:
    shot = film()
    for place, block in enumerate(shot.blocks):
        if block.mate is not None:
            mate = shot.blocks[block.mate]
            assert mate.pair == block.pair
            assert {block.type, mate.type} == {"tool_use", "tool_result"}
            assert block.mate != place


def test_a_plan_names_what_was_not_kept() -> None:
    shot = film(policy="summary")
    first = next(event for event in shot.events if event.kind == "compact")
    assert first.reason == "applied"
    before, after = (set(shot.frames[first.step - k].messages) for k in (1, 0))
    gone = {shot.messages[row["message"]].id for row in first.plan if row["action"] != "keep"}
    changed = {row.derived_from for row in shot.messages}
    assert before - after <= gone | changed
    into = {row["into"] for row in first.plan if row["action"] == "replace"}
    assert len(into) == 1
    assert shot.messages[into.pop()].id in after  # type: ignore[index]


def test_facts_are_lost_when_their_words_are_gone() -> None:
    shot = film()
    lost = [fact for fact in shot.facts if fact["lost_at"] is not None]
    assert 0 < len(lost) < len(shot.facts)
    packed = {event.step for event in shot.events if event.reason == "applied"}
    assert {fact["lost_at"] for fact in lost} <= packed


def test_the_film_asks_before_it_shows_and_the_answer_is_true() -> None:
    shot = film(policy="failing")
    asked = [frame for frame in shot.frames if frame.question]
    assert len(asked) >= 3
    last = asked[-1].question
    assert last is not None
    assert last.options[last.answer].startswith("open")
    for frame in asked:
        assert frame.question is not None
        assert 0 <= frame.question.answer < len(frame.question.options)


def test_both_word_tables_have_the_same_keys_and_fields() -> None:
    assert words.EN.keys() == words.ZH.keys()


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"window": 0}, "window"),
        ({"window": "many"}, "window"),
        ({"window": 100, "threshold": 1.5}, "threshold"),
        ({"window": 100, "reserve": 100}, "reserve"),
        ({"window": 100, "strategy": "sumary"}, "summary"),
        ({"window": 100, "failures": "FX"}, "failures"),
        ({"window": 100, "failures": "F", "strategy": "sliding_window"}, "summary"),
    ],
)
def test_a_policy_that_makes_no_sense_says_so_at_once(wrong: dict[str, Any], word: str) -> None:
    with pytest.raises(UserError, match=word):
        Policy(**wrong)


def test_an_option_that_nobody_takes_lists_those_that_are() -> None:
    with pytest.raises(TypeError, match="keep_turns"):
        Policy(100, "sliding_window", keep_evrything=True)
