"""What the server shall pack by itself: names and options become fields of the request."""

from __future__ import annotations

import pytest

from packlight.adapters.live_edits import EDITS, server_side
from packlight.core.errors import OptionError, UserError


def edits(wanted) -> list[dict]:
    return server_side(wanted).extra["context_management"]["edits"]


def test_nothing_asked_is_nothing_sent():
    for nothing in (None, "", [], {}):
        assert (server_side(nothing).extra, server_side(nothing).betas) == ({}, ())


def test_thinking_comes_first_and_betas_once():
    found = server_side(["compact", "clear_tool_uses", "clear_thinking"])
    assert [edit["type"] for edit in found.extra["context_management"]["edits"]] == [
        "clear_thinking_20251015",
        "clear_tool_uses_20250919",
        "compact_20260112",
    ]
    assert found.betas == ("context-management-2025-06-27", "compact-2026-01-12")
    assert server_side("compact").betas == ("compact-2026-01-12",)


def test_numbers_carry_what_they_count():
    assert edits({"clear_tool_uses": {"trigger_tokens": 9_000, "keep": 2, "exclude_tools": ["search"]}}) == [
        {
            "type": "clear_tool_uses_20250919",
            "trigger": {"type": "input_tokens", "value": 9_000},
            "keep": {"type": "tool_uses", "value": 2},
            "exclude_tools": ["search"],
        }
    ]
    assert edits({"clear_thinking": {"keep": "all"}})[0]["keep"] == "all"


@pytest.mark.parametrize(
    ("wanted", "error", "word"),
    [
        ("compacted", UserError, "did you mean 'compact'"),
        ({"compact": {"keep": 3}}, OptionError, "compact takes no 'keep'"),
        ({"compact": {"trigger_tokens": 20_000}}, UserError, "50,000 or more"),
        ({"clear_tool_uses": {"trigger_tokens": "many"}}, UserError, "give tokens"),
    ],
)
def test_what_the_api_would_refuse_is_said_before(wanted, error, word):
    with pytest.raises(error, match=word):
        server_side(wanted)


def test_the_sdk_knows_every_edit():
    from anthropic.types import beta

    for edit in EDITS.values():
        params = [getattr(beta, name) for name in dir(beta) if name.endswith("EditParam")]
        fields = [set(param.__annotations__) for param in params if edit.type in str(param.__annotations__["type"])]
        wanted = {"trigger_tokens": "trigger", "clear_at_least_tokens": "clear_at_least"}
        assert {wanted.get(option, option) for option in edit.options} <= fields[0]
