"""Measures the sources: how long functions and modules are, and how many arguments go by position.

Net lines are those that hold code: without blank lines, comments and docstrings. A nested function counts in its own
right and within the one around it.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


@dataclass(frozen=True, slots=True)
class Measured:
    """One function.

    Attributes:
        place: `file.py:line name`.
        lines: net lines, signature included.
        positional: arguments that a caller may give by position, `self` and `cls` not counted.
    """

    place: str
    lines: int
    positional: int


def code_lines(text: str) -> set[int]:
    """Numbers of the lines on which a token of code stands."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SKIPPED:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines


def docstring_lines(tree: ast.AST) -> set[int]:
    """Numbers of the lines that docstrings take, anywhere in a tree."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            lines.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return lines


def positional_arguments(function: Function) -> int:
    """How many arguments may be given by position, `self` and `cls` not counted."""
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def functions(name: str, text: str) -> Iterator[Measured]:
    """Every function of a source text, nested ones and methods too."""
    tree = ast.parse(text)
    code = code_lines(text) - docstring_lines(tree)
    for node in ast.walk(tree):
        if isinstance(node, Function):
            span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            place = f"{name}:{node.lineno} {node.name}"
            yield Measured(place, len(code.intersection(span)), positional_arguments(node))


def measure(folder: Path) -> list[Measured]:
    """Every function below a folder."""
    files = sorted(folder.rglob("*.py"))
    return [m for path in files for m in functions(str(path.relative_to(folder)), path.read_text(encoding="utf-8"))]


def quantile(values: list[int], share: float) -> int:
    """The value that `share` of the values do not exceed; 0 of none.

    >>> quantile([1, 2, 3, 4, 50], 0.5), quantile([1, 2, 3, 4, 50], 0.9)
    (3, 50)
    """
    ordered = sorted(values)
    position = min(len(ordered) - 1, int(share * len(ordered)))
    return ordered[position] if ordered else 0
