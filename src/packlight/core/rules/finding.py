"""Findings: what the rules say about a conversation, each with its place and its sentences.

Comes in: codes and places from the walk. Goes out: frozen `Finding` values in a `Report`. Called by everything that
shows, prints or mends what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from packlight.core.conversation import Conversation
from packlight.core.frozen import EMPTY, Frozen
from packlight.core.rule_api_texts import API_SENTENCES
from packlight.core.rule_texts import SENTENCES, fill

Severity = Literal["error", "warning"]
Place = tuple[int, ...]

WARNINGS = frozenset(
    (
        "split_tool_results",
        "thinking_unsigned",
        "unknown_block_type",
        "control_character",
        "same_role_neighbours",
    )
)
"""Codes that are warnings unless something makes them worse."""

MENDED_WARNINGS = frozenset(("same_role_neighbours", "split_tool_results", "thinking_unsigned"))
"""Warnings that `repair` mends; all others it leaves alone."""


def path(at: Place, lang: str = "en") -> str:
    """A place as a path into the request.

    >>> path((3, 0)), path((3,)), path(())
    ('messages[3].content[0]', 'messages[3]', 'the request')
    """
    if not at:
        return "整个请求" if lang[:2] == "zh" else "the request"
    return f"messages[{at[0]}]" + (f".content[{at[1]}]" if len(at) > 1 else "")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the Messages API refuses, or that is better known about.

    Attributes:
        code: from the closed set of the rules.
        at: `(message, block)`, `(message,)` or `()` for the whole request, from 0.
        id: the id of the call that it is about, or None.
        severity: `"error"` or `"warning"`.
        pending: a call that waits for its result: normal while an agent runs.
        variant: which sentence of the code is meant; empty for its usual one.
        values: what the sentences are filled with.

    >>> Finding("missing_content", (1,)).message
    'The message messages[1] has no content field.'
    """

    code: str
    at: Place
    id: str | None = None
    severity: Severity = "error"
    pending: bool = False
    variant: str = ""
    values: Frozen = EMPTY

    def say(self, lang: str = "en") -> str:
        """One sentence for a student, in English or Chinese (`"zh"`)."""
        sentences = SENTENCES.get(f"{self.code}.{self.variant}") or SENTENCES[self.code]
        return fill(sentences[lang[:2] == "zh"], self._values(lang))

    @property
    def message(self) -> str:
        """The sentence for a student, in English."""
        return self.say("en")

    @property
    def message_zh(self) -> str:
        """The sentence for a student, in Chinese."""
        return self.say("zh")

    @property
    def api_message(self) -> str:
        """What the Messages API answers with; empty where it accepts the request."""
        sentence = API_SENTENCES.get(f"{self.code}.{self.variant}", API_SENTENCES.get(self.code, ""))
        return fill(sentence, self._values())

    @property
    def is_mended(self) -> bool:
        """Whether `repair` does something about it."""
        return not self.pending and (self.severity == "error" or self.code in MENDED_WARNINGS)

    def _values(self, lang: str = "en") -> dict[str, Any]:
        at = [*self.at, 0, 0][:2]
        return {"where": path(self.at, lang), "m": at[0], "b": at[1], "id": self.id or "", **self.values}

    def to_dict(self) -> dict[str, Any]:
        """The finding as JSON."""
        return {
            "code": self.code,
            "at": list(self.at),
            "id": self.id,
            "severity": self.severity,
            "pending": self.pending,
            "message": self.message,
            "message_zh": self.message_zh,
            "api_message": self.api_message,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """All findings of a conversation, in order of place; `ok` means that none of them is an error.

    `conversation` is what was looked at, so that a report can show the blocks it speaks of; it is not compared.
    """

    findings: tuple[Finding, ...] = ()
    conversation: Conversation = field(default_factory=Conversation, compare=False)

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return not self.errors

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings for which the API refuses the request."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that the API lives with."""
        return tuple(finding for finding in self.findings if finding.severity == "warning")

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        return {"ok": self.ok, "findings": [finding.to_dict() for finding in self.findings]}

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __bool__(self) -> bool:
        # A report without findings is still a report: `if report` must not read as "nothing was checked".
        return True

    def __repr__(self) -> str:
        errors, warnings = len(self.errors), len(self.warnings)
        lines = [f"<Report: {'ok' if not errors else 'refused'}, {errors} errors, {warnings} warnings>"]
        lines += [f"  {f.severity:7} {path(f.at)}: {f.code}" for f in self.findings[:20]]
        return "\n".join(lines + [f"  … and {len(self) - 20} more"] * (len(self) > 20))
