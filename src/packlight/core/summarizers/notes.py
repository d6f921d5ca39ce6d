"""Taking notes from messages: the lines worth keeping, each with a section and a weight. No model, no randomness.

Comes in: messages. Goes out: `Note` values in order of appearance. Called by `offline.py`, which chooses among them.
What summaries lose most are paths, numbers, commands and constraints; so these are what is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from packlight.core.blocks import Block, Text, ToolResult, ToolUse
from packlight.core.messages import Message, is_summary

SECTIONS = ("task", "latest", "must", "decided", "facts", "files", "commands", "errors", "open", "last")
"""In the order in which they are written."""

LABELS: dict[str, dict[str, str]] = {
    "en": {
        "task": "Task",
        "latest": "Latest request",
        "must": "Constraints",
        "decided": "Decisions",
        "facts": "Facts",
        "files": "Files",
        "commands": "Commands",
        "errors": "Errors",
        "open": "Open calls",
        "last": "Last result",
    },
    "zh": {
        "task": "任务",
        "latest": "最近的要求",
        "must": "约束",
        "decided": "决定",
        "facts": "事实",
        "files": "文件",
        "commands": "命令",
        "errors": "错误",
        "open": "未完成的调用",
        "last": "最后的结果",
    },
}

MUST = re.compile(
    r"\b(must|never|always|do not|don't|dont|only|keep|avoid|without|instead of|make sure|require\w*|no more than"
    r"|at least|at most|forbid\w*|not allowed|prefer|use)\b"
    r"|必须|不要|不能|禁止|务必|只能|只用|一定|避免|不许|切勿|请用|使用",
    re.IGNORECASE,
)
DECIDED = re.compile(
    r"\b(decid\w+|we will|chose|choose|chosen|going with|fixed|root cause|because|turns out|the plan|agreed|conclusion"
    r"|found that|the bug)\b|决定|采用|选择|原因|修复|修好|结论|计划|同意|因为|发现",
    re.IGNORECASE,
)
FACT = re.compile(
    r"\d|[\w~.-]*/[\w./-]+|\b\w+\.(py|js|ts|md|json|toml|yaml|yml|txt|csv|sql|sh|rs|go|c|h)\b|`[^`]+`|https?://"
)
PATH = re.compile(
    r"(?<![\w:/])(?:[~.]{0,2}/)?(?:[\w.-]+/)*[\w-]+\.[A-Za-z][A-Za-z0-9]{0,5}\b|(?<![\w:/.])/(?:[\w.-]+/)+[\w.-]*"
)
ERROR = re.compile(r"error|exception|traceback|failed|failure|denied|not found|错误|异常|失败|拒绝", re.IGNORECASE)
KEYED = re.compile(r"^\W*[\w .-]{1,40}\s*[:=：]\s*\S|端口|版本|编号")
SPLIT = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])(?![”’」』）])|\n+")
BULLET = re.compile(r"^(?:[-*•>#]+\s+|\d+[.)]\s+|\d+\s{2,}|\d+\t)+")
"""List marks and line numbers in front of a line: they say nothing once the line stands alone."""
CODE = re.compile(
    r"[{;(\[,]$|:$|^(?:def|class|import|from|return|if|for|elif|else|try|with)\b|\bself\.|\w\(.*\)|^[}\])]| = "
)
"""A line of program text: the file can be read again, so it is not copied."""

LONGEST_LINE = 280
"""Characters of a note; a longer sentence is cut."""
SCANNED = 6_000
"""Characters of a tool result that are read at each of its ends."""
MOST_LINES_A_RESULT = 12
MOST_ALIKE = 2
"""Lines that differ in their numbers only: so many are kept."""


@dataclass(frozen=True, slots=True)
class Note:
    """One line: its section, its text, its weight (more is kept first) and where it was said."""

    section: str
    text: str
    weight: float
    order: int


def take_notes(messages: tuple[Message, ...]) -> list[Note]:
    """All notes of these messages, in order.

    >>> [note.text for note in take_notes((Message("user", "Never touch v1/."),))]
    ['Never touch v1/.', 'Never touch v1/.']
    """
    humans = [i for i, message in enumerate(messages) if message.is_human]
    told = any(is_summary(block) for message in messages for block in message.content)
    open_calls: dict[str, str] = {}
    notes: list[Note] = []
    for order, message in enumerate(messages):
        if humans and order in (humans[0], humans[-1]):
            # An earlier summary knows the task already: what a human says after it is not where it began.
            section = "task" if order == humans[0] and not told else "latest"
            words = " ".join(_human_words(message).split())
            if words:
                notes.append(Note(section, words[: 2 * LONGEST_LINE], 10 if section == "task" else 9, order))
        for block in message.content:
            notes.extend(_of_block(block, message, order, open_calls))
    notes.extend(Note("open", call[:LONGEST_LINE], 8, len(messages)) for call in open_calls.values())
    return [*notes, *_last_result(messages)]


def _human_words(message: Message) -> str:
    return "\n".join([b.text for b in message.content if isinstance(b, Text) and not is_summary(b)])


def _of_block(block: Block, message: Message, order: int, open_calls: dict[str, str]) -> Iterator[Note]:
    if is_summary(block):
        yield from _earlier(block.readable(), order)
    elif isinstance(block, Text):
        yield from _spoken(block.text, message.role == "user", order)
    elif isinstance(block, ToolUse):
        open_calls[block.id] = block.readable()
        yield from _called(block, order)
    elif isinstance(block, ToolResult):
        open_calls.pop(block.tool_use_id, None)
        yield from _returned(block, order)


EARLIER = {"task": 11, "must": 9.5, "files": 7}
"""Weights of what an earlier summary kept: the first task stays the task."""


def _earlier(text: str, order: int) -> Iterator[Note]:
    """The lines of an earlier summary, under the sections they stood in."""
    labels = {label: section for table in LABELS.values() for section, label in table.items()}
    section = "facts"
    for line in text.splitlines():
        label, colon, rest = line.strip().partition("：" if "：" in line[:12] else ":")
        if label.startswith("[") and not rest:
            rest = label.rpartition("]")[2]
        elif colon and label in labels:
            section = labels[label]
            if section == "files":
                yield from (
                    Note("files", path.strip(), EARLIER["files"], order) for path in rest.split(",") if path.strip()
                )
                continue
        else:
            rest = line.strip().removeprefix("- ")
        if rest.strip():
            yield Note(section, rest.strip()[: 2 * LONGEST_LINE], EARLIER.get(section, 7.5), order)


def _spoken(text: str, human: bool, order: int) -> Iterator[Note]:
    for sentence in _sentences(text):
        asks, told = sentence.endswith(("?", "？")), bool(FACT.search(sentence))
        if human and MUST.search(sentence) and not asks:
            yield Note("must", sentence, 9, order)
        elif DECIDED.search(sentence) and not asks:
            yield Note("decided", sentence, 8 if human else 6.5 if told else 5, order)
        elif told:
            yield Note("facts", sentence, 8 if human else 6, order)
        elif human:
            yield Note("facts", sentence, 3.5 if asks else 5.5, order)
    yield from _paths(text[:SCANNED], order)


def _called(block: ToolUse, order: int) -> Iterator[Note]:
    values: list[Any] = list(block.input.values()) if isinstance(block.input, dict) else []
    for value in values:
        if isinstance(value, str) and len(value) <= LONGEST_LINE:
            yield from _paths(value, order)
    command = block.input.get("command", block.input.get("cmd")) if isinstance(block.input, dict) else None
    if isinstance(command, str) and len(command) <= LONGEST_LINE:
        yield Note("commands", " ".join(command.split()), 4.5, order)


def _returned(block: ToolResult, order: int) -> Iterator[Note]:
    text = block.readable()
    text = text if len(text) <= 2 * SCANNED else f"{text[:SCANNED]}\n{text[-SCANNED:]}"
    lines = [_bare(line) for line in text.splitlines() if line.strip()]
    if block.is_error:
        yield from (Note("errors", line[:LONGEST_LINE], 6, order) for line in lines[-2:])
        return
    told = 0
    for line in lines:
        if told >= MOST_LINES_A_RESULT:
            return
        if len(line) <= LONGEST_LINE and ERROR.search(line):
            yield Note("errors", line, 5, order)
        elif len(line) <= LONGEST_LINE and KEYED.search(line) and FACT.search(line) and not CODE.search(line):
            yield Note("facts", line, 4, order)
        else:
            continue
        told += 1


def _paths(text: str, order: int) -> Iterator[Note]:
    if "." not in text and "/" not in text:  # the pattern is slow, and most texts name no path
        return
    for path in dict.fromkeys(PATH.findall(text)):
        if 3 < len(path) <= 120 and not path.replace(".", "").isdigit():
            yield Note("files", path, 7, order)


def _sentences(text: str) -> list[str]:
    parts = [" ".join(_bare(part).split()) for part in SPLIT.split(text)]
    return [part[:LONGEST_LINE] for part in parts if len(part) > 1]


def _bare(line: str) -> str:
    """A line without what only has a meaning among its neighbours."""
    return BULLET.sub("", line.strip()).strip()


def template(text: str) -> str:
    """A line with its numbers masked: lines of one log differ in nothing else.

    >>> template("error rate: 0.3 %") == template("error rate: 2.6 %")
    True
    """
    return re.sub(r"\d+(?:[.,:]\d+)*", "#", text)


def _last_result(messages: tuple[Message, ...]) -> list[Note]:
    """How the folded part ended: the last thing the assistant said, or the end of the last result."""
    for message in reversed(messages):
        for block in reversed(message.content):
            lines = block.readable().strip().splitlines() if isinstance(block, Text | ToolResult) else []
            if lines and not message.is_human and not is_summary(block):
                return [Note("last", _bare(lines[-1])[:LONGEST_LINE], 7, len(messages))]
    return []
