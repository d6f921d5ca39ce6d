"""The static twin needs nothing, and nothing in a transcript can become more than text."""

from html.parser import HTMLParser

import pytest

from packlight.views.html import scene_html
from packlight.views.scene import scene_of
from tests.support.films import HOSTILE, big, hostile, still, story

ALLOWED = {"div", "p", "b", "span", "table", "tr", "td", "details", "summary", "pre"}


class Parsed(HTMLParser):
    """Elements, attribute names and text of a piece of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize(
    "reel", [story(), story("zh"), hostile(), still(), big(2_000)], ids=lambda reel: reel.film["title"][:12]
)
def test_only_plain_elements_with_inline_style(reel: object) -> None:
    film = reel.film  # type: ignore[attr-defined]
    parsed = Parsed(scene_html(scene_of(film), lang=film["lang"]))
    assert parsed.tags <= ALLOWED
    assert parsed.attributes <= {"style", "colspan"}
    assert parsed.open == []


def test_hostile_text_is_text() -> None:
    text = scene_html(scene_of(hostile().film, 5))
    assert "<script" not in text and "<img" not in text and "<style" not in text
    assert HOSTILE[0] in "".join(Parsed(text).words)
    assert "\u202e" not in text


def test_no_style_holds_text_of_the_film() -> None:
    assert "url(" not in scene_html(scene_of(hostile().film, 5))


def test_the_first_line_says_it_is_a_still() -> None:
    words = Parsed(scene_html(scene_of(story().film))).words
    assert words[0] == "A still: frame 24 of 36. Run the cell to play the film, or open the exported HTML."


def test_figures_add_up_in_words() -> None:
    assert "17,620 used + 2,000 reserve + 380 left = 20,000" in "".join(
        Parsed(scene_html(scene_of(story().film))).words
    )


def test_an_overrun_window_says_over() -> None:
    words = "".join(Parsed(scene_html(scene_of(hostile().film, 5))).words)
    assert "27,487 used + 2,000 reserve − 9,487 over = 20,000" in words


def test_long_conversations_stay_small() -> None:
    assert len(scene_html(scene_of(big(10_000).film))) < 400_000
