"""The questions a film asks: where they stand, and that their truth is that of the replay."""

import json

import jsonschema
import pytest

from packlight.core.errors import UserError
from packlight.simulation.film import Film, Frame, Question
from packlight.simulation.questions import KINDS
from tests.simulation.test_run import POLICIES, SCHEMA, film


def asked(shot: Film, kind: str) -> list[tuple[Frame, Question]]:
    """Frames of the film asking that kind everywhere, with their questions."""
    frames = shot.asking(kind).frames
    return [(frame, frame.question) for frame in frames if frame.question is not None]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_film_that_asks_keeps_its_schema_and_all_else(policy: str, lang: str) -> None:
    shot = film(policy=policy, lang=lang)
    asking = json.loads(shot.asking().to_json())
    jsonschema.validate(asking, SCHEMA)
    silent = json.loads(shot.asking(most=0).to_json())
    assert all(frame["question"] is None for frame in silent["frames"])
    for frame in asking["frames"]:
        frame["question"] = None
    assert asking == silent


@pytest.mark.parametrize("policy", POLICIES)
def test_due_is_asked_where_the_budget_says_so_and_where_not_yet(policy: str) -> None:
    shot = film(policy=policy)
    questions = asked(shot, "due")
    assert {question.answer for _, question in questions} == {0, 1}
    for frame, question in questions:
        full = frame.usage >= 0.87 or frame.tokens > shot.policy["window"]
        assert question.options[question.answer] == ("yes" if full else "no, there is room left")


@pytest.mark.parametrize("policy", ["window", "summary", "composed"])
def test_the_plan_that_is_asked_for_is_seen_in_the_next_frame(policy: str) -> None:
    shot = film(policy=policy)
    questions = asked(shot, "dropped")
    assert questions
    for frame, question in questions:
        after = shot.frames[frame.step + 1]
        fresh = [row for row in shot.messages if row.id in set(after.messages) - set(frame.messages)]
        folded = any(shot.blocks[at].kind == "summary" for row in fresh for at in range(*row.blocks))
        stayed = len(after.messages) == len(frame.messages) + 1
        assert question.answer == (0 if folded else 2 if stayed else 1)


def test_the_state_that_is_asked_for_is_the_next_frame() -> None:
    for policy in ("failing", "mixed", "cooling"):
        shot = film(policy=policy)
        questions = asked(shot, "breaker")
        assert questions
        for frame, question in questions:
            state = shot.frames[frame.step + 1].breaker.replace("_", " ")
            assert question.options[question.answer].startswith(state)


def test_the_fact_that_is_asked_for_is_lost_and_the_others_are_not() -> None:
    shot = film()
    lost_at = {fact["text"]: fact["lost_at"] for fact in shot.facts}
    questions = asked(shot, "facts")
    assert questions
    for frame, question in questions:
        gone = [text for text in question.options if lost_at[text] == frame.step + 1]
        assert gone == [question.options[question.answer]]


def test_every_question_has_a_name_of_its_own_and_an_answer_among_its_options() -> None:
    questions = [frame.question for frame in film(policy="mixed").asking().frames if frame.question]
    assert len({question.id for question in questions}) == len(questions)
    assert all(0 <= question.answer < len(question.options) for question in questions)


def test_kinds_take_turns_and_most_is_a_limit() -> None:
    names = [frame.question.id.split("-")[0] for frame in film(policy="mixed").asking(most=1).frames if frame.question]
    assert len(names) == len(set(names)) >= 3


def test_an_unknown_kind_offers_the_nearest() -> None:
    with pytest.raises(UserError, match="did you mean 'dropped'"):
        film().asking("droped")
    assert list(KINDS) == ["due", "dropped", "breaker", "facts"]
