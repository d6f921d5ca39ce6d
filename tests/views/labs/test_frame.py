"""What stands around every lab: state saved and restored, presets, harmless trees, the twin, the same words twice."""

import importlib
import json
import pkgutil
import re
from string import Formatter
from typing import Any

import pytest

from packlight.core.errors import UserError
from packlight.views.labs import frame, words
from packlight.views.labs.array import ArrayModel
from packlight.views.labs.breaker import BreakerModel
from packlight.views.labs.compaction import CompactionModel
from packlight.views.labs.node import Node, el
from packlight.views.labs.pair import PairModel
from packlight.views.labs.prepare import PrepareModel
from packlight.views.labs.still import still_html, still_text
from packlight.views.labs.strategy import StrategyModel
from packlight.views.labs.triangle import TriangleModel
from tests.support.labs import HOSTILE, Walk, bench, controls_of, small

MODELS: list[type[Any]] = [
    ArrayModel, BreakerModel, CompactionModel, PairModel, PrepareModel, StrategyModel, TriangleModel,
]  # fmt: skip
TABLES = {
    name: importlib.import_module(f"packlight.views.labs.words.{name}")
    for _, name, _ in pkgutil.iter_modules(words.__path__)
}


def fields_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("name", TABLES)
def test_both_languages_say_the_same_things(name: str) -> None:
    table = TABLES[name]
    assert list(table.EN) == list(table.ZH)
    assert {key: fields_of(text) for key, text in table.EN.items()} == {
        key: fields_of(text) for key, text in table.ZH.items()
    }
    chinese = [key for key, text in table.ZH.items() if re.search(r"[\u4e00-\u9fff]", text)]
    assert len(chinese) > 0.8 * len(table.ZH)


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_preset_draws_and_its_state_goes_to_json_and_back(kind: type[Any], lang: str) -> None:
    model = kind(bench(lang))
    for preset in model.presets:
        walk = Walk(model, preset)
        assert walk.view.tree.get("aria-label") == model.words("title")
        assert "div.fault" not in {f"{node.tag}.{name}" for node in walk.view.tree.walk() for name in node.classes}
        saved = json.loads(json.dumps(frame.save(model, walk.sitting)))
        assert frame.restore(model, saved) == walk.sitting


@pytest.mark.parametrize("kind", MODELS)
def test_every_control_can_be_told_apart_and_has_a_name(kind: type[Any]) -> None:
    tree = Walk(kind(bench())).view.tree
    keys = [node.get("key") for node in tree.walk() if node.get("act")]
    assert len(keys) == len(set(keys)) > 3
    assert all(
        node.text() or node.get("aria-label") or node.get("type") == "checkbox" for node in controls_of(tree).values()
    )


@pytest.mark.parametrize("kind", MODELS)
def test_hostile_text_stays_text(kind: type[Any]) -> None:
    talk = small(HOSTILE, HOSTILE, HOSTILE)
    walk = Walk(kind(bench(conversation=talk, scenario="", facts=(), title=HOSTILE)))
    page = still_html(walk.view.tree)
    assert "<script" not in page and "<img" not in page
    assert "\u202e" not in page


@pytest.mark.parametrize(
    ("saved", "sentence"),
    [
        ({"lab": "ArrayLab"}, "not a state of CompactionLab but of 'ArrayLab'"),
        ([], "not a state of CompactionLab but of 'list'"),
        ({"lab": "CompactionLab", "preset": "cours"}, "course"),
        ({"lab": "CompactionLab", "settings": {"windows": 3}}, "not settings that this lab saved"),
        ({"lab": "CompactionLab", "settings": {"window": "wide"}}, "the saved window is 'wide'"),
        ({"lab": "CompactionLab", "guess": "2"}, "the saved guess is '2'"),
    ],
)
def test_a_state_that_does_not_fit_is_told(saved: Any, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        frame.restore(CompactionModel(bench()), saved)


def test_reset_goes_back_to_the_preset_and_projector_stays() -> None:
    walk = Walk(CompactionModel(bench()), "small").do("projector").do("window", 9_999).do("reset")
    assert walk.settings == walk.model.presets["small"]
    assert walk.sitting.projector and not walk.sitting.revealed


@pytest.mark.parametrize(("tag", "props"), [("script", {}), ("p", {"onclick": "x"}), ("a", {}), ("p", {"href": "x"})])
def test_what_could_run_or_link_cannot_be_built(tag: str, props: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="in a lab"):
        el(tag, **props)


def test_the_twin_needs_no_script_style_sheet_or_control() -> None:
    page = still_html(Walk(CompactionModel(bench())).view.tree)
    assert not re.search(r"<(script|style|button|input|select|svg|link)", page)
    assert "17,400" in page


def test_a_pressed_button_is_bold_in_the_twin_and_a_tree_is_json() -> None:
    tree: Node = el("div", el("button", "a", aria_pressed=True), el("button", "b", aria_pressed=False))
    assert "<b>[a]</b> [b]" in still_html(tree)
    assert still_text(tree) == "[a]"
    assert json.loads(json.dumps(tree.to_list()))[2][0] == ["button", {"aria-pressed": "true"}, ["a"]]
