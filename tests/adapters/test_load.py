"""`load` and `load_all`: every kind of source, and one clear sentence for what cannot be read."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from packlight.adapters.load import load, load_all
from packlight.core.blocks import Text
from packlight.core.conversation import Conversation
from packlight.core.errors import UnreadableError, UserError
from packlight.core.messages import Message

TALK = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]


@pytest.fixture
def talk_file(tmp_path: Path) -> Path:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps({"system": "Be brief.", "messages": TALK}), encoding="utf-8")
    return path


def test_every_kind_of_source_gives_the_same_messages(talk_file: Path) -> None:
    sources = [TALK, tuple(TALK), {"messages": TALK}, str(talk_file), talk_file, Conversation.from_api(TALK)]
    for source in sources:
        assert [message.to_api() for message in load(source).messages] == TALK


def test_core_messages_load_as_they_stand() -> None:
    assert load([Message("user", "hi")]).messages[0].text() == "hi"
    assert load(Message("user", (Text("hi"),))).messages[0].text() == "hi"


def test_sdk_objects_load() -> None:
    from anthropic.types import TextBlock

    conversation = load([TALK[0], {"role": "assistant", "content": [TextBlock(type="text", text="hello")]}])
    assert conversation.messages[1].content == (Text("hello"),)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(TALK).encode())))
    conversation = load("-")
    assert len(conversation) == 2
    assert conversation.source is not None and conversation.source.path is None


def test_both_shapes_of_system_load() -> None:
    top = load({"system": "Be brief.", "messages": TALK})
    teaching = load([{"role": "system", "content": "Be brief."}, *TALK])
    assert top.to_array() == teaching.to_array()
    assert top.to_api() == teaching.to_api()


def test_api_json_is_never_merged() -> None:
    neighbours = [*TALK, {"role": "assistant", "content": ""}, {"role": "assistant", "content": [{"type": "beam"}]}]
    assert load(neighbours).to_array() == neighbours


def test_source_says_where_it_came_from(talk_file: Path) -> None:
    source = load(talk_file).source
    assert source is not None
    assert (source.format, source.path, source.name) == ("anthropic", str(talk_file), "main")


def test_name_picks_a_conversation() -> None:
    many = [{"messages": TALK, "id": "a"}, {"messages": TALK[:1], "id": "b"}]
    assert list(load_all(many)) == ["a", "b"]
    assert len(load(many)) == 2
    assert len(load(many, name="b")) == 1
    with pytest.raises(UserError, match="unknown conversation 'c'"):
        load(many, name="c")


UNREADABLE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is empty"),
    "white space": (b" \n\r\n", "is empty"),
    "a byte order mark alone": (b"\xef\xbb\xbf", "is empty"),
    "NUL bytes alone": (b"\0" * 64, "is empty"),
    "prose": (b"Dear diary,\ntoday I packed.\n", "is not JSON"),
    "cut JSON": (b'{"messages": [{"role": "user"', "is not JSON"),
    "a number": (b"42", "holds no conversation"),
    "null": (b"null", "holds no conversation"),
    "another program's JSON": (b'{"name": "left-pad", "version": "1.0.0"}', "'name', 'version'"),
    "another program's lines": (b'{"level": "info"}\n{"level": "warn"}\n', "holds no conversation"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "is a picture"),
    "a zip": (b"PK\x03\x04....", "Inspect .eval"),
    "invalid UTF-8": (b'{"messages": [{"role": "user", "content": "\xff\xfe"}]}', "not valid UTF-8"),
    "too deep": (b'{"messages": ' + b"[" * 300 + b"]" * 300 + b"}", "nested deeper than 200"),
    "an abyss": (b"[" * 200_000, "nested deeper than 200"),
    "NaN": (b'{"messages": [{"role": "user", "content": NaN}]}', "NaN"),
    "an infinity in disguise": (b'{"messages": [], "temperature": 1e999}', "NaN or an infinity"),
    "an endless integer": (b'{"messages": ' + b"9" * 5000 + b"}", "is not JSON"),
}


@pytest.mark.parametrize(("data", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_files_get_one_sentence(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    with pytest.raises(UnreadableError) as caught:
        load(path)
    sentence = str(caught.value)
    assert says in sentence and "bad.json" in sentence
    assert "\n" not in sentence and len(sentence) < 400


def test_paths_that_are_not_files(tmp_path: Path) -> None:
    for path, says in [(tmp_path, "directory"), (tmp_path / "no.json", "does not exist"), ("a\0b", "cannot be read")]:
        with pytest.raises(UnreadableError, match=says):
            load(path)
    with pytest.raises(UnreadableError, match=r"json\.loads"):
        load('{"messages": []}')


@pytest.mark.parametrize("thing", [None, 3, 2.5, b"bytes", object(), {}, [1, 2], [[]], {"a": 1}])
def test_things_that_are_no_conversation(thing: object) -> None:
    with pytest.raises(UnreadableError):
        load(thing)


def test_an_object_that_contains_itself_is_refused() -> None:
    loop: list[object] = []
    loop.extend([loop, loop])
    with pytest.raises(UnreadableError, match="deeper"):
        load({"messages": loop})


def test_duplicate_keys_are_told(tmp_path: Path) -> None:
    path = tmp_path / "twice.json"
    path.write_text('{"messages": [{"role": "user", "content": "a", "content": "b"}]}')
    conversation = load(path)
    assert conversation.messages[0].text() == "b"
    assert conversation.source is not None and "twice" in conversation.source.notes[0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le"])
def test_other_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "talk.json"
    text = json.dumps({"messages": [{"role": "user", "content": "旅行箱"}]}, ensure_ascii=False)
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    path.write_bytes((mark + text).encode(encoding))
    assert load(path).messages[0].text() == "旅行箱"


def test_lone_surrogates_are_kept_for_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "half.json"
    path.write_bytes(b'{"messages": [{"role": "user", "content": "half \\ud83d fox"}]}')
    assert load(path).messages[0].text() == "half \ud83d fox"
