"""What is installed is what was written: a wheel, looked into and then run from a folder of its own."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
SOURCE = CHECKOUT / "src" / "packlight"


def run(*command: object, cwd: Path, **environment: str) -> str:
    """Runs a command of this interpreter to its end; gives what it printed."""
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the checkout, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    run("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, CHECKOUT, cwd=folder)
    (built,) = folder.glob("packlight-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds nothing but the installed wheel."""
    folder = tmp_path_factory.mktemp("installed")
    run("-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", folder, wheel, cwd=folder)
    return folder


def wanted(source: Path, course: Path) -> set[str]:
    """What the wheel must hold: every file of the package, and the course."""
    own = {f"packlight/{path.relative_to(source).as_posix()}" for path in source.rglob("*") if path.is_file()}
    lessons = {f"packlight/notebooks/{path.relative_to(course).as_posix()}" for path in course.rglob("*.ipynb")}
    return {name for name in own | lessons if "__pycache__" not in name and ".ipynb_checkpoints" not in name}


def test_every_file_of_the_package_and_every_notebook_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    needed = wanted(SOURCE, CHECKOUT / "notebooks")
    assert {"packlight/py.typed", "packlight/__init__.py"} <= needed
    assert needed - names == set()


def test_nothing_else_is_in_the_wheel(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names - wanted(SOURCE, CHECKOUT / "notebooks") == set()


def test_a_file_that_was_left_out_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "stage.css").touch()
    assert wanted(tmp_path, tmp_path / "none") == {"packlight/static/stage.css"}


def test_the_installed_package_writes_a_film(installed: Path, tmp_path: Path) -> None:
    where = run("-c", "import packlight; print(packlight.__file__)", cwd=tmp_path, PYTHONPATH=str(installed))
    assert Path(where.strip()).is_relative_to(installed)
    run("-m", "packlight", "play", "-o", "film.html", cwd=tmp_path, PYTHONPATH=str(installed))
    assert "packlight.film/1" in (tmp_path / "film.html").read_text(encoding="utf-8")


def test_the_installed_package_brings_the_lessons(installed: Path, tmp_path: Path) -> None:
    run("-m", "packlight", "lab", "lessons", "--no-open", cwd=tmp_path, PYTHONPATH=str(installed))
    assert (tmp_path / "lessons" / "zh" / "00_start_here.ipynb").exists()


def test_every_script_of_the_project_is_a_command(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (entries,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
    assert "packlight = packlight.cli:main" in archive.read(entries).decode()
