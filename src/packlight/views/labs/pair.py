"""PairLab: break and mend tool pairs, and read what the API would answer.

Comes in: settings (the talk, how it is torn, whether it was mended). Goes out: the list, the findings in words, and the
recorded changes of the repair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from packlight.core.conversation import Conversation
from packlight.core.frozen import thaw
from packlight.core.repair import Mended, repair
from packlight.core.rules import Finding, validate
from packlight.views.labs.array_tasks import talk_of
from packlight.views.labs.controls import button, choice
from packlight.views.labs.message_line import line_of
from packlight.views.labs.model import Bench, Fault, Guess, Outcome
from packlight.views.labs.node import Node, el
from packlight.views.labs.words import speaker
from packlight.views.labs.words.pair import EN, ZH

TASKS = ("call", "parallel", "session")
TEARS = ("none", "gone", "late", "behind", "before", "call", "twice", "role")
Talk = dict[str, Any]
_WORDS = {"type": "text", "text": "…"}


@dataclass(frozen=True, slots=True)
class Settings:
    """The task, what happened to the first result, and whether the list was mended."""

    task: str = "call"
    tear: str = "gone"
    mended: bool = False


@dataclass(frozen=True, slots=True)
class PairModel:
    """The lab."""

    bench: Bench

    name: ClassVar[str] = "PairLab"
    figures: ClassVar[str] = ""

    def words(self, key: str, **values: Any) -> str:
        """One sentence of this lab."""
        return speaker(EN, ZH, self.bench.lang)(key, **values)

    @property
    def presets(self) -> Mapping[str, Settings]:
        """A talk each; a history that is not the sample comes first, where its start holds a pair."""
        tasks = [task for task in TASKS if _first_result(self._talk(task)) is not None]
        if self.bench.scenario != "bug_hunt" and "session" in tasks:
            tasks.remove("session")
            tasks.insert(0, "session")
        return {task: Settings(task) for task in tasks}

    def _talk(self, task: str) -> list[Talk]:
        return [deepcopy(thaw(message)) for message in talk_of(task, self.bench)["messages"]]

    def act(self, settings: Settings, action: str, value: Any, step: int) -> Settings:
        """The settings after a tear was chosen, or the list mended."""
        if action == "tear" and value in TEARS:
            return replace(settings, tear=str(value), mended=False)
        return replace(settings, mended=action == "mend") if action in ("mend", "unmend") else settings

    def array(self, settings: Settings) -> list[Talk]:
        """The list as it stands, torn or mended, as the API takes it."""
        torn = torn_by(settings.tear, self._talk(settings.task))
        return list(self._repaired(torn).conversation.to_api()["messages"]) if settings.mended else torn

    def _repaired(self, messages: list[Talk]) -> Mended:
        return repair(Conversation.from_api(messages))

    def controls(self, settings: Settings) -> Node:
        """How the pair is torn, and the mending."""
        say = self.words
        names = {tear: say(f"tear.{tear}") for tear in TEARS}
        mend = button(say("mend"), "mend", key="mend", strong=True, off=settings.mended)
        unmend = button(say("unmend"), "unmend", key="unmend", off=not settings.mended)
        chosen = choice(say("tear"), "tear", settings.tear, names)
        return el("div", chosen, el("div.row.act-only", mend, unmend, style="margin:12px 0"), key="controls")

    def outcome(self, settings: Settings) -> Outcome:
        """The list, what the API says of it, and what was changed."""
        say = self.words
        messages = self._talk(settings.task)
        if _first_result(messages) is None:
            raise Fault(say("empty"))
        shown = self.array(settings)
        found = self._findings(shown)
        verdict = self._verdict(found)
        bad = {finding.at[0] for finding in found if finding.severity == "error" and finding.at}
        rows = [
            el("li.piece.bad" if at in bad else "li.piece", line_of(message, self.bench.lang, at, pairs=True))
            for at, message in enumerate(shown)
        ]
        head = el("h4", say("mended" if settings.mended else "list"))
        listed = el("section", head, el("ol", rows))
        changes = self._changes(settings) if settings.mended else None
        tree = el("div", listed, verdict, changes, self._invented())
        said = say("said", tear=say(f"tear.{settings.tear}"), verdict=verdict.text())
        return Outcome(
            after=lambda at: tree,
            before=lambda at: el("div", el("section", head, el("ol", rows))),
            guess=None if settings.mended else self._guess(settings, found),
            said=said,
        )

    def _findings(self, messages: Sequence[Talk]) -> list[Finding]:
        """What the rules say; a talk that is over may end with the assistant."""
        report = validate(Conversation.from_api(list(messages)))
        return [finding for finding in report.findings if finding.code != "ends_with_assistant"]

    def _verdict(self, found: list[Finding]) -> Node:
        say, lang = self.words, self.bench.lang
        errors = [finding for finding in found if finding.severity == "error"]
        lines = [el("p", el("b.warm", say("refused")), " ", finding.say(lang)) for finding in errors[:2]]
        if errors and errors[0].api_message:
            lines.append(el("p.quiet", say("answer", text=errors[0].api_message)))
        if not errors:
            lines.append(el("p.good", el("b", say("fine"))))
            lines += [el("p", say("warns"), " ", finding.say(lang)) for finding in found[:1]]
        return el("div.verdict.card", lines, key="verdict")

    def _changes(self, settings: Settings) -> Node:
        say, lang = self.words, self.bench.lang
        mended = self._repaired(torn_by(settings.tear, self._talk(settings.task)))
        lines = [el("li", change.say(lang)) for change in mended.changes]
        left = [el("p.warm", say("unmended", text=finding.say(lang))) for finding in mended.unmended]
        inside = el("ul.changes", lines) if lines else el("p.quiet", say("nothing"))
        return el("section", el("h4", say("changes")), inside, left)

    def _invented(self) -> Node:
        """What a model may write where no result comes."""
        say = self.words
        spoken = [("user", say("invent.ask"))]
        spoken += [("assistant", say(f"invent.{key}")) for key in ("call", "result", "answer")]
        lines = [el("p", el("b", role), " ", el("span.warm" if "←" in text else "span", text)) for role, text in spoken]
        return el("details", el("summary", say("invent")), el("div.card", lines, el("p.quiet", say("invent.why"))))

    def _guess(self, settings: Settings, found: list[Finding]) -> Guess:
        say = self.words
        errors = [finding for finding in found if finding.severity == "error"]
        why = say("why.bad", text=errors[0].say(self.bench.lang)) if errors else say("why.ok")
        ask = say("ask", tear=say(f"tear.{settings.tear}"))
        return Guess(ask, (say("ask.ok"), say("ask.bad")), 1 if errors else 0, why)


def _first_result(messages: Sequence[Talk]) -> tuple[int, int] | None:
    """Where the first result stands: message and block."""
    for at, message in enumerate(messages):
        content = message["content"] if isinstance(message["content"], list) else []
        for place, block in enumerate(content):
            if block.get("type") == "tool_result":
                return at, place
    return None


def torn_by(tear: str, messages: list[Talk]) -> list[Talk]:
    """The messages with their first pair torn in that way; a pair that is not there leaves them as they are.

    >>> call = {"type": "tool_use", "id": "t1", "name": "ls", "input": {}}
    >>> talk = [{"role": "assistant", "content": [call]},
    ...         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "a"}]}]
    >>> torn_by("gone", talk)[1]["content"]
    [{'type': 'text', 'text': '…'}]
    """
    found = _first_result(messages)
    if found is None or tear == "none":
        return messages
    at, place = found
    content = messages[at]["content"]
    result = content[place]
    if tear == "twice":
        content.insert(place, deepcopy(result))
    elif tear == "behind":
        content.insert(0, dict(_WORDS))
    elif tear == "before":
        content.append(dict(_WORDS))
    elif tear == "role":
        messages[at]["role"] = "tool"
    elif tear == "call":
        _drop_call(messages, at, result["tool_use_id"])
    else:
        content.remove(result)
        content.extend([] if content else [dict(_WORDS)])
        if tear == "late":
            messages.append({"role": "user", "content": [result]})
    return messages


def _drop_call(messages: list[Talk], at: int, id: str) -> None:
    """Take the call out of the message before; a message that it leaves empty says something else."""
    before = messages[at - 1]
    kept = [block for block in before["content"] if block.get("id") != id]
    before["content"] = kept or [dict(_WORDS)]
