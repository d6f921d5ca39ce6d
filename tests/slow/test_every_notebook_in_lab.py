"""Every notebook of the course runs in a real JupyterLab, draws at least one stage, and asks for nothing outside."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.lab import LabPage
from tests.support.notebooks import course_notebooks, short_name


@pytest.mark.browser
@pytest.mark.parametrize("path", course_notebooks(), ids=short_name)
def test_a_notebook_runs_in_lab(open_notebook: Callable[..., LabPage], path: Path) -> None:
    lab = open_notebook(path)
    assert lab.run_all(), lab.outputs()
    lab.page.locator("[data-steps]").first.wait_for(state="attached")
