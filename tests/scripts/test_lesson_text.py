"""Lessons as text: there and back, and the stamps of the Chinese twin."""

from pathlib import Path

import pytest

from scripts import lesson_text
from tests.notebooks import checks

TEXT = "%%% en\nHello\n%%% zh\n你好\n\n%%% code\n1 + 1\n"


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for lang in ("en", "zh"):
        (tmp_path / lang).mkdir()
    monkeypatch.setattr(lesson_text, "COURSE", tmp_path)
    return tmp_path


def write(text: str) -> list[str]:
    """Write a lesson; gives what its twins' test would say."""
    lesson_text.save("05_x", lesson_text.make_twins("05_x", lesson_text.parse(text), lesson_text.twins("05_x")))
    pair = lesson_text.twins("05_x")
    assert pair
    return checks.stale_twins(*pair)


def test_a_text_becomes_two_notebooks_and_text_again(course: Path) -> None:
    assert write(TEXT) == []
    pair = lesson_text.twins("05_x")
    assert pair
    assert lesson_text.to_text(pair) == TEXT


def test_english_that_changed_alone_is_stale_until_it_is_stamped(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(TEXT)
    changed = TEXT.replace("Hello", "Good morning")
    assert len(write(changed)) == 1
    assert len(write(changed)) == 1
    monkeypatch.setattr("sys.argv", ["lesson_text.py", "stamp", "05_x"])
    lesson_text.main()
    pair = lesson_text.twins("05_x")
    assert pair
    assert checks.stale_twins(*pair) == []


def test_both_languages_changed_is_fresh(course: Path) -> None:
    write(TEXT)
    assert write(TEXT.replace("Hello", "Good morning").replace("你好", "早上好")) == []


@pytest.mark.parametrize("text", ["Hello", "%%% en\nHello\n", "%%% zh\n你好\n", "%%% other\n"])
def test_a_text_with_wrong_marks_names_the_line(text: str) -> None:
    with pytest.raises(SystemExit, match="line 1"):
        lesson_text.parse(text)
