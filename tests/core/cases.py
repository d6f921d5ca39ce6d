"""Named cases of the rules: a small history each, what is found in it, and what a repair makes of it.

Called by `test_rules.py` and `test_repair.py`. A case is one situation, as small as it can be; `found` lists findings
that are errors or that a repair mends, as `code at`; `after` is the mended history in shorthand, None where a
repair leaves it as it is.

    shorthand     u: a user message   a: an assistant one   s: a system one
    blocks        "words"   use(id)   answer(id)   think()  …
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from packlight.core.repair_texts import CONTINUE, INTERRUPTED, START
from packlight.core.rules import Capabilities

Json = Any


def text(words: str, **more: Json) -> Json:
    return {"type": "text", "text": words, **more}


def use(id: str, given: Json = None, name: str = "ls") -> Json:
    return {"type": "tool_use", "id": id, "name": name, "input": {} if given is None else given}


def answer(id: str, content: Json = "done", **more: Json) -> Json:
    return {"type": "tool_result", "tool_use_id": id, "content": content, **more}


def think(signature: str | None = "c2ln") -> Json:
    return {"type": "thinking", "thinking": "hm", **({} if signature is None else {"signature": signature})}


def server(id: str, **more: Json) -> Json:
    return {"type": "server_tool_use", "id": id, "name": "web_search", "input": {}, **more}


def served(id: str) -> Json:
    return {"type": "web_search_tool_result", "tool_use_id": id, "content": []}


def called_by(id: str, call: Json) -> Json:
    """A call that the server's running code makes."""
    return {**call, "caller": {"type": "code_execution_20250825", "tool_id": id}}


def interrupted(id: str) -> Json:
    return answer(id, INTERRUPTED, is_error=True)


def picture(width: int, height: int) -> Json:
    """A PNG that is nothing but its header."""
    head = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big")
    data = base64.b64encode(head).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def u(*blocks: Json) -> Json:
    return {"role": "user", "content": _content(blocks)}


def a(*blocks: Json) -> Json:
    return {"role": "assistant", "content": _content(blocks)}


def s(*blocks: Json) -> Json:
    return {"role": "system", "content": _content(blocks)}


def _content(blocks: tuple[Json, ...]) -> Json:
    """One string is string content; several blocks are a list."""
    if len(blocks) == 1 and isinstance(blocks[0], str):
        return blocks[0]
    return [text(block) if isinstance(block, str) else block for block in blocks]


@dataclass(frozen=True, slots=True)
class Case:
    """One situation.

    Attributes:
        name: what happens in it.
        given: the messages, or a whole payload.
        found: findings as `code at`, such as `"empty_text 1.0"`; places are joined by a dot.
        after: the messages after a repair; None: they stay as they are.
        system: the system prompt after the repair, where it changes.
        able: what the model takes.
        running: ids of calls at work.
        left: codes that stay unmended.
    """

    name: str
    given: Json
    found: tuple[str, ...] = ()
    after: Json = None
    system: Json = None
    able: Capabilities | None = None
    running: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


TAKES_SYSTEM = Capabilities(system_in_messages=True)
NO_PREFILL = Capabilities(prefill=False)
PREFILL = Capabilities(prefill=True)
THINKS = Capabilities(thinking=True)
THINKS_NOT = Capabilities(thinking=False)
BOUND = Capabilities(thinking_bound=True)
MARK = {"cache_control": {"type": "ephemeral"}}

