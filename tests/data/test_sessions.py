"""The sessions hold what the lessons lean on: sound histories, sizes, facts, and the same shape in both languages."""

import json
import re
import sys
from collections import Counter
from datetime import date
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest

from tests.data.checker import blocks, faults, of_type
from tests.data.files import LANGUAGES, NAMES, messages, session
from tests.data.vocabulary import count

EVERY = [(name, lang) for name in NAMES for lang in LANGUAGES]


def results(name: str, lang: str) -> list[dict[str, Any]]:
    return [block for message in messages(name, lang) for block in of_type(message, "tool_result")]


def humans(name: str, lang: str) -> int:
    return sum(m["role"] == "user" and bool(of_type(m, "text")) for m in messages(name, lang))


@pytest.mark.parametrize(("name", "lang"), [pair for pair in EVERY if pair[0] != "interrupted"])
def test_a_session_may_be_sent_as_it_is(name: str, lang: str) -> None:
    assert faults(messages(name, lang)) == []


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_a_tool_loop_that_follows_a_human_word_starts_with_its_thinking(name: str, lang: str) -> None:
    history = messages(name, lang)
    for before, message in pairwise(history):
        if before["role"] == "user" and of_type(before, "text") and of_type(message, "tool_use"):
            assert blocks(message)[0]["type"] == "thinking", blocks(message)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_interrupted_session_breaks_one_rule_in_the_middle(lang: str) -> None:
    assert faults(messages("interrupted", lang)) == [("unanswered_tool_use", 7)]


@pytest.mark.parametrize(
    ("history", "code"),
    [
        ([("user", "text"), ("user", "text")], "roles_do_not_alternate"),
        ([("user", "text"), ("assistant", "tool_use")], "unanswered_tool_use"),
        ([("user", "tool_result")], "orphan_tool_result"),
        ([("user", "tool_use")], "bad_block"),
        ([("user", "text"), ("assistant", "tool_use"), ("user", "text tool_result")], "tool_result_not_first"),
        ([("user", "")], "empty_content"),
    ],
)
def test_the_checker_sees_what_it_should(history: list[tuple[str, str]], code: str) -> None:
    shapes: dict[str, dict[str, Any]] = {
        "text": {"type": "text", "text": "a"},
        "tool_use": {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}},
        "tool_result": {"type": "tool_result", "tool_use_id": "toolu_1", "content": "b"},
    }
    broken = [{"role": role, "content": [shapes[kind] for kind in kinds.split()]} for role, kinds in history]
    assert code in [found for found, _ in faults(broken)]


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_one_shape(name: str) -> None:
    def shape(lang: str) -> list[Any]:
        keys = ("type", "id", "name", "tool_use_id", "is_error")
        return [[m["role"], *({k: b.get(k) for k in keys} for b in blocks(m))] for m in messages(name, lang)]

    assert shape("en") == shape("zh")
    tools = [[tool["name"] for tool in session(name, lang)["request"].get("tools", [])] for lang in LANGUAGES]
    assert tools[0] == tools[1]
    facts = [[(fact["id"], fact["message"]) for fact in session(name, lang)["facts"]] for lang in LANGUAGES]
    assert facts[0] == facts[1]


