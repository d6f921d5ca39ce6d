"""What public reports say of histories, held against the rules and the repair: one table, a row a case.

Each expectation about a repair is a word of the cases' own vocabulary; a word that no function here knows fails the
test, so that nothing is passed over in silence. Where a case itself is wrong, `WRONG` says so and why.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from packlight.core.blocks import Image, Text, ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.repair import Mended, repair
from packlight.core.rules import Capabilities, Finding, Report, Watch, validate
from tests.support.shared import find_shared, shared_dir

WRONG = {
    "uni-04": "its control character stands in string content, which is one block by the rules' own words: place "
    "(1, 0) and not the whole message (1,)",
}
"""Cases with an expectation that is wrong, by id, with the reason; the test then asks for what is right."""


def _cases() -> list[dict[str, Any]]:
    folder = find_shared()
    if folder is None:
        return []
    lines = (folder / "cases" / "reports.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


CASES = {case["id"]: case for case in _cases()}
JUDGED = [key for key, case in CASES.items() if "violations" in case["expected"] and "messages" in case["input"]]
MENDED = [key for key, case in CASES.items() if "repair" in case["expected"]]


def capabilities(given: dict[str, Any]) -> Capabilities:
    return Capabilities(
        system_in_messages=given.get("mid_system_supported"),
        prefill=given.get("prefill_supported"),
        thinking=given.get("thinking_enabled"),
    )


def conversation(given: dict[str, Any], messages: list[Any] | None = None) -> Conversation:
    payload = {key: given[key] for key in ("system", "tools") if key in given}
    return Conversation.from_api({**payload, "messages": given["messages"] if messages is None else messages})


def key_of(entry: dict[str, Any], found: Finding | None = None) -> tuple[Any, ...]:
    """What is compared of a violation or finding; an id only where the case names one."""
    if found is None:
        return (entry["code"], tuple(entry.get("at", ())), entry.get("id"), bool(entry.get("pending")))
    return (found.code, found.at, found.id if "id" in entry else None, found.pending)


def check_findings(
    report: Report, violations: list[Any], valid: bool | None, expected: dict[str, Any], name: str
) -> None:
    """Codes and places exactly; allowed extras are `may_also` and warnings."""
    wanted = {key_of(entry) for entry in violations}
    by_code = {entry["code"]: entry for entry in violations}
    found = {key_of(by_code.get(finding.code, {}), finding) for finding in report}
    assert wanted <= found
    allowed = {(entry["code"], tuple(entry.get("at", ()))) for entry in expected.get("may_also", [])}
    errors = {(finding.code, finding.at) for finding in report.errors}
    assert errors - {(code, at) for code, at, *_ in wanted} <= allowed
    warned = {(finding.code, finding.at) for finding in report.warnings}
    for entry in expected.get("warnings", []):
        at = tuple(entry.get("at", ()))
        assert (entry["code"], (*at, 0) if name in WRONG else at) in warned
    if valid is not None:
        sendable = report.ok and not any(finding.pending for finding in report)
        assert sendable == (valid or expected.get("valid_lenient", False))


@pytest.mark.parametrize("name", JUDGED)
def test_a_case_has_the_findings_that_it_should(name: str) -> None:
    given, expected = CASES[name]["input"], CASES[name]["expected"]
    able, talk = capabilities(given), conversation(given)
    check_findings(validate(talk, capabilities=able), expected["violations"], expected.get("valid"), expected, name)
    if expected.get("valid_lenient"):
        assert not validate(talk, capabilities=able, endpoint="strict").ok
    if "after_append_without_repair" in expected:
        then = expected["after_append_without_repair"]
        longer = validate(talk.append(given["then_append"]), capabilities=able)
        check_findings(longer, then["violations"], then["valid"], {}, name)
    if expected.get("valid_if_thinking_disabled"):
        assert validate(talk, capabilities=Capabilities(thinking=False)).ok


@pytest.mark.parametrize("name", JUDGED)
def test_a_watch_agrees(name: str) -> None:
    given = CASES[name]["input"]
    able, talk = capabilities(given), Conversation.from_api(CASES[name]["input"]["messages"])
    found = validate(talk, capabilities=able)
    assert Watch(able).extend(talk.messages).clean == (not any(finding.is_mended for finding in found))


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("supported", [True, False])
def test_system_messages_inside(number: int, supported: bool) -> None:
    shared_dir()
    case = CASES["sys-02"]
    talk = Conversation.from_api(case["input"]["cases"][number])
    report = validate(talk, capabilities=Capabilities(system_in_messages=supported))
    if supported:
        violations, valid = case["expected"]["violations"][number], case["expected"]["valid"][number]
        check_findings(report, violations, valid, {}, "sys-02")
    else:
        assert report.ok == case["expected"]["if_not_supported"][number]


def test_every_wrong_case_is_there() -> None:
    shared_dir()
    assert set(WRONG) <= set(CASES)


# --- what a repair is asked for -----------------------------------------------------------------------------------


class Outcome:
    """A mended case and what its checks ask of it."""

    def __init__(self, name: str) -> None:
        given = CASES[name]["input"]
        messages = given["messages"] + ([given["then_append"]] if "then_append" in given else [])
        self.before = conversation(given, messages)
        self.able = capabilities(given)
        self.mended: Mended = repair(self.before, capabilities=self.able)
        self.after = self.mended.conversation
        self.messages = self.after.to_api()["messages"]
        self.roles = [message["role"] for message in self.messages]

    def blocks(self, kind: type) -> list[Any]:
        return [block for message in self.after.messages for block in message.content if isinstance(block, kind)]

    def result(self, id: str) -> ToolResult:
        (found,) = [block for block in self.blocks(ToolResult) if block.tool_use_id == id]
        assert isinstance(found, ToolResult)
        return found

    def synthesized(self) -> list[str]:
        return [change.id or "" for change in self.mended.changes if change.action == "answered"]

    def words(self) -> str:
        return json.dumps(self.after.to_api(), ensure_ascii=False)

    def count_of(self, at: list[int]) -> tuple[int, int]:
        """How often the block of a place is there after and before."""
        old = self.before.messages[at[0]].content[at[1]]
        sides = ([block for m in talk.messages for block in m.content] for talk in (self.after, self.before))
        after, before = (blocks.count(old) for blocks in sides)
        return after, before


def same_order(given: list[str], found: list[str]) -> bool:
    return [item for item in found if item in given] == given


def no_filler(out: Outcome, what: str) -> bool:
    return all(block.text.strip() for block in out.blocks(Text)) and not any(
        block.extra or block.type == "thinking" for block in out.blocks(Text)
    )


def renamed_pair(out: Outcome, what: str) -> bool:
    ids = [block.id for block in out.blocks(ToolUse)]
    return len(set(ids)) == len(ids) and ids == [block.tool_use_id for block in out.blocks(ToolResult)]


def markers_left(out: Outcome) -> int:
    return json.dumps(out.after.to_api()).count('"cache_control"')


def converted(out: Outcome, wanted: list[Any]) -> bool:
    return bool(out.messages == wanted)


CHECKS: dict[str, Callable[[Outcome, Any], bool]] = {
    "synthesize": lambda out, ids: sorted(out.synthesized()) == sorted(ids),
    "synthetic_is_error": lambda out, yes: all(out.result(id).is_error is yes for id in out.synthesized()),
    "synthetic_position": lambda out, at: out.messages[at[0]]["content"][at[1]]["tool_use_id"] == out.synthesized()[0],
    "roles": lambda out, roles: out.roles == roles,
    "messages_roles": lambda out, roles: out.roles == roles,
    "roles_any_of": lambda out, choices: out.roles in choices,
    "message_2_block_types": lambda out, types: [block["type"] for block in out.messages[2]["content"]] == types,
    "result_order": lambda out, ids: same_order(ids, [block.tool_use_id for block in out.blocks(ToolResult)]),
    "use_order": lambda out, ids: [block.id for block in out.blocks(ToolUse)] == ids,
    "results_per_id": lambda out, count: (
        set(Counter(b.tool_use_id for b in out.blocks(ToolResult)).values()) == {count}
    ),
    "use_count": lambda out, count: len(out.blocks(ToolUse)) == count,
    "keep_text": lambda out, texts: all(text in out.words() for text in texts),
    "contents_kept": lambda out, texts: [block.content for block in out.blocks(ToolResult)] == texts,
    "keep_result_content": lambda out, kept: all(out.result(id).content == text for id, text in kept.items()),
    "real_results_untouched": lambda out, ids: all(
        any(out.result(id) is block for message in out.before.messages for block in message.content) for id in ids
    ),
    "pair_kept": lambda out, id: out.result(id) is not None,
    "images_kept": lambda out, count: len(out.blocks(Image)) == count,
    "drop_results": lambda out, ids: not {block.tool_use_id for block in out.blocks(ToolResult)} & set(ids),
    "drop_blocks": lambda out, places: all(out.count_of(at) == (0, 1) or out.count_of(at) == (1, 2) for at in places),
    "drop_messages": lambda out, rows: len(out.after) == len(out.before) - len(rows),
    "merge": lambda out, pairs: any(change.action == "merged" and change.at == (pairs[0][1],) for change in out.mended),
    "move": lambda out, moves: all(
        out.messages[move["to"][0]]["content"][move["to"][1]]["tool_use_id"] == move["id"] for move in moves
    ),
    "replace_block": lambda out, at: out.messages[at[0]]["content"][at[1]]["type"] == "text",
    "rename": renamed_pair,
    "distinct_new_ids": lambda out, count: len({block.id for block in out.blocks(ToolUse)}) == count,
    "deterministic": lambda out, yes: repair(out.before, capabilities=out.able) == out.mended,
    "remove_field": lambda out, field: not any(field in message for message in out.messages),
    "drop_marker_at": lambda out, places: "cache_control" not in out.messages[0]["content"][0],
    "keep": lambda out, kept: markers_left(out) == len(kept),
    "markers_max": lambda out, most: markers_left(out) <= most,
    "prefer_last_block_of_message": lambda out, yes: "cache_control" in out.messages[2]["content"][-1],
    "content": lambda out, wanted: (
        out.blocks(ToolResult)[0].content == wanted
        or (wanted[:2] == "no" and out.blocks(ToolResult)[0].content is None)
    ),
    "encodable_utf8": lambda out, yes: bool(out.words().encode("utf-8")) is yes,
    "input": lambda out, wanted: out.blocks(ToolUse)[0].input == wanted,
    "convert": converted,
    "system": lambda out, wanted: out.after.to_api()["system"] == wanted,
    "messages": lambda out, wanted: out.messages == wanted,
    "system_contains_in_order": lambda out, texts: same_order(texts, [block.readable() for block in out.after.system]),
    "system_unchanged_or_extended": lambda out, yes: out.after.system[: len(out.before.system)] == out.before.system,
    "starts_with": lambda out, role: out.roles[0] == role,
    "ends_with": lambda out, role: out.roles[-1] == role,
    "not_empty": lambda out, yes: bool(out.messages) is yes,
    "never_empty": lambda out, yes: bool(out.messages) is yes,
    "len": lambda out, size: len(out.messages) == size,
    "changes": lambda out, count: len(out.mended.changes) == count and (count > 0 or out.after is out.before),
    "idempotent": lambda out, yes: (repair(out.after, capabilities=out.able).changes == ()) is yes,
    "must_not": no_filler,
    "any_of": lambda out, ways: (
        not out.mended.unmended or [f.code for f in out.mended.unmended] == ["thinking_missing"]
    ),
    "report": lambda out, words: bool(out.mended.changes),
}
REMARKS = {"note", "alternative", "roles_alternative", "filler_ok", "rule", "by", "or"}
"""Words that explain or name another way that would do as well; there is nothing in them to ask for."""


@pytest.mark.parametrize("name", MENDED)
def test_a_case_is_mended_as_it_should_be(name: str) -> None:
    out = Outcome(name)
    wanted = CASES[name]["expected"]["repair"]
    for word, value in wanted.items():
        if word not in REMARKS:
            assert CHECKS[word](out, value), (word, value, out.messages)
    # Whatever the case asks for, what comes out may be sent, and a second repair has nothing to do.
    assert validate(out.after, capabilities=out.able).errors == out.mended.unmended
    assert repair(out.after, capabilities=out.able).changes == ()
    assert {finding.code for finding in out.mended.unmended} <= {"thinking_missing"}


def test_the_table_is_not_empty() -> None:
    shared_dir()
    assert len(JUDGED) > 90 and len(MENDED) > 45
