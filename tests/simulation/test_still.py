"""A conversation as it stands: a film of one frame, with what the rules find, by the published schema."""

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

import packlight as pl
from packlight.api import still_film

SCHEMA = json.loads((files("packlight") / "data" / "film.schema.json").read_text("utf-8"))
CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]}
TALKS: dict[str, Any] = {
    "empty": [],
    "sound": [{"role": "user", "content": "hi"}],
    "broken": [{"role": "user", "content": "go"}, CALL, {"role": "user", "content": "hello?"}],
    "malformed": [None, 5, {"role": "user", "content": [7, {"type": "text", "text": None}]}],
    "half a character": [{"role": "user", "content": "a\ud83d"}],
    "with a system prompt": {"system": "Be brief.", "messages": [{"role": "user", "content": "hi"}]},
}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", TALKS)
def test_it_keeps_the_schema(name: str, lang: str) -> None:
    film = still_film(TALKS[name], lang=lang)
    jsonschema.validate(json.loads(film.to_json()), SCHEMA)
    assert len(film.frames) == 1
    assert film.frames[0].tokens == pl.count_tokens(TALKS[name]).total


def test_findings_are_marked_on_their_blocks() -> None:
    [frame] = still_film(TALKS["broken"]).frames
    [mark] = [mark for mark in frame.findings if mark["severity"] == "error"]
    assert (mark["code"], mark["message"], mark["block"]) == ("unanswered_tool_use", 1, 0)
    assert frame.caption.tone == "warm"
