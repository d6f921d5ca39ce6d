"""Every format on our own small transcripts: counts, findings, detection by content alone, and the way back."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

from packlight.adapters.formats import formats, writer
from packlight.adapters.load import load, load_all
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.rules import validate
from tests.data.files import TRANSCRIPTS

README = (TRANSCRIPTS / "README.md").read_text(encoding="utf-8")
ROWS = {
    name: cells
    for name, *cells in re.findall(r"^\| (\S+\.\S+) \| ([^|]+) \| (\d+) \| (\d+) \|([^|]*)\|", README, re.MULTILINE)
}
FORMAT = {
    "anthropic_request.json": "anthropic",
    "anthropic_system_first.json": "anthropic",
    "anthropic_response.json": "anthropic_response",
    "claude_code.jsonl": "claude_code",
    "claude_code_stream.jsonl": "claude_stream",
    "claude_code_web.json": "claude_web",
    "openai_chat.json": "openai_chat",
    "langchain.json": "langchain",
    "inspect_log.json": "inspect",
    "swe_agent.traj": "swe_agent",
    "mini_swe_agent.traj.json": "mini_swe_agent",
    "pi.jsonl": "pi",
}


def test_every_format_has_a_transcript() -> None:
    assert set(FORMAT) == set(ROWS)
    assert set(FORMAT.values()) == set(formats())


@pytest.mark.parametrize("name", ROWS)
def test_a_transcript_loads_to_the_counts_of_its_readme(name: str) -> None:
    _, messages, blocks, _ = ROWS[name]
    talk = load(TRANSCRIPTS / name)
    assert (len(talk.messages), sum(len(m.content) for m in talk.messages)) == (int(messages), int(blocks))
    assert talk.source is not None
    assert (talk.source.format, talk.source.path) == (FORMAT[name], str(TRANSCRIPTS / name))


@pytest.mark.parametrize("name", ROWS)
def test_a_transcript_has_the_findings_of_its_readme(name: str) -> None:
    wanted = Counter(re.findall(r"[a-z]+_[a-z_]+", ROWS[name][3]))
    found = Counter(f.code for f in validate(load(TRANSCRIPTS / name)).findings if f.code != "ends_with_assistant")
    assert found == wanted


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("ending", ["", ".txt", ".html"])
def test_a_format_is_known_by_its_content_alone(name: str, ending: str, tmp_path: Path) -> None:
    copy = shutil.copy(TRANSCRIPTS / name, tmp_path / f"copy{ending}")
    assert load(copy) == load(TRANSCRIPTS / name)


@pytest.mark.parametrize("name", ROWS)
def test_standard_input_is_read_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((TRANSCRIPTS / name).read_bytes())))
    assert load("-") == load(TRANSCRIPTS / name)


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("disguise", ["bom", "crlf", "utf-16"])
def test_a_file_in_another_dress_is_the_same(name: str, disguise: str, tmp_path: Path) -> None:
    text = (TRANSCRIPTS / name).read_bytes()
    if disguise == "utf-16" and name == "claude_code.jsonl":
        pytest.skip("this log holds a line of NUL bytes, which is no text in any encoding")
    dresses = {
        "bom": b"\xef\xbb\xbf" + text,
        "crlf": text.replace(b"\n", b"\r\n"),
        "utf-16": text.decode().encode("utf-16") if disguise == "utf-16" else b"",
    }
    (tmp_path / name).write_bytes(dresses[disguise])
    assert load(tmp_path / name) == load(TRANSCRIPTS / name)


def test_the_usage_that_a_log_reports_is_kept() -> None:
    source = load(TRANSCRIPTS / "claude_code.jsonl").source
    assert source is not None
    assert len(source.skipped_lines) == 2
    assert (source.usage[-1].cache_read_tokens, source.usage[-1].output_tokens) == (13_735, 31)
    assert any(marker["kind"] == "compaction" for marker in source.markers)


def test_a_log_gives_its_side_chains_and_what_was_before_the_compaction() -> None:
    found = load_all(TRANSCRIPTS / "claude_code.jsonl")
    assert next(iter(found)) == "main"
    side = next(talk for name, talk in found.items() if name.startswith(("agent-", "side-")))
    assert (len(side.messages), sum(len(m.content) for m in side.messages)) == (4, 5)
    assert any("before compaction" in name for name in found)
    assert load(TRANSCRIPTS / "claude_code.jsonl", name="main") == found["main"]


def test_a_name_that_the_file_does_not_have_lists_those_it_has() -> None:
    with pytest.raises(UserError, match="main"):
        load(TRANSCRIPTS / "claude_code.jsonl", name="mian")


WRITTEN = [name for name, form in FORMAT.items() if hasattr(formats()[form], "write")]


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_is_read_again(name: str, tmp_path: Path) -> None:
    talk = load(TRANSCRIPTS / name)
    value = writer(FORMAT[name])(talk)
    path = tmp_path / "again.json"
    lines = isinstance(value, list) and name.endswith(".jsonl")
    path.write_text("\n".join(map(json.dumps, value)) if lines else json.dumps(value), encoding="utf-8")
    again = load(path)
    # The way back hoists a leading system message, as the API wants it.
    assert shape(again) == shape(Conversation.from_api(talk.to_api()))


def shape(talk: Conversation) -> tuple[object, ...]:
    """System prompt, tools, roles, types and words: what every format that is written can hold."""
    messages = [(m.role, [(block.type, block.readable()) for block in m.content]) for m in talk.messages]
    return [block.readable() for block in talk.system], [tool["name"] for tool in talk.tools], messages


HANDBOOK = {
    "openai_chat": [{"role": "system", "content": "Be brief."}, {"role": "developer", "content": "Be kind."}],
    "langchain": [{"type": "system", "content": "Be brief."}, {"type": "human", "content": "Hi."}],
    "inspect": {"samples": [{"messages": [{"role": "system", "content": "Be brief."}]}], "eval": {}, "version": 2},
}


@pytest.mark.parametrize("name", HANDBOOK)
def test_the_system_prompt_is_kept(name: str) -> None:
    talk = load(HANDBOOK[name])
    assert talk.source is not None
    assert talk.source.format == name
    assert talk.system[0].readable() == "Be brief."


def test_the_tools_and_the_model_of_an_openai_request_are_kept() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "clock", "arguments": "{}"}}
    clock = {"type": "function", "function": {"name": "clock", "parameters": {"type": "object"}}}
    asked = [{"role": "user", "content": "How late is it?"}, {"role": "assistant", "tool_calls": [call]}]
    talk = load({"model": "gpt-5", "tools": [clock], "messages": asked})
    assert [tool["name"] for tool in talk.tools] == ["clock"]
    assert talk.extra["model"] == "gpt-5"


def test_at_least_three_formats_can_be_written() -> None:
    assert len(WRITTEN) >= 3


def test_a_format_nobody_can_write_gets_the_names() -> None:
    with pytest.raises(UserError, match="anthropic"):
        writer("antropic")


TOY = """
from packlight.core.conversation import Conversation

NAME = "toy"


def sniff(sample):
    return 99 if isinstance(sample.value, dict) and "toy" in sample.value else 0


def read(sample):
    return {"main": Conversation.from_api([{"role": "user", "content": sample.value["toy"]}])}
"""


def test_a_file_that_is_put_there_is_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from packlight.adapters import formats as package

    (tmp_path / "toy.py").write_text(TOY, encoding="utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    formats.cache_clear()
    try:
        (tmp_path / "a.json").write_text('{"toy": "hello"}', encoding="utf-8")
        assert load(tmp_path / "a.json").messages[0].text() == "hello"
    finally:
        formats.cache_clear()
        sys.modules.pop("packlight.adapters.formats.toy", None)