SOUND = (
    Case("a question", [u("hi")]),
    Case("a whole tool step", [u("hi"), a(use("t1")), u(answer("t1")), a("one file"), u("thanks")]),
    Case("results out of order", [u("hi"), a(use("t1"), use("t2")), u(answer("t2"), answer("t1"))]),
    Case("words behind the results", [u("hi"), a(use("t1")), u(answer("t1"), "and hurry")]),
    Case("a result without content", [u("hi"), a(use("t1")), u({"type": "tool_result", "tool_use_id": "t1"})]),
    Case("a result that is an empty string", [u("hi"), a(use("t1")), u(answer("t1", ""))]),
    Case("a call that still runs", [u("hi"), a(use("t1"))]),
    Case("a call at work further up", [u("hi"), a(use("t1")), u("meanwhile")], running=("t1",)),
    Case("one of two calls at work", [u("hi"), a(use("t1"), use("t2")), u(answer("t1"))], running=("t2",)),
    Case(
        "a paused turn",
        [u("hi"), a({"type": "server_tool_use", "id": "srv1", "name": "web_search", "input": {}})],
        able=NO_PREFILL,
    ),
    Case(
        "an MCP pair in one message",
        [
            u("hi"),
            a(
                {"type": "mcp_tool_use", "id": "m1", "name": "ls", "input": {}},
                {"type": "mcp_tool_result", "tool_use_id": "m1", "content": []},
            ),
            u("thanks"),
        ],
    ),
    Case(
        "code on the server calls our tools, twice",
        [
            u("hi"),
            a(server("s1"), called_by("s1", use("t1"))),
            u(answer("t1")),
            a(called_by("s1", use("t2"))),
            u(answer("t2")),
            a(served("s1"), "done"),
            u("thanks"),
        ],
    ),
    Case("an empty answer at the end", [u("hi"), a()]),
    Case("prefill that is taken", [u("hi"), a("The answer is")], able=PREFILL),
    Case("a compaction block first", [a({"type": "compaction", "content": "we talked"}, "Go on."), u("yes")]),
    Case("a system message before an answer", [u("q"), s("be brief"), a("ok"), u("r")], able=TAKES_SYSTEM),
    Case("a system message at the end", [u("q"), s("be brief")], able=TAKES_SYSTEM),
    Case("a loop that starts with its thinking", [u("q"), a(think(), use("t1")), u(answer("t1"))], able=THINKS),
    Case("an old loop without thinking", [u("q"), a(use("t1")), u(answer("t1")), a("x"), u("r")], able=THINKS),
    Case("old thinking where it is off", [u("q"), a(think(), "x"), u("r")], able=THINKS_NOT),
    Case("an unknown block", [u("hi", {"type": "hologram", "beam": 3})]),
    Case("a control character", [u("bell \x07")]),
    Case("exactly four markers", [u(text("a", **MARK), text("b", **MARK), text("c", **MARK), text("d", **MARK))]),
    Case("twenty large pictures", [u("look", *[picture(2400, 10)] * 20)]),
)
"""Histories in which a repair finds nothing to do."""

