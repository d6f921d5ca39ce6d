"""Real tools' lines: as their sources give them, and refused in words where there is none."""

import pytest

from packlight.core.errors import UserError
from packlight.simulation.tools import due_tokens, tool_names, tool_policy


@pytest.mark.parametrize(
    ("tool", "window", "due"),
    [
        ("claude_code", 200_000, 167_000),
        ("codex_cli", 272_000, 244_800),
        ("gemini_cli", 1_000_000, 500_000),
        ("cline", 200_000, 160_000),
        ("pi", 200_000, 183_616),
        ("messages_api", 200_000, 150_000),
        ("aider", 200_000, 8_192),
    ],
)
def test_a_line_is_where_the_source_says(tool: str, window: int, due: int) -> None:
    assert due_tokens(tool, window) == due
    policy = tool_policy(tool, window)
    assert policy.budget().due(due)
    assert not policy.budget().due(due - 1)


@pytest.mark.parametrize("tool", ["openhands", "cursor", "langchain"])
def test_a_tool_without_a_line_in_tokens_says_so(tool: str) -> None:
    assert tool not in tool_names()
    with pytest.raises(UserError, match="no line in tokens"):
        due_tokens(tool, 200_000)


def test_an_unknown_tool_gets_the_nearest_names() -> None:
    with pytest.raises(UserError, match="claude_code"):
        tool_policy("claude-code")


def test_a_window_too_small_for_the_tool_says_so() -> None:
    with pytest.raises(UserError, match="does not hold"):
        tool_policy("claude_code", 20_000)
