"""What a compaction lost: which words that matter stood in the history before it and stand nowhere after it.

    history ─▶ probes: paths, numbers, commands, a human's rules ─▶ still there? ─▶ Lost

Comes in: a `Compacted`, or messages before and after. Goes out: counts by kind, with the lost ones by name. Nobody has
to plant anything: the probes are read off the history, those kinds that summaries are known to lose most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from packlight.core.blocks import Text, ToolUse
from packlight.core.messages import Message, is_summary
from packlight.core.outcome import Compacted
from packlight.core.summarizers.notes import MUST, PATH

KINDS = ("rules", "files", "numbers", "commands")
LONGEST_PROBE = 400
"""Characters; a longer command or sentence is no probe, for nobody repeats it word for word."""
NAMED = 3
"""So many lost ones are named in a sentence."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")
_NUMBER = re.compile(r"(?<![\w.])(?:[A-Z]{1,6}-)?\d[\d.,:_]*\d(?![\w])")
_COMMAND = ("command", "cmd")
_ANYWHERE = ("rules", "commands")

EN = {
    "nothing": "nothing was lost: the history is as it was",
    "messages": "of {total} messages {keep} stay, {shorten} are shortened, {drop} dropped, {replace} summed up",
    "kind": "{kind}: {kept} of {total} still stand",
    "gone": "gone: {names}",
    "more": "{n} more",
    "rules": "rules of a human",
    "files": "files named",
    "numbers": "numbers",
    "commands": "commands",
}
ZH = {
    "nothing": "没有丢失：历史和原来一样",
    "messages": "{total} 条消息里留下 {keep} 条，缩短 {shorten} 条，丢弃 {drop} 条，{replace} 条并入摘要",
    "kind": "{kind}：{total} 个里还在 {kept} 个",
    "gone": "已丢失：{names}",
    "more": "另有 {n} 个",
    "rules": "人定的规则",
    "files": "提到的文件",
    "numbers": "数字",
    "commands": "命令",
}
TABLES = {"en": EN, "zh": ZH}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of probe: its name, those that still stand word for word, and those that do not, in order."""

    name: str
    kept: tuple[str, ...]
    lost: tuple[str, ...]

    @property
    def total(self) -> int:
        """How many there were."""
        return len(self.kept) + len(self.lost)


@dataclass(frozen=True, slots=True)
class Lost:
    """What a compaction lost.

    Attributes:
        actions: how many messages were kept, shortened, dropped and replaced.
        kinds: the probes by kind; a kind that never stood there is left out.
    """

    actions: dict[str, int]
    kinds: tuple[Kind, ...]

    def say(self, lang: str = "en") -> list[str]:
        """The loss in lines, the messages first.

        >>> Lost({"keep": 2, "shorten": 0, "drop": 0, "replace": 0}, ()).say()
        ['nothing was lost: the history is as it was']
        """
        words, total = TABLES.get(lang, EN), sum(self.actions.values())
        if self.actions["keep"] == total:
            return [words["nothing"]]
        lines = [words["messages"].format(total=total, **self.actions)]
        return lines + [_line(kind, words) for kind in self.kinds]

    def to_dict(self) -> dict[str, Any]:
        """The loss as JSON."""
        rows = [
            (each.name, {"total": each.total, "kept": len(each.kept), "lost": list(each.lost)}) for each in self.kinds
        ]
        return {"messages": dict(self.actions), **dict(rows)}


def _line(kind: Kind, words: dict[str, str]) -> str:
    line = words["kind"].format(kind=words[kind.name], kept=len(kind.kept), total=kind.total)
    if not kind.lost:
        return line
    names = [" ".join(each.split())[:80] for each in kind.lost[:NAMED]]
    rest = len(kind.lost) - NAMED
    names += [words["more"].format(n=rest)] if rest > 0 else []
    return f"{line}; {words['gone'].format(names=', '.join(names))}"


def lost(result: Compacted) -> Lost:
    """What this compaction lost; nothing where it changed nothing.

    >>> from packlight.core.budget import Budget
    >>> from packlight.core.compact import compact
    >>> from packlight.core.conversation import Conversation
    >>> from packlight.core.heuristic import HeuristicCounter
    >>> from packlight.core.strategies import SlidingWindow
    >>> talk = Conversation.from_api([{"role": "user", "content": "Use port 8043."}, *[
    ...     {"role": role, "content": "word " * 50} for role in ("assistant", "user", "assistant", "user")]])
    >>> packed = compact(talk, budget=Budget(400), strategy=SlidingWindow(keep_last=1), counter=HeuristicCounter(),
    ...                  force=True)
    >>> [(kind.name, kind.lost) for kind in lost(packed).kinds]
    [('rules', ('Use port 8043.',)), ('numbers', ('8043',))]
    """
    return Lost(result.plan.counts(), kinds_lost(result.plan.messages, result.conversation.messages))


def kinds_lost(before: Iterable[Message], after: Iterable[Message]) -> tuple[Kind, ...]:
    """Each kind of probe of the messages before, by whether it still stands in those after."""
    probes, there = probes_of(before), tuple(after)
    still = probes_of(there)
    text = _flat("\n".join([message.text() for message in there]))
    kinds = []
    for kind in KINDS:
        known = frozenset(still[kind])
        # A path or number inside a longer one is not that path or number; a sentence or command may stand anywhere.
        found = [probe in known or (kind in _ANYWHERE and probe in text) for probe in probes[kind]]
        sides = list(zip(probes[kind], found, strict=True))
        kinds.append(Kind(kind, tuple([p for p, here in sides if here]), tuple([p for p, here in sides if not here])))
    return tuple([kind for kind in kinds if kind.total])


def probes_of(messages: Iterable[Message]) -> dict[str, tuple[str, ...]]:
    """What to look for, by kind, each once, in order of appearance."""
    found: dict[str, dict[str, None]] = {kind: {} for kind in KINDS}
    for message in messages:
        for block in message.content:
            text = _flat(block.readable())
            if block.type in ("thinking", "redacted_thinking") or not text:
                continue
            found["files"].update(dict.fromkeys([path for path in PATH.findall(text) if "." in path[1:]]))
            found["numbers"].update(dict.fromkeys([n for n in _NUMBER.findall(text) if len(n) > 2]))
            if isinstance(block, ToolUse):
                found["commands"].update(dict.fromkeys(_commands(block)))
            elif isinstance(block, Text) and message.is_human and not is_summary(block):
                found["rules"].update(dict.fromkeys(_rules(block.text)))
    return {kind: tuple(probes) for kind, probes in found.items()}


def _commands(call: ToolUse) -> list[str]:
    given = call.input if isinstance(call.input, dict) else {}
    texts = [_flat(given[name]) for name in _COMMAND if isinstance(given.get(name), str)]
    return [text for text in texts if 1 < len(text) <= LONGEST_PROBE]


def _rules(text: str) -> list[str]:
    sentences = [_flat(part) for part in _SENTENCE.split(text)]
    return [s for s in sentences if MUST.search(s) and not s.endswith(("?", "？")) and len(s) <= LONGEST_PROBE]


def _flat(text: str) -> str:
    return " ".join(text.split())
