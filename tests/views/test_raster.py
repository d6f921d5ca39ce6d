"""A PNG without a browser, and words where a font is missing."""

import io
import sys

import pytest
from PIL import Image, ImageFont

from packlight.core.errors import UserError
from packlight.views.raster import Fonts, svg_png, undrawable
from packlight.views.scene import scene_of
from packlight.views.svg import scene_svg
from tests.support.films import story


@pytest.fixture(scope="module", autouse=True)
def resvg() -> None:
    """The extra `packlight[png]`, which an environment older than it does not have."""
    pytest.importorskip("resvg_py")


@pytest.fixture(scope="module")
def latin(tmp_path_factory: pytest.TempPathFactory) -> Fonts:
    """A font with Latin letters and no Chinese: the one that pillow carries."""
    font = ImageFont.load_default(20)
    path = tmp_path_factory.mktemp("fonts") / "latin.ttf"
    path.write_bytes(font.font_bytes)  # type: ignore[union-attr]
    return Fonts((str(path),), font.getname()[0] or "")


def picture(lang: str = "en") -> str:
    return scene_svg(scene_of(story(lang).film, 23), lang=lang)


def test_a_png_is_twice_the_size_of_the_svg_and_not_blank(latin: Fonts) -> None:
    with Image.open(io.BytesIO(svg_png(picture(), fonts=latin))) as shown:
        assert shown.width == 2_000
        assert len(shown.convert("RGB").getcolors(1 << 20) or ()) > 50


def test_a_missing_chinese_font_is_said_in_words(latin: Fonts) -> None:
    with pytest.raises(UserError, match=r"no font here has \d+ of the Chinese characters.*fonts-noto-cjk.*\.svg"):
        svg_png(picture("zh"), fonts=latin)


def test_no_font_at_all_is_said_in_words() -> None:
    with pytest.raises(UserError, match="no font is here"):
        svg_png(picture(), fonts=Fonts(()))


def test_what_no_font_has_is_drawn_by_its_number(latin: Fonts) -> None:
    assert undrawable("abc 𒍅 a𒍅", latin) == "𒍅"
    marked = picture().replace("The bus", "𒍅 bus")
    assert svg_png(marked, fonts=latin) == svg_png(picture().replace("The bus", "(12345) bus"), fonts=latin)


def test_without_the_extra_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UserError, match=r"pip install 'packlight\[png\]'"):
        svg_png(picture())
