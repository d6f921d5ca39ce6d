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


def test_a_script_typed_into_the_breaker_lab_runs_twice(open_lab: Opened) -> None:
    lab, panel = open_lab("pl.labs.BreakerLab(predict=False)")
    expect(panel.locator(".beats").first.locator(".refused")).to_have_count(2)
    script = panel.get_by_role("textbox", name="Script")
    script.fill("ffs")
    script.press("Enter")
    expect(panel.locator(".beats").first.locator(".refused")).to_have_count(0)
    panel.get_by_role("button", name="With the breaker, messages[13]: failed").click()
    expect(lab.page.locator(".jp-OutputArea-output .pk")).to_have_attribute("data-step", "13")
    expect(panel.locator(".meter").first).to_contain_text("1 calls")
    assert "'script': 'FFS'" in state(lab)


def test_an_array_is_built_by_keyboard_alone(open_lab: Opened) -> None:
    lab, panel = open_lab("pl.labs.ArrayLab()")
    keyboard, built = lab.page.keyboard, panel.locator(".built li")
    for piece, count in [("m1", 1), ("m0", 2), ("m2", 3), ("m3", 4)]:
        panel.locator(f"[data-key='add:{piece}']").focus()
        keyboard.press("Enter")
        expect(built).to_have_count(count)
        # The button is gone; the message that it added has the focus.
        expect(panel.locator(f"[data-key='row:{piece}']")).to_be_focused()
    panel.locator("[data-key='row:m0']").focus()
    keyboard.press("ArrowUp")
    expect(built.first).to_have_attribute("data-key", "row:m0")
    expect(panel.locator("[data-key='row:m0']")).to_be_focused()
    expect(panel.locator(".pkl-unseen")).to_contain_text("is messages[0] of 4. The API takes this as it stands.")
    panel.get_by_role("button", name="Check").press("Enter")
    expect(panel.locator(".verdict")).to_contain_text("Right.")
    assert "'order': ['m0', 'm1', 'm2', 'm3']" in state(lab)


def test_a_pair_is_torn_and_mended_by_mouse(open_lab: Opened) -> None:
    lab, panel = open_lab("pl.labs.PairLab(predict=False)")
    expect(panel.locator(".verdict")).to_contain_text("Error 400")
    panel.get_by_role("button", name="text stands behind it").click()
    expect(panel.locator(".verdict")).to_contain_text("The API takes this list.")
    panel.get_by_role("button", name="it comes too late").click()
    expect(panel.locator("li.bad")).not_to_have_count(0)
    panel.get_by_role("button", name="Mend it").click()
    expect(panel.locator(".changes li").first).to_be_visible()
    expect(panel.locator("li.bad")).to_have_count(0)
    assert "'mended': True" in state(lab)


def test_four_strategies_stand_in_aligned_rows(open_lab: Opened) -> None:
    lab, panel = open_lab("pl.labs.StrategyLab(predict=False)")
    lines = panel.locator(".columns .line")
    expect(lines).to_have_count(46)
    cells = lines.nth(4).locator(".col")
    tops = [cells.nth(n).bounding_box()["y"] for n in range(4)]  # type: ignore[index]
    assert max(tops) - min(tops) < 2
    assert panel.locator(".columns").evaluate("node => node.scrollWidth <= node.clientWidth + 1")
    panel.get_by_role("checkbox", name="summary").uncheck()
    expect(lines.nth(4).locator(".col")).to_have_count(3)
    assert "'columns': ['sliding_window', 'structured', 'tool_result_trim']" in state(lab)


def test_a_cache_pulls_two_corners_in(open_lab: Opened) -> None:
    _lab, panel = open_lab("pl.labs.TriangleLab(predict=False)")
    figures = panel.locator(".figures b")
    before = figures.all_inner_texts()
    panel.get_by_role("checkbox", name="cache").check()
    expect(figures.nth(1)).not_to_have_text(before[1])
    assert figures.all_inner_texts()[0] == before[0]
    shape = panel.locator("path.here").bounding_box()
    assert shape and shape["width"] > 10


def test_step_1_is_walked_through_card_by_card(open_lab: Opened) -> None:
    _lab, panel = open_lab("pl.labs.PrepareLab(predict=False)")
    expect(panel.locator(".flow .step")).to_have_count(5)
    expect(panel.locator(".flow .step").nth(3)).to_contain_text("Packed:")
    slider = panel.get_by_role("slider", name="Failures in a row")
    slider.focus()
    slider.press("End")
    expect(panel.locator(".flow .step").nth(4)).to_contain_text("The breaker is open")
