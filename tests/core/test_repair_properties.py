"""What holds for every history: sound, damaged, or not a history at all."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings

from packlight.core.blocks import Text, ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.messages import Messages
from packlight.core.repair import repair
from packlight.core.repair.blocks import clean
from packlight.core.rules import Capabilities, Watch, validate
from tests.strategies import capabilities, conversations, damaged, hostile

EXAMPLES = settings(deadline=None)


def human_words(talk: Conversation) -> Counter[str]:
    """Every text that stands in a user message, as it may be sent."""
    return Counter(
        clean(block.text)
        for message in talk.messages
        if message.role == "user" and message.raw is None
        for block in message.content
        if isinstance(block, Text) and block.text.strip()
    )


def results(talk: Conversation) -> list[ToolResult]:
    return [block for message in talk.messages for block in message.content if isinstance(block, ToolResult)]


def said_by(result: ToolResult) -> list[str]:
    content = result.content
    if isinstance(content, str):
        return [clean(content)] if content.strip() else []
    return [clean(block.text) for block in content or () if isinstance(block, Text) and block.text.strip()]


@EXAMPLES
@given(damaged(), capabilities)
def test_what_comes_out_of_a_repair_may_be_sent(history: Any, able: Capabilities) -> None:
    mended = repair(Conversation.from_api(history), capabilities=able)
    left = validate(mended.conversation, capabilities=able)
    assert left.errors == mended.unmended
    assert not mended.unmended or {finding.code for finding in mended.unmended} == {"no_messages"}


@EXAMPLES
@given(damaged(), capabilities)
def test_a_second_repair_changes_nothing(history: Any, able: Capabilities) -> None:
    once = repair(Conversation.from_api(history), capabilities=able)
    twice = repair(once.conversation, capabilities=able)
    assert twice.changes == ()
    assert twice.conversation is once.conversation


@EXAMPLES
@given(damaged())
def test_only_a_lost_thought_stays_unmended_where_the_request_thinks(history: Any) -> None:
    able = Capabilities(thinking=True)
    once = repair(Conversation.from_api(history), capabilities=able)
    assert {finding.code for finding in once.unmended} <= {"thinking_missing", "no_messages"}
    assert repair(once.conversation, capabilities=able).changes == ()


@EXAMPLES
@given(conversations(), capabilities)
def test_a_sound_history_comes_back_untouched(history: Any, able: Capabilities) -> None:
    talk = Conversation.from_api(history)
    report = validate(talk, capabilities=able)
    if report.ok and not any(finding.is_mended for finding in report):
        assert repair(talk, capabilities=able).conversation is talk
    assert {finding.code for finding in report.errors} <= {"too_many_images"}


@EXAMPLES
@given(damaged())
def test_no_human_word_is_lost(history: Any) -> None:
    talk = Conversation.from_api(history)
    after = repair(talk).conversation
    assert not human_words(talk) - human_words(after)


@EXAMPLES
@given(damaged())
def test_no_real_result_is_lost(history: Any) -> None:
    talk = Conversation.from_api(history)
    after = repair(talk).conversation
    # Of a batch, a call that is made twice in the same words is one call; its results are joined.
    called = {
        b.id for m in talk.messages if m.role in ("user", "assistant") for b in m.content if isinstance(b, ToolUse)
    }
    kept = {line for result in results(after) for line in said_by(result)}
    for message in talk.messages:
        for block in message.content if message.role != "system" and message.raw is None else ():
            if isinstance(block, ToolResult) and not block.is_error and block.tool_use_id in called:
                assert set(said_by(block)) <= kept


@EXAMPLES
@given(damaged())
def test_a_message_that_reads_as_before_is_the_object_that_it_was(history: Any) -> None:
    talk = Conversation.from_api(history)
    before = {message.id: message for message in talk.messages}
    for message in repair(talk).conversation.messages:
        if message.id in before:
            assert message is before[message.id]
        else:
            assert message.derived_from is None or message.derived_from in before


@EXAMPLES
@given(damaged(), capabilities)
def test_a_watch_agrees_with_validate_at_every_step(history: Any, able: Capabilities) -> None:
    talk = Conversation()
    watch = Watch(able)
    for item in history:
        talk = talk.append(item)
        watch = watch.extend(talk.messages)
        found = validate(talk, capabilities=able)
        assert watch.clean == (not any(finding.is_mended for finding in found)), (found, list(talk.messages))
        assert len(watch) == len(talk.messages)


@EXAMPLES
@given(damaged(), damaged())
def test_two_watches_from_one_are_independent(one: Any, other: Any) -> None:
    cut = len(one) // 2
    base = Conversation.from_api(one[:cut])
    watch = Watch().extend(base.messages)
    for rest in (one[cut:], other, one[cut:]):
        talk = base.append(*rest)
        assert watch.extend(talk.messages).clean == Watch().extend(Messages(list(talk.messages))).clean


@settings(deadline=None)
@given(hostile(), capabilities)
def test_nothing_raises_on_any_json(payload: Any, able: Capabilities) -> None:
    talk = Conversation.from_api(payload)
    report = validate(talk, capabilities=able)
    assert all(finding.message and finding.message_zh for finding in report)
    mended = repair(talk, capabilities=able)
    assert mended.to_dict()["changes"] is not None
    assert repair(mended.conversation, capabilities=able).changes == ()


@EXAMPLES
@given(damaged())
def test_what_was_read_is_written_again(history: Any) -> None:
    payload = {"messages": history}
    talk = Conversation.from_api(payload)
    leading = bool(history) and isinstance(history[0], dict) and history[0].get("role") == "system"
    assert leading or repr(talk.to_api()) == repr(payload)
