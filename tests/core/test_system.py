"""The system prompt: built, merged, injected; twice adds once, and never in front of a result."""

import pytest

from packlight.core.blocks import Text
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.system import build_system_prompt, inject_system_if_needed, merge_system

USER = {"role": "user", "content": "hi"}
GREP = {"name": "grep", "description": "Search files.\nSlow.", "input_schema": {"type": "object"}}


def test_the_layers_come_in_order() -> None:
    sections = build_system_prompt("Base.", ["wide", "  ", "near"], [GREP])
    assert sections == ("Base.", "# CLAUDE.md\nwide", "# CLAUDE.md\nnear", "# Tools\n- grep: Search files.")


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_nothing_adds_nothing(nothing: str | None) -> None:
    talk = Conversation.from_api([USER])
    assert inject_system_if_needed(talk, nothing, nothing) is talk


def test_injecting_twice_adds_once() -> None:
    talk = Conversation.from_api({"system": "Base.", "messages": [USER]})
    once = inject_system_if_needed(talk, "Rules.", "layer", [GREP])
    assert inject_system_if_needed(once, "Rules.", "layer", [GREP]) == once
    assert once.to_api()["system"].startswith("Base.\n\nRules.\n\n# CLAUDE.md\nlayer")
    assert [tool["name"] for tool in once.tools] == ["grep"]


def test_a_phrase_inside_another_sentence_is_not_the_section() -> None:
    assert merge_system((Text("Never be brief."),), ("be brief",)) == (Text("Never be brief."), Text("be brief"))


def test_blocks_with_cache_markers_stay_blocks() -> None:
    marked = [{"type": "text", "text": "Base.", "cache_control": {"type": "ephemeral"}}]
    out = inject_system_if_needed(Conversation.from_api({"system": marked, "messages": [USER]}), "Rules.").to_api()
    assert out["system"] == [*marked, {"type": "text", "text": "Rules."}]


def test_it_never_lands_in_front_of_a_result() -> None:
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "x"}]}
    talk = inject_system_if_needed(Conversation.from_api([result]), "Rules.")
    assert talk.to_api()["messages"] == [result]


def test_known_tools_win_over_new_ones() -> None:
    own = {**GREP, "description": "ours"}
    talk = Conversation.from_api({"tools": [own], "messages": [USER]})
    assert inject_system_if_needed(talk, tools=[GREP]).tools == (own,)


def test_a_layer_that_is_not_text_is_named() -> None:
    with pytest.raises(UserError, match="claude_md"):
        build_system_prompt(claude_md=[5])  # type: ignore[list-item]
