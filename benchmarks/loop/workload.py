"""A made-up agent session, the same on every machine: what each turn adds to `messages[]`.

A turn is a user message (what a human says, or the results of the calls before) and the assistant's answer. Four kinds
of text, sizes with a heavy tail: most results are a screenful, a few are a whole file.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

Message = dict[str, Any]

SYSTEM = (
    "You keep the archive of a small harbour. Read before you write, name the file and the line, and never move a "
    "record that you have not copied. 先读后写，说明文件和行号，未备份的记录不得移动。 "
) * 12
SEED = 87
_POOL = 120_000


def _listed(text: str) -> list[str]:
    return text.split("|")


_WHO = _listed("the keeper|a clerk|our pilot|the night shift|that crane|the registry|a diver|the tide gauge|its owner")
_DID = _listed("found|wrote down|lost|measured|repaired|compared|copied|rejected|signed|postponed|reported|rebuilt")
_WHAT = _listed(
    "an unusual reading|the second ledger|every mooring in the basin|three contradictory dates|a sealed crate|"
    "the configuration of the pumps|no difference at all|the permission of the authority|half of the inventory|"
    "a recommendation for the committee|the temperature below the hull|an outdated certificate"
)
_ZH = _listed(
    "港口|水位|记录|夜班|潮汐|仓库|清单|编号|缺失|核对|修复|同意|推迟|报告|昨天|今天|我们|需要|检查|文件|目录|已经|没有|因为|所以|请"
)
_NAMES = _listed("tide|mooring|berth|ledger|crate|pilot|gauge|basin|cargo|permit|vessel|record|index|offset|depth")


def _english(random: Random) -> str:
    when = random.choice(("Yesterday", "At dawn", "Before the storm", f"On day {random.randint(2, 99)}", "Afterwards"))
    return f"{when} {random.choice(_WHO)} {random.choice(_DID)} {random.choice(_WHAT)}{random.choice('....,;?')} "


def _chinese(random: Random) -> str:
    return "".join(random.choices(_ZH, k=random.randint(4, 12))) + random.choice("，。；\n")


def _code(random: Random) -> str:
    a, b, c = random.sample(_NAMES, 3)
    return (
        f"def {a}_{b}({c}s: list[{c.title()}], limit: int = {random.randint(1, 500)}) -> dict[str, float]:\n"
        f"    # {random.choice(_WHO)} {random.choice(_DID)} {random.choice(_WHAT)}\n"
        f'    found = {{{c}.{a}: {c}.{b} / {random.random() * 9:.3f} for {c} in {c}s if {c}.{b} != "{a}"}}\n'
        f"    return dict(sorted(found.items())[:limit])\n\n"
    )


def _json(random: Random) -> str:
    a, b, c = random.sample(_NAMES, 3)
    return (
        f'{{"{a}_id": "{random.getrandbits(48):012x}", "{b}": {random.randint(0, 99_999)}, "{c}": '
        f'["{random.choice(_NAMES)}", {random.random():.5f}], "at": "2026-{random.randint(1, 12):02d}-'
        f'{random.randint(1, 28):02d}T{random.randint(0, 23):02d}:{random.randint(0, 59):02d}:00Z"}},\n'
    )


_MAKERS = {"en": (_english, 4.4), "zh": (_chinese, 1.3), "code": (_code, 3.6), "json": (_json, 2.3)}
"""How each kind is made, and about how many characters of it make a token."""


class Workload:
    """Turn after turn of one session.

    Args:
        seed: another one gives another session of the same sizes.
    """

    def __init__(self, seed: int = SEED) -> None:
        random = Random(seed)
        self._seed = seed
        self._pools = {kind: self._pool(random, make) for kind, (make, _) in _MAKERS.items()}

    @staticmethod
    def _pool(random: Random, make: Any) -> str:
        parts, size = [], 0
        while size < _POOL:
            parts.append(make(random))
            size += len(parts[-1])
        return "".join(parts)

    def text(self, random: Random, kinds: dict[str, int], median: float, spread: float, most: float) -> str:
        """A piece of one of the kinds, so many tokens long: log-normal around the median."""
        (kind,) = random.choices(list(kinds), list(kinds.values()))
        tokens = min(most, max(3.0, median * 2.718281828 ** (spread * random.gauss(0, 1))))
        pool, size = self._pools[kind], max(2, int(tokens * _MAKERS[kind][1]))
        start = random.randrange(len(pool))
        # A long result goes round the pool more than once.
        return (pool[start:] + pool * (1 + size // len(pool)))[:size].strip() or "done"

    def turns(self, count: int) -> Iterator[tuple[Message, Message]]:
        """So many turns, each a user message and the assistant's answer."""
        random, calls = Random(self._seed + 1), list[Message]()
        for number in range(count):
            user = {"role": "user", "content": self._results(random, calls) if calls else [self._words(random, 70)]}
            calls = self._calls(random, number) if random.random() < 0.88 else []
            yield user, {"role": "assistant", "content": [self._words(random, 60), *calls]}

    def _words(self, random: Random, median: int) -> Message:
        return {"type": "text", "text": self.text(random, {"en": 60, "zh": 30, "code": 10}, median, 0.8, 3_000)}

    def _results(self, random: Random, calls: list[Message]) -> list[Message]:
        kinds = {"code": 40, "json": 35, "en": 15, "zh": 10}
        texts = [self.text(random, kinds, 500, 1.15, 20_000) for _ in calls]
        return [
            {"type": "tool_result", "tool_use_id": call["id"], "content": text}
            for call, text in zip(calls, texts, strict=True)
        ]

    def _calls(self, random: Random, number: int) -> list[Message]:
        asked = {"code": 1, "en": 1}
        return [
            {
                "type": "tool_use",
                "id": f"toolu_{number:06}_{place}",
                "name": random.choice(("read_file", "run", "search", "query")),
                "input": {"path": f"/archive/{number}", "text": self.text(random, asked, 35, 0.7, 1_500)},
            }
            for place in range(2 if random.random() < 0.1 else 1)
        ]
