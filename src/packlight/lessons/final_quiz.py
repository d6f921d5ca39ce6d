"""The final quiz: twelve questions, four an objective, each wrong choice a belief of the register, dealt by a seed.

Comes in: a seed, and letters. Goes out: the questions, or a score with a review that explains each choice and names the
lesson. The right places are dealt out evenly, so that no letter is worth more than another. The key and the profile of
beliefs are for instructors.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from packlight.lessons import beliefs
from packlight.lessons.words import general
from packlight.lessons.words import quiz as words

LETTERS = "abc"
AN_OBJECTIVE = 4
"""Questions of each objective that a quiz asks."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes:
        id: its name in the words.
        lesson: the lesson that teaches it.
        objective: 1 the array, 2 why packing is needed, 3 the line and the breaker.
        wrong: the beliefs behind its two wrong choices.
        terms: what the lesson's text has to hold, in English and Chinese.
    """

    id: str
    lesson: str
    objective: int
    wrong: tuple[str, str]
    terms: tuple[str, str]


BANK = (
    Question("append", "08", 1, ("remembers", "screen_is_window"), ("appended by you", "由你追加")),
    Question("system", "01", 1, ("system_first", "system_once"), ("lies beside the list", "放在列表旁边")),
    Question(
        "result", "03", 1, ("role_tool", "model_runs_tool"), ("the result is a user message", "结果是一条 user 消息")
    ),
    Question("torn", "06", 1, ("cut_anywhere", "result_late"), ("a result whose call is gone", "调用没了、结果还在")),
    Question("neighbours", "02", 1, ("neighbours_refused", "turn_is_message"), ("reads one turn", "当作一轮来读")),
    Question("log", "06", 1, ("screen_is_window", "summary_keeps"), ("what your screen shows", "屏幕上的东西")),
    Question("travels", "04", 2, ("remembers", "system_once"), ("travel with every request", "每次请求都带着")),
    Question("tokens", "04", 2, ("token_is_word", "cache_frees"), ("three quarters of a token", "四分之三个 token")),
    Question("price", "06", 2, ("packing_is_free", "cheaper_at_once"), ("new to the cache", "对缓存是新的")),
    Question("longer", "06", 2, ("always_shrinks", "summary_keeps"), ("compaction always shrinks", "压缩总会变小")),
    Question(
        "usage", "05", 2, ("usage_adds_up", "cache_frees"), ("tokens of the latest request", "最近一次请求的 token")
    ),
    Question("full", "05", 3, ("full_is_thrift", "max_tokens_apart"), ("share one window", "共用一个窗口")),
    Question("whose", "05", 3, ("rule_of_api", "million_ends_it"), ("draws its own line", "画自己的线")),
    Question("state", "07", 3, ("three_in_all", "half_passes_half"), ("sets the count to 0", "计数归零")),
    Question("open", "07", 3, ("open_ends_talk", "closed_stops"), ("the talk goes on", "对话继续")),
)
"""All questions, by objective."""
OBJECTIVES = tuple(sorted({question.objective for question in BANK}))
LENGTH = AN_OBJECTIVE * len(OBJECTIVES)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it stands in one shuffled quiz; `order` gives each letter's choice, 0 is right."""

    question: Question
    text: str
    choices: tuple[str, ...]
    order: tuple[int, ...]
    why: str

    @property
    def key(self) -> str:
        """The letter of the right choice."""
        return LETTERS[self.order.index(0)]


def asked(seed: Any, lang: str) -> tuple[Asked, ...]:
    """The questions and choices in a seed's order; the same in both languages."""
    dice = random.Random(str(seed))
    drawn = [
        question
        for objective in OBJECTIVES
        for question in dice.sample([each for each in BANK if each.objective == objective], AN_OBJECTIVE)
    ]
    places = [place for place in range(len(LETTERS)) for _ in range(LENGTH // len(LETTERS))]
    dice.shuffle(places)
    shuffled = []
    for question, place in zip(dice.sample(drawn, LENGTH), places, strict=True):
        text, right, why, *wrong = (words.ZH if lang == "zh" else words.EN)[question.id]
        order = dice.sample((1, 2), 2)
        order.insert(place, 0)
        choices = tuple((right, *wrong)[number] for number in order)
        shuffled.append(Asked(question, text, choices, tuple(order), why))
    return tuple(shuffled)


def shown(seed: Any, lang: str, *, key: bool = False) -> str:
    """The quiz as text; with `key`, the right letters below it."""
    blocks = []
    for number, each in enumerate(asked(seed, lang), 1):
        lines = [f"({letter}) {choice}" for letter, choice in zip(LETTERS, each.choices, strict=True)]
        blocks.append("\n".join([f"{number}. {each.text}", *lines]))
    blocks.append(general("quiz.how", lang, seed=repr(seed)))
    if key:
        blocks.append(general("quiz.key", lang, key="".join(each.key for each in asked(seed, lang))))
    return "\n\n".join(blocks)


@dataclass(frozen=True, slots=True)
class Graded:
    """What twelve letters came to: the right ones, a line of review a question, how often each belief showed."""

    score: int
    review: tuple[str, ...]
    profile: dict[str, int]


def graded(answers: Any, seed: Any, lang: str) -> Graded | None:
    """Grade letters; None when they are not twelve letters of the choices."""
    letters = answers.lower() if isinstance(answers, str) else ""
    if len(letters) != LENGTH or set(letters) - set(LETTERS):
        return None
    score, review, profile = 0, [], dict[str, int]()
    for number, (letter, each) in enumerate(zip(letters, asked(seed, lang), strict=True), 1):
        place = LETTERS.index(letter)
        values = {"n": number, "choice": each.choices[place], "lesson": each.question.lesson}
        if letter == each.key:
            score += 1
            review.append(general("quiz.right", lang, **values, why=each.why))
            continue
        belief = beliefs.find(each.question.wrong[each.order[place] - 1])
        profile[belief.id] = profile.get(belief.id, 0) + 1
        review.append(general("quiz.review", lang, **values, why=belief.refutation(lang)))
    return Graded(score, tuple(review), profile)


def told(answers: Any, seed: Any, lang: str, *, profile: bool = False) -> str:
    """The score and the review in words, or what the answers should look like; with `profile`, the beliefs behind."""
    result = graded(answers, seed, lang)
    if result is None:
        return general("quiz.bad", lang, n=LENGTH)
    parts = [general("quiz.score", lang, score=result.score, n=LENGTH), *result.review]
    if profile:
        seen = ", ".join(f"{id} {count}" for id, count in sorted(result.profile.items())) or "–"
        parts.append(general("quiz.profile", lang, profile=seen))
    return "\n\n".join(parts)
