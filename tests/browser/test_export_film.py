"""The exported film in Chromium, from file:// with no network: what it draws, plays, tells and refuses."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from packlight.views.export import film_html
from tests.support.films import HOSTILE, Reel, hostile, still, story
from tests.support.pages import Watched

Open = Callable[..., Page]
KEYS = [
    ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 35), ("ArrowRight", 35), ("PageUp", 23),
    ("PageUp", 20), ("PageDown", 23), ("Home", 0), ("ArrowLeft", 0),
]  # fmt: skip
COUNT_FRAMES = """() => {
  window.asked = 0;
  window.frame = requestAnimationFrame;
  window.requestAnimationFrame = (go) => { window.asked++; return frame(go); };
}"""
FILLS = {
    "user_text": (0, 114, 178),
    "tool_result": (86, 180, 233),
    "tool_use": (230, 159, 0),
    "summary": (204, 121, 167),
}


@pytest.fixture
def play(html_page: Callable[..., Watched], tmp_path: Path) -> Open:
    """Opens a film as an exported file; `step` goes into the address, other options to the browser."""

    def opened(
        reel: Reel | str, *, step: int | None = None, lang: str = "en", preset: str = "normal", **options: Any
    ) -> Page:
        text = reel if isinstance(reel, str) else reel.json()
        path = tmp_path / "film.html"
        path.write_text(film_html(text, lang=lang, preset=preset), encoding="utf-8")
        watched = html_page(path, **options)
        if step is not None:
            watched.page.goto(f"{path.as_uri()}#step={step}")
            watched.page.reload()
        opened.watched = watched  # type: ignore[attr-defined]
        return watched.page

    return opened


def drawn(page: Page) -> dict[str, str]:
    """What the root element says is drawn."""
    return dict(page.eval_on_selector(".pk", "node => ({...node.dataset})"))


def at_step(page: Page, step: int) -> None:
    expect(page.locator(".pk")).to_have_attribute("data-step", str(step))


def settled(page: Page) -> None:
    """Waits until nothing moves and what stands has been drawn."""
    page.wait_for_selector(".pk:not([data-moving])")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def pixels(page: Page, selector: str, color: tuple[int, int, int]) -> int:
    """How many pixels of a canvas have exactly that colour."""
    return int(
        page.eval_on_selector(
            selector,
            """(canvas, [r, g, b]) => {
                 const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                 let found = 0;
                 for (let at = 0; at < data.length; at += 4) {
                   found += data[at] === r && data[at + 1] === g && data[at + 2] === b;
                 }
                 return found;
               }""",
            list(color),
        )
    )


def table(page: Page) -> list[list[str]]:
    """The rows of the hidden table."""
    return list(
        page.eval_on_selector_all(
            ".pk-table tbody tr", "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
        )
    )


def test_a_film_starts_paused_at_its_first_frame(play: Open) -> None:
    page = play(story())
    assert drawn(page) == {
        "lmSuppressShortcuts": "true",
        "step": "0", "steps": "36", "messages": "1", "usage": "0.1147", "breaker": "closed",
        "compactions": "0", "theme": "light", "host": "page", "size": "wide", "preset": "normal",
    }  # fmt: skip
    expect(page.get_by_role("button", name="play")).to_be_visible()


def test_the_address_may_start_elsewhere(play: Open) -> None:
    page = play(story(), step=24)
    assert (drawn(page)["step"], drawn(page)["compactions"]) == ("24", "1")


def test_every_step_says_what_is_drawn(play: Open) -> None:
    reel = story()
    page = play(reel)
    for frame in reel.film["frames"]:
        at_step(page, frame["step"])
        said = drawn(page)
        assert float(said["usage"]) == frame["usage"]
        assert int(said["messages"]) == sum(b - a for a, b in frame["m"])
        assert (said["breaker"], said["compactions"]) == (frame["breaker"], str(frame["compactions"]))
        page.keyboard.press("ArrowRight")


def test_the_canvas_shows_the_kinds(play: Open) -> None:
    page = play(story(), step=24)
    settled(page)
    for fill in FILLS.values():
        assert pixels(page, ".pk-rows canvas", fill) > 300
        assert pixels(page, ".pk-gauge canvas", fill) > 50


def test_the_table_holds_every_block_with_its_path(play: Open) -> None:
    rows = table(play(story(), step=2))
    assert [row[0] for row in rows] == [
        "system", "messages[0].content[0]",
        "messages[1].content[0]", "messages[1].content[1]", "messages[1].content[2]",
        "messages[1].content[3]", "messages[2].content[0]", "messages[2].content[1]",
    ]  # fmt: skip
    assert rows[6][1:] == ["user", "tool_result", "1", "2,050", "planner.py, 204 lines"]


def test_the_table_renumbers_after_a_compaction(play: Open) -> None:
    page = play(story(), step=23)
    page.keyboard.press("ArrowRight")
    rows = table(page)
    assert rows[1][:3] == ["messages[0].content[0]", "user", "summary"]
    assert [row[0] for row in rows if row[2] == "tool_use"][-1] == "messages[10].content[1]"


def test_the_sum_under_the_gauge_adds_up(play: Open) -> None:
    page = play(story())
    for _ in range(36):
        words = page.locator(".pk-sum").inner_text()
        used, reserve, left, window = (int(n.replace(",", "")) for n in re.findall(r"[\d,]+", words))
        assert used + reserve + left == window
        page.keyboard.press("ArrowRight")


def test_keys_step_jump_and_turn(play: Open) -> None:
    page = play(story())
    for key, step in KEYS:
        page.keyboard.press(key)
        at_step(page, step)


def test_space_plays_to_the_question_and_stops_there(play: Open) -> None:
    page = play(story(), step=21)
    page.keyboard.press(" ")
    at_step(page, 23)
    expect(page.get_by_role("button", name="play")).to_be_visible()
    page.keyboard.press(" ")
    at_step(page, 23)


def test_a_question_is_guessed_and_answered_by_keys(play: Open) -> None:
    page = play(story(), step=23)
    page.keyboard.press("1")
    expect(page.locator(".pk-guess")).to_contain_text("your guess")
    assert page.locator(".pk-truth").count() == 0
    page.keyboard.press("Enter")
    expect(page.locator(".pk-truth")).to_contain_text("the oldest turn")
    expect(page.locator(".pk-question")).to_contain_text("A summary stands for whole old turns")
    page.keyboard.press("3")
    expect(page.locator(".pk-guess")).to_contain_text("the largest block")
    page.keyboard.press("Enter")
    at_step(page, 24)


def test_step_end_and_scrub_pass_a_question(play: Open) -> None:
    page = play(story(), step=23)
    page.keyboard.press("ArrowRight")
    at_step(page, 24)
    page.keyboard.press("Home")
    page.keyboard.press("End")
    at_step(page, 35)
    lane = page.locator(".pk-lane")
    width = lane.evaluate("node => node.clientWidth")
    lane.click(position={"x": width * 10.5 / 36, "y": 30})
    at_step(page, 10)


def test_play_stops_at_the_end(play: Open) -> None:
    page = play(story(), step=33)
    page.get_by_role("button", name="speed").click(click_count=3, delay=1)
    page.get_by_role("button", name="play").click()
    at_step(page, 35)
    expect(page.get_by_role("button", name="play")).to_be_visible()


def test_a_key_in_the_middle_of_a_compaction_jumps_to_its_end(play: Open) -> None:
    page = play(story(), step=23)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    at_step(page, 23)
    settled(page)
    still_there = page.eval_on_selector(".pk-rows canvas", "canvas => canvas.toDataURL()")
    page.reload()
    settled(page)
    assert page.eval_on_selector(".pk-rows canvas", "canvas => canvas.toDataURL()") == still_there


def test_the_marks_come_before_anything_moves(play: Open) -> None:
    page = play(story(), step=23)
    settled(page)
    solid = pixels(page, ".pk-gauge canvas", FILLS["tool_result"])
    page.keyboard.press("ArrowRight")
    # While the plan is shown the words are still those of the frame before, and its figures add up.
    expect(page.locator(".pk[data-moving] .pk-cap")).to_contain_text("Compaction is due.")
    expect(page.locator(".pk[data-moving] .pk-sum")).to_contain_text("17,620 used")
    assert page.locator(".pk-tag b").inner_text() == "17,620"
    page.wait_for_function("() => document.querySelector('.pk-cap b')?.textContent === 'Packed.'")
    settled(page)
    assert page.locator(".pk-tag b").inner_text() == "7,472"
    assert pixels(page, ".pk-gauge canvas", FILLS["tool_result"]) < solid
    assert pixels(page, ".pk-gauge canvas", FILLS["summary"]) > 50


def test_reduced_motion_cuts_at_once(play: Open) -> None:
    page = play(story(), step=23, reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    assert page.locator(".pk-tag b").inner_text() in ("17,620", "7,472")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.locator(".pk-tag b").inner_text() == "7,472"


def test_an_open_breaker_says_why_what_it_cost_and_what_now(play: Open) -> None:
    panel = play(story(), step=34).get_by_role("group", name="Breaker open")
    for words in (
        "Breaker open",
        "3 of 3 failures in a row",
        "Timed out after 30 s.",
        "$0.072",
        "45 s of waiting",
        "Clear and restate the task.",
    ):
        expect(panel).to_contain_text(words)


def test_blocks_are_picked_by_click_and_by_keys(play: Open) -> None:
    page = play(story(), step=2)
    rows = page.locator(".pk-rows")
    box = rows.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 160, box["y"] + 64)
    expect(page.locator(".pk-path code")).to_have_text("messages[0].content[0]")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".pk-path code")).to_have_text("messages[1].content[0]")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(rows.locator("[role=option]")).to_have_text(
        "messages[1].content[3], tool_use, run_tests, pair 2, 66 tokens, tests/"
    )
    page.keyboard.press("m")
    expect(page.locator(".pk-path code")).to_have_text("messages[2].content[1]")
    page.get_by_role("button", name="Raw JSON").click()
    expect(page.locator(".pk-side pre")).to_contain_text('"type": "tool_result"')
    page.keyboard.press("Escape")
    expect(page.locator(".pk-side")).to_contain_text("Pick a block")


def test_the_inspector_says_what_a_plan_did(play: Open) -> None:
    page = play(story(), step=24)
    page.locator(".pk-rows").focus()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(page.locator(".pk-side dl")).to_contain_text("15 messages, 11,174 tokens")
    page.locator(".pk-rows").press("ArrowDown")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.locator(".pk-path code")).to_have_text("messages[2].content[0]")
    expect(page.locator(".pk-side dl")).to_contain_text("shortened: long result")


def test_n_goes_to_the_finding(play: Open) -> None:
    page = play(still())
    page.keyboard.press("n")
    expect(page.locator(".pk-path code")).to_have_text("messages[1].content[1]")
    expect(page.locator(".pk-side dl")).to_contain_text("has no result in the next message")


def test_the_kinds_filter_and_the_search_finds(play: Open) -> None:
    page = play(story(), step=12)
    settled(page)
    full = pixels(page, ".pk-rows canvas", FILLS["tool_result"])
    chip = page.get_by_role("button", name="tool_result")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "false")
    settled(page)
    assert pixels(page, ".pk-rows canvas", FILLS["tool_result"]) < full / 20
    chip.click()
    page.keyboard.press("/")
    page.keyboard.type("clock.py")
    expect(page.get_by_text("3 found")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".pk-path code")).to_have_text("messages[7].content[2]")


@pytest.mark.parametrize("width", [1400, 760, 360])
def test_nothing_is_wider_than_its_page(play: Open, width: int) -> None:
    page = play(story(), step=34, viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert drawn(page)["size"] == {1400: "wide", 760: "middle", 360: "narrow"}[width]


def test_themes_follow_the_page(play: Open) -> None:
    page = play(story(), step=5, color_scheme="dark")
    settled(page)
    assert drawn(page)["theme"] == "dark"
    page.emulate_media(color_scheme="light")
    expect(page.locator(".pk")).to_have_attribute("data-theme", "light")
    page.emulate_media(contrast="more")
    expect(page.locator(".pk")).to_have_attribute("data-theme", "contrast")


def test_controls_stay_where_they_are_between_frames(play: Open) -> None:
    page = play(story(), step=3)
    places = set()
    for _ in range(19):
        box = page.locator(".pk-film").bounding_box()
        assert box is not None
        places.add(box["y"])
        page.keyboard.press("ArrowRight")
    assert len(places) == 1


def test_chinese_speaks_chinese(play: Open) -> None:
    page = play(story("zh"), step=24, lang="zh")
    expect(page.locator(".pk")).to_have_attribute("lang", "zh-CN")
    expect(page.locator(".pk-strip")).to_contain_text("熔断器闭合")
    expect(page.get_by_role("button", name="播放")).to_be_visible()


@pytest.mark.parametrize(("step", "tab"), [(5, "rendered"), (5, "raw")])
def test_hostile_text_runs_loads_and_links_nothing(play: Open, step: int, tab: str) -> None:
    page = play(hostile(), step=step)
    page.locator(".pk-rows").focus()
    for _ in range(20):
        page.keyboard.press("ArrowDown")
        if tab == "raw":
            page.get_by_role("button", name="Raw JSON").click()
            page.locator(".pk-rows").focus()
    page.mouse.move(300, 500)
    assert page.evaluate("window.pwned") is None
    assert page.locator("#packlight :is(a, img, script, style, iframe, form)").count() == 0
    assert HOSTILE[0] in page.locator(".pk-head").inner_text()
    shown = page.locator("#packlight").inner_text() + str(table(page))
    assert "⟨202E⟩" in shown and "\u202e" not in shown
    assert play.watched.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("film", "trouble"),
    [
        ("not json", "broken"),
        ("{}", "broken"),
        ('{"schema":"packlight.film/9","frames":[]}', "version"),
        ('{"schema":"packlight.film/1","frames":[]}', "empty"),
        ('{"schema":"packlight.film/1","frames":[{}]}', "broken"),
    ],
)
def test_a_film_that_cannot_be_played_is_one_sentence(play: Open, film: str, trouble: str) -> None:
    page = play(film)
    assert drawn(page)["trouble"] == trouble
    expect(page.get_by_role("alert")).to_contain_text("pl.simulate")


def test_a_film_plays_without_a_complaint_and_rests_when_nothing_moves(play: Open) -> None:
    page = play(story())
    page.evaluate(COUNT_FRAMES)
    for key in ("End", "Home", "?", "Escape", *["ArrowRight"] * 30):
        page.keyboard.press(key)
    settled(page)
    before = page.evaluate("window.asked")
    page.evaluate("() => new Promise((done) => frame(() => frame(() => frame(done))))")
    assert page.evaluate("window.asked") == before
    assert play.watched.errors == []  # type: ignore[attr-defined]


def test_a_scene_link_behind_the_address_opens_at_its_step(play: Open, tmp_path: Path) -> None:
    page = play(story())
    page.goto(f"{(tmp_path / 'film.html').as_uri()}#scenario=bug_hunt&window=10000&step=7")
    page.reload()
    at_step(page, 7)


def bug_hunt(window: int = 10_000, **policy: Any) -> str:
    import packlight as pl

    return pl.simulate("bug_hunt", pl.Policy(window, **policy), lang="en").to_json()


def test_chapters_name_what_happened_and_lead_there(play: Open) -> None:
    page = play(bug_hunt(), step=28)
    chapters = page.get_by_role("combobox", name="Chapters")
    expect(chapters.locator("option")).to_have_text(
        ["Chapters", "26 · compaction due", "28 · packed", "39 · compaction due", "40 · packed"]
    )
    page.keyboard.press("[")
    at_step(page, 27)
    page.keyboard.press("[")
    at_step(page, 25)
    chapters.select_option(index=2)
    at_step(page, 27)
    page.locator(".pk").focus()
    page.keyboard.press("]")
    at_step(page, 38)


def test_an_open_question_hides_the_chapters_that_come(play: Open) -> None:
    page = play(bug_hunt(), step=26)
    expect(page.locator(".pk-question")).to_be_visible()
    expect(page.locator(".pk-chapters option")).to_have_text(["Chapters", "26 · compaction due"])
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".pk-chapters option")).to_have_count(5)


def test_what_the_packing_changed_is_listed_with_the_way_there(play: Open) -> None:
    page = play(bug_hunt(), step=30)
    side = page.locator(".pk-side")
    expect(side).to_contain_text("What the packing changed")
    expect(side).to_contain_text("Packed: 9,020 tokens became 2,973.")
    expect(side.locator("dt")).to_have_text(["dropped"])
    expect(side.locator(".pk-ghosts li")).to_have_count(22)
    side.get_by_role("button", name="before").click()
    at_step(page, 26)
    expect(side).not_to_contain_text("What the packing changed")


def test_the_tour_shows_five_things_and_can_be_skipped(play: Open) -> None:
    page = play(bug_hunt(), step=5)
    page.keyboard.press("?")
    page.get_by_role("button", name="Show me around").click()
    for number in range(5):
        expect(page.locator(".pk-question")).to_contain_text(f"{number + 1} / 5")
        expect(page.locator(".pk-lit")).to_have_count(1)
        page.get_by_role("button", name="Next" if number < 4 else "Close").click()
    expect(page.locator(".pk-lit")).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_role("button", name="Show me around").click()
    page.keyboard.press("Escape")
    expect(page.locator(".pk-question")).to_have_count(0)


def test_on_a_projector_a_class_votes_twice_and_then_sees_the_truth(play: Open) -> None:
    page = play(bug_hunt(), step=26, preset="projector")
    for key in "1122":
        page.keyboard.press(key)
    page.get_by_role("button", name="Talk, then vote again").click()
    for key in "2223":
        page.keyboard.press(key)
    expect(page.locator(".pk-votes")).to_have_text(["2 → 0", "2 → 3", "0 → 1"])
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".pk-truth")).to_contain_text("yes")
    page.keyboard.press("1")
    expect(page.locator(".pk-votes").first).to_have_text("2 → 0")


def test_the_open_breaker_tells_what_it_spared_up_to_this_frame(play: Open) -> None:
    page = play(bug_hunt(6_000, failures="FFF"), step=54)
    panel = page.locator(".pk-open-panel")
    expect(panel).to_contain_text("What it cost")
    expect(panel).not_to_contain_text("spared")
    page.keyboard.press("ArrowRight")
    expect(panel).to_contain_text("calls spared: 1 (5,389 tokens)")


def test_the_controls_never_lie_below_the_fold(play: Open) -> None:
    for width in (1280, 360):
        page = play(bug_hunt(6_000, failures="FFF"), step=58, viewport={"width": width, "height": 780})
        expect(page.locator(".pk-open-panel")).to_be_visible()
        expect(page.locator(".pk-play")).to_be_in_viewport(ratio=1)
