"""What public reports say of compaction, held against ours: one table, a row a case.

Each expectation is a word of the cases' own vocabulary; a word that no function here knows fails the test, so that
nothing is passed over in silence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from packlight.adapters.tiktoken_counter import TiktokenCounter
from packlight.core.blocks import Image, ServerToolResult, ServerToolUse, Text, ToolResult
from packlight.core.budget import Budget
from packlight.core.compact import Compacted, compact, fallback_trim
from packlight.core.conversation import Conversation
from packlight.core.messages import is_summary
from packlight.core.rules import validate
from packlight.core.strategies import make_strategy
from packlight.core.summarizers import SummaryRequest, extractive
from packlight.core.tokens import count
from tests.support.shared import find_shared

COUNTER = TiktokenCounter()
KINDS = ("split_by_compaction", "shape_after_compaction", "summarizer_failure", "oversize_message", "compaction_grows")
CHEAP_FIRST = ["tool_result_trim", "summary"]


def _cases() -> list[dict[str, Any]]:
    folder = find_shared()
    if folder is None:
        return []
    lines = (folder / "cases" / "reports.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


CASES = {case["id"]: case for case in _cases()}
COMPACTED = [key for key, case in CASES.items() if "compaction" in case["expected"]]


class Fake:
    """The summarizer that a case describes; it writes down what it was asked."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.spec = spec
        self.requests: list[SummaryRequest] = []
        if "max_input_tokens" in spec:
            self.max_input_tokens = spec["max_input_tokens"]

    def __call__(self, request: SummaryRequest) -> Any:
        self.requests.append(request)
        most = self.spec.get("max_input_tokens")
        weight = max(request.tokens, count(Conversation().append(*request.messages), COUNTER).total)
        if self.spec.get("error_if_over") and weight > most:
            raise ValueError(f"prompt is too long: {weight} tokens > {most} maximum")
        if "raises" in self.spec:
            raise {"ConnectionError": ConnectionError}[self.spec["raises"]]("no route to the model")
        if "returns_blocks" in self.spec:
            return self.spec["returns_blocks"]
        if "ratio" in self.spec:
            return request.text[: int(len(request.text) * self.spec["ratio"])]
        if self.spec.get("echo_all"):
            return request.text
        return self.spec["returns"] if "returns" in self.spec else extractive()(request)


@dataclass
class Ran:
    """One case, run."""

    case: dict[str, Any]
    talk: Conversation
    result: Compacted
    fake: Fake
    budget: Budget
    strategy: Any

    @property
    def texts(self) -> list[str]:
        return [block.text for m in self.result.conversation.messages for block in m.content if isinstance(block, Text)]

    @property
    def everything(self) -> str:
        return "\n".join(message.text() for message in self.result.conversation.messages)

    def result_of(self, call: str) -> ToolResult | None:
        blocks = [b for m in self.result.conversation.messages for b in m.content if isinstance(b, ToolResult)]
        return next((block for block in blocks if block.tool_use_id == call), None)


def run(case: dict[str, Any], strategy: Any = None) -> Ran:
    given = case["input"]
    options = {k: v for k, v in given.get("compact", {}).items() if k.startswith("keep_") and type(v) is int}
    limit = given.get("compact", {}).get("target_tokens")
    name = strategy or given.get("compact", {}).get("strategy", CHEAP_FIRST)
    budget = Budget(given.get("window", 200_000), given.get("threshold", 0.87), given.get("max_tokens", 0))
    talk = Conversation.from_api({k: given[k] for k in ("messages", "system", "tools") if k in given})
    fake = Fake(given.get("summarizer", {}))
    if name == "fallback_trim":
        result = fallback_trim(talk, budget=budget, counter=COUNTER, limit_tokens=limit)
    else:
        result = compact(
            talk,
            budget=budget,
            strategy=make_strategy(name, **options),
            summarizer=fake,
            counter=COUNTER,
            force=given.get("compact", {}).get("force", False),
            limit_tokens=limit,
        )
    return Ran(case, talk, result, fake, budget, name)


def has_no_errors(ran: Ran) -> bool:
    return validate(ran.result.conversation).ok


def starts_with_user(ran: Ran) -> bool:
    return ran.result.conversation.messages[0].role == "user"


def ends_with_user(ran: Ran) -> bool:
    return ran.result.conversation.messages[-1].role == "user"


def fits(ran: Ran) -> bool:
    return ran.result.after <= 0.87 * ran.budget.window and ran.result.fits


def honest(ran: Ran) -> bool:
    counted = count(ran.talk, COUNTER).total, count(ran.result.conversation, COUNTER).total
    return (ran.result.before, ran.result.after) == counted


def untouched(*calls: str) -> Callable[[Ran], bool]:
    def check(ran: Ran) -> bool:
        old = {b.tool_use_id: b for m in ran.talk.messages for b in m.content if isinstance(b, ToolResult)}
        return all(ran.result_of(call) == old[call] for call in calls)

    return check


