"""The API reference says what the docstrings say, today."""

import re

import pytest

from scripts import api_reference


def test_the_committed_page_is_what_the_docstrings_give() -> None:
    written = api_reference.PAGE.read_text(encoding="utf-8")
    assert written == api_reference.page(), "run: python scripts/api_reference.py --write"


def test_every_link_of_the_page_leads_to_a_heading() -> None:
    text = api_reference.page()
    headings = {api_reference.anchor(heading) for heading in re.findall(r"^### (.*)$", text, re.MULTILINE)}
    links = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert links and links <= headings


def test_fences_are_closed() -> None:
    assert api_reference.page().count("```") % 2 == 0


@pytest.mark.parametrize(
    ("docstring", "markdown"),
    [
        ("One claim.", "One claim.\n"),
        ("One.\n\n>>> 1 + 1\n2\n\nMore.", "One.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore.\n"),
        ("One.\n\nArgs:\n    a: first,\n        and on.\n    b: second.", None),
    ],
)
def test_a_docstring_becomes_markdown(docstring: str, markdown: str | None) -> None:
    expected = markdown or "One.\n\n*Args*\n\n- `a`: first,\n  and on.\n- `b`: second.\n"
    assert api_reference.prose(docstring) == expected


def test_a_signature_names_no_address_and_no_module() -> None:
    def call(a: "int", *, b: object = print) -> "str":
        return f"{a}{b}"

    assert api_reference.signature(call) == "(a: int, *, b: object = <built-in function print>) -> str"
