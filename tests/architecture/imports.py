"""Reads who imports whom, late imports included, from the sources alone.

`import_graph(folder)` gives every import between modules of the package, and `outside_imports(folder)` every import of
another distribution. The tests compare them with the floors of the house. Nothing is executed.
"""

import ast
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "packlight"

# Each floor may import from itself and from those before it.
FLOORS = ("core", "adapters", "simulation", "views", "lessons", "api", "", "cli", "__main__")


@dataclass(frozen=True, slots=True)
class Import:
    """One import as it stands in a source.

    Attributes:
        source: the importing module, e.g. `packlight.core.tokens`.
        target: what it names, e.g. `packlight.core.messages.Text`; not yet known to be a module or a name in one.
        line: where, from 1.
    """

    source: str
    target: str
    line: int


def module_name(path: Path, folder: Path) -> str:
    """The dotted name of a source file below the package's folder."""
    parts = path.relative_to(folder).with_suffix("").parts
    named = parts[:-1] if parts[-1] == "__init__" else parts
    return ".".join((PACKAGE, *named))


def sources(folder: Path) -> dict[str, Path]:
    """Every module of the package: dotted name to file."""
    return {module_name(path, folder): path for path in sorted(folder.rglob("*.py"))}


def imports_of(source: str, text: str, *, is_package: bool = False) -> Iterator[Import]:
    """Every import in a source text, wherever it stands, `import_module("…")` with a literal too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(source, alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = resolve(source, node, is_package=is_package)
            for alias in node.names:
                yield Import(source, f"{base}.{alias.name}", node.lineno)
        elif isinstance(node, ast.Call) and (name := imported_by_call(node)):
            yield Import(source, name, node.lineno)


def resolve(source: str, node: ast.ImportFrom, *, is_package: bool) -> str:
    """The absolute module of a `from … import`, relative dots included."""
    if not node.level:
        return node.module or ""
    parts = source.split(".")
    up = node.level - (1 if is_package else 0)
    kept = parts[: len(parts) - up]
    return ".".join([*kept, *([node.module] if node.module else [])])


def imported_by_call(node: ast.Call) -> str | None:
    """The module named by `import_module("x")` or `__import__("x")`, None for any other call."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    first = node.args[0] if node.args else None
    if name in ("import_module", "__import__") and isinstance(first, ast.Constant) and isinstance(first.value, str):
        return first.value
    return None


def module_of(target: str, modules: Set[str]) -> str | None:
    """The module of the package that an import's target leads to; None when it leads outside."""
    parts = target.split(".")
    candidates = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in candidates if name in modules), None)


def all_imports(folder: Path) -> list[Import]:
    """Every import of every module below the package's folder."""
    found: list[Import] = []
    for name, path in sources(folder).items():
        text = path.read_text(encoding="utf-8")
        found += imports_of(name, text, is_package=path.name == "__init__.py")
    return found


def import_graph(folder: Path) -> dict[str, set[str]]:
    """Module to the modules of the package that it imports."""
    modules = sources(folder).keys()
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for found in all_imports(folder):
        target = module_of(found.target, modules)
        if target and target != found.source:
            graph[found.source].add(target)
    return graph


def outside_imports(folder: Path) -> list[Import]:
    """The imports that lead out of the package."""
    return [found for found in all_imports(folder) if found.target.split(".")[0] != PACKAGE]


def floor_of(module: str) -> str:
    """The floor a module stands on: the first name after `packlight`, empty for the package itself."""
    return [*module.split("."), ""][1]


def wrong_arrows(graph: Mapping[str, Set[str]]) -> list[str]:
    """Imports that point up the house, and modules that stand on no floor, as sentences."""
    strangers = [f"{module} stands on no known floor" for module in graph if floor_of(module) not in FLOORS]
    arrows = ((a, b) for a, targets in graph.items() for b in targets)
    height = {name: position for position, name in enumerate(FLOORS)}
    upward = [
        f"{a} imports {b}, which is higher"
        for a, b in sorted(arrows)
        if height.get(floor_of(b), 0) > height.get(floor_of(a), len(FLOORS))
    ]
    return strangers + upward


def cycles(graph: Mapping[str, Set[str]]) -> list[list[str]]:
    """Groups of modules that reach one another (strongly connected, two or more), sorted."""
    reach = {name: reachable(name, graph) for name in graph}
    groups = {frozenset(b for b in reach[a] if a in reach[b]) | {a} for a in graph if a in reach[a]}
    return sorted(sorted(group) for group in groups)


def reachable(start: str, graph: Mapping[str, Set[str]]) -> set[str]:
    """The modules that can be reached from one by at least one import."""
    seen: set[str] = set()
    todo = list(graph[start])
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += graph.get(name, ())
    return seen
