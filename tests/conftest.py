"""What every test gets: browser tests go last, and a test's outcome can be read by its fixtures."""

import os
import signal
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.support.browser_fixtures import browser, html_page, lab_server, new_page, open_notebook

__all__ = ["browser", "html_page", "lab_server", "new_page", "open_notebook"]

# The same examples on every run, and no deadline: two shared cores make single runs uneven. The slow tests look at ten
# times as many, and at others each time.
settings.register_profile("house", derandomize=True, deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=400)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


def pytest_configure() -> None:
    """Ctrl-C reaches Python even where the run was started with SIGINT ignored, as a shell does for `… &`."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: the quick ones speak first, and Playwright's event loop is in nobody's way."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes on the test itself whether it failed, for fixtures that keep a picture then."""
    report = yield
    if report.when == "call":
        item.failed = report.failed  # type: ignore[attr-defined]
    return report


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test ever sees a real key or account, whoever runs it."""
    for name in [name for name in os.environ if name.startswith("ANTHROPIC_")]:
        monkeypatch.delenv(name)
