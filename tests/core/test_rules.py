"""The rules, case by case: what is found, where, and in which words."""

from __future__ import annotations

import json

import pytest

from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.repair import repair
from packlight.core.rule_api_texts import API_SENTENCES
from packlight.core.rule_mends import MENDS
from packlight.core.rule_texts import SENTENCES
from packlight.core.rules import Capabilities, Finding, Report, Watch, path, validate
from tests.core.cases import BROKEN, CASES, PREFILL, SOUND, TAKES_SYSTEM, Case, a, answer, s, text, think, u, use


def check(case: Case, **more: object) -> Report:
    return validate(Conversation.from_api(case.given), capabilities=case.able, running=case.running, **more)  # type: ignore[arg-type]


def places(report: Report) -> list[str]:
    """What a repair would mend, as `code at`."""
    return [f"{f.code} {'.'.join(map(str, f.at))}" for f in report if f.is_mended]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_has_exactly_its_findings(case: Case) -> None:
    assert sorted(places(check(case))) == sorted(case.found)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_watch_sees_what_validate_sees(case: Case) -> None:
    if not case.running:  # a watch knows of no calls at work
        talk = Conversation.from_api(case.given)
        assert Watch(case.able).extend(talk.messages).clean == (not case.found)


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_every_finding_has_its_words(case: Case) -> None:
    for finding in check(case):
        assert finding.message.endswith(".") and "{" not in finding.message
        assert finding.message_zh.endswith("。") and "{" not in finding.message_zh
        assert finding.to_dict()["at"] == list(finding.at)
        if finding.severity == "error":
            assert finding.api_message and finding.code in MENDS


def test_the_word_tables_speak_of_the_same_codes() -> None:
    codes = {key.split(".")[0] for key in SENTENCES}
    assert {key.split(".")[0] for key in API_SENTENCES} <= codes
    mended = {key.split(".")[0] for key in MENDS}
    assert mended <= codes
    assert codes - mended == {"unknown_block_type", "control_character"}


def test_every_code_stands_in_a_case() -> None:
    met = {finding.code for case in CASES for finding in check(case)}
    assert {key.split(".")[0] for key in SENTENCES} == met


@pytest.mark.parametrize("case", SOUND, ids=lambda case: case.name)
def test_a_sound_case_is_ok(case: Case) -> None:
    assert check(case).ok


@pytest.mark.parametrize("code", ["same_role_neighbours", "split_tool_results"])
def test_a_strict_endpoint_makes_two_warnings_errors_and_nothing_else(code: str) -> None:
    case = next(case for case in BROKEN if case.name == "results in two messages")
    lenient, strict = check(case), check(case, endpoint="strict")
    assert [f.code for f in lenient] == [f.code for f in strict]
    assert lenient.ok and not strict.ok
    assert code in {finding.code for finding in strict.errors}
    for other in CASES:
        assert [(f.code, f.at) for f in check(other)] == [(f.code, f.at) for f in check(other, endpoint="strict")]


def test_an_unknown_endpoint_is_named() -> None:
    with pytest.raises(UserError, match="did you mean 'strict'"):
        check(SOUND[0], endpoint="stric")


def test_a_pending_call_is_a_warning_until_something_follows() -> None:
    talk = Conversation.from_api([u("hi"), a(use("t1"))])
    (finding,) = validate(talk).findings
    assert (finding.pending, finding.severity, finding.at, finding.id) == (True, "warning", (1, 0), "t1")
    (finding,) = validate(talk.append(u("go on"))).findings
    assert (finding.pending, finding.severity) == (False, "error")
    (finding,) = validate(talk.append(u("go on")), running=["t1"]).findings
    assert finding.pending


def test_prefill_is_a_warning_that_names_models_until_one_is_known() -> None:
    talk = Conversation.from_api([u("hi"), a("The")])
    (finding,) = validate(talk).findings
    assert finding.severity == "warning" and "Opus 4.6" in finding.message and "Haiku 4.5" in finding.message_zh
    (finding,) = validate(talk, capabilities=Capabilities(prefill=False)).findings
    assert finding.severity == "error"
    assert validate(talk, capabilities=PREFILL).findings == ()


def test_an_empty_last_answer_is_a_warning() -> None:
    report = validate(Conversation.from_api([u("hi"), a()]))
    assert report.ok and {finding.code for finding in report.warnings} == {"empty_content", "ends_with_assistant"}


def test_the_teaching_form_is_called_by_its_name() -> None:
    (finding,) = validate(Conversation.from_api([s("Be brief."), u("hi")])).findings
    assert "teaching form" in finding.message and "教学形式" in finding.message_zh


def test_a_foreign_role_names_the_converter() -> None:
    (finding,) = validate(Conversation.from_api([{"role": "tool", "content": "x"}])).findings
    assert "pl.load" in finding.message and "OpenAI" in finding.message


@pytest.mark.parametrize(
    ("field", "code"), [({"type": "enabled", "budget_tokens": 2000}, "thinking_missing"), ({"type": "adaptive"}, None)]
)
def test_the_request_itself_says_whether_it_thinks(field: dict[str, object], code: str | None) -> None:
    talk = Conversation.from_api({"messages": [u("q"), a(use("t1")), u(answer("t1"))], "thinking": field})
    assert [f.code for f in validate(talk)] == ([code] if code else [])


