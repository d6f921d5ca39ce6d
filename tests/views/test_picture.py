"""The one way from a film to a picture: formats, steps, and what is refused."""

import pytest

from packlight.core.errors import UserError
from packlight.views.picture import FORMATS, format_of, picture_of
from tests.support.films import story

FILM = story().film


@pytest.mark.parametrize(("format", "start"), [("svg", "<svg "), ("md", "## The bus"), ("txt", "The bus")])
def test_each_format_of_text(format: str, start: str) -> None:
    assert str(picture_of(FILM, format=format)).startswith(start)


def test_a_step_may_be_told_from_the_end() -> None:
    assert picture_of(FILM, -1, format="txt") == picture_of(FILM, len(FILM["frames"]) - 1, format="txt")
    assert picture_of(FILM, -36, format="txt") == picture_of(FILM, 0, format="txt")


@pytest.mark.parametrize(
    ("looks", "words"),
    [
        ({"step": 99}, "step is 99: the film has frames 0 to 35"),
        ({"step": -37}, "step is -37: the film has frames 0 to 35"),
        ({"format": "svgz"}, "unknown format 'svgz': did you mean 'svg'"),
        ({"format": "txt", "theme": "drak"}, "did you mean 'dark'"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(looks: dict[str, object], words: str) -> None:
    with pytest.raises(UserError, match=words):
        picture_of(FILM, **looks)  # type: ignore[arg-type]


def test_a_film_without_frames_is_one_sentence() -> None:
    with pytest.raises(UserError, match="no frames"):
        picture_of({**FILM, "frames": []})


def test_a_name_says_the_format() -> None:
    assert [format_of(f"a.{name.upper()}") for name in FORMATS] == [*FORMATS]
    with pytest.raises(UserError, match=r"a\.gif: give it a name that ends in \.svg, \.png, \.md or \.txt"):
        format_of("a.gif")