PAIRS = (
    Case(
        "an unanswered call, then the user speaks",
        [u("hi"), a(use("t1")), u("still there?")],
        ("unanswered_tool_use 1.0",),
        [u("hi"), a(use("t1")), u(interrupted("t1"), "still there?")],
    ),
    Case(
        "an unanswered call, then the assistant speaks",
        [u("hi"), a(use("t1")), a("Done.")],
        ("same_role_neighbours 1", "unanswered_tool_use 1.0"),
        [u("hi"), a(use("t1")), u(interrupted("t1")), a("Done.")],
    ),
    Case(
        "a batch half answered",
        [u("hi"), a(use("t1"), use("t2")), u(answer("t2"))],
        ("unanswered_tool_use 1.0",),
        [u("hi"), a(use("t1"), use("t2")), u(interrupted("t1"), answer("t2"))],
    ),
    Case(
        "results in two messages",
        [u("hi"), a(use("t1"), use("t2")), u(answer("t1")), u(answer("t2"))],
        ("same_role_neighbours 2", "split_tool_results 3.0"),
        [u("hi"), a(use("t1"), use("t2")), u(answer("t1"), answer("t2"))],
    ),
    Case(
        "a result behind a neighbour's words",
        [u("hi"), a(use("t1")), u("wait"), u(answer("t1"))],
        ("same_role_neighbours 2", "split_tool_results 3.0"),
        [u("hi"), a(use("t1")), u(answer("t1"), "wait")],
    ),
    Case(
        "neighbours whose calls are all answered",
        [u("hi"), a(use("t1")), a("one moment"), u(answer("t1"))],
        ("same_role_neighbours 1",),
        [u("hi"), a(use("t1"), "one moment"), u(answer("t1"))],
    ),
    Case(
        "a result that comes late",
        [u("hi"), a(use("t1")), u("note"), a("noted"), u(answer("t1", "late")), a("done"), u("ok")],
        ("unanswered_tool_use 1.0", "orphan_tool_result 4.0"),
        [u("hi"), a(use("t1")), u(answer("t1", "late"), "note"), a("noted", "done"), u("ok")],
    ),
    Case(
        "a result that comes before its call",
        [u("hi", answer("t1")), a(use("t1"))],
        ("orphan_tool_result 0.1",),
        [u(text("hi")), a(use("t1")), u(answer("t1"))],
    ),
    Case("a result nobody asked for", [u("hi", answer("t9"))], ("orphan_tool_result 0.1",), [u(text("hi"))]),
    Case(
        "words before and between results",
        [u("hi"), a(use("t1"), use("t2")), u("first", answer("t2"), "then", answer("t1"))],
        ("tool_result_not_first 2.1", "tool_result_not_first 2.3"),
        [u("hi"), a(use("t1"), use("t2")), u(answer("t1"), answer("t2"), "first", "then")],
    ),
    Case(
        "an interruption and the real output",
        [u("hi"), a(use("t1")), u(answer("t1", "stopped", is_error=True), answer("t1", "real"))],
        ("duplicate_tool_result 2.1",),
        [u("hi"), a(use("t1")), u(answer("t1", "real"))],
    ),
    Case(
        "two different real results",
        [u("hi"), a(use("t1")), u(answer("t1", "one"), answer("t1", "two"))],
        ("duplicate_tool_result 2.1",),
        [u("hi"), a(use("t1")), u(answer("t1", [text("one"), text("two")]))],
    ),
    Case(
        "the same call stored twice",
        [u("hi"), a(use("t1"), use("t1")), u(answer("t1"))],
        ("duplicate_tool_use_id 1.1",),
        [u("hi"), a(use("t1")), u(answer("t1"))],
    ),
    Case(
        "an id used again in a later turn",
        [u("1"), a(use("t1")), u(answer("t1", "one")), a("ok"), u("2"), a(use("t1")), u(answer("t1", "two"))],
        ("duplicate_tool_use_id 5.0",),
        [u("1"), a(use("t1")), u(answer("t1", "one")), a("ok"), u("2"), a(use("t1_2")), u(answer("t1_2", "two"))],
    ),
    Case(
        "an id used twice for different calls",
        [u("hi"), a(use("t1", {"n": 1}), use("t1", {"n": 2})), u(answer("t1", "one"), answer("t1", "two"))],
        ("duplicate_tool_use_id 1.1", "duplicate_tool_result 2.1"),
        [u("hi"), a(use("t1", {"n": 1}), use("t1_2", {"n": 2})), u(answer("t1", "one"), answer("t1_2", "two"))],
    ),
    Case(
        "ids that become the same when cleaned",
        [u("hi"), a(use("c.0"), use("c:0")), u(answer("c.0", "A"), answer("c:0", "B"))],
        ("bad_tool_id 1.0", "bad_tool_id 1.1"),
        [u("hi"), a(use("c_0"), use("c_0_2")), u(answer("c_0", "A"), answer("c_0_2", "B"))],
    ),
    Case(
        "a server result without its call",
        [u("hi"), a({"type": "web_search_tool_result", "tool_use_id": "srv1", "content": []}, "so"), u("ok")],
        ("server_tool_result_orphan 1.0",),
        [u("hi"), a(text("so")), u("ok")],
    ),
    Case(
        "a call in a user message and its result in an assistant's",
        [u("hi", use("t1")), a(answer("t1"), "so"), u("ok")],
        ("block_in_wrong_role 0.1", "block_in_wrong_role 1.0"),
        [u(text("hi")), a(use("t1")), u(answer("t1")), a(text("so")), u("ok")],
    ),
)
"""Calls and results."""

