"""Fixtures of the browser tests: one Chromium and one JupyterLab for the whole session, a fresh page for each test.

    open_notebook(path, **options)   a LabPage with a copy of the notebook at `path` open and its kernel ready
    html_page(path, **options)       a Watched page with an exported file open, the network cut
    new_page(**options)              a Watched page with nothing open

Options are those of Playwright's contexts: viewport, color_scheme, reduced_motion, locale, device_scale_factor.
tests/conftest.py takes them in, once for all folders: Playwright cannot be started twice. It is imported late, since
the fast tests do without it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scripts.chromium import find_chromium
from tests.support.lab import LabPage, LabServer, running_lab
from tests.support.pages import Watched, launch, strict_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine; its absence is a failure in continuous integration, a skip elsewhere."""
    if find_chromium() is None:
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no Chromium here: run `make test`, or set PACKLIGHT_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """One JupyterLab for the session."""
    with running_lab(tmp_path_factory.mktemp("served"), tmp_path_factory.mktemp("lab-home")) as server:
        yield server


@pytest.fixture
def new_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Watched]]:
    """Opens watched pages; a request that leaves this machine fails the test."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(strict_page(browser, request.node, **options))


@pytest.fixture
def open_notebook(
    new_page: Callable[..., Watched], lab_server: LabServer, request: pytest.FixtureRequest
) -> Iterator[Callable[..., LabPage]]:
    """Opens a copy of a notebook in Lab; its folder's name (en, zh) is kept, since the language hangs on it."""

    def opened(path: Path, **options: Any) -> LabPage:
        folder = lab_server.root / request.node.name.translate({ord(c): "-" for c in "[]/: "}) / path.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        copy = shutil.copy(path, folder / path.name)
        lab = LabPage(new_page(**options).page, lab_server)
        lab.open(str(Path(copy).relative_to(lab_server.root)))
        return lab

    yield opened
    lab_server.end_kernels()


@pytest.fixture
def html_page(new_page: Callable[..., Watched]) -> Callable[..., Watched]:
    """Opens a file on disk with the network cut; `.errors` and `.requests` say what it did."""

    def opened(path: Path, **options: Any) -> Watched:
        watched = new_page(offline=True, **options)
        watched.page.goto(path.resolve().as_uri())
        return watched

    return opened
