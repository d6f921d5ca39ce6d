"""The 25 wrong beliefs that students bring, as data: lessons, checks, quiz and teaching guide draw on it.

Comes in: a belief's id. Goes out: what refutes it in words, the preset that shows it on the stage, the lesson where it
is met. Which exercises catch a belief is not written down here: it follows from the wrong answers that name it.
"""

from __future__ import annotations

from dataclasses import dataclass

from packlight.core.errors import unknown_name
from packlight.lessons.exercises import every
from packlight.lessons.words import beliefs as words


@dataclass(frozen=True, slots=True)
class Preset:
    """A film that shows what refutes a belief: a scenario under a policy, and where to look.

    Attributes:
        scenario: a session that ships with the package.
        window: tokens of its window.
        strategy: how it is packed; None: the policy's own choice.
        failures: what the summarizer does, a letter a call.
        reserve: tokens kept free for the answer.
        step: the frame to look at; negative ones count from the end.
    """

    scenario: str = "bug_hunt"
    window: int = 20_000
    strategy: str | None = None
    failures: str = ""
    reserve: int = 0
    step: int = -1


@dataclass(frozen=True, slots=True)
class Belief:
    """A wrong belief.

    Attributes:
        id: its name in exercises and quiz questions.
        lesson: the lesson that meets it first, as two digits.
        preset: what shows it on the stage.
    """

    id: str
    lesson: str
    preset: Preset

    def refutation(self, lang: str = "en") -> str:
        """What the student may think, and what is so instead.

        >>> find("closed_stops").refutation().split(".")[0]
        'You may think that a closed breaker blocks, like a closed door'
        """
        return (words.ZH if lang == "zh" else words.EN)[self.id]

    @property
    def exercises(self) -> tuple[str, ...]:
        """Ids of the exercises that catch it: those with a wrong answer that names it."""
        return tuple(e.id for e in every() if any(wrong.belief == self.id for wrong in e.wrong))


BELIEFS = (
    Belief("remembers", "01", Preset(step=4)),
    Belief("system_first", "01", Preset(step=0)),
    Belief("system_once", "04", Preset(scenario="tool_loop")),
    Belief("role_tool", "01", Preset(step=2)),
    Belief("model_runs_tool", "03", Preset(step=1)),
    Belief("result_late", "03", Preset(scenario="interrupted")),
    Belief("neighbours_refused", "02", Preset(scenario="interrupted")),
    Belief("turn_is_message", "01", Preset(scenario="tool_loop")),
    Belief("token_is_word", "04", Preset(scenario="long_chat")),
    Belief("max_tokens_apart", "05", Preset(window=20_000, reserve=4_000)),
    Belief("usage_adds_up", "04", Preset(window=20_000)),
    Belief("cache_frees", "04", Preset(window=20_000)),
    Belief("full_is_thrift", "05", Preset(window=10_000)),
    Belief("rule_of_api", "05", Preset(window=20_000)),
    Belief("million_ends_it", "04", Preset(window=100_000)),
    Belief("packing_is_free", "06", Preset(window=10_000, strategy="summary")),
    Belief("summary_keeps", "06", Preset(window=10_000, strategy="summary")),
    Belief("screen_is_window", "06", Preset(window=10_000)),
    Belief("always_shrinks", "06", Preset(window=10_000, failures="F")),
    Belief("cheaper_at_once", "06", Preset(window=10_000, strategy="summary")),
    Belief("cut_anywhere", "06", Preset(scenario="tool_loop", window=10_000)),
    Belief("three_in_all", "07", Preset(window=5_000, failures="FFSF")),
    Belief("closed_stops", "07", Preset(window=10_000, failures="S")),
    Belief("half_passes_half", "07", Preset(window=5_000, failures="FFFF")),
    Belief("open_ends_talk", "07", Preset(window=10_000, failures="FFF")),
)
"""All of them, in the order in which students meet them."""
_BY_ID = {belief.id: belief for belief in BELIEFS}


def find(id: str) -> Belief:
    """The belief of that id; raises UserError for one nobody knows, with the nearest ones.

    >>> find("remembers").lesson
    '01'
    """
    if id not in _BY_ID:
        raise unknown_name("belief", id, _BY_ID)
    return _BY_ID[id]