def second_run_changes_nothing(ran: Ran) -> bool:
    again = compact(ran.result.conversation, budget=ran.budget, strategy=make_strategy(ran.strategy), counter=COUNTER)
    return again.conversation == ran.result.conversation


def trimmed_oldest_first(ran: Ran) -> bool:
    """Changed results stand before the untouched ones."""
    old = [b for m in ran.talk.messages for b in m.content if isinstance(b, ToolResult)]
    same = [ran.result_of(block.tool_use_id) == block for block in old]
    return same == sorted(same) and not all(same)


def names_the_image(ran: Ran) -> bool:
    result = ran.result_of("toolu_T1")
    return result is not None and "image" in result.readable()


def newest_is_shortened(ran: Ran) -> bool:
    result = ran.result_of("toolu_Z1")
    return result is not None and 0 < len(result.readable()) < 12_000 and result.readable().startswith("log the river")


def server_pair_is_gone(ran: Ran) -> bool:
    left = [b for m in ran.result.conversation.messages for b in m.content]
    return not any(isinstance(block, ServerToolUse | ServerToolResult) for block in left)


def newest_image_kept(ran: Ran) -> bool:
    newest = ran.result_of("toolu_S5")
    return newest is not None and any(isinstance(part, Image) for part in newest.content or ())


def o2_is_closed(ran: Ran) -> bool:
    answer = ran.result_of("toolu_o2")
    return "toolu_o2" not in json.dumps(ran.result.conversation.to_api()) or (
        answer is not None and bool(answer.is_error)
    )


def unchanged(ran: Ran) -> bool:
    return ran.result.conversation == ran.talk and ran.result.reason != "applied"


def summary_is_marked(ran: Ran) -> bool:
    found = [m for m in ran.result.conversation.messages if any(is_summary(block) for block in m.content)]
    return [m.role for m in found] == ["user"]


def texts_are(ran: Ran) -> bool:
    return (
        ran.texts[-len(ran.case["expected"]["compaction"]["kept_texts"]) :]
        == ran.case["expected"]["compaction"]["kept_texts"]
    )


WORDS: dict[str, Callable[[Ran], bool]] = {
    "pairs_intact": has_no_errors,
    "pairs_intact at BOTH seams": has_no_errors,
    "starts_with_user": starts_with_user,
    "ends_with_user": ends_with_user,
    "fits": fits,
    "result fits 0.87*window": fits,
    "system_unchanged": lambda ran: ran.result.conversation.system == ran.talk.system,
    "kept tail has toolu_o2 answered by a synthetic result, or toolu_o2 removed": o2_is_closed,
    "cut validated against the materialised history, not trusted": has_no_errors,
    "tokens_after<=700 or explicit failure": lambda ran: ran.result.after <= 700 or ran.result.reason == "irreducible",
    "progress: fewer messages than before": lambda ran: len(ran.result.conversation) < len(ran.talk),
    "every kept tool_result is still a block of type tool_result with its tool_use_id": has_no_errors,
    "tool_result of toolu_j1 is stripped from the kept user message or its call is kept too": has_no_errors,
    "summary text sits in a user message with a marker": summary_is_marked,
    "no two same-role neighbours, or merged": lambda ran: not validate(ran.result.conversation).warnings,
    "'LATEST: which branch?' is not in the text given to the summarizer, or is not kept verbatim a second time": (
        lambda ran: all("LATEST" not in request.text for request in ran.fake.requests)
    ),
    "occurs exactly once in the result": lambda ran: ran.everything.count("LATEST: which branch?") == 1,
    "summarizer input contains 'FACT-7: port is 8043' (or the old summary is kept verbatim)": lambda ran: any(
        "FACT-7: port is 8043" in request.text for request in ran.fake.requests
    ),
    "kept tail is the same 5 messages, same order, same roles": lambda ran: (
        [m.role for m in ran.result.conversation.messages][-5:] == ["user", "assistant", "user", "assistant", "user"]
    ),
    "texts p2,r2?,p3,r3,p4 not joined": texts_are,
    "cut snaps to the start of the unfinished turn (index 1), or thinking is reported off": lambda ran: (
        [m.content for m in ran.result.conversation.messages][1] == ran.talk.messages[1].content
    ),
    "progress still possible: old tool results may be trimmed instead": has_no_errors,
    "every summarizer input fits max_input_tokens (chunk/fold or pre-trim)": lambda ran: ran.result.reason == "applied",
    "threshold and request size recomputed for the new window": lambda ran: (
        ran.result.reason == "applied" and fits(ran)
    ),
    "a result shorter than the placeholder is left alone": unchanged,
    "tokens_after<=tokens_before": lambda ran: ran.result.after <= ran.result.before,
    "oldest images replaced by text placeholders until bytes fit": lambda ran: ran.result.after < ran.result.before,
    "newest image kept": newest_image_kept,
    "toolu_T1 still answered": lambda ran: ran.result_of("toolu_T1") is not None,
    "content is a non-empty text placeholder naming the image": names_the_image,
    "tool_result_trim is tried first and is enough (no summarizer call)": lambda ran: (
        ran.result.reason == "applied" and ran.result.calls == 0
    ),
    "newest result is shortened (head+tail) rather than giving up": newest_is_shortened,
    "tool results trimmed oldest first": trimmed_oldest_first,
    "toolu_13 and toolu_14 untouched": untouched("toolu_13", "toolu_14"),
    "second run changes nothing": second_run_changes_nothing,
    "reported saving == estimate(before) - estimate(after)": honest,
    "server result counted in tokens": lambda ran: ran.result.before > 1_000,
    "removed together with its server_tool_use (encrypted_content is never edited)": server_pair_is_gone,
    "text 'found' kept or summarised": lambda ran: "found" in ran.everything,
}
"""What each word of the cases means here."""

