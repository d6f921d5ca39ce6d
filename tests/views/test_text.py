"""The text picture, held against goldens."""

from packlight.views.scene import scene_of
from packlight.views.text import WIDTH, columns, cut_columns, scene_text
from tests.support.films import big, hostile, still, story

PACKED = """
The bus that leaves twice  (a bug hunt · 11 messages; frame 25 of 36)
[███████████████████████████████████···············································┃··░░░░░░░░░]
37.4 %  7,472 used + 2,000 reserve + 10,528 left = 20,000  compaction starts 87 %
Breaker closed · 0 of 3 failures in a row
Packed. One summary took the place of the first turn. Facts kept: 5 of 6. Lost: clock.py, line 52.
      system      [§ instructions · CLAUDE.md · 6 tools 2,100]
── turn 2 · 2,882
   0  user        [≡ summary Task: one bus leaves twice in autumn. Cause: clock.py ignores fold…
   1  assistant   [∴ thinking 170] [→8 grep Lille 66] [→9 read_file night.csv 68]
   2  user ←      [←8 result 6 matches 210] [←9 result night.csv, head and tail 620]
   3  assistant   [→10 edit_file test_clock.py, two cases 420]
   4  user ←      [←10 result ok 48]
   5  assistant   [” A test covers both nights. 128]
── turn 3 · 1,512
   6  user        [“ Good. Add a --dry-run flag. 112]
   7  assistant   [∴ thinking 240] [→11 read_file cli.py 68]
   8  user ←      [←11 result cli.py, 133 lines 1,080]
── turn 4 · 978
   9  user        [“ Only print, change nothing. 420]
  10  assistant   [∴ thinking 120] [→12 edit_file cli.py, add the flag 430]
"""


def test_a_packed_frame() -> None:
    assert scene_text(scene_of(story().film, 24)) == PACKED.strip()


def test_chinese_speaks_chinese_and_keeps_the_columns() -> None:
    lines = scene_text(scene_of(story("zh").film, 24), lang="zh").splitlines()
    assert "熔断器闭合 · 连续失败 0 / 3" in lines
    assert "── 第 2 轮 · 2,882" in lines
    assert max(map(columns, lines[5:])) <= WIDTH
    assert {line.index("[") + line[: line.index("[")].count("户") * 2 for line in lines if "用户" in line} == {18}


def test_a_finding_is_marked() -> None:
    assert "[→1 get_weather Brest 40]!" in scene_text(scene_of(still().film))


def test_what_is_left_out_is_said_once() -> None:
    text = scene_text(scene_of(big(2_000).film, -1))
    assert text.count("left out of this still") == 1


def test_no_unseen_character_stays() -> None:
    text = scene_text(scene_of(hostile().film, 5))
    assert "⟨202E⟩" in text and "\u202e" not in text and "\x07" not in text


def test_cut_columns_counts_wide_characters() -> None:
    assert cut_columns("窗口占用率", 7) == "窗口占…"
