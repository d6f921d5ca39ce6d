"""The final quiz: twelve questions, each wrong choice a belief of the register, shuffled by a seed.

Comes in: a seed, and letters. Goes out: the questions, or a score with a review that names the lesson. The right
places are dealt out evenly, so that no letter is worth more than another.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from packlight.lessons import beliefs
from packlight.lessons.words import general
from packlight.lessons.words import quiz as words

LETTERS = "abc"


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes:
        id: its name in the words.
        lesson: the lesson that teaches it.
        wrong: the beliefs behind its two wrong choices.
        terms: what the lesson's text has to hold, in English and Chinese.
    """

    id: str
    lesson: str
    wrong: tuple[str, str]
    terms: tuple[str, str]


QUESTIONS = (
    Question("append", "08", ("remembers", "remembers"), ("appended by you", "由你追加")),
    Question("travels", "00", ("remembers", "remembers"), ("travels with every request", "每次请求都要全部带上")),
    Question("torn", "06", ("cut_anywhere", "result_late"), ("a result whose call is gone", "调用没了、结果还在")),
    Question("neighbours", "05", ("neighbours_refused", "turn_is_message"), ("as one turn", "当作一轮")),
    Question("log", "06", ("screen_is_window", "summary_keeps"), ("what your screen shows", "屏幕上的东西")),
    Question("full", "05", ("full_is_thrift", "max_tokens_apart"), ("share one window", "共用一个窗口")),
    Question("price", "06", ("packing_is_free", "cheaper_at_once"), ("new to the cache", "对缓存是新的")),
    Question("longer", "06", ("always_shrinks", "summary_keeps"), ("compaction always shrinks", "压缩总会变小")),
    Question("whose", "05", ("rule_of_api", "million_ends_it"), ("draws its own line", "画自己的线")),
    Question("usage", "05", ("usage_adds_up", "cache_frees"), ("tokens of the latest request", "最近一次请求的 token")),
    Question("state", "07", ("three_in_all", "half_passes_half"), ("sets the count to 0", "计数归零")),
    Question("open", "07", ("open_ends_talk", "closed_stops"), ("the talk goes on", "对话继续")),
)
"""All questions, in the order of the words."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it stands in one shuffled quiz; `order` gives each letter's choice, 0 is right."""

    question: Question
    text: str
    choices: tuple[str, ...]
    order: tuple[int, ...]


def asked(seed: Any, lang: str) -> tuple[Asked, ...]:
    """The questions and choices in a seed's order; the same in both languages."""
    dice = random.Random(str(seed))
    places = [place for place in range(len(LETTERS)) for _ in range(len(QUESTIONS) // len(LETTERS))]
    dice.shuffle(places)
    shuffled = []
    for question, place in zip(dice.sample(QUESTIONS, len(QUESTIONS)), places, strict=True):
        text, *choices = (words.ZH if lang == "zh" else words.EN)[question.id]
        order = dice.sample((1, 2), 2)
        order.insert(place, 0)
        shuffled.append(Asked(question, text, tuple(choices[number] for number in order), tuple(order)))
    return tuple(shuffled)


def shown(seed: Any, lang: str) -> str:
    """The quiz as text."""
    blocks = []
    for number, each in enumerate(asked(seed, lang), 1):
        lines = [f"({letter}) {choice}" for letter, choice in zip(LETTERS, each.choices, strict=True)]
        blocks.append("\n".join([f"{number}. {each.text}", *lines]))
    return "\n\n".join([*blocks, general("quiz.how", lang, seed=repr(seed))])


@dataclass(frozen=True, slots=True)
class Graded:
    """What twelve letters came to: the right ones, the words of the review, how often each belief showed."""

    score: int
    review: tuple[str, ...]
    profile: dict[str, int]


def graded(answers: Any, seed: Any, lang: str) -> Graded | None:
    """Grade letters; None when they are not twelve letters of the choices."""
    letters = answers.lower() if isinstance(answers, str) else ""
    if len(letters) != len(QUESTIONS) or set(letters) - set(LETTERS):
        return None
    review, profile = [], dict[str, int]()
    for number, (letter, each) in enumerate(zip(letters, asked(seed, lang), strict=True), 1):
        place = LETTERS.index(letter)
        if each.order[place] == 0:
            continue
        belief = beliefs.find(each.question.wrong[each.order[place] - 1])
        profile[belief.id] = profile.get(belief.id, 0) + 1
        values = {"n": number, "choice": each.choices[place], "lesson": each.question.lesson}
        review.append(general("quiz.review", lang, **values, why=belief.refutation(lang)))
    return Graded(len(QUESTIONS) - len(review), tuple(review), profile)


def told(answers: Any, seed: Any, lang: str) -> str:
    """The score and the review in words, or what the answers should look like."""
    result = graded(answers, seed, lang)
    if result is None:
        return general("quiz.bad", lang, n=len(QUESTIONS))
    return "\n\n".join([general("quiz.score", lang, score=result.score, n=len(QUESTIONS)), *result.review])
