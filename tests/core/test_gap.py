"""Estimates beside real numbers: the factor and the unseen part of made-up logs are found again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from packlight.core.conversation import Conversation, Source, Usage
from packlight.core.errors import UserError
from packlight.core.gap import MOST_POINTS, CalibratedCounter, gap
from packlight.core.heuristic import HeuristicCounter
from packlight.core.tokens import Tally, count, weigh_base

COUNTER = HeuristicCounter()


def log(factor: float, unseen: int, *, requests: int = 20, noise: float = 0.0, system: str = "") -> Conversation:
    """A session whose reported usage is `unseen + factor × estimate`, give or take."""
    random = Random(7)
    say = [
        {"role": r, "content": f"word {n} " * random.randint(20, 400)}
        for n in range(requests)
        for r in ("user", "assistant")
    ]
    talk = Conversation.from_api({"system": system, "messages": say} if system else say)
    tally, base = Tally(COUNTER).extend(talk.messages), sum(weigh_base(talk, COUNTER))
    usage = []
    for place in range(1, len(say), 2):
        real = (unseen + factor * (base + tally.before(place))) * (1 + random.uniform(-noise, noise))
        # Most of it comes from the cache, as in real logs; only the sum says what stood in the window.
        usage.append(Usage(place, 12, 100, cache_read_tokens=round(real) - 12))
    return replace(talk, source=Source("log", usage=tuple(usage)))


@pytest.mark.parametrize("unseen", [0, 18_000])
@pytest.mark.parametrize("factor", [0.9, 1.3])
def test_factor_and_unseen_part_are_found(factor, unseen):
    learned = gap(log(factor, unseen, noise=0.005), COUNTER).calibration
    assert learned.factor == pytest.approx(factor, rel=0.03)
    assert learned.unseen_tokens == pytest.approx(unseen, rel=0.03, abs=400)
    assert learned.spread < 0.01
    assert learned.points == 20


def test_one_wild_number_does_not_bend_the_line():
    talk = log(1.3, 18_000)
    wild = replace(talk.source.usage[7], cache_read_tokens=900_000)
    usage = (*talk.source.usage[:7], wild, *talk.source.usage[8:])
    learned = gap(replace(talk, source=replace(talk.source, usage=usage)), COUNTER).calibration
    assert learned.factor == pytest.approx(1.3, rel=0.02)


def test_a_log_that_shows_its_prompt_starts_at_zero():
    learned = gap(log(1.25, 0, requests=1, system="be brief " * 50), COUNTER).calibration
    assert learned.factor == pytest.approx(1.25, rel=0.02)
    assert (learned.unseen_tokens, learned.points) == (0, 1)


def test_the_corrected_estimate_meets_the_real_numbers():
    talk = log(1.3, 18_000)
    found = gap(talk, COUNTER)
    assert found.calibration.apply(found.last.estimated) == pytest.approx(found.last.real, rel=0.01)
    assert found.last.difference == found.last.real - found.last.estimated > 18_000
    assert "18," in repr(found)
    assert "1.30 × estimate" in repr(found)


@pytest.mark.parametrize("requests", [0, 1, 2])
def test_too_few_numbers_teach_nothing(requests):
    found = gap(log(1.3, 500, requests=requests), COUNTER)
    assert found.calibration is None
    assert len(found.points) == requests
    assert found.to_dict()["calibration"] is None


def test_a_conversation_without_usage_has_no_gap():
    found = gap(Conversation.from_api([{"role": "user", "content": "hi"}]), COUNTER)
    assert (found.points, found.last, found.calibration) == ((), None, None)
    assert "no real usage" in repr(found)


def test_usage_that_says_nothing_or_points_nowhere_is_left_out():
    talk = log(1.0, 0, requests=3)
    odd = (Usage(0, 50, 1), Usage(99, 50, 1), Usage(1, 0, 1), *talk.source.usage)
    assert len(gap(replace(talk, source=replace(talk.source, usage=odd)), COUNTER).points) == 3


def test_a_shrinking_log_teaches_nothing():
    talk = log(1.0, 0, requests=5)
    falling = tuple(Usage(u.message, 10_000 - u.total_input, 1) for u in talk.source.usage)
    assert gap(replace(talk, source=replace(talk.source, usage=falling)), COUNTER).calibration is None


def test_numbers_on_no_line_teach_nothing():
    assert gap(log(1.3, 0, noise=0.6), COUNTER).calibration is None


def test_long_logs_are_sampled():
    learned = gap(log(1.3, 4_000, requests=900), COUNTER).calibration
    assert learned.points <= MOST_POINTS
    assert learned.factor == pytest.approx(1.3, rel=0.01)


def test_a_calibrated_counter_says_so():
    talk = log(1.3, 0)
    counter = CalibratedCounter(COUNTER, gap(talk, COUNTER).calibration.factor)
    found = count(talk, counter)
    assert found.counter == "heuristic × 1.30"
    assert found.estimated
    assert found.messages == pytest.approx(1.3 * count(talk, COUNTER).messages, rel=0.01)
    assert (counter.count_text(""), CalibratedCounter(COUNTER, 0.1).count_text("hi")) == (0, 1)


@pytest.mark.parametrize("factor", [0, -1, float("inf"), float("nan"), "1.3", True])
def test_a_wrong_factor_is_one_sentence(factor):
    with pytest.raises(UserError, match="give a number above 0"):
        CalibratedCounter(COUNTER, factor)
