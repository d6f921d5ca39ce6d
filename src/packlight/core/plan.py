"""A plan: what to keep, shorten, drop or replace, decided before anything is done.

    strategy ─▶ Plan ─▶ (a summarizer writes, where the plan asks for words) ─▶ apply ─▶ Conversation

Comes in: decisions of a strategy, one for each message. Goes out: a frozen value that can be drawn, compared, joined
with a later plan, applied and undone. The strategies make plans, and `compact.py` applies them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from packlight.core.blocks import Block, Text, ToolResult
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.messages import SUMMARY_MARKS, Message, Messages, fingerprint, is_summary
from packlight.core.quick import quick

Action = Literal["keep", "shorten", "drop", "replace"]
MARKS = {"en": "[summary of earlier messages]", "zh": "[前文摘要]"}
"""What our own summaries open with; each starts with one of `SUMMARY_MARKS`."""
GAPS = {"en": "[messages left out]", "zh": "[略去了一些消息]"}
"""What an assistant says between old tool results and the next human, when what it said then is gone."""


@quick
@dataclass(frozen=True, slots=True)
class Decision:
    """What happens to one message.

    Attributes:
        id: the message.
        action: `keep`, `shorten` (fewer or shorter blocks), `drop`, or `replace` (a summary speaks for it).
        reason: why, in words for a student.
        content: the blocks of a shortened message, or those that a summarizer reads of a replaced one; else None.
        into: the id of the message that took its place, once applied; None where it stays itself or is gone. A kept
            message has one too when a summary now stands in front of its blocks.

    >>> Decision("m3-00c0ffee", "drop", "older than what is kept")["action"]
    'drop'
    """

    id: str
    action: Action = "keep"
    reason: str = ""
    content: tuple[Block, ...] | None = field(default=None, repr=False)
    into: str | None = None

    def keys(self) -> tuple[str, ...]:
        """The names of a row, so that `dict(decision)` is one."""
        return ("id", "action", "reason", "into")

    def __getitem__(self, key: str) -> Any:
        if key not in self.keys():
            raise KeyError(key)
        return getattr(self, key)

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON."""
        return dict(self)


