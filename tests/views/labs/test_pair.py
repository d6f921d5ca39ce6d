"""PairLab without a widget: each way of tearing a pair, the API's answer, and the mend."""

import pytest

from packlight.core.conversation import Conversation
from packlight.core.rules import validate
from packlight.views.labs.pair import TASKS, TEARS, PairModel
from tests.support.labs import Walk, bench, small

FINE = ("none", "before")


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("tear", TEARS)
def test_a_torn_list_is_refused_and_a_mended_one_is_not(task: str, tear: str) -> None:
    walk = Walk(PairModel(bench()), task).do("tear", tear)
    model: PairModel = walk.model  # type: ignore[assignment]
    assert validate(Conversation.from_api(model.array(walk.settings))).ok == (tear in FINE)
    assert ("Error 400" in walk.text) == (tear not in FINE)
    walk.do("mend")
    assert validate(Conversation.from_api(model.array(walk.settings))).ok
    assert ("Nothing had to be changed." in walk.text) == (tear in FINE)
    assert "The API takes this list." in walk.text
    assert "Error 400" in walk.do("unmend").text or tear in FINE


def test_the_apis_words_and_ids_stand_there() -> None:
    text = Walk(PairModel(bench()), "parallel").text
    assert "#toolu_01" in text and "`tool_use` ids were found without `tool_result` blocks" in text


def test_the_guess_is_what_the_rules_say() -> None:
    walk = Walk(PairModel(bench()), predict=True).do("tear", "before")
    assert "Error 400" not in walk.text
    assert "You said it takes the list, and so it is." in walk.do("guess", 0).text


def test_what_a_model_makes_up_is_marked_as_such() -> None:
    assert "made up" in Walk(PairModel(bench())).text


def test_a_history_of_ones_own_comes_first_where_it_holds_a_pair() -> None:
    assert next(iter(PairModel(bench(scenario="", title="mine")).presets)) == "session"
    assert "session" not in PairModel(bench(conversation=small("a", "b"), scenario="", facts=())).presets
