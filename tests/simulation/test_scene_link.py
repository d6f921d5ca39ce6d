"""Scene links go there and back, and a wrong one is told in a sentence."""

import pytest

import packlight as pl
from packlight.core.errors import UserError
from packlight.simulation.scene_link import scene_link, scene_of

POLICIES = {
    "plain": pl.Policy(20_000),
    "failing": pl.Policy(5_000, failures="FFSF"),
    "composed": pl.Policy(6_000, ["drop_thinking", "tool_result_trim"], threshold=0.7, reserve=500),
}


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_link_brings_back_the_very_film(name: str, lang: str) -> None:
    film = pl.simulate("bug_hunt", POLICIES[name], seed=4, lang=lang)
    stage = pl.load_scene(scene_link(film, 12))
    assert (stage.film, stage.step) == (film.to_json(), 12)


def test_what_is_the_courses_own_choice_is_left_out() -> None:
    link = pl.scene_link(pl.simulate("tool_loop", pl.Policy(20_000), lang="en"))
    assert link == "#scenario=tool_loop&lang=en&window=20000&strategy=sliding_window"
    assert scene_of("#scenario=tool_loop").policy == pl.Policy(20_000)


def test_a_step_past_the_end_is_the_end_and_looks_are_taken() -> None:
    stage = pl.load_scene("https://nowhere.test/film.html#scenario=bug_hunt&step=9999", theme="dark")
    assert (stage.step, stage.theme) == (59, "dark")


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("", "no scene link"),
        (None, "no scene link"),
        ("#step=3", "no scene link"),
        ("#scenario=bug_hunnt", "did you mean 'bug_hunt'"),
        ("#scenario=bug_hunt&windw=3", "did you mean 'window'"),
        ("#scenario=bug_hunt&window=wide", "window is 'wide'"),
        ("#scenario=bug_hunt&window=-3", "1 or more"),
        ("#scenario=bug_hunt&failures=X", "F fails"),
        ("#scenario=bug_hunt&strategy=sumary", "did you mean 'summary'"),
        ("#scenario=" + "x" * 600, "no scene link"),
    ],
)
def test_a_wrong_link_is_told(link: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        pl.load_scene(link)


def test_a_film_of_ones_own_has_none_and_neither_has_a_step_that_is_not_there() -> None:
    with pytest.raises(UserError, match="to_html"):
        pl.scene_link(pl.simulate([{"role": "user", "content": "hi"}]))
    with pytest.raises(UserError, match="steps 0 to 59"):
        pl.scene_link(pl.simulate("bug_hunt"), 60)
