"""Trimming tool results."""

import pytest

from packlight.core.blocks import ToolResult
from tests.core.talks import assistant, chat, pack, result, step, talk, text, texts, use, user, words

PIXEL = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}


def results(conversation):
    return [b for message in conversation.messages for b in message.content if isinstance(b, ToolResult)]


def session(*sizes, names=None):
    out = [user("scan")]
    for number, size in enumerate(sizes):
        name = names[number] if names else "read_file"
        out += step(f"t{number}", f"r{number} {words(size)}", name=name)
    return talk(*out, assistant("done"), user("and now?"))


def test_oldest_first_and_only_as_far_as_needed():
    packed = pack(session(100, 100, 100, 100), "tool_result_trim", window=480)
    short = ["tokens left out" in block.readable() for block in results(packed.conversation)]
    assert short == sorted(short, reverse=True)
    assert 0 < sum(short) < 4
    assert packed.after <= 240


def test_results_that_can_be_fetched_again_go_first():
    conversation = session(100, 100, 100, names=["ask_user", "read_file", "bash"])
    packed = pack(conversation, "tool_result_trim", window=380, limit_tokens=300)
    assert ["left out" in block.readable() for block in results(packed.conversation)] == [False, True, False]


def test_the_newest_results_errors_exempt_tools_and_pins_stay():
    conversation = talk(
        user("scan"),
        *step("t0", words(600), name="ask_user"),
        assistant([use("t1")]),
        user([result("t1", words(600), is_error=True)]),
        *step("t2", words(600)),
        *step("t3", words(600)),
        *step("t4", words(600)),
        assistant("done"),
        user("and now?"),
    )
    pin = conversation.messages[6].id
    given = {"keep_recent": 1, "exempt": "ask_user", "pin": pin}
    packed = pack(conversation, "tool_result_trim", window=10_000, force=True, **given)
    changed = [new != old for new, old in zip(results(packed.conversation), results(conversation), strict=True)]
    assert changed == [False, False, False, True, False]


def test_what_is_shortened_keeps_head_tail_and_conclusion():
    log = "\n".join(
        ["starting up", *[f"line {n}" for n in range(900)], "3 tests failed in parser", *["."] * 50, "exit code 1"]
    )
    conversation = talk(user("run"), *step("t0", log, name="bash"), assistant("hm"), user("and?"))
    packed = pack(conversation, "tool_result_trim", window=2_000)
    [block] = results(packed.conversation)
    assert block.tool_use_id == "t0"
    for part in ("starting up", "3 tests failed in parser", "exit code 1"):
        assert part in block.readable()


def test_clearing_comes_after_shortening_and_at_once_where_asked():
    packed = pack(session(300, 300, 300, 50), "tool_result_trim", window=160)
    assert any(block.readable().startswith("[cleared") for block in results(packed.conversation))
    packed = pack(session(100, 100), "tool_result_trim", window=2_000, force=True, clear=True)
    assert [block.readable()[:8] for block in results(packed.conversation)] == ["[cleared", "r1 w w w"]


def test_a_result_shorter_than_its_note_is_left_alone():
    conversation = talk(user("q"), *step("t0", "ok"), assistant("a"), user("b"))
    packed = pack(conversation, "tool_result_trim", window=1_000, force=True)
    assert (packed.reason, packed.conversation) == ("nothing_to_compact", conversation)


def test_a_picture_in_a_result_becomes_words_and_the_result_stays_answered():
    conversation = talk(user("shot"), *step("t0", [PIXEL]), assistant("a dock"), user("and now?"))
    packed = pack(conversation, "tool_result_trim", window=4_000, force=True)
    [block] = results(packed.conversation)
    assert (block.tool_use_id, block.readable()) == ("t0", "[image left out]")


def test_server_pairs_go_together_and_the_text_beside_them_stays():
    pair = [
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "q"}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"encrypted_content": words(300)}]},
    ]
    conversation = talk(user("old"), assistant([*pair, text("found")]), user("next"))
    packed = pack(conversation, "tool_result_trim", window=300)
    assert texts(packed.conversation) == ["old", "found", "next"]


def test_the_newest_result_of_a_running_turn_is_the_last_to_be_shortened():
    packed = pack(talk(user("go"), *step("t0", words(400))), "tool_result_trim", window=200)
    assert packed.fits
    assert "left out" in results(packed.conversation)[0].readable()


def test_cache_aware_order_breaks_the_latest_prefix():
    packed = pack(session(100, 100, 100, 100), "tool_result_trim", window=480, limit_tokens=320, cache_aware=True)
    short = ["tokens left out" in block.readable() for block in results(packed.conversation)]
    assert short[0] is False
    assert short[-2] is True


def test_words_are_never_touched():
    conversation = talk(*chat(5))
    packed = pack(conversation, "tool_result_trim", window=150)
    assert (packed.reason, packed.conversation) == ("irreducible", conversation)


@pytest.mark.parametrize("strategy", ["tool_result_trim", "sliding_window", "fallback_trim"])
def test_chinese_notes(strategy):
    conversation = talk(user("看"), *step("t0", words(400)))
    packed = pack(conversation, strategy, window=200, lang="zh")
    assert "个 token …]" in results(packed.conversation)[0].readable()