@dataclass(frozen=True, slots=True)
class Plan:
    """Decisions for every message of one history, in order. Iterating gives the rows.

    Attributes:
        strategy: the name of what decided.
        messages: the history that it speaks of.
        decisions: one row a message.
        summary: the text that takes the place of replaced messages; None until a summarizer wrote it.
        summary_limit_tokens: the most tokens that text should have; 0 where nothing is replaced.
        lang: the language of the summary's mark.
    """

    strategy: str
    messages: Messages = field(repr=False, compare=False)
    decisions: tuple[Decision, ...] = field(repr=False)
    summary: str | None = field(default=None, repr=False)
    summary_limit_tokens: int = 0
    lang: str = "en"

    def __iter__(self) -> Iterator[Decision]:
        return iter(self.decisions)

    def __len__(self) -> int:
        return len(self.decisions)

    def __getitem__(self, index: int) -> Decision:
        return self.decisions[index]

    @property
    def changes(self) -> tuple[Decision, ...]:
        """The rows of messages that do not stay as they are."""
        return tuple([row for row in self.decisions if row.action != "keep"])

    @property
    def needs_summary(self) -> bool:
        """Whether a summarizer still has to write something before this plan can be applied."""
        return self.summary is None and "replace" in [row.action for row in self.decisions]

    def counts(self) -> dict[str, int]:
        """How many messages are kept, shortened, dropped and replaced."""
        out = {"keep": 0, "shorten": 0, "drop": 0, "replace": 0}
        for row in self.decisions:
            out[row.action] += 1
        return out

    def folded(self) -> tuple[Message, ...]:
        """The messages that a summary has to speak for, an earlier summary among them."""
        out = []
        for row, message in zip(self.decisions, self.messages, strict=True):
            if row.action == "replace":
                out.append(message if row.content is None else message.with_content(row.content))
            elif row.action == "shorten" and row.content is not None:
                # A kept message gives away the summary in front of it, so that there is only ever one.
                given = tuple([block for block in message.content if is_summary(block) and block not in row.content])
                if given:
                    out.append(Message("user", given, message.id))
        return tuple(out)

    def with_summary(self, text: str) -> Plan:
        """The plan with the words it asked for; they are marked as a summary and cannot pass for anything else."""
        text = text.encode("utf-8", "replace").decode("utf-8").strip()
        text = "".join([c for c in text if c >= " " or c in "\n\t"])
        marked = text[:12].lower().startswith(SUMMARY_MARKS)
        return replace(self, summary=text if marked else f"{MARKS[self.lang]}\n{text}")

    def undo(self, conversation: Conversation) -> Conversation:
        """The conversation as it was before this plan was applied to it, with what was appended since behind it."""
        made = {row.into or row.id for row in self.decisions}
        later = [m for m in conversation.messages if m.id not in made]
        return conversation.with_messages([*self.messages, *later])

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON."""
        rows = [row.to_dict() for row in self.decisions]
        return {"strategy": self.strategy, "summary": self.summary, "decisions": rows}

    def __repr__(self) -> str:
        counts = ", ".join(f"{number} {action}" for action, number in self.counts().items() if number)
        return f"<Plan {self.strategy}: {counts or 'no messages'}>"


@dataclass(frozen=True, slots=True)
class Applied:
    """A conversation made by a plan, and the plan with `into` filled in."""

    conversation: Conversation
    plan: Plan


def keep_all(strategy: str, messages: Messages, reason: str = "", lang: str = "en") -> Plan:
    """The plan that changes nothing."""
    return Plan(strategy, messages, tuple([Decision(message.id, "keep", reason) for message in messages]), lang=lang)


def project(plan: Plan) -> tuple[list[Message], list[int]]:
    """What stays of the messages, shortened where the plan says so, and the row of each; summaries are left out."""
    stay, rows = [], []
    for index, (row, message) in enumerate(zip(plan.decisions, plan.messages, strict=True)):
        if row.action in ("keep", "shorten"):
            stay.append(message if row.content is None else message.with_content(row.content))
            rows.append(index)
    return stay, rows


def combine(first: Plan, second: Plan, rows: Sequence[int]) -> Plan:
    """One plan that does what two do, the second made for `project(first)` with these rows."""
    decisions = list(first.decisions)
    for index, row in zip(rows, second.decisions, strict=True):
        if row.action == "replace":
            # The summarizer reads what the first plan left of the message.
            decisions[index] = replace(row, id=decisions[index].id, content=decisions[index].content)
        elif row.action != "keep":
            decisions[index] = replace(row, id=decisions[index].id)
    return replace(
        first,
        strategy=f"{first.strategy}+{second.strategy}",
        decisions=tuple(decisions),
        summary_limit_tokens=max(first.summary_limit_tokens, second.summary_limit_tokens),
    )


@dataclass(slots=True)
class _Piece:
    """A message on its way out: where it stood, the one it comes from, its blocks, and the rows that went into it."""

    at: int
    message: Message
    content: tuple[Block, ...]
    rows: list[int]
    changed: bool = False

    @property
    def is_plain_user(self) -> bool:
        """A user message with no result in it, so that something may stand in front of its blocks."""
        raw = self.message.raw is not None
        return self.message.role == "user" and not raw and not any(isinstance(b, ToolResult) for b in self.content)

    def built(self) -> Message:
        return self.message.with_content(self.content) if self.changed else self.message


def apply(plan: Plan, conversation: Conversation) -> Applied:
    """Carry out a plan. Kept messages stay the same objects; changed ones are new and know where they came from.

    Raises:
        UserError: the plan was made for other messages, or still waits for its summary.
    """
    if plan.needs_summary:
        raise UserError("this plan waits for a summary: give it one with plan.with_summary(text)")
    if plan.messages is not conversation.messages and plan.messages != conversation.messages:
        raise UserError(f"this plan was made for {len(plan)} other messages: make a new one for this conversation")
    pieces, slot, replaced = _pieces(plan)
    if replaced:
        _put_summary(plan, pieces, slot, replaced)
    pieces = _joined(pieces, plan.lang)
    built = [piece.built() for piece in pieces]
    decisions = list(plan.decisions)
    for piece, message in zip(pieces, built, strict=True):
        for row in piece.rows:
            if message.id != (old := decisions[row]).id:
                decisions[row] = Decision(old.id, old.action, old.reason, old.content, message.id)
    return Applied(conversation.with_messages(built), replace(plan, decisions=tuple(decisions)))


def _pieces(plan: Plan) -> tuple[list[_Piece], int, list[int]]:
    """What stays, the place among it where the first replaced message stood, and the rows that are replaced."""
    pieces: list[_Piece] = []
    replaced: list[int] = []
    slot = 0
    for index, (row, message) in enumerate(zip(plan.decisions, plan.messages, strict=True)):
        if row.action == "replace":
            slot = slot if replaced else len(pieces)
            replaced.append(index)
        elif row.action != "drop":
            content = row.content if row.content is not None else message.content
            pieces.append(_Piece(index, message, content, [index], row.content is not None))
    return pieces, slot, replaced


def _put_summary(plan: Plan, pieces: list[_Piece], slot: int, replaced: list[int]) -> None:
    """The summary stands in front of a user message's blocks where there is one, else in a message of its own."""
    block = Text(plan.summary or "")
    after = pieces[slot] if slot < len(pieces) else None
    before = pieces[slot - 1] if slot else None
    if after is not None and after.is_plain_user:
        host, content = after, (block, *after.content)
    elif before is not None and before.is_plain_user:
        host, content = before, (block, *before.content)
    elif before is not None and before.message.role == "user" and before.message.raw is None:
        results = sum(isinstance(b, ToolResult) for b in before.content)
        host, content = before, (*before.content[:results], block, *before.content[results:])  # results come first
    else:
        pieces.insert(slot, _Piece(replaced[0], _summary_message(plan, block, replaced), (block,), replaced))
        return
    host.content, host.changed = content, True
    host.rows.extend(replaced)


def _summary_message(plan: Plan, block: Block, replaced: list[int]) -> Message:
    """A user message whose id tells what it stands for, such as `m0~m17-1a2b3c4d`."""
    first, last = plan.messages[replaced[0]].id, plan.messages[replaced[-1]].id
    message = Message("user", (block,), derived_from=first)
    span = f"{_place(first).partition('~')[0]}~{_place(last).rpartition('~')[2]}"
    return Message("user", (block,), f"{span}-{fingerprint(message):08x}", first)


def _place(message_id: str) -> str:
    return message_id.partition("-")[0]


def _joined(pieces: list[_Piece], lang: str) -> list[_Piece]:
    """User messages that became neighbours through this plan are one message, as the API would make them.

    Behind tool results they stay apart, with a word between them: joined, the old call would open the running turn.
    """
    out: list[_Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        new = last is not None and piece.at > last.at + 1
        if (
            last is not None
            and new
            and last.message.role == "user"
            and last.message.raw is None
            and piece.is_plain_user
        ):
            if last.is_plain_user:
                piece.content, piece.changed = (*last.content, *piece.content), True
                piece.rows = [*last.rows, *piece.rows]
                out.pop()
            else:
                note = (Text(GAPS[lang]),)
                out.append(_Piece(last.at, Message("assistant", note), note, []))
        out.append(piece)
    return out
