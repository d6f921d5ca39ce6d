"""A plan in the making: which messages stay, which are shortened, and what it all weighs at this moment.

Comes in: a packing. Goes out: a `Plan`. Every strategy writes on one of these, so that the invariants are kept in one
place: whole pairs, a user message first, the last human message always, nothing replaced by something heavier.
"""

from __future__ import annotations

from itertools import compress

from packlight.core.blocks import Block
from packlight.core.messages import Message
from packlight.core.plan import Action, Decision, Plan
from packlight.core.strategies.contract import Packing
from packlight.core.strategies.words import why
from packlight.core.tokens import weigh_content


class Draft:
    """What stays so far. A new draft keeps everything.

    Attributes:
        packing: what it is a draft for.
        keep: one byte a message, 1 where it stays.
        content: the new blocks of shortened messages, by position.
        fixed: positions that the caller named: they stay word for word.
        reasons: keys of `words.py`, by position, where a message has one of its own.
    """

    def __init__(self, packing: Packing) -> None:
        self.packing = packing
        self.keep = bytearray(b"\1") * packing.shape.size
        self.content: dict[int, tuple[Block, ...]] = {}
        self.fixed: set[int] = set()
        self.reasons: dict[int, str] = {}
        self._weights: dict[int, int] = {}

    def blocks(self, position: int) -> tuple[Block, ...]:
        """The blocks of a message as it would stand now."""
        changed = self.content.get(position)
        return self.packing.messages[position].content if changed is None else changed

    def message(self, position: int) -> Message:
        """The message as it would stand now."""
        message = self.packing.messages[position]
        return message.with_content(self.content[position]) if position in self.content else message

    def weight(self, position: int) -> int:
        """Tokens of a message as it would stand now."""
        changed = self._weights.get(position)
        return self.packing.tally.weight(position) if changed is None else changed

    @property
    def total(self) -> int:
        """Tokens of the whole request as it would stand now, without a summary."""
        tally, keep = self.packing.tally, self.keep
        total, start = self.packing.base_tokens, keep.find(1)
        while start != -1:
            stop = keep.find(0, start)
            stop = len(keep) if stop == -1 else stop
            total += tally.before(stop) - tally.before(start)
            start = keep.find(1, stop)
        return total - sum(saving for position, saving in self.saved() if keep[position])

    def saved(self) -> list[tuple[int, int]]:
        """Positions of shortened messages, ascending, and the tokens that each of them saves."""
        tally = self.packing.tally
        return [(i, tally.weight(i) - self._weights[i]) for i in sorted(self._weights)]

    def select(self, keep: bytearray) -> None:
        """Keep these messages and whatever must stay with them."""
        self.keep = self.packing.shape.close(keep)

    def rewrite(self, position: int, content: tuple[Block, ...], reason: str) -> bool:
        """Give a message other blocks, if that makes it lighter; says whether it did."""
        if position in self.fixed or content == self.blocks(position):
            return False
        weight = weigh_content(content, self.packing.counter)
        if weight >= self.weight(position):
            return False
        self.content[position], self._weights[position], self.reasons[position] = content, weight, reason
        return True

    def plan(self, name: str, gone: Action = "drop", stays: str = "tail", summary_limit_tokens: int = 0) -> Plan:
        """The draft as a plan; `gone` is what happens to the messages that do not stay."""
        packing, lang = self.packing, self.packing.lang
        anchor = packing.shape.anchor if packing.shape.anchor is not None else packing.shape.size
        out = "folded" if gone == "replace" else "older"
        words = {key: why(key, lang) for key in {stays, out, "older_step", "last_human", *self.reasons.values()}}
        decisions: list[Decision] = []
        for position, (message, kept) in enumerate(zip(packing.messages, self.keep, strict=True)):
            key = self.reasons.get(position)
            if not kept:
                reason = words[out if gone == "replace" or position < anchor else "older_step"]
                decisions.append(Decision(message.id, gone, reason))
            elif position in self.content:
                decisions.append(Decision(message.id, "shorten", words[key or stays], self.content[position]))
            else:
                reason = words["last_human" if position == anchor else key or stays]
                decisions.append(Decision(message.id, "keep", reason))
        return Plan(name, packing.messages, tuple(decisions), None, summary_limit_tokens, lang)

    def kept_positions(self) -> list[int]:
        """Positions of the messages that stay."""
        return list(compress(range(len(self.keep)), self.keep))
