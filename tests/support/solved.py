"""A lesson with its blanks filled: each exercise solved, each guess right."""

import ast
import copy
from collections.abc import Iterator

from packlight.lessons.checks import solution_text
from packlight.lessons.exercises import find
from tests.support.notebooks import Notebook, source


def solved(notebook: Notebook) -> Notebook:
    """A copy of a notebook in which each answer that `check` and `predict` are given is the stored solution."""
    filled = copy.deepcopy(notebook)
    for place, cell in enumerate(filled["cells"]):
        if cell["cell_type"] == "code":
            for id, answer in asked(source(cell)):
                _fill(filled, place, id, answer)
    return filled


def asked(code: str) -> list[tuple[str, ast.expr]]:
    """The ids and answers of the calls of `check` and `predict` in a cell that name both."""
    return list(_asked(ast.parse(code)))


def _asked(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        name = getattr(getattr(node, "func", None), "attr", "")
        if isinstance(node, ast.Call) and name in ("check", "predict") and len(node.args) == 2:
            id = ast.literal_eval(node.args[0])
            yield id, node.args[1]


def _fill(notebook: Notebook, place: int, id: str, answer: ast.expr) -> None:
    """Put the solution where the answer is made: in the call itself, or where its name was last given a value."""
    if isinstance(answer, ast.Constant) and answer.value is ...:
        _replace(notebook["cells"][place], answer, repr(find(id).solution))
        return
    assert isinstance(answer, ast.Name), f"{id}: check gets {ast.unparse(answer)}; give it `...` or a name"
    for cell in reversed(notebook["cells"][: place + 1]):
        if cell["cell_type"] == "code":
            for statement in ast.parse(source(cell)).body:
                if _gives(statement) == answer.id:
                    _replace(cell, statement, solution_text(find(id)).strip())
                    return
    raise AssertionError(f"{id}: no cell gives {answer.id} a value")


def _gives(statement: ast.stmt) -> str:
    """The name that a statement defines or assigns."""
    if isinstance(statement, ast.FunctionDef):
        return statement.name
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    return target.id if isinstance(target, ast.Name) else ""


def _replace(cell: dict[str, object], node: ast.expr | ast.stmt, text: str) -> None:
    lines = source(cell).splitlines()
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = lines[first].encode()[: node.col_offset].decode()
    after = lines[last].encode()[node.end_col_offset :].decode()
    lines[first : last + 1] = (before + text + after).splitlines()
    cell["source"] = "\n".join(lines)