SHAPES = (
    Case(
        "a paused turn that was never resumed",
        [u("hi"), a(server("s1"), served("s1"), "so", server("s2")), u("never mind")],
        ("unanswered_tool_use 1.3",),
        [u("hi"), a(server("s1"), served("s1"), "so"), u("never mind")],
    ),
    Case(
        "a paused turn of nothing else",
        [u("hi"), a(server("s1")), u("never mind")],
        ("unanswered_tool_use 1.0",),
        [u("hi", "never mind")],
    ),
    Case(
        "the code that called our tool is left by the user's words",
        [u("hi"), a(server("s1"), called_by("s1", use("t1"))), u(answer("t1")), a("hm"), u("stop")],
        ("unanswered_tool_use 1.0",),
        [u("hi"), a(called_by("s1", use("t1"))), u(answer("t1")), a("hm"), u("stop")],
    ),
    Case(
        "a paused turn and its rest in two messages",
        [u("hi"), a(server("s1")), a(served("s1"), "found"), u("thanks")],
        ("same_role_neighbours 1", "server_tool_result_orphan 2.0"),
        [u("hi"), a(server("s1"), served("s1"), "found"), u("thanks")],
    ),
    Case(
        "forbidden characters in the ids of server calls",
        [u("hi"), a(server("s.1"), served("s.1"), server("s:1"), served("s:1"), server("s_1_2"), served("s_1_2"))],
        ("bad_tool_id 1.0", "bad_tool_id 1.2"),
        [
            u("hi"),
            a(server("s_1"), served("s_1"), server("s_1_3"), served("s_1_3"), server("s_1_2"), served("s_1_2")),
        ],
    ),
    Case(
        "a call and its result in system messages",
        [u("hi"), s(use("t1"), "be brief"), a("ok"), u("so"), s(answer("t1"))],
        ("block_in_wrong_role 1.0", "block_in_wrong_role 4.0"),
        [u("hi"), a(use("t1"), "ok"), u(answer("t1"), "so")],
        system="be brief",
        able=TAKES_SYSTEM,
    ),
    Case(
        "a thought in a system message",
        [u("hi"), s(think(), "be brief"), a("ok"), u("so")],
        ("block_in_wrong_role 1.0",),
        [u("hi"), s(text("be brief")), a("ok"), u("so")],
        able=TAKES_SYSTEM,
    ),
    Case(
        "an id that was cleaned in the result only",
        [u("hi"), a(use("functions.ls:0")), u(answer("functions_ls_0", "real"))],
        ("bad_tool_id 1.0", "unanswered_tool_use 1.0", "orphan_tool_result 2.0"),
        [u("hi"), a(use("functions_ls_0")), u(answer("functions_ls_0", "real"))],
    ),
    Case(
        "an id that was cleaned in the call only",
        [u("hi"), a(use("call_0")), u(answer("call|0", "real"))],
        ("unanswered_tool_use 1.0", "orphan_tool_result 2.0"),
        [u("hi"), a(use("call_0")), u(answer("call_0", "real"))],
    ),
    Case(
        "behind a call nothing but a stranger's result",
        [u("hi"), a(use("t1")), u(answer("t9"))],
        ("unanswered_tool_use 1.0", "orphan_tool_result 2.0"),
        [u("hi"), a(use("t1")), u(interrupted("t1"))],
    ),
    Case(
        "behind a call nothing but white space",
        [u("hi"), a(use("t1")), u(text("  "))],
        ("unanswered_tool_use 1.0", "empty_text 2.0"),
        [u("hi"), a(use("t1")), u(interrupted("t1"))],
    ),
    Case("no messages", [], ("no_messages ",), left=("no_messages",)),
    Case("the assistant first", [a("hello"), u("hi")], ("first_not_user 0",), [u(text(START)), a("hello"), u("hi")]),
    Case("neighbours", [u("a"), u("b")], ("same_role_neighbours 0",), [u("a", "b")]),
    Case("an empty string", [u("hi"), a("x"), u("")], ("empty_content 2",), [u("hi"), a("x")]),
    Case("an empty list between", [u("a"), a(), u("b")], ("empty_content 1",), [u("a", "b")]),
    Case("white space only", [u("a", " \n")], ("empty_text 0.1",), [u(text("a"))]),
    Case(
        "an empty text in a result",
        [u("a"), a(use("t1")), u(answer("t1", [text("")]))],
        ("empty_text 2.0",),
        [u("a"), a(use("t1")), u({"type": "tool_result", "tool_use_id": "t1"})],
    ),
    Case("null", [u("a"), {"role": "assistant", "content": None}, u("b")], ("null_content 1",), [u("a", "b")]),
    Case(
        "nothing first, then the assistant",
        [{"role": "user", "content": None}, a("hello"), u("hi")],
        ("null_content 0",),
        [u(text(START)), a("hello"), u("hi")],
    ),
    Case(
        "nothing first, from the assistant",
        [{"role": "assistant", "content": None}, u("hi")],
        ("first_not_user 0", "null_content 0"),
        [u("hi")],
    ),
    Case("no content", [u("a"), {"role": "assistant"}], ("missing_content 1",), [u("a")]),
    Case("a number for content", [{"role": "user", "content": 42}], ("bad_content 0",), [u(text("42"))]),
    Case("a block for a list", [{"role": "user", "content": text("hi")}], ("bad_content 0",), [u(text("hi"))]),
    Case("no role", [{"content": "hi"}], ("missing_role 0",), [u(text("hi"))]),
    Case(
        "no object",
        ["hi", None, a("x"), u("y")],
        ("not_an_object 0", "not_an_object 1"),
        [u(text("hi")), a("x"), u("y")],
    ),
    Case(
        "LangChain's roles",
        [{"role": "human", "content": "hi"}, {"role": "ai", "content": "yo"}, u("x")],
        ("unknown_role 0", "unknown_role 1"),
        [u(text("hi")), a(text("yo")), u("x")],
    ),
    Case(
        "roles in capitals",
        [{"role": "User", "content": "hi"}, {"role": " ASSISTANT", "content": "ho"}, u("so")],
        ("unknown_role 0", "unknown_role 1"),
        [u(text("hi")), a(text("ho")), u("so")],
    ),
    Case("a role nobody knows", [{"role": "robot", "content": "beep"}], ("unknown_role 0",), [u(text("beep"))]),
    Case("a number for a text", [u({"type": "text", "text": 5})], ("malformed_block 0.0",), [u(text("5"))]),
    Case(
        "a bare string among blocks", [{"role": "user", "content": ["hi"]}], ("malformed_block 0.0",), [u(text("hi"))]
    ),
    Case(
        "an image without a source",
        [u("x", {"type": "image"})],
        ("malformed_block 0.1",),
        [u("x", "[image left out: its source could not be read]")],
    ),
    Case(
        "a call without a name",
        [u("x"), a({"type": "tool_use", "id": "t1", "input": {}})],
        ("malformed_block 1.0",),
        [u("x"), a(use("t1", name="unknown_tool"))],
    ),
    Case(
        "an input in a string",
        [u("x"), a(use("t1", '{"p": 1}')), u(answer("t1"))],
        ("bad_tool_input 1.0",),
        [u("x"), a(use("t1", {"p": 1})), u(answer("t1"))],
    ),
    Case(
        "half an input",
        [u("x"), a(use("t1", '{"p": ')), u(answer("t1"))],
        ("bad_tool_input 1.0",),
        [u("x"), a(use("t1")), u(answer("t1"))],
    ),
    Case("half a character", [u("broken \ud83d tail")], ("lone_surrogate 0.0",), [u(text("broken \ufffd tail"))]),
    Case("two halves that belong together", [u("\ud83d\ude00")], ("lone_surrogate 0.0",), [u(text("\U0001f600"))]),
    Case(
        "half a character deep in an input",
        [u("x"), a(use("t1", {"a": [{"b": "\udc00"}]})), u(answer("t1"))],
        ("lone_surrogate 1.0",),
        [u("x"), a(use("t1", {"a": [{"b": "\ufffd"}]})), u(answer("t1"))],
    ),
    Case(
        "OpenAI's calls and results",
        [
            u("find it"),
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c1", "function": {"name": "find", "arguments": '{"q": 1}'}}],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "found"},
        ],
        ("null_content 1", "openai_field 1", "unknown_role 2"),
        [u("find it"), a(use("c1", {"q": 1}, "find")), u(answer("c1", "found"))],
    ),
    Case(
        "a call in both formats",
        [
            u("x"),
            {**a(use("t1")), "tool_calls": [{"id": "t1", "function": {"name": "ls", "arguments": "{}"}}]},
            u(answer("t1")),
        ],
        ("openai_field 1",),
        [u("x"), a(use("t1")), u(answer("t1"))],
    ),
)
"""Messages, roles and blocks."""

