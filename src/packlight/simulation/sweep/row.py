"""A row of a sweep: what one policy made of one conversation.

Comes in: figures of a replay, or the reason why there was none. Goes out: a frozen mapping that JSON can hold. The same
replay gives the same row, whichever engine ran it; only `seconds` differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from packlight.core.errors import UserError
from packlight.core.frozen import EMPTY, Frozen, freeze, thaw


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Mapping[str, Any]):
    """What one policy made of one conversation; figures are None where the replay could not run.

    Attributes:
        conversation: the file, with `#name` where it holds several; a scenario's name; or a number from 1.
        policy: the policy's name.
        turns: human messages.
        requests: requests that were sent, one for each answer of the assistant.
        compactions: compactions that were carried out.
        failures: attempts that failed.
        opened_at: messages that stood in the transcript when the breaker opened first; None: it never did.
        tokens: input tokens of all requests together.
        summarizer_tokens: tokens in and out of the summarizer's calls.
        price: US dollars of all requests and calls, the cache reckoned in; None where no price is known.
        cache_broken: tokens that the cache held and that could not be read again, because something in front changed.
        facts: facts that the conversation has, planted or used again by itself; see `uses.py`.
        facts_kept: those that stood in `messages[]` every time they were used; planted ones, after every compaction.
        peak_usage: the fullest request, tokens ÷ window.
        invalid: requests that the API would refuse; 0, or a strategy is broken.
        reason: why the replay could not run, a sentence; None where it ran.
        seconds: how long the replay took.
        model: by whose prices the row was reckoned.
        of: conversations that the same source holds.
        settings: the policy as a table, from which it can be made again.
    """

    conversation: str
    policy: str
    turns: int | None = None
    requests: int | None = None
    compactions: int | None = None
    failures: int | None = None
    opened_at: int | None = None
    tokens: int | None = None
    summarizer_tokens: int | None = None
    price: float | None = None
    cache_broken: int | None = None
    facts: int | None = None
    facts_kept: int | None = None
    peak_usage: float | None = None
    invalid: int | None = None
    reason: str | None = None
    seconds: float | None = None
    model: str | None = None
    of: int = 1
    settings: Frozen = EMPTY

    def __getitem__(self, name: str) -> Any:
        if name not in COLUMNS:
            raise KeyError(name)
        return getattr(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(COLUMNS)

    def __len__(self) -> int:
        return len(COLUMNS)

    @property
    def source(self) -> str:
        """The file or scenario without the name of a conversation in it.

        >>> Row(conversation="runs.json#7", policy="p", of=9).source
        'runs.json'
        """
        return self.conversation.rpartition("#")[0] if self.of > 1 else self.conversation

    @property
    def name(self) -> str | None:
        """The conversation's name in its source, where that holds several."""
        return self.conversation.rpartition("#")[2] if self.of > 1 else None

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON."""
        return {**{name: getattr(self, name) for name in COLUMNS}, "settings": thaw(self.settings)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Row:
        """Read what `to_dict` wrote; columns of a later version are left out.

        >>> Row.from_dict(Row(conversation="a", policy="b", turns=3).to_dict()).turns
        3
        """
        if not isinstance(data, Mapping) or not all(isinstance(data.get(k), str) for k in ("conversation", "policy")):
            raise UserError("this is not a row of a sweep: it names no conversation and policy")
        return cls(**{name: freeze(data[name]) for name in COLUMNS if name in data})

    def __repr__(self) -> str:
        if self.reason is not None:
            return f"<Row: {self.conversation}, {self.policy}: {self.reason}>"
        price = "" if self.price is None else f", ${self.price:,.4f}"
        kept = f"{self.facts_kept} of {self.facts} facts kept"
        return f"<Row: {self.conversation}, {self.policy}: {self.compactions} compactions{price}, {kept}>"


COLUMNS = tuple(field.name for field in fields(Row))
"""The columns, in the order in which they are written."""
