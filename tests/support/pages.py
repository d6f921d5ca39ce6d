"""A browser page that is watched: what it asks for, what it complains of, what it looked like when a test failed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from scripts.chromium import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Route

ARTIFACTS = Path(__file__).resolve().parents[2] / "test-artifacts"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
VIEWPORT = {"width": 1280, "height": 900}
OWN_SCHEMES = {"file", "data", "blob", "about"}


@dataclass  # without slots: Playwright hangs its wrappers of bound methods on the object
class Watched:
    """A page and what was seen on it so far.

    Attributes:
        page: Playwright's page.
        requests: every address that it asked for, in order.
        foreign: those that lead away from this machine; all were refused.
        errors: what the console called an error, and exceptions that nobody caught.
    """

    page: Page
    requests: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        """Lets a request through when it stays on this machine, refuses it else."""
        self.note(route.request.url)
        if is_own(route.request.url):
            route.continue_()
        else:
            route.abort()

    def note(self, url: str) -> None:
        """Notes an address that the page asked for."""
        self.requests.append(url)
        if not is_own(url):
            self.foreign.append(url)

    def hear(self, message: ConsoleMessage) -> None:
        """Keeps the console's errors."""
        if message.type == "error":
            self.errors.append(message.text)

    def screenshot(self, name: str) -> Path:
        """Writes test-artifacts/NAME.png, for a person to look at."""
        ARTIFACTS.mkdir(exist_ok=True)
        path = ARTIFACTS / f"{re.sub(r'[^A-Za-z0-9._-]+', '-', name).strip('-')}.png"
        self.page.screenshot(path=path)
        return path


def is_own(url: str) -> bool:
    """Whether an address stays on this machine.

    >>> is_own("http://127.0.0.1:8888/lab"), is_own("file:///a.html"), is_own("https://cdn.example/x.js")
    (True, True, False)
    """
    parts = urlsplit(url)
    return parts.scheme in OWN_SCHEMES or parts.hostname in ("127.0.0.1", "localhost")


def launch(playwright: Playwright) -> Browser:
    """Starts the Chromium of this machine."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))


@contextmanager
def watched_page(browser: Browser, *, offline: bool = False, **options: Any) -> Iterator[Watched]:
    """A fresh page; options are those of Playwright's contexts: viewport, color_scheme, reduced_motion, locale …"""
    context = browser.new_context(**{"viewport": VIEWPORT, **options})
    try:
        context.set_offline(offline)
        watched = Watched(context.new_page())
        context.route("**/*", watched.answer)
        watched.page.on("websocket", lambda socket: watched.note(socket.url))
        watched.page.on("console", watched.hear)
        watched.page.on("pageerror", lambda error: watched.errors.append(str(error)))
        yield watched
    finally:
        context.close()


@contextmanager
def strict_page(browser: Browser, node: pytest.Item, **options: Any) -> Iterator[Watched]:
    """A watched page of one test: a picture is kept when the test failed, and a request that leaves is a failure."""
    with watched_page(browser, **options) as watched:
        yield watched
        if getattr(node, "failed", False):
            watched.screenshot(f"failed-{node.name}")
        assert watched.foreign == [], "the page asked for something that is not on this machine"
