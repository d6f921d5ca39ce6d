"""Builds a film frame by frame for the tests of views: what `films.py` tells its stories with."""

from __future__ import annotations

import json
from typing import Any

WINDOW, RESERVE, SYSTEM = 20_000, 2_000, 2_100


class Reel:
    """Collects messages and frames; `standing` is what stands in messages[] now."""

    def __init__(self, title: str, lang: str = "en", scenario: str = "", window: int = WINDOW) -> None:
        self.film: dict[str, Any] = {
            "schema": "packlight.film/1",
            "title": title,
            "lang": lang,
            "scenario": scenario,
            "seed": 0,
            "policy": {
                "window": window,
                "threshold": 0.87,
                "reserve": RESERVE if window == WINDOW else 0,
                "strategy": "summary",
                "failures": "SFFF",
                "max_failures": 3,
                "cooldown_turns": None,
                "cooldown_s": None,
            },
            "counter": {"name": "o200k_base", "estimated": True},
            "system": None,
            "messages": [],
            "blocks": [],
            "frames": [],
            "events": [],
            "facts": [],
            "advice": [],
            "cost": {
                "summarizer_calls": 0,
                "summarizer_tokens": 0,
                "price_usd": None,
                "saved_calls": 0,
                "saved_usd": None,
            },
        }
        self.standing: list[int] = []
        self.pairs: dict[int, int] = {}
        self.turn = 0

    def block(self, kind: str, label: str, tokens: int, pair: int | None = None, name: str | None = None) -> None:
        table = self.film["blocks"]
        mate = self.pairs.get(pair) if pair is not None else None
        if mate is not None:
            table[mate]["mate"] = len(table)
        elif pair is not None:
            self.pairs[pair] = len(table)
        kinds = {
            "tool_use": "tool_use",
            "tool_result": "tool_result",
            "error_result": "tool_result",
            "thinking": "thinking",
        }
        body = "\n".join([label] + [f"{n:>4}  {label[:40]}" for n in range(1, min(30, 1 + tokens // 60))])
        table.append(
            {
                "kind": kind,
                "type": kinds.get(kind, "text"),
                "tokens": tokens,
                "label": label[:80],
                "text": body,
                "cut": max(0, tokens * 4 - len(body)),
                "pair": pair,
                "mate": mate,
                "name": name,
                "raw": None,
            }
        )

    def system(self, label: str, tokens: int) -> None:
        self.block("system", label, tokens)
        self.film["system"] = {"tokens": tokens, "blocks": [0, 1]}

    def message(
        self, voice: str, *blocks: tuple[Any, ...], stands: bool = True, derived_from: str | None = None
    ) -> int:
        index, first = len(self.film["messages"]), len(self.film["blocks"])
        if voice == "human":
            self.turn += 1
        for block in blocks:
            self.block(*block)
        role = "assistant" if voice == "assistant" else "user"
        tokens = sum(block["tokens"] for block in self.film["blocks"][first:]) + 4
        self.film["messages"].append(
            {
                "id": f"m{index}-7f{index:06x}",
                "role": role,
                "voice": voice,
                "turn": self.turn,
                "tokens": tokens,
                "blocks": [first, len(self.film["blocks"])],
                "derived_from": derived_from,
            }
        )
        if stands:
            self.standing.append(index)
        return index

    def frame(self, head: str, text: str = "", tone: str = "plain", **more: Any) -> dict[str, Any]:
        system = self.film["system"]["tokens"] if self.film["system"] else 0
        tokens = system + sum(self.film["messages"][index]["tokens"] for index in self.standing)
        policy, frames = self.film["policy"], self.film["frames"]
        usage = tokens / policy["window"]
        before = frames[-1] if frames else {"breaker": "closed", "failures": 0, "compactions": 0}
        frame = {
            "step": len(frames),
            "m": ranges(self.standing),
            "turn": self.turn,
            "tokens": tokens,
            "usage": round(usage, 6),
            "due": usage >= policy["threshold"] or tokens + policy["reserve"] > policy["window"],
            "breaker": before["breaker"],
            "failures": before["failures"],
            "compactions": before["compactions"],
            "caption": {"head": head, "text": text, "tone": tone},
            "events": [],
            "question": None,
            "findings": [],
            **more,
        }
        frames.append(frame)
        return frame

    def event(self, frame: dict[str, Any], **event: Any) -> None:
        frame["events"].append(len(self.film["events"]))
        base = {
            "step": frame["step"],
            "kind": "compact",
            "trigger": "auto",
            "attempt": 1,
            "price_usd": None,
            "seconds": None,
            "plan": [],
        }
        self.film["events"].append({**base, **event})

    def json(self) -> str:
        return json.dumps(self.film, ensure_ascii=False)


def ranges(standing: list[int]) -> list[list[int]]:
    """Half-open ranges of ascending runs, in order.

    >>> ranges([0, 1, 2, 9, 4, 5])
    [[0, 3], [9, 10], [4, 6]]
    """
    runs: list[list[int]] = []
    for index in standing:
        if runs and runs[-1][1] == index:
            runs[-1][1] += 1
        else:
            runs.append([index, index + 1])
    return runs
