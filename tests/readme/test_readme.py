"""The README keeps its word: its code runs and prints what stands below it, its links lead somewhere."""

from pathlib import Path

import pytest

from scripts.binder_links import PLACEHOLDER, repository
from tests.readme.blocks import Example, examples, local_targets, run
from tests.support.notebooks import course_notebooks

CHECKOUT = Path(__file__).resolve().parents[2]
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/teaching.md", "docs/classroom.md")


def wrong_prints(found: list[Example], printed: list[str]) -> list[str]:
    """The blocks whose print is not the one the page shows."""
    pairs = zip(found, printed, strict=True)
    return [f"shown:\n{e.printed}\nprinted:\n{out}" for e, out in pairs if e.printed is not None and e.printed != out]


def broken_links(page: Path) -> list[str]:
    """Links of a page to files that the project does not have."""
    targets = local_targets(page.read_text(encoding="utf-8"))
    return [target for target in targets if not (page.parent / target).exists()]


def test_the_code_of_the_readme_prints_what_it_shows(tmp_path: Path) -> None:
    found = examples(README)
    assert any(example.printed for example in found), "the README shows code with its printed result"
    assert wrong_prints(found, run([example.code for example in found], tmp_path)) == []


def test_the_code_of_the_teaching_guide_runs(tmp_path: Path) -> None:
    found = examples((CHECKOUT / "docs" / "teaching.md").read_text(encoding="utf-8"))
    assert len(found) >= 2
    run([example.code for example in found], tmp_path)


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_files(name: str) -> None:
    assert broken_links(CHECKOUT / name) == []


def test_every_notebook_is_in_the_table() -> None:
    listed = set(local_targets(README))
    paths = [str(path.relative_to(CHECKOUT)) for path in course_notebooks()]
    assert [path for path in paths if path not in listed] == []


def test_a_badge_needs_a_real_address() -> None:
    assert ("mybinder.org" in README) == (repository() != PLACEHOLDER)


def test_a_wrong_print_is_seen(tmp_path: Path) -> None:
    page = "```python\na = 1\nprint(a)\n```\n\n```text\n1\n```\n\n```python\nprint(a + 1)\n```\n```text\n3\n```\n"
    found = examples(page)
    assert wrong_prints(found, run([example.code for example in found], tmp_path)) == ["shown:\n3\n\nprinted:\n2\n"]


def test_code_that_raises_is_seen(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        run(["1 / 0"], tmp_path)


def test_code_that_reaches_out_is_seen(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="the network is cut in tests"):
        run(["import urllib.request\nurllib.request.urlopen('http://192.0.2.1')"], tmp_path)


def test_a_text_block_belongs_to_the_code_right_above_it() -> None:
    page = "```python\na\n```\nwords\n```text\nfar\n```\n```sh\nx\n```\n"
    assert examples(page) == [Example("a\n", None)]


def test_a_broken_link_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text('[a](a.md#x) [b](gone.md) <img src="gone.png"> [c](https://x.example/y) [d](#here)\n')
    assert broken_links(page) == ["gone.md", "gone.png"]


def test_the_readme_shows_a_still_and_a_moving_picture() -> None:
    from PIL import Image

    shown = [CHECKOUT / target for target in local_targets(README) if target.startswith("docs/pictures/")]
    frames = {}
    for path in shown:
        with Image.open(path) as picture:
            frames[path.name] = getattr(picture, "n_frames", 1)
    assert frames["stage.png"] == 1 and frames["film.gif"] > 10
    assert all(path.stat().st_size < 1_500_000 for path in shown)
