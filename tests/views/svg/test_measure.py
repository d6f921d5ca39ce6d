"""Widths without a font are never less than a real font needs, and cuts split no word."""

import pytest
from PIL import ImageFont

from packlight.views.svg.measure import cut_text, text_width, wrap_text


@pytest.mark.parametrize(
    "text", ["Compaction is due", "read_file planner.py", "17,620 used + 2,000", "MMMWWW@@", "iiillljjj"]
)
def test_pillows_own_font_fits(text: str) -> None:
    font = ImageFont.load_default(100)
    assert text_width(text, 100) >= font.getlength(text)


def test_bold_is_wider_and_chinese_takes_an_em() -> None:
    assert text_width("a", 10, bold=True) > text_width("a", 10)
    assert text_width("窗口", 10) == pytest.approx(20, rel=0.03)
    assert text_width("e\u0301", 10) == text_width("e", 10)


@pytest.mark.parametrize("room", range(0, 400, 7))
@pytest.mark.parametrize(
    "text", ["I look at the planner and run its tests", "查清原因并修复 planner.py，然后运行测试", "x" * 60]
)
def test_a_cut_fits_and_splits_no_word(text: str, room: int) -> None:
    cut = cut_text(text, room, 12)
    assert text_width(cut, 12) <= room or cut == ""
    kept = cut.removesuffix("…")
    assert text.startswith(kept)
    if kept and kept != text:
        after = text[len(kept)]
        assert not (after.isascii() and after.isalnum() and kept[-1].isascii() and kept[-1].isalnum())


def test_lines_hold_all_words_or_end_in_an_ellipsis() -> None:
    text = "one two three four five six seven eight nine ten"
    assert " ".join(wrap_text(text, 100, 10, 9)) == text
    assert wrap_text(text, 100, 10, 2)[-1].endswith("…")
    assert wrap_text("  ", 100, 10, 2) == []
    assert len(wrap_text("x" * 100, 50, 10, 3)) == 3
