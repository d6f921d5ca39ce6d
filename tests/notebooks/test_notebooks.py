"""The notebooks of the course as committed: one course in two languages, clean, with short cells."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.notebooks import checks
from tests.support.notebooks import COURSE, LANGUAGES, Notebook, course_notebooks, read, short_name

ALL = course_notebooks()
ENGLISH = [path for path in ALL if path.parent.name == "en"]
SINGLE = (checks.saved_results, checks.long_cells, checks.unexplained, checks.wrong_kernel)


def faults(notebook: Notebook) -> list[str]:
    """All that is wrong with one notebook."""
    return [sentence for check in SINGLE for sentence in check(notebook)]


def names(language: str) -> list[str]:
    """The notebooks' file names in a language."""
    return [path.name for path in ALL if path.parent.name == language]


def test_the_course_starts_with_the_same_notebooks_in_both_languages() -> None:
    english, chinese = (names(language) for language in LANGUAGES)
    assert english == chinese
    assert english[:1] == ["00_start_here.ipynb"]


@pytest.mark.parametrize("path", ALL, ids=short_name)
def test_a_notebook_is_clean_and_short(path: Path) -> None:
    assert faults(read(path)) == []


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.stem)
def test_both_languages_have_the_same_code(path: Path) -> None:
    english, chinese = read(path), read(COURSE / "zh" / path.name)
    assert checks.different_code(english, chinese) == []
    assert checks.different_shape(english, chinese) == []
    assert checks.untranslated(chinese) == []
    assert checks.stale_twins(english, chinese) == []


def code(text: str, **more: Any) -> dict[str, Any]:
    """A clean code cell."""
    return {"cell_type": "code", "source": text, "outputs": [], "execution_count": None, "metadata": {}, **more}


def words(text: str) -> dict[str, Any]:
    """A markdown cell."""
    return {"cell_type": "markdown", "source": text, "metadata": {}}


def book(*made: dict[str, Any], **metadata: Any) -> Notebook:
    """A small notebook."""
    return {"cells": list(made), "metadata": {"kernelspec": {"name": "python3"}, **metadata}}


def test_a_good_notebook_has_no_faults() -> None:
    assert faults(book(words("first"), code("a = 1\na"))) == []


@pytest.mark.parametrize(
    ("notebook", "sentence"),
    [
        (book(words("x"), code("a", outputs=[{"output_type": "stream"}])), "code cell 0 has outputs"),
        (book(words("x"), code("a", execution_count=0)), "code cell 0 has an execution count"),
        (book(words("x"), code("a"), widgets={}), "widget state is saved"),
        (book(words("x"), words("y"), code("a"), code("a\n" * 21), code("a"), words("z")), "code cell 1 has 21 lines"),
        (book(words("x"), code("a\n" * 5)), "the median code cell has 5 lines"),
        (book(words("x"), code("a"), code("b")), "1 markdown cells for 2 code cells"),
        (book(words("x"), code("a"), kernelspec={"name": "mine"}), "the kernel is 'mine', not 'python3'"),
    ],
    ids=["outputs", "count", "widgets", "long-cell", "long-median", "few-words", "kernel"],
)
def test_a_fault_is_seen(notebook: Notebook, sentence: str) -> None:
    assert faults(notebook) == [sentence]


@pytest.mark.parametrize(
    ("check", "english", "chinese", "sentence"),
    [
        (checks.different_code, book(code("a")), book(code("b")), "code cell 0 differs"),
        (checks.different_code, book(code("a")), book(), "1 code cells in English, 0 in Chinese"),
        (
            checks.different_shape,
            book(words("a"), code("a")),
            book(code("a"), words("中")),
            "the cells come in another order",
        ),
    ],
    ids=["other-code", "other-count", "other-order"],
)
def test_a_difference_is_seen(
    check: Callable[[Notebook, Notebook], list[str]], english: Notebook, chinese: Notebook, sentence: str
) -> None:
    assert check(english, chinese) == [sentence]


def test_words_that_were_not_translated_are_seen() -> None:
    assert checks.untranslated(book(words("行李"), words("luggage"))) == ["markdown cell 1 is not in Chinese"]


def stamped(cell: dict[str, Any], twin: str, sha256: str) -> dict[str, Any]:
    """A Chinese cell with its stamp."""
    return {**cell, "metadata": {"packlight": {"twin": twin, "sha256": sha256}}}


def test_a_stale_twin_is_seen() -> None:
    english = book({**words("one"), "id": "a"}, {**words("two"), "id": "b"})
    good = checks.digest(english["cells"][0])
    fresh, stale, lost = (
        stamped(words("一"), "a", good),
        stamped(words("二"), "b", "old"),
        stamped(words("二"), "c", "x"),
    )
    assert checks.stale_twins(english, book(fresh, stale)) == [
        "cell 1: the English words changed after the Chinese ones were written"
    ]
    assert checks.stale_twins(english, book(fresh, lost)) == ["cell 1 is stamped for c, and beside it stands b"]
    assert checks.stale_twins(english, book(words("一"))) == ["cell 0 is stamped for None, and beside it stands a"]
