"""TriangleLab without a widget: what a cache, packing and a larger window do to each corner."""

import re

from packlight.views.labs.triangle import TriangleModel
from tests.support.labs import Walk, bench, small


def corners(walk: Walk) -> tuple[float, float, float]:
    found = re.search(r"Window ([\d.]+) %, cost \$([\d.]+), latency ([\d,]+) s;", walk.text)
    assert found
    usage, usd, seconds = (float(part.replace(",", "")) for part in found.groups())
    return usage, usd, seconds


def test_a_cache_moves_cost_and_latency_and_leaves_the_window() -> None:
    model = TriangleModel(bench())
    plain, cached = corners(Walk(model, "plain")), corners(Walk(model, "cache"))
    assert cached[0] == plain[0]
    assert cached[1] < plain[1] and cached[2] < plain[2]


def test_a_larger_window_leaves_cost_and_latency() -> None:
    model = TriangleModel(bench())
    plain, million = corners(Walk(model, "plain")), corners(Walk(model, "million"))
    assert million[0] < plain[0] / 4 and million[1:] == plain[1:]


def test_packing_moves_all_three_and_the_figures_say_so() -> None:
    walk = Walk(TriangleModel(bench()), "packed", predict=True)
    assert "Which corners get better?" in walk.text
    told = walk.do("guess", 0).text
    assert "You said none. It is all three." in told
    assert re.search(r"compactions [1-9]\d* 0", told)


def test_past_the_window_the_api_would_refuse() -> None:
    walk = Walk(TriangleModel(bench()), "packed").do("pack", "none")
    assert "The API would refuse it." in walk.text


def test_fewer_messages_cost_less_than_their_share() -> None:
    walk = Walk(TriangleModel(bench()), "plain")
    whole = corners(walk)[1]
    assert corners(walk.do("messages", 30))[1] < whole / 2


def test_without_a_request_there_is_one_sentence() -> None:
    assert "Not one request" in Walk(TriangleModel(bench(conversation=small("a"), scenario="", facts=()))).text
