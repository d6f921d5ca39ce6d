"""The browser fixtures themselves: a notebook runs in Lab, an error is seen, and nothing leaves this machine."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from tests.support.lab import LabPage, LabServer, write_notebook
from tests.support.pages import Watched, strict_page, watched_page


def test_a_notebook_runs_in_lab(open_notebook: Callable[..., LabPage], tmp_path: Path) -> None:
    lab = open_notebook(
        write_notebook(
            tmp_path / "zh" / "sum.ipynb", ["print(1 + 1)", "from pathlib import Path\nPath().resolve().name"]
        )
    )
    assert lab.run_all()
    assert lab.outputs() == ["2\n", "'zh'"]
    lab.page.get_by_text("'zh'").wait_for()
    assert lab.page.locator(".jp-Notification, .Toastify__toast").count() == 0


def test_a_cell_that_raises_is_seen(open_notebook: Callable[..., LabPage], tmp_path: Path) -> None:
    lab = open_notebook(write_notebook(tmp_path / "bad.ipynb", ["1 / 0", "print('not reached')"]))
    assert not lab.run_all()
    assert lab.outputs() == ["ZeroDivisionError: division by zero", ""]


def test_the_kernels_of_earlier_tests_are_gone(open_notebook: Callable[..., LabPage], lab_server: LabServer) -> None:
    assert lab_server.call("GET", "kernels") == []


def test_cells_that_never_end_are_given_up(open_notebook: Callable[..., LabPage], tmp_path: Path) -> None:
    lab = open_notebook(write_notebook(tmp_path / "wait.ipynb", ["import threading\nthreading.Event().wait()"]))
    with pytest.raises(Error, match="did not end within"):
        lab.run_all(seconds=0.5)


def test_a_kernel_has_no_network(open_notebook: Callable[..., LabPage], tmp_path: Path) -> None:
    reach = "import urllib.request\nurllib.request.urlopen('http://192.0.2.1/', timeout=5)"
    lab = open_notebook(write_notebook(tmp_path / "reach.ipynb", [reach]))
    assert not lab.run_all()
    assert "the network is cut in tests" in lab.outputs()[0]


def test_page_options_reach_the_page(new_page: Callable[..., Watched]) -> None:
    watched = new_page(color_scheme="dark", reduced_motion="reduce", viewport={"width": 390, "height": 700})
    dark = "matchMedia('(prefers-color-scheme: dark)').matches"
    calm = "matchMedia('(prefers-reduced-motion: reduce)').matches"
    assert watched.page.evaluate(f"[{dark}, {calm}, innerWidth]") == [True, True, 390]


def test_an_exported_file_is_opened_without_network(html_page: Callable[..., Watched], tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        "<title>one</title><script>console.error('told'); setTimeout(() => { throw Error('thrown') })</script>"
    )
    watched = html_page(path)
    watched.page.wait_for_function("() => document.title === 'one'")
    watched.page.evaluate("() => new Promise(done => setTimeout(done))")
    assert watched.errors == ["told", "thrown"]
    assert watched.requests == [path.resolve().as_uri()]
    assert watched.page.evaluate("navigator.onLine") is False


def test_a_request_that_leaves_is_refused_and_told(browser: Browser, tmp_path: Path) -> None:
    with watched_page(browser) as watched:
        with pytest.raises(Error):
            watched.page.goto("http://192.0.2.1/x.js")
        assert watched.foreign == ["http://192.0.2.1/x.js"]


def test_a_request_that_leaves_fails_its_test(browser: Browser, request: pytest.FixtureRequest) -> None:
    with pytest.raises(AssertionError, match="not on this machine"), strict_page(browser, request.node) as watched:
        watched.page.set_content("<img src='https://192.0.2.1/x.png'>")
