"""What a committed notebook of the course must be like; each check gives sentences, none when all is well."""

import hashlib
import re
from statistics import median
from typing import Any

from tests.support.notebooks import Notebook, cells, source

LONGEST_CELL = 20
MEDIAN_CELL = 4
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def saved_results(notebook: Notebook) -> list[str]:
    """Outputs, execution counts and widget state, none of which is committed."""
    found = []
    for number, cell in enumerate(cells(notebook, "code")):
        found += [f"code cell {number} has outputs"] if cell.get("outputs") else []
        found += [f"code cell {number} has an execution count"] if cell.get("execution_count") is not None else []
    return found + (["widget state is saved"] if "widgets" in notebook.get("metadata", {}) else [])


def long_cells(notebook: Notebook) -> list[str]:
    """Code cells of more than twenty lines, and a notebook whose typical cell is long."""
    lengths = [len(source(cell).splitlines()) for cell in cells(notebook, "code")]
    found = [f"code cell {n} has {length} lines" for n, length in enumerate(lengths) if length > LONGEST_CELL]
    typical = median(lengths or [0])
    return found + ([f"the median code cell has {typical:g} lines"] if typical > MEDIAN_CELL else [])


def unexplained(notebook: Notebook) -> list[str]:
    """A notebook with fewer words than code: at least one markdown cell a code cell."""
    words, code = len(cells(notebook, "markdown")), len(cells(notebook, "code"))
    return [f"{words} markdown cells for {code} code cells"] if words < code else []


def different_code(english: Notebook, chinese: Notebook) -> list[str]:
    """Code cells that are not the same in both languages."""
    pair = [[source(cell) for cell in cells(notebook, "code")] for notebook in (english, chinese)]
    found = [f"code cell {n} differs" for n, (one, other) in enumerate(zip(*pair, strict=False)) if one != other]
    counts = [len(sources) for sources in pair]
    return found + ([f"{counts[0]} code cells in English, {counts[1]} in Chinese"] if counts[0] != counts[1] else [])


def different_shape(english: Notebook, chinese: Notebook) -> list[str]:
    """Notebooks whose cells do not come in the same order of kinds."""
    kinds = [[cell["cell_type"] for cell in notebook["cells"]] for notebook in (english, chinese)]
    return ["the cells come in another order"] if kinds[0] != kinds[1] else []


def digest(cell: dict[str, Any]) -> str:
    """The hash of a cell's text that a Chinese cell keeps of its English twin."""
    return hashlib.sha256(source(cell).encode()).hexdigest()[:16]


def stale_twins(english: Notebook, chinese: Notebook) -> list[str]:
    """Chinese cells whose stamp is not that of the English cell beside them: written for other words, or for none."""
    found = []
    for number, (one, other) in enumerate(zip(english["cells"], chinese["cells"], strict=False)):
        stamp = other.get("metadata", {}).get("packlight", {})
        if stamp.get("twin") != one.get("id"):
            found.append(f"cell {number} is stamped for {stamp.get('twin')}, and beside it stands {one.get('id')}")
        elif stamp.get("sha256") != digest(one):
            found.append(f"cell {number}: the English words changed after the Chinese ones were written")
    return found


def untranslated(chinese: Notebook) -> list[str]:
    """Markdown cells of a Chinese notebook that hold words but no Chinese."""
    texts = [source(cell) for cell in cells(chinese, "markdown")]
    return [f"markdown cell {n} is not in Chinese" for n, text in enumerate(texts) if text and not CHINESE.search(text)]


def wrong_kernel(notebook: Notebook) -> list[str]:
    """A kernel's name that other people's machines do not have."""
    name = notebook.get("metadata", {}).get("kernelspec", {}).get("name")
    return [] if name == "python3" else [f"the kernel is {name!r}, not 'python3'"]


def warnings_printed(executed: Notebook) -> list[str]:
    """What an executed notebook wrote to standard error: warnings are faults in a lesson."""
    outputs = [output for cell in cells(executed, "code") for output in cell["outputs"]]
    return [o["text"] for o in outputs if o["output_type"] == "stream" and o["name"] == "stderr"]
