"""The offline summarizer: what it keeps, and that it keeps to its limit."""

import pytest

from packlight.core.conversation import Conversation
from packlight.core.heuristic import HeuristicCounter
from packlight.core.summarizers import ask, extractive
from packlight.simulation.scenarios import names, session
from tests.core.talks import WORDS, assistant, result, step, talk, text, use, user, words

SESSION = talk(
    user("Port the parser in src/parse.py to the new grammar. Never touch v1/. The port is 8043."),
    assistant(
        [text("I found that the lexer drops line 214."), use("t1", "bash", command="pytest -q tests/test_lex.py")]
    ),
    user([result("t1", "collected 12 items\nFAILED tests/test_lex.py::test_tail\nexit code: 1", is_error=True)]),
    assistant("Root cause: the loop stops one line early."),
    user("Good. Use tabs, please."),
    assistant([use("t2", "edit_file", path="src/lex.py")]),
)


def summary(conversation, limit=200, lang="en", counter=WORDS):
    return extractive()(ask(tuple(conversation.messages), limit, counter, lang))


@pytest.mark.parametrize(
    "part",
    [
        "Task: Port the parser in src/parse.py",
        "Latest request: Good. Use tabs, please.",
        "Decisions:\n- I found that the lexer drops line 214.",
        "src/parse.py, tests/test_lex.py, src/lex.py",
        "Commands:\n- pytest -q tests/test_lex.py",
        "FAILED tests/test_lex.py::test_tail",
        'Open calls:\n- edit_file{"path": "src/lex.py"}',
        "Last result: Root cause: the loop stops one line early.",
    ],
)
def test_what_matters_is_kept(part):
    assert part in summary(SESSION)


def test_chinese():
    conversation = talk(
        user("把解析器移植到新语法。不要改 v1/ 目录。端口是 8043。"),
        assistant("原因是循环少走了一行。"),
        user("好，请用制表符。"),
        assistant("完成。"),
    )
    told = summary(conversation, lang="zh", counter=HeuristicCounter())
    assert told.startswith("任务： 把解析器移植到新语法。")
    for part in ("端口是 8043", "决定：\n- 原因是循环少走了一行。", "最近的要求： 好，请用制表符。"):
        assert part in told


@pytest.mark.parametrize("limit", [0, 1, 4, 12, 40, 200, 4_000])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_it_keeps_to_its_limit(limit, lang):
    for counter in (WORDS, HeuristicCounter()):
        told = summary(session("bug_hunt", lang).conversation, limit, lang, counter)
        assert counter.count_text(told) <= limit


def test_the_same_words_each_time():
    assert summary(SESSION) == summary(SESSION)


def test_what_an_earlier_summary_kept_is_kept_under_its_heading():
    first = summary(SESSION)
    again = talk(user(f"[summary of earlier messages]\n{first}"), assistant("Going on."), user("Now the docs."))
    second = summary(again)
    assert second.startswith("Task: Port the parser in src/parse.py")
    assert "Latest request: Now the docs." in second
    assert "- pytest -q tests/test_lex.py" in second.partition("Commands:")[2]
    assert "src/parse.py, tests/test_lex.py, src/lex.py" in second


def test_five_summaries_of_summaries_keep_the_task_and_do_not_grow():
    told, sizes = summary(SESSION, 80), []
    for number in range(5):
        turn = [user(f"Next, item {number} of 5 in docs/{number}.md."), assistant(f"Item {number} is done.")]
        told = summary(talk(user(f"[summary]\n{told}"), assistant("ok"), *turn), 80)
        sizes.append(WORDS.count_text(told))
    assert "Never touch v1/." in told
    assert max(sizes) <= 80


def test_program_text_and_repeated_lines_are_left_out():
    listing = "\n".join(
        [f"  {n}  value_{n} = compute({n})" for n in range(9)] + [f"error rate: {n}.1 %" for n in range(30)]
    )
    told = summary(talk(user("watch"), *step("t1", listing), assistant("seen")))
    assert "compute(" not in told
    assert told.count("error rate") <= 4


@pytest.mark.parametrize(
    "conversation",
    [Conversation(), talk(user([{"type": "image", "source": {"type": "url", "url": "x"}}])), talk(user(words(3)))],
    ids=["nothing", "only a picture", "few words"],
)
def test_little_to_say(conversation):
    assert isinstance(summary(conversation), str)


def test_most_planted_facts_survive_in_the_sessions_that_ship():
    kept = total = 0
    for name in names():
        for lang in ("en", "zh"):
            shipped = session(name, lang)
            request = ask(tuple(shipped.conversation.messages), 2_000, HeuristicCounter(), lang)
            told = extractive()(request)
            kept += sum(fact["needle"] in told for fact in shipped.facts)
            total += len(shipped.facts)
    assert kept / total >= 0.6, f"{kept} of {total}"
