"""Films for the tests of views: small generators of film JSON (schema `packlight.film/1`) with nothing simulated.

`story(lang)` is a bug hunt of 24 messages with every kind of moment: parallel calls, an error result, one huge result,
a question, a compaction with a summary, three failures and an open breaker. `hostile()` holds text that wants to run,
`big(blocks)` many rows, `still()` a single frame.
"""

from __future__ import annotations

import json
from typing import Any

from tests.support.film_script import SCRIPTS
from tests.support.reel import SYSTEM, Reel

__all__ = ["HOSTILE", "Reel", "big", "hostile", "still", "story"]


def story(lang: str = "en") -> Reel:
    """The bug hunt, 44 frames or so: due at message 24, one compaction, then three failures and an open breaker."""
    script = SCRIPTS[lang]
    reel = Reel(script["title"], lang, script["scenario"])
    reel.system(script["system"], SYSTEM)
    for voice, blocks in script["messages"]:
        reel.message(voice, *blocks)
        reel.frame(*script["captions"][voice])
    _pack(reel, script)
    for voice, blocks in script["after"]:
        reel.message(voice, *blocks)
        reel.frame(*script["captions"][voice])
    _fail(reel, script)
    reel.film["facts"] = [
        {"id": f"f{n}", "text": text, "message": at, "lost_at": 24 if n == 4 else None}
        for n, (text, at) in enumerate(script["facts"])
    ]
    reel.film["advice"] = script["advice"]
    return reel


def _pack(reel: Reel, script: dict[str, Any]) -> None:
    last = reel.film["frames"][-1]
    before = last["tokens"]
    last["caption"] = dict(zip(("head", "text", "tone"), script["due"], strict=True))
    last["question"] = script["question"]
    old = [index for index in reel.standing if reel.film["messages"][index]["turn"] == 1]
    turn, reel.turn = reel.turn, 2
    human = reel.film["messages"][14]
    summary = reel.message("human", *script["summary"], stands=False, derived_from=human["id"])
    reel.film["messages"][summary]["turn"] = 2
    shorter = reel.message("results", *script["shorter"], stands=False, derived_from=reel.film["messages"][16]["id"])
    reel.turn = turn
    reel.film["messages"][shorter]["turn"] = 2
    reel.standing = [summary] + [
        shorter if index == 16 else index for index in reel.standing if index not in old and index != 14
    ]
    answer = reel.message("assistant", *script["answer"])
    frame = reel.frame(*script["packed"], compactions=1)
    plan = [{"message": index, "action": "replace", "reason": "old turn", "into": summary} for index in [*old, 14]]
    plan.append({"message": 16, "action": "shorten", "reason": "long result", "into": shorter})
    after = frame["tokens"] - reel.film["messages"][answer]["tokens"]
    reel.event(
        frame,
        reason="applied",
        before=before,
        after=after,
        price_usd=0.031,
        seconds=4.0,
        text=script["packed"][0],
        plan=plan,
    )


def _fail(reel: Reel, script: dict[str, Any]) -> None:
    for attempt, (reason, text) in enumerate(script["failures"], start=1):
        reel.message("results", *script["huge"][attempt - 1])
        reel.frame(*script["due"])
        tokens = reel.film["frames"][-1]["tokens"]
        reel.message("assistant", *script["go_on"][attempt - 1])
        opened = attempt == 3
        frame = reel.frame(text, script["failed"], "warm", failures=attempt, breaker="open" if opened else "closed")
        reel.event(
            frame, reason=reason, before=tokens, after=tokens, attempt=attempt, price_usd=0.024, seconds=15.0, text=text
        )
        if opened:
            reel.event(frame, kind="break", reason="breaker_open", before=tokens, after=tokens, attempt=3, text=text)
    cost = {
        "summarizer_calls": 4,
        "summarizer_tokens": 52_000,
        "price_usd": 0.103,
        "saved_calls": 2,
        "saved_usd": 0.048,
    }
    reel.film["cost"] = cost
    reel.message("results", *script["last"])
    reel.frame(*script["stays_open"])


def still() -> Reel:
    """A conversation that is only shown: one frame, with findings on a call without an answer."""
    reel = Reel("A call without an answer", window=200_000)
    reel.message("human", ("user_text", "What is the weather in Brest?", 12))
    reel.message("assistant", ("assistant_text", "I will look.", 6), ("tool_use", "Brest", 40, 1, "get_weather"))
    reel.message("human", ("user_text", "Are you there?", 8))
    text = "The call to get_weather has no result in the next message."
    reel.frame(
        "", findings=[{"message": 1, "block": 1, "code": "tool_use_unanswered", "severity": "error", "text": text}]
    )
    return reel


HOSTILE = (
    '<img src=x onerror="window.pwned=1">',
    "</script><script>window.pwned=1</script>",
    "javascript:window.pwned=1",
    "safe\u202etxt.exe\u2066 zero\u200bwidth \x07bell",
    "[a link](http://example.invalid/x.png) ![i](http://example.invalid/y.png)",
    "<!-- --><style>*{display:none}</style>",
)


def hostile() -> Reel:
    """A film in which every string wants to run, load, link or reorder the page."""
    reel = Reel(HOSTILE[0], scenario=HOSTILE[1])
    reel.system(HOSTILE[1], 100)
    for n, text in enumerate(HOSTILE):
        reel.message("human", ("user_text", text, 300 + n))
        reel.message("assistant", ("thinking", text, 50), ("tool_use", text, 200, n + 1, text))
        reel.message("results", ("tool_result", text * 12, 4000, n + 1))
        reel.frame(text, text, "warm")
    for block in reel.film["blocks"]:
        block["text"] = block["label"] + "\n" + HOSTILE[1]
        block["raw"] = json.dumps({"type": block["type"], "text": HOSTILE[0]})
    reel.film["facts"] = [{"id": "f", "text": HOSTILE[0], "message": 0, "lost_at": None}]
    return reel


def big(blocks: int, frames: int = 40) -> Reel:
    """A long session of about `blocks` blocks; its last frames append one message each."""
    reel = Reel("A long session", window=4_000_000)
    reel.system("instructions · 6 tools", 2_100)
    rounds = blocks // 4
    for n in range(rounds):
        if n % 40 == 0:
            reel.message("human", ("user_text", f"Task {n // 40 + 1}", 60))
        size = 40 + (n * 7919) % 1900
        reel.message(
            "assistant",
            ("thinking", "which file next?", 30 + n % 90),
            ("assistant_text", f"Step {n}", 20),
            ("tool_use", f"file_{n}.py", 70, n + 1, "read_file"),
        )
        reel.message(
            "results",
            ("error_result" if n % 97 == 0 else "tool_result", f"file_{n}.py, {size // 9} lines", size, n + 1),
        )
        if n >= rounds - frames:
            reel.frame("A call is answered.", f"{n + 1} calls so far.")
    return reel
