"""Explanations and diffs as text: complete, in both languages, safe to print."""

from __future__ import annotations

import pytest

from packlight.core.blocks import Other, RedactedThinking
from packlight.core.conversation import Conversation
from packlight.core.explain import block_line, diff, explain, explain_report
from packlight.core.frozen import freeze
from packlight.core.repair import repair
from packlight.core.rules import validate
from tests.core.cases import BROKEN, SOUND, Case, a, answer, interrupted, picture, s, text, u, use


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_every_finding_of_every_case_is_explained(case: Case, lang: str) -> None:
    talk = Conversation.from_api(case.given)
    report = validate(talk, capabilities=case.able)
    for finding in report:
        told = explain(finding, talk, lang)
        assert finding.say(lang) in told and finding.api_message in told
        assert told.encode() and "{" not in told.splitlines()[0]
    assert explain_report(report, lang, limit=len(report)).count(" · ") == 2 * len(report)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_every_repair_is_shown(case: Case, lang: str) -> None:
    mended = repair(Conversation.from_api(case.given), capabilities=case.able)
    shown = diff(mended, lang)
    assert shown.encode()
    assert all(change.say(lang) in shown for change in mended.changes)
    assert all(finding.code in shown for finding in mended.unmended)


def test_the_block_is_marked_and_its_neighbours_are_shown() -> None:
    talk = Conversation.from_api([u("hi"), a(*"abcdefgh", use("t1")), u("x")])
    told = explain(validate(talk).errors[0], talk)
    assert told.splitlines()[-4:] == [
        '    [5] text "f"',
        '    [6] text "g"',
        '    [7] text "h"',
        "  > [8] tool_use t1 ls{}",
    ]


def test_a_diff_shows_what_went_and_came_and_counts_the_rest() -> None:
    talk = Conversation.from_api([u("hi"), a(use("t1")), u("hey"), a("yes"), u("a"), u("b")])
    assert diff(repair(talk)).splitlines() == [
        "  … unchanged messages: 2",
        f'+ user       tool_result t1 is_error "{interrupted("t1")["content"]}"',
        '  user       text "hey"',
        "  … unchanged messages: 1",
        '  user       text "a"',
        '  user       text "b"',
        "same_role_neighbours: messages[5] was merged into the message before it",
        "unanswered_tool_use: the call t1 at messages[1].content[0] got a result that says it was interrupted",
    ]


def test_a_diff_shows_the_system_prompt() -> None:
    shown = diff(repair(Conversation.from_api([s("Be brief."), u("hi")])), "zh").splitlines()
    assert shown[0] == '+ system     text "Be brief."'
    assert shown[1] == '- system     text "Be brief."'


def test_nothing_wrong_is_said_in_words() -> None:
    talk = Conversation.from_api(SOUND[0].given)
    assert diff(repair(talk)) == explain_report(validate(talk)) == "nothing was wrong"
    assert diff(repair(talk), "zh") == "没有问题"


def test_a_long_report_is_cut() -> None:
    talk = Conversation.from_api([u("x")] + [a(use(f"t{n}")) for n in range(30)])
    report = validate(talk)
    assert explain_report(report, limit=2).endswith(f"… {len(report) - 2} more")


def test_long_runs_are_listed_without_comparing_them() -> None:
    words = [text(f"w{n}") for n in range(1100)]
    talk = Conversation.from_api([u(*words), u(*words)])
    lines = diff(repair(talk)).splitlines()
    assert sum(line.startswith("-") for line in lines) == sum(line.startswith("+") for line in lines) == 2200


def test_what_a_file_says_cannot_break_the_line() -> None:
    line = block_line(Other(freeze({"type": "a\nb\x1b[31m", "x": "\ud800"})))
    assert "\n" not in line and "\x1b" not in line and line.encode()
    assert block_line(RedactedThinking("x" * 5000)) == "redacted_thinking 5,000 characters, encrypted"


def test_base64_is_never_written_out() -> None:
    image = picture(40, 30)
    talk = Conversation.from_api([u("x", image, text("")), a(use("t1")), u(answer("t1", [image]))])
    told = explain_report(validate(talk)) + diff(repair(talk))
    assert "image png 40 × 30" in told and image["source"]["data"] not in told


def test_a_malformed_message_is_shown_as_it_came() -> None:
    talk = Conversation.from_api([{"role": "user", "content": None, "name": "x"}])
    assert '{"role": "user", "content": null, "name": "x"}' in explain(validate(talk).findings[0], talk)