def test_thinking_disabled_by_the_request() -> None:
    payload = {"messages": [u("q"), a(think(), "x")], "thinking": {"type": "disabled"}}
    assert [f.code for f in validate(Conversation.from_api(payload)).errors] == ["thinking_when_disabled"]


def test_findings_stand_in_order_of_place() -> None:
    talk = Conversation.from_api([a("x"), u(" "), a(use("t.1")), u("y", answer("t9"))])
    assert [finding.at for finding in validate(talk)] == sorted(finding.at for finding in validate(talk))


def test_markers_in_system_tools_and_results_count_too() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    result = answer("t1", [{"type": "text", "text": "x", **mark}], **mark)
    payload = {
        "system": [{"type": "text", "text": "s", **mark}],
        "tools": [{"name": "t", **mark}],
        "messages": [u("q"), a(use("t1")), u(result)],
    }
    assert validate(Conversation.from_api(payload)).ok
    report = validate(Conversation.from_api({**payload, "cache_control": {"type": "ephemeral"}}))
    assert [finding.code for finding in report] == ["cache_control_over_limit"]
    assert "5 cache_control" in report.findings[0].message


def test_a_report_reads_as_one() -> None:
    report = validate(Conversation.from_api([a("x")]))
    assert repr(report).splitlines()[0] == "<Report: refused, 1 errors, 1 warnings>"
    assert list(report) == list(report.findings) and len(report) == 2 and bool(Report())
    assert report.to_dict()["ok"] is False
    assert "9 more" in repr(Report((Finding("no_messages", ()),) * 29))


def test_long_and_unprintable_ids_do_not_spoil_a_sentence() -> None:
    talk = Conversation.from_api([u("x"), a(use("\ud800" * 500)), u("y")])
    for finding in validate(talk):
        assert len(finding.message) < 400 and finding.message.encode()
    assert path((0,), "zh") == "messages[0]" and path((), "zh") == "整个请求"


def test_capabilities_check_themselves() -> None:
    with pytest.raises(UserError, match="max_images is -1"):
        Capabilities(max_images=-1)


def test_an_abyss_is_looked_at_without_recursion() -> None:
    deep: object = "bottom"
    for _ in range(100_000):
        deep = [deep]
    report = validate(Conversation.from_api([u("x"), a(use("t1", {"a": deep})), u(answer("t1"))]))
    assert report.ok


def test_a_number_of_thousands_of_digits_is_read_and_mended() -> None:
    huge = 10**5000
    talk = Conversation.from_api([{"role": "user", "content": huge}, a(use("t1", [huge])), u(answer("t1", huge))])
    assert {finding.code for finding in validate(talk)} == {"bad_content", "bad_tool_input", "malformed_block"}
    mended = repair(talk)
    assert not mended.unmended and json.dumps(mended.conversation.to_api())


@pytest.mark.parametrize("thinking", [None, {"type": "disabled"}, {"type": "enabled", "budget_tokens": 2000}])
@pytest.mark.parametrize("marked", [0, 4])
def test_a_watch_knows_what_stands_around_the_messages(thinking: dict[str, object] | None, marked: int) -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    system = [{"type": "text", "text": str(n), **mark} for n in range(marked)]
    payload = {"system": system, "thinking": thinking, "messages": [u(text("q", **mark)), a(think(), "x")]}
    talk = Conversation.from_api(payload)
    watch = Watch.over(talk, TAKES_SYSTEM).extend(talk.messages)
    assert watch.clean == (not any(finding.is_mended for finding in validate(talk, capabilities=TAKES_SYSTEM)))
    assert watch.suits(talk, TAKES_SYSTEM) and not watch.suits(talk)
    assert watch.suits(Conversation(), TAKES_SYSTEM) == (thinking is None and not marked)


def test_watches_that_part_do_not_see_each_other_s_ids() -> None:
    talk = Conversation.from_api([u("hi"), a(use("t1")), u(answer("t1"))])
    watch = Watch().extend(talk.messages)
    one = talk.append(a(use("t2")), u(answer("t2")))
    other = talk.append(a("hm"), u("go on"), a(use("t2")), u(answer("t2")))
    assert watch.extend(one.messages).clean and watch.extend(other.messages).clean
    again = talk.append(a(use("t1")), u(answer("t1")))
    assert not watch.extend(again.messages).clean


def test_a_watch_counts_the_markers_that_stand_before_the_messages() -> None:
    marked = [{"type": "text", "text": word, "cache_control": {"type": "ephemeral"}} for word in "abc"]
    messages = Conversation.from_api([u(*marked)]).messages
    assert Watch(markers=1).extend(messages).clean
    assert not Watch(markers=2).extend(messages).clean


def test_a_watch_goes_on_where_it_stopped() -> None:
    talk = Conversation.from_api([u("hi")])
    watch = Watch().extend(talk.messages)
    longer = talk.append(a(use("t1")), u(answer("t1")))
    grown = watch.extend(longer.messages)
    assert (len(watch), len(grown), grown.clean, grown.extend(longer.messages) is grown) == (1, 3, True, True)
    assert not watch.extend(talk.append(u("hi")).messages).clean
    assert "clean" in repr(grown)
