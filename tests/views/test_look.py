"""The look holds for every eye, and is the stage's."""

import re
from itertools import combinations

import pytest

from packlight.core.errors import UserError
from packlight.views.assets import read_static
from packlight.views.look import FILLS, GLYPH_PATHS, NEUTRAL, ROLE_PATHS, THEMES, TILES, Theme, ink_on, mixed, theme_of
from packlight.views.scene import KINDS
from packlight.views.text import GLYPHS
from tests.support.colour import BLINDNESS, contrast, distance

HUES = {kind: fill for kind, fill in FILLS.items() if fill}
FAR = 11.0
"""The least distance in CIE Lab at which two fills count as told apart by colour alone; 2.3 is just noticed."""
PAIRS = list(combinations(HUES, 2))


def marks(kind: str) -> tuple[object, ...]:
    """What tells a kind besides its fill."""
    return GLYPH_PATHS[kind], TILES.get(kind), GLYPHS[kind]


def alike(blindness: str) -> set[tuple[str, str]]:
    """Pairs of kinds whose fills are too near for an eye."""
    return {(a, b) for a, b in PAIRS if HUES[a] != HUES[b] and distance(HUES[a], HUES[b], blindness) < FAR}


def test_the_measure_knows_black_white_and_confused_colours() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21, abs=0.01)
    assert distance("#000000", "#FFFFFF") == pytest.approx(100, abs=0.1)
    # Red and a green of the same lightness: far apart for most, near for those who lack the green cones.
    assert distance("#C0392B", "#6E7B1F") > 4 * distance("#C0392B", "#6E7B1F", "deuteranopia")


@pytest.mark.parametrize("blindness", ["", *BLINDNESS])
def test_fills_are_told_apart_by_every_eye(blindness: str) -> None:
    # Grey alone comes near to another fill, the summary's, for those who lack the green cones: glyph and pattern tell.
    greys = {(a, b) for a, b in PAIRS if NEUTRAL in (HUES[a], HUES[b])}
    assert alike(blindness) - greys == set()
    for one, other in alike(blindness):
        assert all(a != b for a, b in zip(marks(one), marks(other), strict=True))


def test_a_palette_that_is_confused_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HUES, "user_text", "#C0392B")
    monkeypatch.setitem(HUES, "assistant_text", "#6E7B1F")
    assert ("user_text", "assistant_text") not in alike("")
    monkeypatch.setitem(HUES, "assistant_text", "#C23A2C")
    assert ("user_text", "assistant_text") in alike("deuteranopia")


def test_no_two_kinds_share_glyph_pattern_or_sign() -> None:
    assert set(KINDS) == set(FILLS) == set(GLYPH_PATHS)
    for at in range(3):
        own = [marks(kind)[at] for kind in KINDS if marks(kind)[at] is not None]
        assert len(own) == len(set(own))
    # A pattern of its own for all but the outlined system block and the plain user block.
    assert set(KINDS) - set(TILES) == {"system", "user_text"}


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("ink", ["ink", "ink2", "ink3", "warm", "fold"])
@pytest.mark.parametrize("ground", ["ground", "panel"])
def test_words_reach_the_contrast(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_warm_surfaces_and_edges_reach_the_contrast(theme: Theme) -> None:
    assert contrast(theme.warm, theme.tint) >= 4.5
    assert contrast(theme.ink, theme.tint) >= 4.5
    assert contrast(theme.ground, theme.warm) >= 4.5
    assert contrast(theme.edge, theme.ground) >= 3


@pytest.mark.parametrize("kind", HUES)
def test_words_on_a_block_reach_the_contrast(kind: str) -> None:
    assert contrast(ink_on(kind), HUES[kind]) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("kind", HUES)
def test_a_block_stands_out_of_its_ground(theme: Theme, kind: str) -> None:
    edge = HUES[kind] if theme.dark else mixed(HUES[kind], "#0D1116", 0.42)
    assert contrast(edge, theme.ground) >= 3


def css_colors(block: str) -> dict[str, str]:
    """Custom properties of a part of the style sheet, colours as `#RRGGBB`."""
    found = re.findall(r"--(\w+): #([0-9A-F]{3,6})\b", block)
    return {name: "#" + (color if len(color) == 6 else "".join(2 * c for c in color)) for name, color in found}


def test_the_themes_are_the_stages() -> None:
    style = read_static("stage.css")
    light = css_colors(style.split("&[data-theme=dark]")[0])
    dark = css_colors(style.split("&[data-theme=dark]")[1].split("}")[0])
    high = css_colors(style.split("&[data-theme=contrast]")[1].split("}")[0])
    for name, colors in {"light": light, "dark": dark, "contrast": {**light, **high}}.items():
        assert len(colors) == 13
        assert {key: getattr(THEMES[name], key).upper() for key in colors} == colors


def js_table(name: str) -> str:
    """The text of one table of `glyphs.js`, dots written out as the browser does."""
    text = re.search(rf"const {name} = {{(.*?)\n}};", read_static("glyphs.js"), re.DOTALL)
    assert text

    def dot(found: re.Match[str]) -> str:
        x, y, r = (float(part) for part in found.groups())
        return f'"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"'

    return re.sub(r"dot\(([\d.]+), ([\d.]+), ([\d.]+)\)", dot, text[1]).replace('" + "', "")


def test_fills_and_paths_are_the_stages() -> None:
    fills, glyphs, roles, tiles = (js_table(name) for name in ("FILLS", "GLYPHS", "ROLES", "TILES"))
    for kind, fill in FILLS.items():
        shown = "null" if fill is None else "NEUTRAL" if fill == "#AEB6C0" else f'"{fill}"'
        assert f"{kind}: {shown}" in fills
    for kind, (stroked, solid) in GLYPH_PATHS.items():
        assert f'{kind}: ["{stroked}", "{solid}"]' in glyphs
    for kind, path in TILES.items():
        assert f'{kind}: "{path}"' in tiles
    for voice in ("human", "results", "assistant"):
        assert f'{voice}: ["{ROLE_PATHS[voice][0]}", "{ROLE_PATHS[voice][1]}"]' in roles


def test_an_unknown_theme_is_a_sentence() -> None:
    with pytest.raises(UserError, match="did you mean 'light'"):
        theme_of("ligth")
