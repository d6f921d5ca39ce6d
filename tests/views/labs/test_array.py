"""ArrayLab without a widget: any valid order passes, wrong beliefs do not, and help comes by the ladder."""

from itertools import permutations
from typing import Any

import pytest

from packlight.core.conversation import Conversation
from packlight.core.rules import validate
from packlight.lessons import check
from packlight.views.labs.array import TASKS, ArrayModel
from packlight.views.labs.array_tasks import distractors, pieces_of, talk_of
from tests.support.labs import Walk, bench, controls_of, small


def build(walk: Walk, *pieces: str) -> Walk:
    """Adds pieces in this order."""
    for piece in pieces:
        walk.do("add", piece)
    return walk


def model_of(walk: Walk) -> Any:
    return walk.model


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("task", TASKS)
def test_our_own_order_solves_every_task(task: str, lang: str) -> None:
    walk = Walk(ArrayModel(bench(lang)), task)
    true, _ = pieces_of(task, walk.model.bench)
    build(walk, *[piece.id for piece in true]).do("check")
    assert walk.model.words("solved") in walk.text
    assert walk.model.words("other") not in walk.text
    assert walk.settings.tries == 1


def test_every_order_that_validates_passes_and_no_other_does() -> None:
    walk = Walk(ArrayModel(bench()))
    true, _ = pieces_of("call", walk.model.bench)
    passed = 0
    for order in permutations([piece.id for piece in true]):
        tried = build(Walk(ArrayModel(bench())), *order)
        report = validate(Conversation.from_api(model_of(tried).array(tried.settings)))
        solved = model_of(tried).solved(tried.settings)
        assert solved == (report.ok and not any(finding.pending for finding in report))
        passed += solved
    assert 1 < passed < 24
    assert "just as right" in build(Walk(ArrayModel(bench())), "m0", "m3", "m1", "m2").do("check").text


@pytest.mark.parametrize("task", TASKS)
def test_each_wrong_belief_is_refused_wherever_it_stands(task: str) -> None:
    talk = talk_of(task, bench())
    found = list(distractors(talk))
    assert {belief for belief, _ in found} <= {"system", "tool", "late"}
    for _, message in found:
        for at in range(len(talk["messages"]) + 1):
            messages = [*talk["messages"][:at], message, *talk["messages"][at:]]
            assert not validate(Conversation.from_api({"messages": messages})).ok


def test_findings_are_live_with_the_sentence_of_the_api() -> None:
    walk = build(Walk(ArrayModel(bench())), "m2")
    assert "The API refuses this:" in walk.text and "It answers:" in walk.text
    assert "m2" not in walk.text
    walk = build(Walk(ArrayModel(bench())), "m0", "m1")
    assert "a call still waits for its result" in walk.text


def test_help_takes_a_wrong_one_away_then_fixes_a_pair_then_joins() -> None:
    walk = build(Walk(ArrayModel(bench())), "m0")
    sizes = []
    for _ in range(6):
        sizes.append(len(model_of(walk).pieces(walk.settings)))
        walk.do("check")
    assert sizes[:3] == [7, 7, 7]
    assert len(model_of(walk).pieces(walk.settings)) == 4
    three = Walk(ArrayModel(bench()))
    for _ in range(3):
        build(three, "x2").do("check")
    assert "one message that never belonged here is gone" in three.text
    assert "x2" not in model_of(three).pieces(three.settings)
    assert "m1+m2" in model_of(three.do("check")).pieces(three.settings)
    assert {"m0+m1", "m2+m3"} <= set(model_of(three.do("check")).pieces(three.settings))
    assert "Right." in build(three, "m0+m1", "m2+m3").do("check").text


def test_a_failed_check_names_the_belief_behind_the_wrong_message() -> None:
    walk = build(Walk(ArrayModel(bench())), "m0", "x1").do("check")
    assert "There is no role tool here" in walk.text
    assert "There is no role tool here" not in walk.do("remove", "x1").text


def test_moves_are_announced_with_place_and_reason() -> None:
    walk = build(Walk(ArrayModel(bench())), "m1", "m0")
    assert "is messages[1] of 2" in walk.view.said and "The API refuses this" in walk.view.said
    walk.do("up", "m0")
    assert walk.settings.order == ("m0", "m1")
    assert "is messages[0] of 2" in walk.view.said
    assert walk.do("up", "m0").settings.order == ("m0", "m1")
    assert "is loose again; 1 in messages[]" in walk.do("remove", "m0").view.said


def test_everything_works_by_key_and_the_focus_has_somewhere_to_go() -> None:
    tree = build(Walk(ArrayModel(bench())), "m0").view.tree
    used = controls_of(tree)
    assert used["add:m1"].get("then") == "row:m1"
    assert used["remove:m0"].get("then") == "add:m0"
    [row] = [node for node in tree.walk() if node.get("key") == "row:m0"]
    assert row.get("tabindex") == "0"
    assert '"ArrowDown": ["down", "m0"]' in row.get("keys")


def test_nonsense_is_not_obeyed() -> None:
    walk = Walk(ArrayModel(bench()))
    before = walk.settings
    for action, value in [("add", "m99"), ("up", "m0"), ("nothing", "m0"), ("add", None)]:
        assert walk.do(action, value).settings.order == before.order


def test_the_built_array_is_what_the_lesson_checks() -> None:
    walk = build(Walk(ArrayModel(bench())), "m0", "m1", "m2", "m3")
    array = model_of(walk).array(walk.settings)
    assert [message["role"] for message in array] == ["user", "assistant", "user", "assistant"]
    assert check("01-3", array).outcome == "right"


def test_a_session_that_begins_badly_or_not_at_all_gives_no_puzzle_of_its_own() -> None:
    assert "session" not in ArrayModel(bench(conversation=small(), scenario="")).presets
    own = ArrayModel(bench(conversation=small("a", "b", "c"), scenario="", facts=()))
    assert next(iter(own.presets)) == "session"
