"""Scenes are exact: rows, places, sums and what is left out."""

import json
from typing import Any

import pytest

from packlight.views.scene import MAX_ROWS, scene_of, scene_or_none, telling_step
from tests.support.films import big, still, story

FILM = story().film


def test_the_system_row_stands_outside_of_messages() -> None:
    scene = scene_of(FILM, 2)
    assert [(row.at, row.role, row.voice) for row in scene.rows] == [
        (None, "system", "system"), (0, "user", "human"), (1, "assistant", "assistant"), (2, "user", "results"),
    ]  # fmt: skip
    assert scene.messages == 3


@pytest.mark.parametrize("step", range(len(FILM["frames"])))
def test_sums_add_up_at_every_step(step: int) -> None:
    scene = scene_of(FILM, step)
    system = sum(row.tokens for row in scene.rows if row.at is None)
    assert system + sum(scene.turns.values()) == scene.tokens
    assert scene.tokens + scene.reserve + scene.left == scene.window


def test_a_compaction_changes_places_and_leaves_pairs_whole() -> None:
    scene = scene_of(FILM, 24)
    assert [row.blocks[0].kind for row in scene.rows][:3] == ["system", "summary", "thinking"]
    pairs = [block.pair for row in scene.rows for block in row.blocks if block.pair is not None]
    assert all(pairs.count(pair) == (1 if pair == 12 else 2) for pair in pairs)


def test_the_still_is_the_first_frame_that_is_due() -> None:
    assert telling_step(FILM) == 23
    assert scene_of(FILM).step == 23


def test_a_finding_marks_its_block_alone() -> None:
    scene = scene_of(still().film)
    assert [[block.finding for block in row.blocks] for row in scene.rows] == [[False], [False, True], [False]]


def test_long_conversations_leave_rows_out_and_say_how_many() -> None:
    scene = scene_of(big(2_000).film, -1)
    drawn = [row.at for row in scene.rows if row.at is not None]
    assert len(drawn) == MAX_ROWS
    assert drawn[0] == 0 and drawn[-1] == scene.messages - 1
    assert scene.left_out == scene.messages - MAX_ROWS


@pytest.mark.parametrize(
    "film",
    [
        "",
        "not json",
        "[]",
        "null",
        json.dumps({"schema": "packlight.film/2", "frames": [1]}),
        json.dumps({"schema": "packlight.film/1", "frames": []}),
        json.dumps({**FILM, "messages": []}),
        json.dumps({**FILM, "frames": [{"m": [[0, 1]]}]}),
        json.dumps({**FILM, "policy": {"window": "wide"}}),
    ],
)
def test_a_film_that_cannot_be_drawn_is_none(film: Any) -> None:
    assert scene_or_none(film) is None


def test_scenes_are_frozen() -> None:
    with pytest.raises(AttributeError):
        scene_of(FILM, 0).tokens = 1  # type: ignore[misc]
