"""The course in figures: `python -m packlight.lessons.figures` measures every notebook and says which goal it misses.

Comes in: the notebooks of a language, as they ship. Goes out: a table, a line a lesson, and exit status 1 when a goal
is missed. An *act* is a code cell in which the learner has to do something: fill a blank `...`, or change a value whose
comment says so. Chinese is counted in characters, and has no reading grade.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from packlight.adapters.language import language
from packlight.core.errors import UserError
from packlight.lessons.copy import lesson_folder

CHANGE = re.compile(r"#.*\bchange\b", re.IGNORECASE)
CHINESE = re.compile(r"[\u4e00-\u9fff]")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9'’_.,]*")
SENTENCE = re.compile(r"[.!?](?:\s|$)|\n\s*\n|\n(?=[-*#|]|\d+\.)")
VOWELS = re.compile(r"[aeiouy]+")


@dataclass(frozen=True, slots=True)
class Figures:
    """What was counted in one notebook.

    Attributes:
        name: the notebook's name without its ending.
        words: words of its prose, or Chinese characters.
        code, prose: code and markdown cells.
        acts: code cells in which the learner acts.
        before: words before the first act; all of them where there is none.
        grade: reading grade by Flesch and Kincaid; 0 for Chinese.
        lines: lines of each code cell.
        exercises, predictions: ids that are checked, guesses that are asked for.
    """

    name: str
    words: int
    code: int
    prose: int
    acts: int
    before: int
    grade: float
    lines: tuple[int, ...]
    exercises: tuple[str, ...]
    predictions: tuple[str, ...]

    @property
    def act_share(self) -> float:
        """Acts ÷ cells, from 0 to 1."""
        return self.acts / max(1, self.code + self.prose)

    @property
    def words_a_cell(self) -> float:
        """Words ÷ code cells."""
        return self.words / max(1, self.code)


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure and what it has to reach.

    Attributes:
        title: the head of its column.
        value: reads it.
        form: how it is written.
        reached: whether a lesson reaches it; lessons 00 and 10 have no exercises and are held to fewer goals.
    """

    title: str
    value: Callable[[Figures], float]
    form: str
    reached: Callable[[Figures, float], bool]


def _is_lesson(figures: Figures) -> bool:
    return _is_lesson_name(figures.name)


GOALS = (
    Goal("words", lambda f: f.words, "6,.0f", lambda f, v: v <= 1_400),
    Goal("a cell", lambda f: f.words_a_cell, "7.0f", lambda f, v: v <= 60),
    Goal("before", lambda f: f.before, "7.0f", lambda f, v: v <= 80),
    Goal("grade", lambda f: f.grade, "6.1f", lambda f, v: v <= 8),
    Goal("acts", lambda f: f.act_share, "6.0%", lambda f, v: v >= 0.25 or not _is_lesson(f)),
    Goal("guesses", lambda f: len(f.predictions), "8.0f", lambda f, v: v >= 2 or not _is_lesson(f)),
    Goal("checks", lambda f: len(f.exercises), "7.0f", lambda f, v: v >= 2 or not _is_lesson(f)),
    Goal("lines", lambda f: median(f.lines or (0,)), "6.0f", lambda f, v: v <= 4),
    Goal("longest", lambda f: max(f.lines or (0,)), "8.0f", lambda f, v: v <= 20),
)


def source(cell: Mapping[str, Any]) -> str:
    """A cell's text, which notebooks keep as one string or as lines."""
    text = cell["source"]
    return text if isinstance(text, str) else "".join(text)


def is_act(code: str) -> bool:
    """Whether a code cell asks the learner to do something.

    >>> is_act('lessons.predict("05-c", ...)'), is_act("N = 3  # change this"), is_act("pl.play(film)")
    (True, True, False)
    """
    blanks = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant))
    return any(node.value is ... for node in blanks) or bool(CHANGE.search(code))


def count_words(text: str) -> int:
    """Words of prose, or its Chinese characters where it is Chinese.

    >>> count_words("Two **words**"), count_words("两个 words")
    (2, 2)
    """
    plain = COMMENT.sub("", text)
    return len(CHINESE.findall(plain)) or len(WORD.findall(plain))


