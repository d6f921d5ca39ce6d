"""Notebooks as data, and their execution in a kernel that has no network."""

import json
from pathlib import Path
from typing import Any

from tests.support.offline import offline_environment

COURSE = Path(__file__).resolve().parents[2] / "notebooks"
LANGUAGES = ("en", "zh")
CELL_SECONDS = 120

Notebook = dict[str, Any]


def course_notebooks() -> list[Path]:
    """Every notebook of the course, English first."""
    return [path for language in LANGUAGES for path in sorted((COURSE / language).glob("*.ipynb"))]


def short_name(path: Path) -> str:
    """`en/00_start_here`, for the ids of tests."""
    return f"{path.parent.name}/{path.stem}"


def read(path: Path) -> Notebook:
    """A notebook's JSON."""
    notebook: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def source(cell: dict[str, Any]) -> str:
    """A cell's text, which notebooks keep as one string or as lines.

    >>> source({"source": ["a = 1\\n", "a"]})
    'a = 1\\na'
    """
    text = cell["source"]
    return text if isinstance(text, str) else "".join(text)


def cells(notebook: Notebook, kind: str) -> list[dict[str, Any]]:
    """The cells of a kind, "code" or "markdown"."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def execute(path: Path, home: Path) -> Notebook:
    """Runs every cell in the notebook's own folder, offline; raises nbclient's CellExecutionError at an error."""
    import nbformat
    from nbclient import NotebookClient

    client = NotebookClient(
        nbformat.read(path, as_version=4),  # type: ignore[no-untyped-call]
        timeout=CELL_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
    )
    executed: Notebook = client.execute(env=offline_environment(home))
    return executed
