"""Ten stages in one notebook: when their cells are cleared, no listener of ours and no animation frame stays behind."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.support.lab import EXECUTE, LabPage, write_notebook

pytestmark = pytest.mark.browser
STAGES = 10
EMPTY = """import anywidget
class Empty(anywidget.AnyWidget):
    _esm = "export default { render({ el }) { el.textContent = 'empty'; } }"
"""
FRAMES = """async () => {
  const ask = window.requestAnimationFrame;
  let asked = 0; // by a widget's module, which is loaded as a blob; Lab asks for a frame now and then itself
  window.requestAnimationFrame = (go) => { asked += new Error().stack.includes("blob:"); return ask(go); };
  await new Promise((done) => setTimeout(done, 600));
  window.requestAnimationFrame = ask;
  return asked;
}"""


def listeners(session: Any) -> int:
    """Event listeners alive in the page, after what is garbage has gone."""
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return int(next(each["value"] for each in metrics if each["name"] == "JSEventListeners"))


def grown(lab: LabPage) -> int:
    """How many listeners stay each time that all cells have run and been cleared.

    Lab adds some of its own once, when it has a moment; what leaks stays every time, hence the least of three.
    """
    session = lab.page.context.new_cdp_session(lab.page)
    session.send("Performance.enable")
    seen = []
    for _ in range(4):
        assert lab.run_all()
        lab.page.wait_for_timeout(400)
        lab.page.evaluate(EXECUTE, ["notebook:clear-all-cell-outputs", {}])
        lab.page.wait_for_function("() => !document.querySelector('.jp-OutputArea-child')")
        lab.page.wait_for_timeout(300)
        seen.append(listeners(session))
    return min(after - before for before, after in pairwise(seen))


def test_ten_stages_leave_no_more_behind_than_ten_empty_widgets(
    open_notebook: Callable[..., LabPage], tmp_path: Path
) -> None:
    plain = [EMPTY, *["Empty()"] * STAGES]
    stages = ["import packlight as pl\nfilm = pl.simulate('bug_hunt')", *["pl.play(film, step=20)"] * STAGES]
    by_widgets = grown(open_notebook(write_notebook(tmp_path / "en" / "plain.ipynb", plain)))
    lab = open_notebook(write_notebook(tmp_path / "en" / "stages.ipynb", stages))
    by_stages = grown(lab)
    assert not lab.page.locator(".jp-OutputArea-output .pk").count()
    # An empty widget keeps a few by itself, as long as its model lives in the kernel.
    assert by_stages <= by_widgets, (by_stages, by_widgets)
    assert lab.page.evaluate(FRAMES) == 0
