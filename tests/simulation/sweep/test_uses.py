"""Facts that a transcript uses again itself: what counts as one, and when it is lost."""

from packlight.core.conversation import Conversation
from packlight.simulation.sweep.uses import UsedFacts, needles_of, uses_of


def talk(*texts: str, system: str = "") -> Conversation:
    """Texts of a human and an assistant in turn."""
    roles = ("user", "assistant")
    messages = [{"role": roles[i % 2], "content": text} for i, text in enumerate(texts)]
    return Conversation.from_api({"system": system, "messages": messages} if system else {"messages": messages})


def test_names_ids_and_numbers_are_needles() -> None:
    text = "see https://x.example/a.py, commit 7f3a9c1, src/app/main.py, v2.py and 12.5 %, 1024 bytes, e.g. a1 or 42"
    assert needles_of(text) >= {"src/app/main.py", "7f3a9c1", "v2.py", "1024"}
    assert not needles_of(text) & {"e.g", "a1", "42", "bytes", "and"}


def test_chinese_around_a_name_does_not_hide_it() -> None:
    assert needles_of("请看src/解析.py里的端口8043，编号INC-2093。") >= {"8043", "INC-2093"}


def test_hostile_text_is_read_in_one_pass() -> None:
    assert needles_of("a" * 1_000_000 + "." * 1_000_000 + "1" * 1_000_000) == frozenset()


def test_only_an_assistant_can_need_a_fact() -> None:
    uses = uses_of(talk("port 8043", "it is open", "is 8043 still open?", "8043 is"))
    assert uses.needed == (frozenset(), frozenset(), frozenset(), frozenset({"8043"}))


def test_what_the_system_prompt_says_is_no_fact() -> None:
    assert uses_of(talk("port 8043", "8043 is open", system="Use port 8043.")).facts == frozenset()


def test_a_fact_is_lost_when_it_is_away_at_any_use() -> None:
    conversation = talk("port 8043", "fine", "go on", "8043 it is", "again", "8043 again")
    uses, messages = uses_of(conversation), conversation.messages
    lost, kept = UsedFacts(uses, messages), UsedFacts(uses, messages)
    for place in range(len(messages)):
        if place == 3:
            lost.packed(list(messages)[1:3], place)
        for watch in (lost, kept):
            watch.before(place)
            watch.met(messages[place], place)
    # The assistant said it itself at place 3, so it stands there at place 5; it was lost all the same.
    assert (lost.lost, kept.lost) == ({"8043"}, set())
