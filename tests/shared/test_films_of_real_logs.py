"""Real logs replayed: something is packed, every frame may be sent, and no call follows the third failure."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest

import packlight as pl
from tests.simulation.test_run import rebuilt
from tests.support.shared import shared_dir

SCHEMA = json.loads((files("packlight") / "data" / "film.schema.json").read_text("utf-8"))
REPLAYS = {
    "cc_sniffly_d3ad4cdc.jsonl": pl.Policy(40_000),
    "cc_viewer_5c0375b4.jsonl": pl.Policy(4_000),
    "cc_hivemind_5e41ef2f.jsonl": pl.Policy(20_000, "summary"),
    "sweagent_marshmallow_fc_replace.traj": pl.Policy(6_000, ["tool_result_trim", "sliding_window"]),
}


@pytest.mark.parametrize("name", REPLAYS)
def test_a_real_log_is_packed_and_every_frame_may_be_sent(name: str) -> None:
    film = pl.simulate(shared_dir() / "transcripts" / name, REPLAYS[name])
    assert film.frames[-1].compactions >= 1
    jsonschema.validate(json.loads(film.to_json()), SCHEMA)
    for step in range(len(film.frames)):
        assert pl.validate(rebuilt(film, step)).ok, step


def test_a_failing_summarizer_is_called_three_times() -> None:
    path = shared_dir() / "transcripts" / "cc_sniffly_d3ad4cdc.jsonl"
    film = pl.simulate(path, pl.Policy(20_000, failures="FFF"))
    assert film.frames[-1].breaker == "open"
    assert film.cost["summarizer_calls"] == 3
    opened = next(frame.step for frame in film.frames if frame.breaker == "open")
    assert all(event.kind != "compact" for event in film.events if event.step > opened)