RESULTS: dict[str, Callable[[Ran], bool]] = {
    "rejected, reason=non_compressing": lambda ran: ran.result.reason == "non_compressing" and unchanged(ran),
    "rejected or honest report": honest,
    "failed, reason=empty_summary": lambda ran: ran.result.reason == "empty_summary" and unchanged(ran),
    "failed": lambda ran: ran.result.reason == "summarizer_error" and unchanged(ran),
    "no-op": lambda ran: ran.result.reason == "nothing_to_compact" and unchanged(ran),
}


def holds(word: str, ran: Ran) -> bool:
    if word in WORDS:
        return WORDS[word](ran)
    kept = re.fullmatch(r"keep_text:(.+?)(?: \((?:pinned\) or it is in the summary|verbatim or in summary\)))?", word)
    assert kept, f"no function knows what {word!r} means"
    return kept[1] in ran.everything


# A request of too many bytes is not due by tokens: it is packed by hand with the strategy that the case names in words.
BY_HAND = {"img-02": "tool_result_trim"}
BY_STRATEGY = {"trim-04": "tool_result_trim", "big-05": "tool_result_trim"}


@pytest.mark.parametrize("key", COMPACTED)
def test_compaction_of_a_reported_case(key: str) -> None:
    case = json.loads(json.dumps(CASES[key]))
    if key in BY_HAND:
        case["input"]["compact"] = {"strategy": BY_HAND[key], "force": True}
    expected = case["expected"]["compaction"]
    ran = run(case, BY_STRATEGY.get(key))
    broken = [word for word in expected.get("must", []) if not holds(word, ran)]
    if "result" in expected and not RESULTS[expected["result"]](ran):
        broken.append(expected["result"])
    assert not broken, (ran.result, ran.result.detail, ran.result.conversation.to_api()["messages"])
    assert honest(ran)
    assert ran.result.after < ran.result.before if ran.result.reason == "applied" else unchanged(ran)


@pytest.mark.parametrize("key", COMPACTED)
@pytest.mark.parametrize("strategy", ["sliding_window", "structured", "summary", "tool_result_trim", "drop_thinking"])
def test_every_strategy_leaves_a_reported_case_legal(key: str, strategy: str) -> None:
    case = json.loads(json.dumps(CASES[key]))
    case["input"].get("compact", {}).pop("keep_last", None)
    case["input"].get("compact", {}).pop("keep_first", None)
    case["input"].get("compact", {}).pop("keep_recent", None)
    ran = run(case, strategy)
    assert not validate(ran.talk).ok or has_no_errors(ran)
    assert ran.result.after < ran.result.before if ran.result.reason == "applied" else unchanged(ran)


CALLS = {
    "loop-02": ("irreducible", 0),
    "loop-04": ("irreducible", 0),
    "loop-05": ("applied", 1),
    "loop-10": ("not_needed", 0),
    "long-07": ("irreducible", 0),
    "big-04": ("irreducible", 0),
    "img-04": ("not_needed", 0),
}


@pytest.mark.parametrize("key", [key for key in CALLS if key in CASES])
def test_reason_and_calls_of_a_reported_case(key: str) -> None:
    for strategy in ("summary", CHEAP_FIRST):
        result = run(CASES[key], strategy).result
        assert (result.reason, result.calls) == CALLS[key], (strategy, result.detail)


def test_a_summary_that_echoes_everything_never_grows() -> None:
    if "shape-13" not in CASES:
        pytest.skip("no shared cases")
    case = CASES["shape-13"]
    sizes = []
    for _ in range(3):
        ran = run(case, "summary")
        assert ran.result.reason == "non_compressing"
        sizes.append(ran.result.after)
    assert len(set(sizes)) == 1
