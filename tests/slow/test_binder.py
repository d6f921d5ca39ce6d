"""What a click on a Binder link gives: repo2docker's own steps on its pinned base, then the first notebook."""

from pathlib import Path

import pytest

from tests.slow import binder_image
from tests.slow.conftest import Image
from tests.support.lab import LabPage, NotebookPage, running_lab, write_notebook
from tests.support.notebooks import LANGUAGES
from tests.support.offline import offline_environment
from tests.support.pages import Watched

FIRST = "00_start_here.ipynb"


def in_image(image: Image, home: Path, *command: str, cwd: Path | None = None) -> str:
    """Runs the image's interpreter, offline."""
    return binder_image.run([image.python, *command], cwd=cwd or home, environment=offline_environment(home))


def test_the_package_is_installed_after_the_repository_is_copied(image: Image) -> None:
    steps = binder_image.steps_after_copy(image.dockerfile)
    assert any('pip install --no-cache-dir -r "binder/requirements.txt"' in step for step in steps)
    assert steps[-1] == "./binder/postBuild"
    assert binder_image.python_version(image.dockerfile) == "3.11"


def test_a_requirements_file_that_is_misread_would_be_seen() -> None:
    text = "RUN pip install -r binder/requirements.txt\nCOPY --chown=0:0 src/ ${REPO_DIR}/\nRUN ./binder/postBuild\n"
    assert binder_image.steps_after_copy(text) == ["./binder/postBuild"]


def test_nothing_in_the_image_conflicts(image: Image, tmp_path: Path) -> None:
    assert in_image(image, tmp_path, "-m", "pip", "check").strip() == "No broken requirements found."


def test_the_base_keeps_its_jupyterlab(image: Image, tmp_path: Path) -> None:
    assert in_image(image, tmp_path, "-c", "import jupyterlab; print(jupyterlab.__version__)").startswith("4.4.")


def test_the_package_is_the_installed_one(image: Image, tmp_path: Path) -> None:
    where = in_image(image, tmp_path, "-c", "import packlight; print(packlight.__file__)").strip()
    assert Path(where).is_relative_to(image.python.parents[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_notebook_runs_offline(image: Image, tmp_path: Path, language: str) -> None:
    folder = image.repository / "notebooks" / language
    in_image(image, tmp_path, "-m", "jupyter", "execute", FIRST, cwd=folder)


def test_a_notebook_that_fails_is_seen(image: Image, tmp_path: Path) -> None:
    path = write_notebook(tmp_path / "bad.ipynb", ["1 / 0"])
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        in_image(image, tmp_path, "-m", "jupyter", "execute", str(path))


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("app", "kind"), [("jupyterlab", LabPage), ("notebook", NotebookPage)], ids=["lab", "notebook"]
)
def test_the_first_notebook_in_the_front_ends_of_the_image(
    image: Image, tmp_path: Path, page: Watched, app: str, kind: type[LabPage], language: str
) -> None:
    with running_lab(image.repository, tmp_path, python=str(image.python), app=app) as server:
        front = kind(page.page, server)
        front.open(f"notebooks/{language}/{FIRST}")
        assert front.run_all(), front.outputs()
        page.page.locator("[data-steps]").first.wait_for()
        page.screenshot(f"binder-{app}-{language}")
