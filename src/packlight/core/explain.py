"""A finding explains itself, and a repair shows what it did: both as text.

Comes in: a report or a mended history. Goes out: lines of text in English or Chinese. Called by the command line and by
the views, which set the same words in colour. Pictures are named by their size; base64 is never written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from packlight.core.blocks import Block, Document, Image, RedactedThinking, ToolResult, ToolUse
from packlight.core.conversation import Conversation
from packlight.core.frozen import json_text
from packlight.core.messages import Message
from packlight.core.pictures import count_pages, measure, size_bytes
from packlight.core.repair.change import Mended
from packlight.core.rule_mends import MENDS
from packlight.core.rule_texts import fill
from packlight.core.rules.finding import Finding, Report, path

WIDTH = 72
"""Characters of a block's text that a line shows."""
MOST_COMPARED = 1_000_000
"""Blocks before times blocks after of one run that are still matched one by one."""
AROUND = 3
"""Blocks shown before and behind the one that a finding is about."""

_WORDS = {
    "api": ("the API answers", "API 的回答"),
    "accepts": ("the API accepts this", "API 会接受"),
    "mend": ("repair", "修补"),
    "left": ("left as it is", "保持原样"),
    "more": ("… {count} more", "… 还有 {count} 个"),
    "same": ("  … unchanged messages: {count}", "  … 未变的消息：{count} 条"),
    "nothing": ("nothing was wrong", "没有问题"),
    "unmended": ("not mended", "未能修补"),
}


def explain(finding: Finding, conversation: Conversation, lang: str = "en") -> str:
    """Say what a finding is about: the sentence, the API's own, what `repair` does, and the blocks themselves.

    >>> from packlight.core.rules import validate
    >>> talk = Conversation.from_api([{"role": "assistant", "content": "hi"}, {"role": "user", "content": "ho"}])
    >>> print(explain(validate(talk).errors[0], talk))
    first_not_user · error · messages[0]
      The first message, messages[0], is the assistant's: a conversation starts with the user.
      the API answers: messages: first message must use the "user" role
      repair: a short user turn is put in front
      messages[0] assistant
        [0] text "hi"
    """
    zh = lang[:2] == "zh"
    lines = [f"{finding.code} · {finding.severity} · {path(finding.at, lang)}", f"  {finding.say(lang)}"]
    answer = finding.api_message
    lines.append(f"  {_WORDS['api'][zh]}: {answer}" if answer else f"  {_WORDS['accepts'][zh]}")
    lines.append(f"  {_WORDS['mend'][zh]}: {_mend(finding)[zh]}")
    return "\n".join([*lines, *_excerpt(finding, conversation)])


def _mend(finding: Finding) -> tuple[str, str]:
    """What `repair` does about a finding, in both languages."""
    if not finding.is_mended:
        return _WORDS["left"]
    return MENDS.get(f"{finding.code}.{finding.variant}") or MENDS.get(finding.code, _WORDS["left"])


def explain_report(report: Report, lang: str = "en", limit: int = 20) -> str:
    """Explain the findings of a report, up to so many, errors and warnings in order of place."""
    zh = lang[:2] == "zh"
    if not report.findings:
        return _WORDS["nothing"][zh]
    parts = [explain(finding, report.conversation, lang) for finding in report.findings[:limit]]
    rest = len(report.findings) - limit
    return "\n\n".join([*parts, *[_WORDS["more"][zh].format(count=rest)] * (rest > 0)])


def _excerpt(finding: Finding, conversation: Conversation) -> Iterator[str]:
    """The message that a finding is about, its block marked, and the blocks around it."""
    if not finding.at or not 0 <= finding.at[0] < len(conversation.messages):
        return
    message = conversation.messages[finding.at[0]]
    marked = finding.at[1] if len(finding.at) > 1 else -1
    yield f"  {path(finding.at[:1])} {_shown(message.role, 20)}"
    start = max(marked - AROUND, 0)
    if message.raw is not None:
        yield f"    {_shown(json_text(message.raw), WIDTH)}"
    for place, block in enumerate(message.content[start : max(marked, 0) + AROUND + 1], start):
        yield f"  {'>' if place == marked else ' '} [{place}] {block_line(block)}"


