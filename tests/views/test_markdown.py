"""A frame as Markdown: a heading, sums, a table; hostile text makes no markup."""

import re

import pytest

from packlight.views.markdown import escaped, scene_markdown
from packlight.views.scene import scene_of
from tests.support.films import big, hostile, still, story


def test_the_table_has_a_line_for_each_message() -> None:
    scene = scene_of(story().film, 23)
    page = scene_markdown(scene)
    numbered = [line for line in page.splitlines() if re.match(r"\| \d+ \|", line)]
    assert len(numbered) == scene.messages
    assert "**88.1 %** · 17,620 used + 2,000 reserve + 380 left = 20,000 · compaction starts 87 %" in page
    assert page.startswith("## The bus that leaves twice\n")


def test_every_line_of_the_table_has_four_cells() -> None:
    for film in (hostile().film, story("zh").film, big(500).film):
        rows = [line for line in scene_markdown(scene_of(film), lang="zh").splitlines() if line.startswith("|")]
        assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}


def test_a_single_frame_is_not_counted_and_a_finding_is_marked() -> None:
    page = scene_markdown(scene_of(still().film))
    assert "frame 1 of 1" not in page and page.count("**!**") == 1


@pytest.mark.parametrize(
    "text", ["<script>", "![x](y)", "[a](javascript:b)", "https://e.example", "www.e.example", "a|b", "`code`", "$x$"]
)
def test_hostile_text_stays_text(text: str) -> None:
    made = escaped(text)
    assert "<" not in made and "://" not in made and "www." not in made
    assert not re.search(r"(?<!\\)[\[\]()|`$!]", made)


def test_no_tag_of_a_transcript_is_left() -> None:
    tags = set(re.findall(r"<[^>]*>", scene_markdown(scene_of(hostile().film))))
    assert tags <= {"<br>"}
