"""A frame as SVG: well-formed, exact sums, nothing that runs, and the same words in every theme."""

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from packlight.core.errors import UserError
from packlight.views.look import FILLS, THEMES
from packlight.views.scene import MAX_ROWS, Scene, scene_of
from packlight.views.svg import scene_svg
from packlight.views.svg.rows import BLOCK, places, sheet_for, traces_svg
from tests.support.films import HOSTILE, big, hostile, still, story

SVG = "{http://www.w3.org/2000/svg}"
FILM = story().film
DUE = scene_of(FILM, 23)


def drawn(film: dict[str, Any], step: int | None = None, lang: str = "en", theme: str = "light") -> ElementTree.Element:
    return ElementTree.fromstring(scene_svg(scene_of(film, step), lang=lang, theme=theme))


def texts(root: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def filled(root: ElementTree.Element, fill: str | None, height: int) -> list[ElementTree.Element]:
    found = [node for node in root.iter(f"{SVG}rect") if node.get("height") == str(height)]
    return [node for node in found if node.get("fill") == fill]


@pytest.mark.parametrize("step", range(len(FILM["frames"])))
def test_every_frame_is_well_formed_and_has_its_blocks(step: int) -> None:
    scene, root = scene_of(FILM, step), drawn(FILM, step)
    for kind in ("user_text", "tool_use", "tool_result", "summary"):
        wanted = sum(block.kind == kind for row in scene.rows for block in row.blocks)
        assert len(filled(root, FILLS[kind], BLOCK)) == wanted


def test_the_gauge_adds_up() -> None:
    root = drawn(FILM, 23)
    assert "17,620 used + 2,000 reserve + 380 left = 20,000" in texts(root)
    assert {"17,620", "88.1 %", "87 %"} <= set(texts(root))
    assert "预留 2,000" in texts(drawn(story("zh").film, 23, "zh"))


def test_slices_fill_the_gauge_up_to_the_tag() -> None:
    root = drawn(FILM, 23)
    fills = set(FILLS.values()) - {None}
    widths = [float(node.get("width", 0)) for fill in fills for node in filled(root, fill, 26)]
    system = DUE.rows[0].tokens
    assert sum(widths) == pytest.approx((DUE.tokens - system) / DUE.window * 950, abs=len(widths) * 0.05)


def test_the_picture_says_itself_in_words() -> None:
    root = drawn(FILM, 23)
    assert root.find(f"{SVG}title").text == "The bus that leaves twice"  # type: ignore[union-attr]
    told = root.find(f"{SVG}desc").text or ""  # type: ignore[union-attr]
    assert "88.1 %" in told and "Breaker closed" in told and "Compaction is due." in told
    assert root.get("role") == "img"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_themes_change_colours_and_no_words(theme: str, lang: str) -> None:
    film = story(lang).film
    root = drawn(film, 30, lang, theme)
    assert texts(root) == texts(drawn(film, 30, lang))
    assert root.find(f"{SVG}rect").get("fill") == THEMES[theme].ground  # type: ignore[union-attr]
    assert root.get("lang") == {"en": "en", "zh": "zh-CN"}[lang]


def test_hostile_text_is_text() -> None:
    svg = scene_svg(scene_of(hostile().film))
    root = ElementTree.fromstring(svg)
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
        "svg", "title", "desc", "defs", "pattern", "path", "rect", "circle", "g", "text",
    }  # fmt: skip
    attributes = {name for node in root.iter() for name in node.attrib}
    assert not [name for name in attributes if name.startswith("on") or "href" in name or name == "style"]
    assert any(HOSTILE[0][:20] in said for said in texts(root))


def test_what_xml_cannot_hold_is_replaced() -> None:
    film = story().film
    spoilt = {**film, "title": "a\ufffe\x00\ud800b"}
    assert "<title>a\ufffd⟨0000⟩⟨D800⟩b</title>" in scene_svg(scene_of(spoilt, 0))


def test_a_finding_is_ringed() -> None:
    rings = [node for node in drawn(still().film).iter(f"{SVG}rect") if node.get("rx") == "6.5"]
    assert len(rings) == 1 and rings[0].get("stroke") == THEMES["light"].warm


def test_a_failed_try_and_the_open_lever_are_drawn() -> None:
    step = next(at for at, frame in enumerate(FILM["frames"]) if frame["breaker"] == "open")
    svg = scene_svg(scene_of(FILM, step))
    assert "rotate(-38 22 0)" in svg and "Breaker open" in svg
    assert "rotate(0 22 0)" in scene_svg(DUE)


def sheets(scene: Scene) -> Any:
    return sheet_for(scene.rows, THEMES["light"], "en", 960)


@pytest.mark.parametrize("step", range(len(FILM["frames"])))
def test_every_row_stays_in_the_picture(step: int) -> None:
    scene = scene_of(FILM, step)
    sheet = sheets(scene)
    for row in scene.rows:
        placed = places(row, sheet)
        assert all(a.x + a.w <= b.x for a, b in pairwise(placed))
        assert placed[-1].x + placed[-1].w <= 960.5


def test_a_row_of_a_hundred_blocks_is_squeezed() -> None:
    row = DUE.rows[2]
    many = type(row)(row.at, row.role, row.voice, row.turn, row.tokens, row.blocks * 25)
    placed = places(many, sheet_for([many], THEMES["light"], "en", 960))
    assert placed[-1].x + placed[-1].w <= 960.5


def test_pairs_are_joined_without_a_crossing() -> None:
    svg = traces_svg(DUE.rows[2], DUE.rows[3], sheets(DUE))
    lines = re.findall(r'd="M([\d.]+) 22V([\d.]+)H([\d.]+)V28"', svg)
    assert len(lines) == 2
    assert [block.pair for row in DUE.rows[2:4] for block in row.blocks if block.pair] == [1, 2, 1, 2]
    assert float(lines[0][0]) < float(lines[1][0]) and float(lines[0][2]) < float(lines[1][2])


def test_long_conversations_say_what_is_left_out_and_the_gauge_still_adds_up() -> None:
    film = big(2_000).film
    scene, root = scene_of(film, -1), drawn(film, -1)
    assert f"… {scene.left_out:,} messages left out of this still" in texts(root)
    assert len([row for row in scene.rows if row.at is not None]) == MAX_ROWS
    missing = scene.tokens - sum(row.tokens for row in scene.rows)
    assert missing > 0
    room = max(scene.window, 1)
    grey = [float(node.get("width", 0)) for node in filled(root, FILLS["other"], 26)]
    assert max(grey, default=0) == pytest.approx(min(1, missing / room) * 950, rel=0.05) or scene.tokens > room


def test_an_unknown_theme_is_a_sentence() -> None:
    with pytest.raises(UserError, match="unknown theme 'sepia'"):
        scene_svg(DUE, theme="sepia")


def test_the_same_frame_gives_the_same_bytes() -> None:
    assert scene_svg(DUE) == scene_svg(scene_of(story().film, 23))
