"""Every notebook of the course runs from top to bottom without a network, in a folder named as its own."""

import shutil
from pathlib import Path

import pytest
from nbclient.exceptions import CellExecutionError

from tests.notebooks.checks import warnings_printed
from tests.support.lab import plain_text, write_notebook
from tests.support.notebooks import Notebook, cells, course_notebooks, execute, short_name

pytestmark = pytest.mark.notebook


def printed(executed: Notebook) -> list[str]:
    """The plain text that each code cell gave."""
    return ["".join(plain_text(output) for output in cell["outputs"]) for cell in cells(executed, "code")]


@pytest.mark.parametrize("path", course_notebooks(), ids=short_name)
def test_a_notebook_runs_offline(path: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(path.parent, tmp_path / path.parent.name)
    assert warnings_printed(execute(folder / path.name, tmp_path / "home")) == []


def test_the_kernel_stands_in_the_notebooks_folder(tmp_path: Path) -> None:
    path = write_notebook(tmp_path / "zh" / "a.ipynb", ["import os\nprint(os.path.basename(os.getcwd()))"])
    assert printed(execute(path, tmp_path / "home")) == ["zh\n"]


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("import urllib.request\nurllib.request.urlopen('http://192.0.2.1', timeout=5)", "the network is cut in tests"),
        ("import socket\nsocket.getaddrinfo('example.com', 80)", "the network is cut in tests"),
        ("assert 1 == 2", "AssertionError"),
    ],
    ids=["connect", "look-up", "assert"],
)
def test_a_cell_that_fails_is_seen(tmp_path: Path, cell: str, words: str) -> None:
    path = write_notebook(tmp_path / "en" / "bad.ipynb", [cell])
    with pytest.raises(CellExecutionError, match=words):
        execute(path, tmp_path / "home")


def test_a_warning_is_seen(tmp_path: Path) -> None:
    path = write_notebook(tmp_path / "en" / "warns.ipynb", ["import warnings\nwarnings.warn('careful')"])
    (told,) = warnings_printed(execute(path, tmp_path / "home"))
    assert "careful" in told
