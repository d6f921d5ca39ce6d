"""The façade: names, paths and foreign objects are resolved, and what comes back is what the contract says."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import packlight as pl
from packlight.core.query_engine import QUERY_ENGINE, step_of

HELLO = [
    {"role": "user", "content": "hello"},
    {"role": "assistant", "content": "hi"},
    {"role": "user", "content": "go"},
]


def long_talk(turns: int = 12) -> list[dict[str, Any]]:
    words = "the ferry waits for nobody " * 12
    pairs = [[{"role": "user", "content": words}, {"role": "assistant", "content": words}] for _ in range(turns)]
    return [*(message for pair in pairs for message in pair), {"role": "user", "content": "which one?"}]


@pytest.mark.parametrize("form", ["dicts", "payload", "path", "conversation", "state"])
def test_everything_that_is_a_conversation_is_taken(form: str, tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps({"messages": HELLO}), encoding="utf-8")
    talk = pl.Conversation.from_api(HELLO)
    forms = {
        "dicts": HELLO,
        "payload": {"messages": HELLO},
        "path": path,
        "conversation": talk,
        "state": pl.State(talk),
    }
    assert pl.validate(forms[form]).ok
    assert pl.count_tokens(forms[form]).total == pl.count_tokens(talk).total
    assert pl.repair(forms[form]).changes == ()
    assert pl.compact(forms[form], window=1_000).reason == "not_needed"


@pytest.mark.parametrize(
    ("cwd", "env", "given", "spoken"),
    [
        ("zh", None, None, "zh"),
        ("en", "zh", None, "zh"),
        ("elsewhere", None, None, "en"),
        ("elsewhere", "zh_CN.UTF-8", None, "zh"),
        ("zh", None, "en", "en"),
        ("zh", "fr", None, "zh"),
    ],
)
def test_the_language_hangs_on_the_folder(
    cwd: str, env: str | None, given: str | None, spoken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / cwd).mkdir()
    monkeypatch.chdir(tmp_path / cwd)
    monkeypatch.delenv("PACKLIGHT_LANG", raising=False)
    if env:
        monkeypatch.setenv("PACKLIGHT_LANG", env)
    assert pl.language(given) == spoken


def test_a_language_nobody_speaks_is_named() -> None:
    with pytest.raises(pl.UserError, match="'fr'"):
        pl.language("fr")


def test_a_budget_by_model_has_its_window_and_reserve() -> None:
    budget = pl.Budget(model="claude-haiku-4-5")
    assert (budget.window, budget.reserve) == (200_000, 64_000)
    with pytest.raises(pl.UserError, match="claude-haiku-4-5"):
        pl.Budget(model="claude-haiku-45")


def test_a_plan_says_what_it_would_cost_before_anything_runs() -> None:
    talk = pl.Conversation.from_api(long_talk())
    proposal = pl.plan(talk, window=1_000, strategy="summary")
    assert proposal.calls == 1
    assert proposal.after < proposal.before
    result = pl.compact(talk, window=1_000, strategy="summary", force=True)
    assert result.after <= proposal.after


def test_strategies_are_compared_on_one_history() -> None:
    talk = [{"role": "user", "content": "The vault is in rack 4."}, *long_talk()[1:]]
    rows = pl.compare(talk, ["sliding_window", "summary"], window=1_000, facts=["rack 4"])
    assert [row.strategy for row in rows] == ["sliding_window", "summary"]
    assert rows[0].facts_lost == ("rack 4",)
    assert len({row.before for row in rows}) == 1


def test_features_switch_parts_of_a_composed_strategy_off(monkeypatch: pytest.MonkeyPatch) -> None:
    both = ["tool_result_trim", "sliding_window"]
    monkeypatch.setenv("PACKLIGHT_FEATURES", "sliding_window=0")
    assert pl.compact(long_talk(), window=1_000, strategy=both).reason != "applied"
    monkeypatch.setenv("PACKLIGHT_FEATURES", "sliding_window=1, tool_result_trim=off")
    assert pl.compact(long_talk(), window=1_000, strategy=both).reason == "applied"
    assert pl.compact(long_talk(), window=1_000, strategy=both, flags={"sliding_window": False}).reason != "applied"
    monkeypatch.setenv("PACKLIGHT_FEATURES", "slidng_window")
    with pytest.raises(pl.UserError, match="sliding_window"):
        pl.compact(long_talk(), window=1_000, strategy=both)


def test_a_failed_compaction_is_a_reason_and_the_history_is_unchanged() -> None:
    def breaks(request: Any) -> str:
        raise RuntimeError("no")

    talk = pl.Conversation.from_api(long_talk())
    result = pl.compact(talk, window=1_000, strategy="summary", summarizer=breaks)
    assert result.reason == "summarizer_error"
    assert result.conversation == talk


def test_show_and_play_give_the_stage() -> None:
    stage = pl.show(HELLO)
    assert json.loads(stage.film)["frames"][0]["tokens"] == pl.count_tokens(HELLO).total
    assert not stage.autoplay
    film = pl.simulate("long_chat", pl.Policy(1_500), lang="zh")
    played = pl.play(film)
    assert (played.lang, played.autoplay) == ("zh", True)
    assert not pl.play(film, step=3).autoplay


def test_a_film_tells_money_by_a_models_prices() -> None:
    policy = pl.Policy(10_000, failures="FFF")
    film = pl.simulate("bug_hunt", policy, model="claude-haiku-4-5")
    spent = sum(event.price_usd or 0 for event in film.events)
    assert film.cost["price_usd"] == pytest.approx(spent)
    assert spent > 0
    assert film.cost["saved_usd"] > 0
    assert pl.simulate("bug_hunt", policy).cost["price_usd"] is None
    with pytest.raises(pl.UserError, match="claude-haiku-4-5"):
        pl.simulate("bug_hunt", policy, model="claude-haiku-45")


def test_an_unknown_scenario_gets_the_nearest_names() -> None:
    with pytest.raises(pl.UserError, match="bug_hunt"):
        pl.simulate("bug_hnt")


def test_a_wrong_name_of_the_package_gets_the_nearest() -> None:
    with pytest.raises(AttributeError, match="simulate"):
        pl.simulat  # noqa: B018


PICTURES = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import packlight as pl
talk = pl.Conversation.from_api([{"role": "user", "content": "<b>hi</b>"}])
film = pl.simulate("long_chat", pl.Policy(1_500))
report = pl.validate([{"role": "assistant", "content": "<i>x</i>"}])
for value in (talk, film, pl.State(talk), pl.compact(talk), pl.repair(talk), report):
    data, _ = shell.display_formatter.format(value)
    assert data["text/plain"] and data["text/html"], value
    assert "<b>hi" not in data["text/html"] and "<i>x" not in data["text/html"], value
    print(type(value).__name__, "application/vnd.jupyter.widget-view+json" in data)
"""


