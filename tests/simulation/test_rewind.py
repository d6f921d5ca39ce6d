"""A film is taken apart again: the messages that were appended, whole pairs, no summary among them."""

import pytest

from packlight.core.heuristic import HeuristicCounter
from packlight.core.rules import validate
from packlight.simulation.policy import Policy
from packlight.simulation.rewind import rewind
from packlight.simulation.run import run
from packlight.simulation.scenarios import names, session


@pytest.mark.parametrize("name", names())
def test_every_scenario_comes_back_from_its_film(name: str) -> None:
    talk = session(name).conversation
    film = run(talk, Policy(4_000, "summary"), counter=HeuristicCounter())
    again = rewind(film)
    assert len(film.frames) == len(again.messages)
    assert [message.role for message in again.messages] == [message.role for message in talk.messages]
    assert validate(again).ok
