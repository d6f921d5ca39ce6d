"""Writes constraints.txt and Binder's pins from what this environment holds: what `make pin` calls.

constraints.txt gets every distribution that `packlight[dev]` needs, whatever else is installed here. Binder's
requirements get those that its base image does not bring already: JupyterLab, ipywidgets and all they need stay as
that image has them, or its own extensions would break.
"""

import re
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

CHECKOUT = Path(__file__).resolve().parents[1]
PROJECT = "packlight"
OLDEST_PYTHON = "3.11.0"  # Debian 12 has 3.11.2, and a few packages ask for a later one
BASE_IMAGE = ("jupyterlab", "ipywidgets")
BINDER_HEAD = "# The checkout itself, then exact pins; repo2docker misreads a file that holds the dot alone.\n.\n"


def normal(name: str) -> str:
    """A distribution's name as package indexes compare it.

    >>> normal("Jupyter_Core")
    'jupyter-core'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def needs(name: str, extras: Iterable[str]) -> list[Requirement]:
    """What an installed distribution requires here, with the given extras."""
    found = [Requirement(line) for line in distribution(name).requires or ()]
    choices = ["", *extras]
    return [r for r in found if r.marker is None or any(r.marker.evaluate({"extra": extra}) for extra in choices)]


def closure(roots: Iterable[str]) -> set[str]:
    """The installed distributions that `roots` (requirement strings) lead to, themselves included."""
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [Requirement(root) for root in roots]
    while todo:
        requirement = todo.pop()
        key = (normal(requirement.name), frozenset(requirement.extras))
        if key in seen:
            continue
        try:
            todo += needs(requirement.name, requirement.extras)
        except PackageNotFoundError:
            continue
        seen.add(key)
    return {name for name, _ in seen}


def pins(names: Iterable[str]) -> str:
    """One `name==version` line each, sorted."""
    return "".join(f"{name}=={version(name)}\n" for name in sorted(names))


def too_new(names: Iterable[str]) -> list[str]:
    """Those of the distributions, as `name==version (its range)`, that the oldest Python cannot install."""
    asked = {name: str(distribution(name).metadata.json.get("requires_python", "")) for name in names}
    refused = [name for name, spec in asked.items() if OLDEST_PYTHON not in SpecifierSet(spec)]
    return [f"{name}=={version(name)} ({asked[name]})" for name in sorted(refused)]


def main() -> None:
    """Rewrites both files; refuses, with a sentence, a set that Python 3.11.0 could not install."""
    everything = closure([f"{PROJECT}[dev]"]) - {PROJECT}
    if refused := too_new(everything):
        sys.exit(f"packlight: install older ones, Python {OLDEST_PYTHON} cannot have: {', '.join(refused)}")
    ours = closure([PROJECT]) - {PROJECT}
    (CHECKOUT / "constraints.txt").write_text(pins(everything), encoding="utf-8")
    binder = BINDER_HEAD + pins(binder_names(ours))
    (CHECKOUT / "binder" / "requirements.txt").write_text(binder, encoding="utf-8")


def binder_names(names: set[str]) -> set[str]:
    """Those of `names` that Binder's base image does not bring."""
    return names - closure(BASE_IMAGE)


if __name__ == "__main__":
    main()