def test_in_jupyter_every_object_has_a_picture() -> None:
    done = subprocess.run([sys.executable, "-c", PICTURES], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    drawn = dict(line.split() for line in done.stdout.strip().splitlines())
    assert drawn == {
        "Conversation": "True",
        "Film": "True",
        "State": "True",
        "Compacted": "True",
        "Mended": "False",
        "Report": "False",
    }


def test_the_query_engine_names_no_more_than_its_source() -> None:
    assert [step.number for step in QUERY_ENGINE] == list(range(1, 9))
    assert [step.is_named for step in QUERY_ENGINE] == [True] * 3 + [False] * 5
    assert len(QUERY_ENGINE[0].tasks) == 4
    assert step_of(5).say("zh").startswith("5.")
    with pytest.raises(pl.UserError, match="1 to 8"):
        step_of(9)


WEATHER = {
    "name": "get_weather",
    "description": "Get the current weather in a given location",
    "input_schema": {
        "type": "object",
        "properties": {"location": {"type": "string", "description": "The city and state, e.g. San Francisco, CA"}},
        "required": ["location"],
    },
}


@pytest.mark.parametrize(
    ("payload", "tokens"),
    [
        ({"system": "You are a scientist", "messages": [{"role": "user", "content": "Hello, Claude"}]}, 14),
        (
            {
                "tools": [WEATHER],
                "messages": [{"role": "user", "content": "What's the weather like in San Francisco?"}],
            },
            403,
        ),
    ],
)
def test_the_examples_of_the_token_counting_page_come_out(payload: dict[str, Any], tokens: int) -> None:
    """Anthropic's page on token counting, read 2026-12-01: 14 tokens, and 403 with one tool."""
    assert pl.count_tokens(payload).total == tokens


def test_a_scenario_brings_its_planted_facts_to_a_comparison_and_a_film() -> None:
    found = pl.scenario("bug_hunt", lang="en")
    [row] = pl.compare(found, ["sliding_window"], window=10_000)
    assert set(row.facts_kept) | set(row.facts_lost) == set(found.needles)
    assert row.facts_lost
    assert pl.simulate(found, pl.Policy(10_000), lang="en").facts == pl.simulate("bug_hunt", pl.Policy(10_000)).facts
    assert repr(found) == "<Session 'bug_hunt': 60 messages, 9 planted facts>"


def test_an_unknown_scenario_names_the_nearest() -> None:
    with pytest.raises(pl.UserError, match="bug_hunt"):
        pl.scenario("bug_hunts")


def test_a_picture_is_given_or_written(tmp_path: Path) -> None:
    film = pl.simulate("long_chat", pl.Policy(window=20_000), lang="en")
    given = pl.picture(film, step=3)
    assert isinstance(given, str) and given.startswith("<svg ")
    written = pl.picture(film, tmp_path / "three.svg", step=3)
    assert isinstance(written, Path) and written.read_text(encoding="utf-8") == given
    assert pl.picture(pl.scenario("long_chat", "zh"), format="md", lang="zh") != pl.picture(film, format="md")
