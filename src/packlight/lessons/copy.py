"""`packlight lab`: put the lessons into a folder of the user's, and open JupyterLab there.

Comes in: a folder and a language. Goes out: notebooks in `FOLDER/en` and `FOLDER/zh`, and an exit status. A notebook
that the user changed is never written over: the lesson's newer version is put beside it.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from packlight.core.errors import UserError

LEDGER = ".packlight-lessons.json"
"""Remembers what was copied, so that a changed file can be told from an old one."""
FIRST = "00_start_here.ipynb"


def lesson_folder() -> Any:
    """Where the notebooks are: inside the installed package, or in the checkout."""
    packed = files("packlight") / "notebooks"
    if packed.is_dir():
        return packed
    checkout = Path(__file__).parents[3] / "notebooks"
    if checkout.is_dir():
        return checkout
    raise UserError("the lessons are not in this installation: reinstall packlight")


def copy_lessons(folder: Path, lang: str, *, open_lab: bool) -> int:
    """Copy both languages to the folder, say what was done, and open the first lesson."""
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is a file: name a folder for the lessons")
    folder.mkdir(parents=True, exist_ok=True)
    ledger_path = folder / LEDGER
    ledger = _read_ledger(ledger_path)
    for source in sorted((p for p in _notebooks(lesson_folder())), key=lambda pair: pair[0]):
        _copy_one(folder, *source, ledger)
    ledger_path.write_text(json.dumps(ledger, indent=1, sort_keys=True), encoding="utf-8")
    first = folder / lang / FIRST
    print(f"The lessons are in {folder.resolve()}; the first one is {first}")
    return _open(folder, first) if open_lab else 0


def _notebooks(root: Any) -> list[tuple[str, bytes]]:
    """Relative name and content of every lesson."""
    found = []
    for lang in ("en", "zh"):
        part = root / lang
        if part.is_dir():
            entries = [entry for entry in part.iterdir() if entry.name.endswith(".ipynb")]
            found += [(f"{lang}/{entry.name}", entry.read_bytes()) for entry in entries]
    return found


def _copy_one(folder: Path, name: str, content: bytes, ledger: dict[str, str]) -> None:
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(content).hexdigest()
    if target.exists() and _digest(target) != ledger.get(name, digest) and _digest(target) != digest:
        beside = target.with_name(f"{target.stem}.new{target.suffix}")
        if ledger.get(f"{name}.new") != digest:
            beside.write_bytes(content)
            ledger[f"{name}.new"] = digest
            print(f"{target} was changed by you and stays; the lesson as it ships is in {beside.name}")
        return
    target.write_bytes(content)
    ledger[name] = digest


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read_ledger(path: Path) -> dict[str, str]:
    try:
        known = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _open(folder: Path, first: Path) -> int:
    """Start JupyterLab in the folder; it prints its own URL."""
    command = [sys.executable, "-m", "jupyter", "lab", str(first.relative_to(folder))]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    try:
        return subprocess.call(command, cwd=folder)
    except KeyboardInterrupt:
        return 0
