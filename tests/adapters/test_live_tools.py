"""The toy tools only read what they are given, and answer whatever a model may ask."""

from __future__ import annotations

import pytest

from packlight.adapters.live_tools import MOST_CHARACTERS, MOST_HITS, WORDS, Toolbox
from packlight.core.errors import UserError
from packlight.simulation.workspace import workspace

FILES = {"a.py": "import b\nprint(b.x)", "log.txt": "\n".join(f"line {n} of the log" for n in range(2_000))}


@pytest.mark.parametrize(
    ("name", "given", "word"),
    [
        ("rm", {}, "there is no tool 'rm'"),
        (None, {}, "there is no tool"),
        ("read_file", {}, "needs path"),
        ("read_file", None, "needs path"),
        ("read_file", {"path": 7}, "needs path"),
        ("read_file", {"path": "/etc/passwd"}, "there is no file '/etc/passwd'"),
        ("read_file", {"path": "../a.py"}, "did you mean 'a.py'"),
        ("read_file", {"path": "a.py", "from_line": 0}, "whole number"),
        ("read_file", {"path": "a.py", "from_line": True}, "whole number"),
        ("search", {"text": " "}, "needs text"),
        ("search", {"text": ["x"]}, "needs text"),
    ],
)
def test_an_odd_call_is_an_error_in_words(name, given, word):
    text, is_error = Toolbox(FILES).run(name, given)
    assert is_error and word in text


def test_files_are_listed_read_and_searched():
    tools = Toolbox(FILES)
    assert tools.run("list_files", {}) == ("a.py  2 lines\nlog.txt  2000 lines", False)
    assert tools.run("read_file", {"path": "a.py"}) == ("   1  import b\n   2  print(b.x)", False)
    assert tools.run("search", {"text": "B.X"}) == ("a.py:2:print(b.x)", False)
    assert tools.run("search", {"text": "(((a+)+)+$"}) == ("nothing found", False)
    assert tools.run("read_file", {"path": "a.py", "from_line": 9}) == ("nothing found", False)


def test_a_long_answer_is_cut_and_can_be_read_on():
    tools = Toolbox(FILES)
    text, _ = tools.run("read_file", {"path": "log.txt"})
    assert len(text) < MOST_CHARACTERS + 100
    at = int(text.rpartition("from_line=")[2].rstrip("]"))
    assert f"line {at - 2} of" in text and f"line {at - 1} of" not in text
    assert f"line {at - 1} of" in tools.run("read_file", {"path": "log.txt", "from_line": at})[0]
    assert tools.run("search", {"text": "line"})[0].count("\n") == MOST_HITS


def test_both_languages_say_the_same_things():
    assert WORDS["en"].keys() == WORDS["zh"].keys()
    english, chinese = Toolbox(FILES).definitions, Toolbox(FILES, "zh").definitions
    assert [tool["name"] for tool in english] == [tool["name"] for tool in chinese]
    assert english[0]["description"] != chinese[0]["description"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_files_that_ship_are_small_and_whole(lang):
    files = workspace(lang)
    assert len(files) > 8
    assert files["nightline/timetable.py"].startswith('"""')
    assert sum(map(len, files.values())) < 100_000
    compile(files["nightline/timetable.py"], "timetable.py", "exec")


def test_files_must_be_texts():
    with pytest.raises(UserError, match="give texts by path"):
        Toolbox({"a.bin": b"x"})
