"""Lesson 00 in a real JupyterLab: a film moves in the first cell, is packed at 87 %, and the breaker opens."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.support.lab import LabPage
from tests.support.notebooks import course_notebooks

STAGE = ".jp-OutputArea-output .pk"


@pytest.fixture(params=["en", "zh"])
def lesson(request: pytest.FixtureRequest, open_notebook: Callable[..., LabPage]) -> LabPage:
    first = next(p for p in course_notebooks() if p.parent.name == request.param and p.name.startswith("00_"))
    lab = open_notebook(first)
    assert lab.run_all()
    return lab


def number(stage: Locator, name: str) -> float:
    return float(stage.get_attribute(f"data-{name}") or "nan")


def test_the_first_lesson_runs_and_its_films_are_drawn(lesson: LabPage) -> None:
    stages = lesson.page.locator(STAGE)
    expect(stages).to_have_count(3)
    first, smaller, failing = (stages.nth(i) for i in range(3))
    for stage in (first, smaller, failing):
        expect(stage).to_have_attribute("data-steps", "60")
    expect(failing).to_have_attribute("data-breaker", "open")
    first.scroll_into_view_if_needed()
    expect(first).not_to_have_attribute("data-step", "0")
    first.locator(".pk-rows").focus()
    lesson.page.keyboard.press("End")
    expect(first).to_have_attribute("data-step", "59")
    expect(first).to_have_attribute("data-compactions", "1")
    smaller.scroll_into_view_if_needed()
    smaller.locator(".pk-rows").focus()
    lesson.page.keyboard.press("End")
    expect(smaller).to_have_attribute("data-step", "59")
    assert number(smaller, "compactions") >= 2
    assert number(smaller, "messages") < number(first, "messages") or number(smaller, "usage") < 1


def test_stepping_over_the_compaction_makes_the_suitcase_lighter(lesson: LabPage) -> None:
    stage = lesson.page.locator(STAGE).first
    stage.scroll_into_view_if_needed()
    stage.locator(".pk-rows").focus()
    lesson.page.keyboard.press("Home")
    expect(stage).to_have_attribute("data-step", "0")
    for step in range(1, 60):
        before, messages = number(stage, "usage"), number(stage, "messages")
        lesson.page.keyboard.press("ArrowRight")
        expect(stage).to_have_attribute("data-step", str(step))
        if number(stage, "compactions") == 1:
            assert before >= 0.87
            assert number(stage, "usage") < before
            assert number(stage, "messages") < messages
            return
    pytest.fail("no compaction was drawn")
