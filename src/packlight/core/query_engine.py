"""Where step 1 sits: the eight steps of the QueryEngine that the course looks at.

Comes in: nothing. Goes out: a table for lessons and pictures. The course's source names the first three steps and the
four tasks of the first; steps 4 to 8 it only numbers, and so does this table.
"""

from __future__ import annotations

from dataclasses import dataclass

from packlight.core.errors import UserError


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a query: its number, its name in both languages, and the tasks in it.

    >>> QUERY_ENGINE[0].tasks
    ('normalise', 'inject', 'judge', 'compact')
    """

    number: int
    name: str
    name_zh: str
    tasks: tuple[str, ...] = ()

    @property
    def is_named(self) -> bool:
        """Whether the course's source says what happens in it."""
        return bool(self.name)

    def say(self, lang: str = "en") -> str:
        """The step as a person reads it."""
        if not self.is_named:
            return f"{self.number}. " + ("来源没有说明" if lang == "zh" else "not named in the source")
        return f"{self.number}. {self.name_zh if lang == 'zh' else self.name}"


QUERY_ENGINE: tuple[Step, ...] = (
    Step(1, "prepare the messages", "准备消息", ("normalise", "inject", "judge", "compact")),
    Step(2, "call the API", "调用 API"),
    Step(3, "read the streamed response", "读取流式响应"),
    *(Step(number, "", "") for number in range(4, 9)),
)


def step_of(number: int) -> Step:
    """The step of that number, from 1 to 8.

    >>> step_of(2).say()
    '2. call the API'
    """
    if number not in range(1, len(QUERY_ENGINE) + 1):
        raise UserError(f"step {number!r}: the QueryEngine has steps 1 to {len(QUERY_ENGINE)}")
    return QUERY_ENGINE[number - 1]