@pytest.mark.parametrize("name", NAMES)
def test_the_chinese_version_speaks_chinese_and_the_english_one_does_not(name: str) -> None:
    spoken = {lang: json.dumps(session(name, lang), ensure_ascii=False) for lang in LANGUAGES}
    chinese = {lang: len(re.findall("[\u4e00-\u9fff]", text)) for lang, text in spoken.items()}
    assert chinese["en"] == 0
    assert chinese["zh"] > 250


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_a_fact_stands_first_where_it_says(name: str, lang: str) -> None:
    texts = [json.dumps(message, ensure_ascii=False) for message in messages(name, lang)]
    for fact in session(name, lang)["facts"]:
        assert [fact["needle"] in text for text in texts].index(True) == fact["message"], fact["id"]


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_calls_name_a_tool_of_the_session_and_give_what_it_requires(name: str, lang: str) -> None:
    schemas = {tool["name"]: tool["input_schema"] for tool in session(name, lang)["request"].get("tools", [])}
    for message in messages(name, lang):
        for call in of_type(message, "tool_use"):
            schema = schemas[call["name"]]
            assert set(schema.get("required", [])) <= set(call["input"]) <= set(schema["properties"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bug_hunt_holds_what_it_promises(lang: str) -> None:
    history, answers = messages("bug_hunt", lang), results("bug_hunt", lang)
    sizes = sorted(count(answer["content"]) for answer in answers)
    calls = Counter(len(of_type(message, "tool_use")) for message in history)
    assert 24_000 <= count(session("bug_hunt", lang)["request"]) <= 34_000
    assert (len(history), humans("bug_hunt", lang)) == (60, 6)
    assert len(session("bug_hunt", lang)["request"]["tools"]) == 6
    assert sum(answer.get("is_error", False) for answer in answers) == 1
    assert calls[3] >= 1 and 3_500 <= sizes[-1] <= 5_000 and sizes[-2] < 2_000
    assert sum(500 <= size <= 1_500 for size in sizes) >= 6
    assert len([m for m in history if of_type(m, "thinking")]) >= 10
    assert of_type(history[-1], "text") and not of_type(history[-1], "tool_use")
    assert 8 <= len(session("bug_hunt", lang)["facts"]) <= 10


@pytest.mark.parametrize(
    ("name", "length", "people", "tokens"),
    [
        ("research", (10, 30), 3, (3_000, 6_000)),
        ("long_chat", (40, 40), 20, (1_500, 3_000)),
        ("tool_loop", (62, 90), 1, (6_000, 9_000)),
        ("huge_result", (10, 30), 3, (22_000, 26_000)),
        ("interrupted", (10, 30), 4, (1_000, 2_000)),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_scenario_has_its_size(
    name: str, lang: str, length: tuple[int, int], people: int, tokens: tuple[int, int]
) -> None:
    assert length[0] <= len(messages(name, lang)) <= length[1]
    assert humans(name, lang) == people
    assert tokens[0] <= count(session(name, lang)["request"]) <= tokens[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_huge_result_is_larger_than_the_lessons_window_and_no_line_is_filler(lang: str) -> None:
    log = max((str(result["content"]) for result in results("huge_result", lang)), key=len)
    lines = log.splitlines()
    assert count(log) > 20_000
    assert len(set(lines)) == len(lines)
    assert [line[:8] for line in lines] == sorted(line[:8] for line in lines)


@pytest.mark.parametrize(("lang", "no_space"), [("en", "no space left"), ("zh", "空间不足")])
def test_the_answer_to_the_huge_result_counts_the_log_rightly(lang: str, no_space: str) -> None:
    log = max((str(result["content"]) for result in results("huge_result", lang)), key=len).splitlines()
    failed = [line for line in log if no_space in line]
    answer = of_type(messages("huge_result", lang)[5], "text")[0]["text"]
    assert f"**{len(failed)}**" in answer and answer.count(failed[0][:8]) == 1
    assert {line.split("/")[0].split()[-1] for line in failed} == {"letters", "maps"}


def source_of(lang: str, path: str) -> str:
    """A file as the agent of the bug hunt read it first, without line numbers."""
    history = messages("bug_hunt", lang)
    calls = [call for message in history for call in of_type(message, "tool_use")]
    [wanted, *_] = [call["id"] for call in calls if call["name"] == "read_file" and call["input"]["path"] == path]
    text = next(r["content"] for r in results("bug_hunt", lang) if r["tool_use_id"] == wanted)
    return "\n".join(line[6:] for line in text.splitlines()) + "\n"


def edits_of(lang: str, path: str) -> list[dict[str, str]]:
    calls = [call for message in messages("bug_hunt", lang) for call in of_type(message, "tool_use")]
    return [call["input"] for call in calls if call["name"] == "edit_file" and call["input"]["path"] == path]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bug_is_in_the_code_that_is_shown_and_the_edit_mends_it(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code = source_of(lang, "nightline/timetable.py")
    [edit] = edits_of(lang, "nightline/timetable.py")
    assert code.splitlines()[74] == edit["old"].rstrip("\n")

    def service_date(source: str) -> date:
        module = ModuleType("timetable_of_the_session")
        monkeypatch.setitem(sys.modules, module.__name__, module)  # dataclasses look their module up
        exec(compile(source, "timetable.py", "exec"), module.__dict__)
        stop = module.Stop("KLW", "Kaltwasser", module.parse_clock("23:58"), module.parse_clock("00:04+1"))
        found: date = module.service_date_for(stop, date(2026, 2, 15))
        return found

    assert service_date(code) == date(2026, 2, 15)
    assert service_date(code.replace(edit["old"], edit["new"])) == date(2026, 2, 14)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_of_the_bug_hunt_fails_where_the_story_says(lang: str) -> None:
    log = max((str(result["content"]) for result in results("bug_hunt", lang)), key=len)
    failed = re.findall(r"^(tests/\S+::.+) FAILED", log, flags=re.MULTILINE)
    assert len(failed) == 4 and "4 failed, 50 passed" in log
    assert all("KLW" in test or "across_midnight" in test for test in failed)
