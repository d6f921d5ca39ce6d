"""Writes docs/api.md from the docstrings of the public names.

    python scripts/api_reference.py            print the page
    python scripts/api_reference.py --write    write it to docs/api.md

Comes in: what `import packlight` offers, with its rooms `labs`, `charts` and `lessons`. Goes out: a Markdown page, the
same for the same docstrings; a test compares it with the page that is committed.
"""

import argparse
import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import packlight
from packlight import api, lessons

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"
HEAD = """# API reference

Written by `python scripts/api_reference.py --write` from the docstrings; do not edit by hand.
`pl` is `packlight`. Whatever takes a conversation also takes a request dict, a list of messages, SDK objects or a path.
"""
SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Yields):$")
ENTRY = re.compile(r"^ {4}(?P<name>[*\w][\w*, /]*): (?P<what>.*)")
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class _Bare(str):
    """An annotation that stands in a signature without quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    @classmethod
    def of(cls, annotation: Any) -> Any:
        """The annotation, bare where it is a text."""
        return cls(annotation) if isinstance(annotation, str) else annotation


def rooms() -> Iterator[tuple[str, str, ModuleType]]:
    """Title, prefix and module of each room of the public surface."""
    yield "packlight", "pl", packlight
    for name in ("charts", "labs"):
        if isinstance(room := getattr(api, name, None), ModuleType):
            yield f"pl.{name}", f"pl.{name}", room
    if getattr(lessons, "__all__", None):
        yield "packlight.lessons", "lessons", lessons


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for title, prefix, room in rooms():
        names = [name for name in vars(room)["__all__"] if not name.startswith("_")]
        parts.append(f"## {title}\n")
        parts.append(" · ".join(f"[{name}](#{anchor(f'{prefix}.{name}')})" for name in names) + "\n")
        parts += [entry(f"{prefix}.{name}", getattr(room, name)) for name in names]
    return "\n".join(parts).rstrip() + "\n"


def anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading.

    >>> anchor("pl.load_all")
    'plload_all'
    """
    return heading.lower().replace(".", "")


def entry(name: str, value: Any) -> str:
    """One public name: heading, signature, docstring, and of a class its public methods."""
    parts = [f"### {name}\n"]
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        return "\n".join([*parts, f"A constant of type `{type(value).__name__}`.\n"])
    parts += [f"```python\n{name}{signature(value)}\n```\n", prose(inspect.getdoc(value) or "")]
    if inspect.isclass(value):
        parts += [member(name, key, item) for key, item in members(value)]
    return "\n".join(part for part in parts if part)


def signature(value: Callable[..., Any]) -> str:
    """The call, without what differs from machine to machine."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "(…)"
    given = [each.replace(annotation=_Bare.of(each.annotation)) for each in found.parameters.values()]
    text = str(found.replace(parameters=given, return_annotation=_Bare.of(found.return_annotation)))
    return ADDRESS.sub("", text).replace("packlight.", "").replace("typing.", "").replace("pathlib.", "")


def members(owner: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that the class defines itself and documents, fields of dataclasses left out."""
    fields = {field.name for field in dataclasses.fields(owner)} if dataclasses.is_dataclass(owner) else set()
    for name, item in vars(owner).items():
        bare = item.__func__ if isinstance(item, classmethod | staticmethod) else item
        documented = inspect.getdoc(bare) if inspect.isroutine(bare) or isinstance(bare, property) else None
        if not name.startswith("_") and name not in fields and documented:
            yield name, bare


def member(owner: str, name: str, item: Any) -> str:
    """One line of a method or property: how to call it and what it claims."""
    call = "" if isinstance(item, property) else re.sub(r"^\((self|cls)(, )?", "(", signature(item))
    claim = " ".join((inspect.getdoc(item) or "").split("\n\n")[0].split())
    return f"- `.{name}{call}`: {claim}\n"


def prose(text: str) -> str:
    """A docstring as Markdown: sections become lists, examples become code."""
    out: list[str] = []
    in_section = in_code = False
    for line in text.splitlines():
        opens = line.lstrip().startswith(">>> ")
        if in_code and not line.strip():
            out.append("```")
            in_code = False
        if opens and not in_code:
            out += ["", "```pycon"]
            in_code = True
        found = SECTION.match(line)
        if in_code:
            out.append(line.strip() if opens else line)
        elif found:
            out += [f"*{found[1]}*", ""]
            in_section = True
        else:
            in_section = in_section and (not line or line.startswith(" "))
            out.append(listed(line) if in_section else line)
    text = "\n".join([*out, *(["```"] if in_code else [])]).strip()
    return re.sub(r"\n{3,}", "\n\n", text) + "\n"


def listed(line: str) -> str:
    """A line of a section: an entry becomes a list item, what goes on under it stays indented."""
    found = ENTRY.match(line)
    return f"- `{found['name']}`: {found['what']}" if found else line.replace("        ", "  ", 1)


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description="Write the API reference from the docstrings.")
    parser.add_argument("--write", action="store_true", help="write docs/api.md")
    if parser.parse_args().write:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page())


if __name__ == "__main__":
    main()