def reading_grade(text: str) -> float:
    """School years that a text asks for, by Flesch and Kincaid; 0 where there is nothing to read.

    >>> round(reading_grade("The cat sat. The dog ran."), 1)
    -2.6
    """
    plain = re.sub(r"`[^`]*`|\$[^$]*\$|\|.*\||\([a-e]\)", " ", COMMENT.sub("", text))
    words = [word for word in WORD.findall(plain) if word[0].isalpha()]
    sentences = [part for part in SENTENCE.split(plain) if WORD.search(part)]
    if not words or not sentences:
        return 0.0
    syllables = sum(_syllables(word) for word in words)
    return 0.39 * len(words) / len(sentences) + 11.8 * syllables / len(words) - 15.59


def _syllables(word: str) -> int:
    """About how many: groups of vowels, without a silent e at the end."""
    lowered = word.lower()
    silent = lowered.endswith("e") and not lowered.endswith("le")
    return max(1, len(VOWELS.findall(lowered)) - silent)


def called(code: str, name: str) -> Iterator[str]:
    """The literal ids of calls such as `check("05-2", …)` in a cell."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name) and node.args:
            called_name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            first = node.args[0]
            if called_name == name and isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def measure(name: str, cells: Sequence[Mapping[str, Any]]) -> Figures:
    """The figures of one notebook's cells."""
    code = [source(cell) for cell in cells if cell["cell_type"] == "code"]
    prose = [source(cell) for cell in cells if cell["cell_type"] == "markdown"]
    text = "\n\n".join(prose)
    checks = {id for each in code for id in called(each, "check")}
    return Figures(
        name=name,
        words=count_words(text),
        code=len(code),
        prose=len(prose),
        acts=sum(is_act(each) for each in code),
        before=_words_before(cells, is_act if _is_lesson_name(name) else bool),
        grade=0.0 if CHINESE.search(text) else reading_grade(text),
        lines=tuple(len(each.splitlines()) for each in code),
        exercises=tuple(sorted(id for id in checks if id[-1].isdigit())),
        predictions=tuple(sorted({id for each in code for id in called(each, "predict")})),
    )


def _is_lesson_name(name: str) -> bool:
    """Whether it is one of the lessons with exercises; in lesson 00 running the first cell is the first act."""
    return "01" <= name[:2] <= "09"


def _words_before(cells: Sequence[Mapping[str, Any]], acts: Callable[[str], bool]) -> int:
    words = 0
    for cell in cells:
        if cell["cell_type"] == "code" and acts(source(cell)):
            break
        words += count_words(source(cell)) if cell["cell_type"] == "markdown" else 0
    return words


def notebooks(lang: str) -> dict[str, list[dict[str, Any]]]:
    """The cells of every lesson of a language, by the notebook's name; instructors' notebooks are no lessons."""
    found = sorted((lesson_folder() / lang).iterdir(), key=lambda path: str(path.name))
    named = [path for path in found if re.fullmatch(r"\d\d_.*\.ipynb", path.name)]
    return {path.name.removesuffix(".ipynb"): json.loads(path.read_text("utf-8"))["cells"] for path in named}


def missed(figures: Figures, lang: str = "en") -> list[str]:
    """The titles of the goals that a lesson misses; of Chinese lessons only what is not counted in words."""
    wordy = ("words", "a cell", "before", "grade") if lang == "zh" else ()
    return [goal.title for goal in GOALS if goal.title not in wordy and not goal.reached(figures, goal.value(figures))]


def table(all_figures: Sequence[Figures], lang: str) -> Iterator[str]:
    """The figures as lines: heads, a line a lesson, the sum."""
    widths = [int(re.match(r"\d+", goal.form)[0]) for goal in GOALS]  # type: ignore[index]
    heads = " ".join(goal.title.rjust(width) for goal, width in zip(GOALS, widths, strict=True))
    yield f"{'lesson':24} {heads}"
    for figures in all_figures:
        cells = " ".join(format(goal.value(figures), goal.form) for goal in GOALS)
        faults = missed(figures, lang)
        yield f"{figures.name:24} {cells}" + (f"   misses: {', '.join(faults)}" if faults else "")
    words, exercises = sum(f.words for f in all_figures), sum(len(f.exercises) for f in all_figures)
    predictions = sum(len(f.predictions) for f in all_figures)
    yield f"{len(all_figures)} lessons, {words:,} words, exercises {exercises}, predictions {predictions}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 when a goal is missed, 2 for a wrong call."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        lang = language(given[0] if given else None)
    except UserError as error:
        print(f"figures: {error}", file=sys.stderr)
        return 2
    measured = [measure(name, cells) for name, cells in notebooks(lang).items()]
    print("\n".join(table(measured, lang)))
    return int(any(missed(figures, lang) for figures in measured))


if __name__ == "__main__":
    sys.exit(main())
