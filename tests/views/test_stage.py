"""The widget without a browser: what it carries, what stands beside it, what it refuses."""

from typing import Any

import pytest
import traitlets

from packlight.views.stage import Stage
from packlight.views.words import TABLES
from tests.support.films import hostile, story


def bundle(stage: Stage) -> dict[str, Any]:
    data, _ = stage._repr_mimebundle_()
    return dict(data)


def test_the_twin_stands_beside_the_widget() -> None:
    data = bundle(Stage(film=story().json()))
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"}
    assert "A still: frame 24 of 36" in data["text/html"]
    assert data["text/plain"].startswith("The bus that leaves twice")


def test_the_twin_follows_the_shown_step_and_the_language() -> None:
    data = bundle(Stage(film=story("zh").json(), lang="zh", step=30))
    assert "静态图：第 31 帧，共 36 帧" in data["text/html"]


@pytest.mark.parametrize("film", ["", "{}", '{"schema": "packlight.film/9", "frames": [1]}'])
def test_a_broken_film_is_one_sentence(film: str) -> None:
    data = bundle(Stage(film=film))
    assert data["text/html"] == f"<p>{TABLES['en']['trouble_broken']}</p>"


def test_hostile_film_has_a_harmless_twin() -> None:
    assert "<script" not in bundle(Stage(film=hostile().json()))["text/html"]


def test_a_step_beyond_the_film_shows_a_sentence_not_a_traceback() -> None:
    assert bundle(Stage(film=story().json(), step=999))["text/plain"] == TABLES["en"]["trouble_broken"]


def test_words_travel_in_one_language_and_change_with_it() -> None:
    stage = Stage(film=story().json(), lang="zh")
    assert stage._chrome == {"lang": "zh", "words": TABLES["zh"]}
    stage.lang = "en"
    assert stage._chrome["words"]["play"] == "play"


@pytest.mark.parametrize(("name", "value"), [("theme", "pink"), ("preset", "huge"), ("lang", "fr"), ("step", -1)])
def test_wrong_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(traitlets.TraitError):
        setattr(Stage(), name, value)


def test_python_hears_three_traits_and_the_film_goes_once() -> None:
    assert {"film", "step", "selection", "answers", "lang", "theme", "preset"} <= set(Stage().trait_names(sync=True))


def test_guesses_are_told_beside_the_truth() -> None:
    reel = story()
    step = next(at for at, frame in enumerate(reel.film["frames"]) if frame["question"])
    question = reel.film["frames"][step]["question"]
    (guess,) = Stage(film=reel.json(), answers={str(step): 2, "0": 1}).guesses
    assert (guess.step, guess.guess, guess.truth) == (step, question["options"][2], question["options"][1])
    assert not guess.right


@pytest.mark.parametrize("answers", [{"23": 99}, {"x": 1}, {"23": None}])
def test_answers_that_fit_no_question_are_no_guesses(answers: dict[str, object]) -> None:
    assert Stage(film=story().json(), answers=answers).guesses == ()
