"""Lessons as text: writes a lesson's two notebooks from one text, and gives the text of two notebooks.

    python scripts/lesson_text.py read 05_eighty_seven > /tmp/05.txt     the notebooks as one text
    python scripts/lesson_text.py write 05_eighty_seven /tmp/05.txt      the text as notebooks, stamped
    python scripts/lesson_text.py stamp 05_eighty_seven                  stamp the Chinese twin as up to date

The notebooks are what is committed; the text is only a way to write them. Each cell of the text begins with a line of
its own: `%%% code` for a code cell, which both languages share, or `%%% en` and right after it `%%% zh` for words.

A stamp says which English cell a Chinese one was written for: its id and a hash. `write` keeps the old stamp of a
Chinese cell whose English changed while its own words did not, so that the test of the twins names it; `stamp` is for
when you have looked at it and it still says the same.
"""

import argparse
import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COURSE = Path(__file__).resolve().parents[1] / "notebooks"
MARK = "%%% "
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
Notebook = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell in both languages; of a code cell both are the same."""

    kind: str
    english: str
    chinese: str


def parse(text: str) -> list[Cell]:
    """The cells of a lesson's text; SystemExit with the line's number where the marks make no sense.

    >>> parse("%%% en\\nHello\\n%%% zh\\n你好\\n%%% code\\n1 + 1\\n")[1].english
    '1 + 1'
    """
    parts: list[tuple[int, str, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(MARK):
            parts.append((number, line[len(MARK) :].strip(), []))
        elif parts:
            parts[-1][2].append(line)
        elif line.strip():
            raise SystemExit(f"line {number}: begin with '{MARK}code' or '{MARK}en'")
    return _paired([(number, mark, "\n".join(lines).strip("\n")) for number, mark, lines in parts])


def _paired(parts: list[tuple[int, str, str]]) -> list[Cell]:
    cells, waiting = [], list(parts)
    while waiting:
        number, mark, text = waiting.pop(0)
        if mark == "code":
            cells.append(Cell("code", text, text))
        elif mark == "en" and waiting and waiting[0][1] == "zh":
            cells.append(Cell("markdown", text, waiting.pop(0)[2]))
        else:
            raise SystemExit(f"line {number}: '{MARK}{mark}': write '{MARK}code', or '{MARK}en' and then '{MARK}zh'")
    return cells


def digest(source: str) -> str:
    """The hash of a cell's text that its twin keeps."""
    return hashlib.sha256(source.encode()).hexdigest()[:16]


def source(cell: dict[str, Any]) -> str:
    """A cell's text."""
    return "".join(cell["source"])


def make_cell(kind: str, id: str, text: str, stamp: dict[str, str] | None) -> dict[str, Any]:
    """A notebook's cell, clean of results."""
    metadata = {"packlight": stamp} if stamp else {}
    made: dict[str, Any] = {"cell_type": kind, "id": id, "metadata": metadata, "source": text.splitlines(keepends=True)}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def make_twins(name: str, cells: list[Cell], before: tuple[Notebook, Notebook] | None) -> tuple[Notebook, Notebook]:
    """The English and the Chinese notebook; `before` is what stood there."""
    english, chinese = [], []
    for place, cell in enumerate(cells):
        id = f"{name[:2]}-{place:02}"
        stamp = {"twin": id, "sha256": _stamp(cell, before)}
        english.append(make_cell(cell.kind, id, cell.english, None))
        chinese.append(make_cell(cell.kind, id, cell.chinese, stamp))
    tail: Notebook = {"metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
    return {"cells": english, **tail}, {"cells": chinese, **tail}


def _stamp(cell: Cell, before: tuple[Notebook, Notebook] | None) -> str:
    """The hash of the English cell; where the Chinese words were left as they are, the stamp they had."""
    if cell.kind == "markdown" and before:
        for chinese in before[1]["cells"]:
            if source(chinese) == cell.chinese and "packlight" in chinese["metadata"]:
                old: str = chinese["metadata"]["packlight"]["sha256"]
                return old
    return digest(cell.english)


def twins(name: str) -> tuple[Notebook, Notebook] | None:
    """Both notebooks of a lesson as they are; None where there are none yet."""
    paths = [COURSE / language / f"{name}.ipynb" for language in ("en", "zh")]
    if not all(path.exists() for path in paths):
        return None
    english, chinese = (json.loads(path.read_text(encoding="utf-8")) for path in paths)
    return english, chinese


def to_text(pair: tuple[Notebook, Notebook]) -> str:
    """Both notebooks as one text."""
    parts = []
    for english, chinese in zip(*(notebook["cells"] for notebook in pair), strict=True):
        if english["cell_type"] == "code":
            parts.append(f"{MARK}code\n{source(english)}\n")
        else:
            parts.append(f"{MARK}en\n{source(english)}\n{MARK}zh\n{source(chinese)}\n")
    return "\n".join(parts)


def save(name: str, pair: tuple[Notebook, Notebook]) -> None:
    """Write both notebooks, as git likes them."""
    for language, notebook in zip(("en", "zh"), pair, strict=True):
        text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
        (COURSE / language / f"{name}.ipynb").write_text(text, encoding="utf-8")


def formatted(name: str) -> None:
    """Let ruff format both notebooks, as the linters ask, and stamp the code cells as they then are."""
    paths = [str(COURSE / language / f"{name}.ipynb") for language in ("en", "zh")]
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", *paths], check=True)
    pair = twins(name)
    assert pair
    for english, chinese in zip(*(notebook["cells"] for notebook in pair), strict=True):
        if english["cell_type"] == "code":
            chinese["metadata"]["packlight"]["sha256"] = digest(source(english))
    save(name, pair)


def main() -> None:
    """Read, write or stamp a lesson."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("task", choices=("read", "write", "stamp"))
    parser.add_argument("name", help="the notebook's name without .ipynb, such as 05_eighty_seven")
    parser.add_argument("file", nargs="?", help="for write: the text; standard input without it")
    arguments = parser.parse_args()
    before = twins(arguments.name)
    if arguments.task == "write":
        text = Path(arguments.file).read_text(encoding="utf-8") if arguments.file else sys.stdin.read()
        save(arguments.name, make_twins(arguments.name, parse(text), before))
        formatted(arguments.name)
    elif before is None:
        raise SystemExit(f"there is no {arguments.name}.ipynb in notebooks/en and notebooks/zh")
    elif arguments.task == "read":
        print(to_text(before))
    else:
        save(arguments.name, make_twins(arguments.name, parse(to_text(before)), None))


if __name__ == "__main__":
    main()
