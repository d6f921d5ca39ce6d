"""The widget's module against a model of our own: what it hears, what it says, and that nothing is left behind."""

import base64
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from packlight.views.assets import stage_style, widget_module
from packlight.views.words import TABLES
from tests.support.films import Reel, story
from tests.support.pages import Watched

# A model as anywidget hands it over; `silent` is a kernel that never answers, `broken` one whose channel is closed.
MODEL = """([code, traits, kind]) => {
  const heard = new Map();
  const model = {
    sent: {}, heard,
    get: (key) => traits[key],
    set: (key, value) => { traits[key] = value; model.sent[key] = value; },
    save_changes: () => { if (kind === "broken") throw new Error("closed"); },
    send: () => { if (kind === "live") setTimeout(() => model.say("msg:custom")); },
    on: (name, go) => heard.set(name, [...(heard.get(name) ?? []), go]),
    off: (name, go) => heard.set(name, heard.get(name).filter((one) => one !== go)),
    say: (name) => (heard.get(name) ?? []).forEach((go) => go()),
  };
  window.model = model;
  document.body.replaceChildren(document.createElement("main"));
  return import("data:text/javascript;base64," + code).then(({ default: widget }) => {
    window.leave = widget.render({ model, el: document.querySelector("main") });
  });
}"""


@pytest.fixture
def render(new_page: Callable[..., Watched]) -> Callable[..., Page]:
    """Renders a film in an empty page."""

    def rendered(reel: Reel, kind: str = "live", *, clock: bool = False, **more: Any) -> Page:
        page = new_page().page
        if clock:
            page.clock.install()
        page.add_style_tag(content=stage_style())
        traits = {"film": reel.json(), "step": 0, "selection": "", "answers": {}, "theme": "light", "preset": "normal"}
        chrome = {"lang": "en", "words": dict(TABLES["en"])}
        code = base64.b64encode(widget_module().encode()).decode()
        page.evaluate(MODEL, [code, {**traits, "_chrome": chrome, **more}, kind])
        return page

    return rendered


def test_python_hears_steps_selections_and_answers(render: Callable[..., Page]) -> None:
    page = render(story(), step=23)
    page.locator(".pk-rows").focus()
    page.keyboard.press("3")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("model.sent") == {"answers": {"23": 2}, "selection": "system", "step": 24}


def test_an_answer_given_before_is_shown_with_the_truth(render: Callable[..., Page]) -> None:
    page = render(story(), step=23, answers={"23": 0})
    expect(page.locator(".pk-guess")).to_contain_text("the largest block")
    expect(page.locator(".pk-truth")).to_contain_text("the oldest turn")


@pytest.mark.parametrize("kind", ["broken", "silent"])
def test_a_banner_says_when_nobody_answers_and_the_film_goes_on(render: Callable[..., Page], kind: str) -> None:
    page = render(story(), kind, clock=True)
    page.locator(".pk-rows").focus()
    page.keyboard.press("ArrowRight")
    page.clock.run_for(6_000)
    expect(page.locator(".pk-note")).to_contain_text("The kernel does not answer")
    page.keyboard.press("End")
    expect(page.locator(".pk")).to_have_attribute("data-step", "35")
    page.evaluate("model.say('msg:custom')")
    expect(page.locator(".pk-note")).to_be_hidden()


def test_a_restart_is_said_at_once(render: Callable[..., Page]) -> None:
    page = render(story())
    page.evaluate("model.say('comm_live_update')")
    expect(page.locator(".pk-note")).to_be_visible()


def test_leaving_takes_everything_along(render: Callable[..., Page]) -> None:
    page = render(story(), clock=True, step=22)
    page.locator(".pk").press(" ")
    page.evaluate("leave()")
    assert page.evaluate("[...model.heard.values()].flat().length") == 0
    assert page.locator(".pk").count() == 0
    page.evaluate("model.sent = {}")
    page.set_viewport_size({"width": 700, "height": 600})
    page.emulate_media(color_scheme="dark")
    page.clock.run_for(5_000)
    assert page.evaluate("model.sent") == {}


def test_a_new_film_takes_the_place_of_the_old(render: Callable[..., Page]) -> None:
    page = render(story())
    other = story("zh").json()
    page.evaluate("(film) => { model.set('film', film); model.say('change:film'); }", other)
    assert page.locator(".pk").count() == 1
    expect(page.locator(".pk-head h3")).to_have_text("发了两次的班车")


def test_presets_and_themes_change_live(render: Callable[..., Page]) -> None:
    page = render(story())
    for key, value in [("theme", "contrast"), ("preset", "projector"), ("theme", "dark")]:
        page.evaluate("([key, value]) => { model.set(key, value); model.say('change:' + key); }", [key, value])
        expect(page.locator(".pk")).to_have_attribute(f"data-{key}", value)
    size = page.locator(".pk").evaluate("node => getComputedStyle(node).fontSize")
    assert size == "18px"


def test_an_empty_conversation_says_how_to_begin(render: Callable[..., Page]) -> None:
    reel = Reel("Nothing yet")
    reel.frame("")
    page = render(reel)
    expect(page.locator(".pk")).to_have_attribute("data-messages", "0")
    expect(page.locator(".pk-trouble")).to_contain_text("Nothing packed yet")


@pytest.mark.parametrize(("state", "words"), [("half_open", "Breaker half-open"), ("closed", "Breaker closed")])
def test_the_lever_shows_the_state(render: Callable[..., Page], state: str, words: str) -> None:
    reel = story()
    reel.film["frames"][5]["breaker"] = state
    page = render(reel, step=5)
    expect(page.locator(".pk-strip")).to_contain_text(words)
    turned = page.locator(".pk-lever").evaluate("node => node.style.transform")
    assert turned == {"half_open": "rotate(-15deg)", "closed": "rotate(0deg)"}[state]


def test_a_window_that_nobody_knows_hides_the_gauge(render: Callable[..., Page]) -> None:
    reel = story()
    reel.film["policy"]["window"] = 0
    page = render(reel)
    expect(page.locator(".pk-gauge")).to_be_hidden()