def block_line(block: Block) -> str:
    """One line for a block: its type, and what it says or how large it is.

    >>> block_line(ToolUse("toolu_1", "ls", {}))
    'tool_use toolu_1 ls{}'
    """
    kind = _shown(block.type or "?", 40)
    if isinstance(block, ToolUse):
        return f"{kind} {_shown(block.id, 40)} {_shown(block.readable(), WIDTH)}"
    if isinstance(block, ToolResult):
        error = " is_error" if block.is_error else ""
        return f"{kind} {_shown(block.tool_use_id, 40)}{error} {_quoted(block.readable())}"
    if isinstance(block, Image):
        size = measure(block)
        return f"{kind} {size.format} {size.width} × {size.height}" if size else f"{kind} {size_bytes(block):,} bytes"
    if isinstance(block, Document):
        pages = count_pages(block)
        return f"{kind} {pages} pages" if pages else f"{kind} {size_bytes(block):,} bytes {_quoted(block.readable())}"
    if isinstance(block, RedactedThinking):
        return f"{kind} {len(block.data):,} characters, encrypted"
    return f"{kind} {_quoted(block.readable())}"


def _quoted(text: str) -> str:
    return f'"{_shown(text, WIDTH)}"' if text else "–"


def _shown(text: str, width: int) -> str:
    """A text on one line, cut, with everything unprintable escaped: it comes from somebody's file."""
    cut = text[:width]
    line = "".join(char if char.isprintable() else repr(char)[1:-1] for char in cut)
    return line + "…" if len(text) > width else line


def diff(mended: Mended, lang: str = "en") -> str:
    """What a repair changed, message by message: `-` went, `+` came, unchanged messages are only counted.

    >>> from packlight.core.repair import repair
    >>> print(diff(repair(Conversation.from_api([{"role": "assistant", "content": "hi"}]))))
    + user       text "(The conversation so far starts here.)"
      … unchanged messages: 1
    first_not_user: a short user turn was put at messages[0]
    """
    zh = lang[:2] == "zh"
    lines = list(_diff_lines(mended, zh)) if mended.changes else [_WORDS["nothing"][zh]] * (not mended.unmended)
    lines += [f"{change.code}: {change.say(lang)}" for change in mended.changes]
    lines += [f"{_WORDS['unmended'][zh]}: {finding.code}: {finding.say(lang)}" for finding in mended.unmended]
    return "\n".join(lines)


def _diff_lines(mended: Mended, zh: bool) -> Iterator[str]:
    old, new = mended.original, mended.conversation
    if old.system != new.system:
        yield from (f"- system     {block_line(block)}" for block in old.system if block not in new.system)
        yield from (f"+ system     {block_line(block)}" for block in new.system if block not in old.system)
    before, after = list(old.messages), list(new.messages)
    seen = 0
    for a, b, c, d in _runs(before, after):
        if a > seen:
            yield fill(_WORDS["same"][zh], {"count": a - seen})
        yield from _changed(before[a:b], after[c:d])
        seen = b
    if len(before) > seen:
        yield fill(_WORDS["same"][zh], {"count": len(before) - seen})


def _runs(before: Sequence[Message], after: Sequence[Message]) -> Iterator[tuple[int, int, int, int]]:
    """Where both sides hold other messages, `before[a:b]` and `after[c:d]`; between two such runs nothing changed.

    Kept messages are the very same objects and keep their order, so one walk over both sides finds them.
    """
    kept = {id(message) for message in before} & {id(message) for message in after}
    a = c = 0
    while a < len(before) or c < len(after):
        b, d = a, c
        while b < len(before) and id(before[b]) not in kept:
            b += 1
        while d < len(after) and id(after[d]) not in kept:
            d += 1
        yield a, b, c, d
        a, c = b, d
        while a < len(before) and c < len(after) and before[a] is after[c]:
            a, c = a + 1, c + 1


def _changed(before: Sequence[Message], after: Sequence[Message]) -> Iterator[str]:
    """The lines of blocks that went and came; those that are on both sides are shown once."""
    old = [(message.role, block) for message in before for block in message.content]
    new = [(message.role, block) for message in after for block in message.content]
    # Autojunk would take blocks that occur often for noise, and none is. Comparing runs this long would take minutes.
    if len(old) * len(new) > MOST_COMPARED:
        matches = [("replace", 0, len(old), 0, len(new))]
    else:
        keys = [[f"{role} {id(block)}" for role, block in side] for side in (old, new)]
        matches = list(SequenceMatcher(None, keys[0], keys[1], False).get_opcodes())
    for kind, a, b, c, d in matches:
        if kind == "equal":
            yield from (f"  {_role(role)} {block_line(block)}" for role, block in old[a:b])
        else:
            yield from (f"- {_role(role)} {block_line(block)}" for role, block in old[a:b])
            yield from (f"+ {_role(role)} {block_line(block)}" for role, block in new[c:d])


def _role(role: str) -> str:
    return f"{_shown(role or '?', 10):10}"
