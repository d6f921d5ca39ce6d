"""The labs in a real JupyterLab: they are drawn, used by mouse and keyboard, and heard in Python."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.support.lab import LabPage, write_notebook

PANEL = ".jp-OutputArea-output .pkl"
Opened = Callable[..., tuple[LabPage, Locator]]


@pytest.fixture
def open_lab(open_notebook: Callable[..., LabPage], tmp_path: Path) -> Opened:
    """A lab, made by a line of Python and shown by the next cell; a third one prints its state."""

    def opened(make: str) -> tuple[LabPage, Locator]:
        cells = [f"import packlight as pl\nlab = {make}", "lab", "print(lab.state)"]
        page = open_notebook(write_notebook(tmp_path / "en" / "lab.ipynb", cells))
        assert page.run_all()
        panel = page.page.locator(PANEL)
        expect(panel.locator(".lab")).to_be_visible()
        return page, panel

    return opened


def state(lab: LabPage) -> str:
    """What the third cell prints when it runs now."""
    lab.page.evaluate(
        """async () => {
             const { content } = jupyterapp.shell.currentWidget;
             content.activeCellIndex = 2;
             await jupyterapp.commands.execute('notebook:run-cell');
           }"""
    )
    return lab.outputs()[2]


def test_sliders_of_the_compaction_lab_draw_another_film(open_lab: Opened) -> None:
    lab, panel = open_lab("pl.labs.CompactionLab()")
    stage = lab.page.locator(".jp-OutputArea-output .pk")
    expect(stage).to_have_attribute("data-step", "44")
    panel.get_by_role("button", name="once").click()
    expect(panel.locator(".told")).to_contain_text("You said once, and so it is.")
    expect(stage).to_have_attribute("data-step", "45")
    threshold = panel.get_by_role("slider", name="Threshold")
    threshold.focus()
    for _ in range(20):
        lab.page.keyboard.press("ArrowLeft")
    expect(panel.locator("output").nth(1)).to_have_text("67 %")
    expect(threshold).to_be_focused()
    assert "'threshold': 67" in state(lab)
    assert int(stage.get_attribute("data-step") or 0) < 45
