"""The register of wrong beliefs."""

import re

import pytest

import packlight as pl
from packlight.lessons import beliefs
from packlight.lessons.beliefs import BELIEFS, Belief
from packlight.lessons.words import beliefs as words


def test_there_are_twenty_five_with_words_in_both_languages() -> None:
    ids = [belief.id for belief in BELIEFS]
    assert len(set(ids)) == 25
    assert set(ids) == set(words.EN) == set(words.ZH)


@pytest.mark.parametrize("belief", BELIEFS, ids=lambda belief: belief.id)
def test_a_refutation_names_the_belief_and_what_is_so(belief: Belief) -> None:
    assert re.fullmatch(r"You may think .+\. But .+", belief.refutation())
    assert re.fullmatch(r"你也许以为.+。其实.+", belief.refutation("zh"))


def test_an_unknown_belief_names_the_nearest() -> None:
    with pytest.raises(pl.UserError, match="did you mean 'remembers'"):
        beliefs.find("remember")
