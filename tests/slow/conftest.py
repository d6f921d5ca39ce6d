"""Fixtures of the slow tests: Binder's image, made once, and the browser's fixtures."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.slow import binder_image
from tests.support.pages import Watched, strict_page

CHECKOUT = Path(__file__).resolve().parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder is slow."""
    for item in items:
        if CHECKOUT / "tests" / "slow" in item.path.parents:
            item.add_marker(pytest.mark.slow)


@dataclass(frozen=True, slots=True)
class Image:
    """Binder's image as built here.

    Attributes:
        python: its interpreter.
        repository: the clean clone in it.
        dockerfile: what repo2docker would have built it with.
    """

    python: Path
    repository: Path
    dockerfile: str


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """The image of what is committed, on the base of the repo2docker that pip gives today."""
    if sys.version_info[:2] != (3, 11):
        pytest.skip("Binder's Python is 3.11, and this is another")
    folder = tmp_path_factory.mktemp("binder")
    repository = folder / "packlight"
    subprocess.run(["git", "clone", "-q", str(CHECKOUT), str(repository)], check=True)
    tool = binder_image.make_venv(folder / "repo2docker", "jupyter-repo2docker")
    text = binder_image.dockerfile(tool, repository)
    pins = binder_image.base_pins(tool, binder_image.python_version(text))
    python = binder_image.build(folder, repository, pins, binder_image.steps_after_copy(text))
    yield Image(python, repository, text)
    shutil.rmtree(folder)


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """A watched page; a request that leaves this machine fails the test."""
    with strict_page(browser, request.node) as watched:
        yield watched