MODELS = (
    Case("the teaching form", [s("Be brief."), u("hi")], ("system_in_messages 0",), [u("hi")], system="Be brief."),
    Case(
        "a summary as a system message",
        [s("[summary] it works")],
        ("system_in_messages 0", "no_user_message "),
        [u(text("[summary] it works"))],
    ),
    Case(
        "only a system message",
        [s("Be brief.")],
        ("system_in_messages 0", "no_user_message "),
        [u(text(START))],
        system="Be brief.",
    ),
    Case(
        "a system message between users",
        [u("q"), s("be brief"), u("r")],
        ("system_misplaced 1",),
        [u(text("q"), text("r"))],
        system="be brief",
        able=TAKES_SYSTEM,
    ),
    Case(
        "a system message first",
        [s("be brief"), u("r")],
        ("system_misplaced 0",),
        [u("r")],
        system="be brief",
        able=TAKES_SYSTEM,
    ),
    Case(
        "prefill that is refused",
        [u("q"), a("The answer is")],
        ("ends_with_assistant 1",),
        [u("q"), a("The answer is"), u(text(CONTINUE))],
        able=NO_PREFILL,
    ),
    Case("an empty answer at the end, refused", [u("q"), a()], ("ends_with_assistant 1",), [u("q")], able=NO_PREFILL),
    Case(
        "prefill that ends in a blank",
        [u("q"), a("The answer is ")],
        ("trailing_whitespace 1.0",),
        [u("q"), a(text("The answer is"))],
        able=PREFILL,
    ),
    Case(
        "unsigned thinking",
        [u("q"), a(think(None), think(""), "x"), u("r")],
        ("thinking_unsigned 1.0", "thinking_unsigned 1.1"),
        [u("q"), a(text("x")), u("r")],
    ),
    Case(
        "nothing but a cut thought",
        [u("q"), a(think(None)), u("r")],
        ("no_sendable_content 1", "thinking_unsigned 1.0"),
        [u("q", "r")],
    ),
    Case(
        "a loop without its thinking",
        [u("q"), a(use("t1")), u(answer("t1"))],
        ("thinking_missing 1.0",),
        able=THINKS,
        left=("thinking_missing",),
    ),
    Case(
        "thinking where it is off",
        [u("q"), a(think(), "x")],
        ("thinking_when_disabled 1.0",),
        [u("q"), a(text("x"))],
        able=THINKS_NOT,
    ),
    Case(
        "thinking bound to what changed",
        [u("a"), u(" "), a(think(), "x"), u("r")],
        ("same_role_neighbours 0", "empty_text 1.0"),
        [u("a"), a(text("x")), u("r")],
        able=BOUND,
    ),
    Case(
        "thinking bound to words that were cleaned",
        [u("half \udc00"), a(think(), "x"), u("r")],
        ("lone_surrogate 0.0",),
        [u(text("half \ufffd")), a(text("x")), u("r")],
        able=BOUND,
    ),
    Case(
        "thinking bound to what only merged",
        [u("a"), u("b"), a(think(), "x"), u("r")],
        ("same_role_neighbours 0",),
        [u("a", "b"), a(think(), "x"), u("r")],
        able=BOUND,
    ),
    Case(
        "five markers",
        [u(*[text(c, **MARK) for c in "abcde"])],
        ("cache_control_over_limit ",),
        [u("a", *[text(c, **MARK) for c in "bcde"])],
    ),
    Case(
        "more pictures than fit",
        [u("x", *[picture(9, 9)] * 3)],
        ("too_many_images ",),
        [u("x", "[image left out: a request holds at most 2]", picture(9, 9), picture(9, 9))],
        able=Capabilities(max_images=2),
    ),
    Case(
        "a large picture among many",
        [u("x", picture(2400, 10), *[picture(9, 9)] * 20)],
        ("image_too_large_for_many 0.1",),
        [
            u(
                "x",
                "[image left out: with more than 20 images each may be at most 2000 pixels a side]",
                *[picture(9, 9)] * 20,
            )
        ],
    ),
    Case(
        "one large picture too many",
        [u("x", *[picture(2400, 10)] * 21)],
        tuple(f"image_too_large_for_many 0.{place}" for place in range(1, 22)),
        [
            u(
                "x",
                "[image left out: with more than 20 images each may be at most 2000 pixels a side]",
                *[picture(2400, 10)] * 20,
            )
        ],
    ),
)
"""What depends on the model or on the whole request."""

BROKEN = PAIRS + SHAPES + MODELS
CASES = SOUND + BROKEN
