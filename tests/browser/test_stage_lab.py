"""The stage in a real JupyterLab: it paints soon, hears and is heard, follows the theme, and outlives its kernel."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.films import story
from tests.support.lab import LabPage, write_notebook

STAGE = ".jp-OutputArea-output .pk"


@pytest.fixture
def lab(open_notebook: Callable[..., LabPage], tmp_path: Path) -> LabPage:
    """A notebook whose first cells make a stage of the story; the film lies beside it as a Python literal."""
    make = f"from packlight.views.stage import Stage\nstage = Stage(film={story().json()!r})"
    cells = [make, "stage", "print(stage.step, stage.selection, stage.answers)"]
    return open_notebook(write_notebook(tmp_path / "stage.ipynb", cells))


def python(lab: LabPage) -> str:
    """What the third cell prints when it runs now."""
    lab.page.evaluate(
        """async () => {
             const { content } = jupyterapp.shell.currentWidget;
             content.activeCellIndex = 2;
             await jupyterapp.commands.execute('notebook:run-cell');
           }"""
    )
    return lab.outputs()[2].strip()


def at_step(page: Page, step: int) -> None:
    expect(page.locator(STAGE)).to_have_attribute("data-step", str(step))


def test_the_stage_lives_in_lab(lab: LabPage) -> None:
    assert lab.run_all()
    page = lab.page
    stage = page.locator(STAGE)
    expect(stage).to_have_attribute("data-host", "jupyter")
    expect(stage).to_have_attribute("data-theme", "light")
    at_step(page, 0)
    stage.locator(".pk-rows").focus()
    for step in range(1, 24):
        page.keyboard.press("ArrowRight")
        at_step(page, step)
    page.keyboard.press("2")
    page.keyboard.press("n")
    stage.locator(".pk-rows").focus()
    page.keyboard.press("ArrowDown")
    # The widget manager holds changes back while others are under way: ask until the last has arrived.
    assert any(python(lab) == "23 system {'23': 1}" for _ in range(20))


def test_the_theme_is_followed_live(lab: LabPage) -> None:
    assert lab.run_all()
    stage = lab.page.locator(STAGE)
    expect(stage).to_have_attribute("data-theme", "light")
    lab.command("apputils:change-theme", theme="JupyterLab Dark")
    expect(stage).to_have_attribute("data-theme", "dark")
    red = int(stage.evaluate("node => getComputedStyle(node).backgroundColor.match(/\\d+/)[0]"))
    assert red < 60
    lab.command("apputils:change-theme", theme="JupyterLab Light")
    expect(stage).to_have_attribute("data-theme", "light")


def test_python_moves_the_stage(lab: LabPage) -> None:
    assert lab.run_all()
    page = lab.page
    at_step(page, 0)
    page.evaluate(
        """async (source) => {
             const { content } = jupyterapp.shell.currentWidget;
             content.activeCellIndex = 2;
             content.activeCell.model.sharedModel.setSource(source);
             await jupyterapp.commands.execute('notebook:run-cell');
           }""",
        "stage.step = 24; stage.selection = 'messages[0].content[0]'",
    )
    at_step(page, 24)
    expect(page.locator(f"{STAGE} .pk-side")).to_contain_text("summary")


def test_the_twin_is_saved_beside_the_widget(lab: LabPage) -> None:
    assert lab.run_all()
    data = lab.code_cells()[1]["outputs"][0]["data"]
    assert set(data) >= {"text/html", "text/plain", "application/vnd.jupyter.widget-view+json"}
    assert "A still: frame 24 of 36" in json.dumps(data["text/html"])


def test_the_film_plays_on_without_its_kernel(lab: LabPage) -> None:
    assert lab.run_all()
    page = lab.page
    stage = page.locator(STAGE)
    at_step(page, 0)
    page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    stage.locator(".pk-rows").focus()
    page.keyboard.press("ArrowRight")
    at_step(page, 1)
    expect(stage.locator(".pk-note")).to_contain_text("The kernel does not answer")
    page.keyboard.press("End")
    at_step(page, 35)


def test_closing_the_output_takes_every_listener_along(lab: LabPage) -> None:
    assert lab.run_all()
    page = lab.page
    at_step(page, 0)
    lab.command("notebook:clear-all-cell-outputs")
    expect(page.locator(STAGE)).to_have_count(0)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("document.querySelectorAll('.pk').length") == 0
