"""What the browser gets: small, whole, and made of files a person can read."""

import re
from importlib import resources

import pytest

from packlight.views.assets import OWN, PARTS, joined_script, page_script, read_static, stage_style, widget_module
from packlight.views.words import TABLES

LIMIT = 60_000  # bytes of script and style together
FILES = [*(f"{part}.js" for part in (*PARTS, "entry", "boot")), "stage.css"]


def test_script_and_style_stay_under_the_limit() -> None:
    assert len(widget_module().encode()) + len(stage_style().encode()) <= LIMIT


def test_the_module_exports_render_and_the_page_script_exports_nothing() -> None:
    assert re.search(r"export default\{render:\w+\};$", widget_module())
    assert "export" not in page_script()


def test_no_film_and_no_word_table_knows_an_own_property() -> None:
    schema = resources.files("packlight.data").joinpath("film.schema.json").read_text(encoding="utf-8")
    in_films = set(re.findall(r'"(\w+)": \{', schema)) - {"items"}  # "items" is the schema's own word, and no film's
    in_words = {name for words in TABLES.values() for text in words.values() for name in re.findall(r"\{(\w+)\}", text)}
    assert not OWN & (in_films | in_words)


def test_every_own_property_is_one() -> None:
    assert {name for name in OWN if not re.search(rf"\b{name}\b", joined_script("boot"))} == set()


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_readable_and_says_what_it_is_for(name: str) -> None:
    lines = read_static(name).splitlines()
    assert lines[0].startswith(("// ", "/* "))
    assert len(lines) <= 300


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".js")])
def test_no_function_is_longer_than_sixty_lines(name: str) -> None:
    lengths = [body.count("\n") for body in re.findall(r"^(?:function|const) .*?^}", read_static(name), re.S | re.M)]
    assert max(lengths, default=0) <= 60


@pytest.mark.parametrize(
    "word",
    [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
        "import(",
        "fetch(",
        "XMLHttpRequest",
        ".href",
        "localStorage",
    ],
)
def test_nothing_that_could_run_load_or_link(word: str) -> None:
    assert word not in joined_script("entry") + joined_script("boot")


def test_no_address_but_the_svg_namespace() -> None:
    text = joined_script("entry") + read_static("stage.css")
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in text
