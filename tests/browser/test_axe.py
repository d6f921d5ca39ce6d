"""axe-core finds nothing serious: the exported film and every lab, light and dark."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

import packlight as pl
from tests.support.lab import LabPage, write_notebook
from tests.support.pages import Watched

pytestmark = pytest.mark.browser
LABS = pl.labs.__all__
MOMENTS = {"quiet": ("", 10), "asks": ("", 26), "packed": ("", 28), "open": ("FFF", 59)}


def serious(page: Page, context: str | None = None) -> list[str]:
    """What axe calls serious or critical, with the element."""
    found: Any = Axe().run(page, context=context).response
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_exported_film(moment: str, theme: Any, html_page: Callable[..., Watched], tmp_path: Path) -> None:
    failures, step = MOMENTS[moment]
    window = 5_000 if failures else 10_000
    film = pl.simulate("bug_hunt", pl.Policy(window, failures=failures), lang="en")
    path = Path(str(film.to_html(tmp_path / "film.html")))
    page = html_page(path, color_scheme=theme).page
    page.goto(f"{path.as_uri()}#step={step}")
    page.reload()
    page.locator(".pk").wait_for()
    page.wait_for_timeout(400)
    assert serious(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_lab(theme: str, open_notebook: Callable[..., LabPage], tmp_path: Path) -> None:
    make = [f"import packlight as pl\npl.labs.{name}(predict=False, theme={theme!r})" for name in LABS]
    lab = open_notebook(write_notebook(tmp_path / "en" / "labs.ipynb", make))
    assert lab.run_all()
    found = {}
    for number, name in enumerate(LABS):
        panel = lab.page.locator(".jp-OutputArea-output .pkl").nth(number)
        panel.scroll_into_view_if_needed()
        panel.evaluate("(node, name) => node.setAttribute('data-axe', name)", name)
        found[name] = serious(lab.page, f"[data-axe={name}]")
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_a_fault_is_seen(html_page: Callable[..., Watched], tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text("<!doctype html><html lang=en><title>t</title><main><button></button></main>", encoding="utf-8")
    assert any(fault.startswith("button-name") for fault in serious(html_page(path).page))
