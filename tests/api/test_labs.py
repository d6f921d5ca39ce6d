"""`pl.labs`: what a lab may be about, how it is told to look, and the widgets around its model."""

import json
from pathlib import Path
from typing import Any

import pytest

import packlight as pl

TALK = [{"role": role, "content": "word " * 200} for role in ("user", "assistant", "user")]


def told(lab: Any) -> str:
    """What the lab says without a browser."""
    return str(lab._repr_mimebundle_()["text/plain"])


def test_a_lab_is_useful_with_no_argument() -> None:
    lab = pl.labs.CompactionLab()
    assert lab.stage is not None and lab.stage.film
    assert len(lab.children) == 2


def test_a_lab_takes_whatever_is_a_conversation(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps({"messages": TALK}), encoding="utf-8")
    film = pl.simulate("tool_loop", lang="en")
    sources = [path, str(path), TALK, {"messages": TALK}, pl.Conversation.from_api(TALK), pl.scenario("research"), film]
    titles = [told(pl.labs.CompactionLab(source, lang="en")).split("\n")[1] for source in sources]
    assert titles[0] == titles[1]
    assert titles[0].startswith("talk.json, 3 messages")
    assert titles[2:5] == ["yours, 3 messages, " + titles[0].split("messages, ")[1]] * 3
    assert titles[5].startswith("Boxes for the swifts") and titles[6].startswith("Watching a rollout")


def test_a_film_of_a_conversation_is_taken_apart_again() -> None:
    film = pl.simulate(TALK, pl.Policy(500), lang="en")
    assert "3 messages" in told(pl.labs.CompactionLab(film, lang="en"))


def test_state_goes_from_one_lab_to_another_and_language_follows() -> None:
    one = pl.labs.CompactionLab(lang="en").do("window", 12_000).do("guess", 1)
    other = pl.labs.CompactionLab(lang="zh")
    other.state = json.loads(json.dumps(one.state))
    assert other.state == one.state
    assert other.stage.film != one.stage.film
    assert "窗口 12,000 个 token" in told(other)


def test_the_twin_of_panel_and_stage_stands_beside_the_widget() -> None:
    data = pl.labs.CompactionLab(lang="en")._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "A still of the lab" in data["text/html"] and "A still: frame" in data["text/html"]


def test_messages_of_the_browser_are_answered_even_when_they_make_no_sense() -> None:
    lab = pl.labs.CompactionLab(lang="en")
    answers: list[Any] = []
    lab.panel.send = answers.append
    for message in ({"act": "window", "value": 9_000}, {"act": "no such thing"}, "nonsense"):
        lab.panel.receive(message)
    assert [answer["done"] for answer in answers] == [True] * 3
    assert lab.state["settings"]["window"] == 9_000


def test_the_stage_keeps_its_step_while_the_film_stays() -> None:
    lab = pl.labs.CompactionLab(lang="en", predict=False)
    lab.stage.step = 3
    assert lab.do("projector").stage.step == 3
    assert lab.stage.preset == "projector"
    assert lab.do("goto", 7).stage.step == 7
    assert lab.do("reset").stage.step == lab.do("again").stage.step


def test_an_unknown_preset_names_the_nearest() -> None:
    with pytest.raises(pl.UserError, match="course"):
        pl.labs.CompactionLab(preset="coarse")
