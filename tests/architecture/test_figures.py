"""The figures of the house style: short functions, short modules, few arguments by position."""

from pathlib import Path

import pytest

from tests.architecture.figures import functions, measure, quantile

SOURCE = Path(__file__).resolve().parents[2] / "src" / "packlight"
LONGEST_FUNCTION, LONGEST_MODULE = 60, 300
MEDIAN, P90 = 8, 30
MOST_POSITIONAL = 5


def long_functions(folder: Path) -> list[str]:
    """Functions over the limit, with their net lines."""
    return [f"{m.place}: {m.lines} net lines" for m in measure(folder) if m.lines > LONGEST_FUNCTION]


def long_modules(folder: Path) -> list[str]:
    """Modules over the limit, with their lines."""
    counts = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sorted(folder.rglob("*.py"))}
    return [f"{path.relative_to(folder)}: {count} lines" for path, count in counts.items() if count > LONGEST_MODULE]


def crowded_functions(folder: Path) -> list[str]:
    """Functions that take more than five arguments by position."""
    return [f"{m.place}: {m.positional} by position" for m in measure(folder) if m.positional > MOST_POSITIONAL]


def test_no_function_is_too_long() -> None:
    assert long_functions(SOURCE) == []


def test_no_module_is_too_long() -> None:
    assert long_modules(SOURCE) == []


def test_more_than_five_arguments_go_by_keyword() -> None:
    assert crowded_functions(SOURCE) == []


def test_most_functions_are_short() -> None:
    lines = [m.lines for m in measure(SOURCE)]
    assert len(lines) > 20
    assert quantile(lines, 0.5) <= MEDIAN
    assert quantile(lines, 0.9) <= P90


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("def f():\n    return 1\n", 2),
        ('def f():\n    """One.\n\n    Two.\n    """\n\n    # why\n    return 1  # here\n', 2),
        ("def f(\n    a,\n    b,\n):\n    return (\n        a\n        + b\n    )\n", 8),
        ('def f():\n    return """a\n\n    b"""\n', 4),
    ],
    ids=["plain", "docstring-and-comments", "spread", "string-of-lines"],
)
def test_net_lines(text: str, lines: int) -> None:
    assert [m.lines for m in functions("a.py", text)] == [lines]


def test_a_nested_function_counts_twice() -> None:
    found = list(functions("a.py", "def f():\n    def g():\n        return 1\n    return g\n"))
    assert [(m.place, m.lines) for m in found] == [("a.py:1 f", 4), ("a.py:2 g", 2)]


def test_what_is_too_long_is_seen(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("def f():\n" + "    x = 1\n" * LONGEST_MODULE)
    assert long_functions(tmp_path) == ["long.py:1 f: 301 net lines"]
    assert long_modules(tmp_path) == ["long.py: 301 lines"]


def test_too_many_arguments_are_seen(tmp_path: Path) -> None:
    fine = "class A:\n    def f(self, a, b, c, d, e, *, g, h): ...\n"
    (tmp_path / "a.py").write_text(fine + "def h(a, b, c, d, e, f): ...\n")
    assert crowded_functions(tmp_path) == ["a.py:3 h: 6 by position"]
