"""Every data file has a schema, keeps it, and carries the date and the source of its figures."""

from collections.abc import Iterator
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from tests.data.files import DATA, LANGUAGES, NAMES, read, session

TABLES = ("models", "latency", "tools_due")
MODELS: dict[str, Any] = read("models.json")["models"]
CLAUDE = [name for name, model in MODELS.items() if model["vendor"] == "anthropic"]


def test_every_data_file_is_known_here() -> None:
    assert {path.stem for path in DATA.glob("*.json") if not path.stem.endswith(".schema")} == set(TABLES)
    assert {path.name for path in (DATA / "sessions").iterdir()} == {
        f"{n}.{lang}.json" for n in NAMES for lang in LANGUAGES
    }


@pytest.mark.parametrize("name", [*TABLES, "session"])
def test_a_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(read(f"{name}.schema.json"))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_keeps_its_schema(name: str) -> None:
    jsonschema.validate(read(f"{name}.json"), read(f"{name}.schema.json"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_session_keeps_its_schema(name: str, lang: str) -> None:
    jsonschema.validate(session(name, lang), read("session.schema.json"))


@pytest.mark.parametrize("field", ["source", "read"])
def test_a_price_without_origin_is_refused(field: str) -> None:
    broken = {**MODELS["claude-opus-5-5"]["prices"]}
    del broken[field]
    schema = read("models.schema.json")["properties"]["models"]["additionalProperties"]["properties"]["prices"]
    with pytest.raises(jsonschema.ValidationError, match=field):
        jsonschema.validate(broken, schema)


def figure_groups() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every group of figures of every model, by name."""
    for name, model in MODELS.items():
        yield from ((f"{name}.{key}", group) for key, group in model.items() if isinstance(group, dict))


@pytest.mark.parametrize(("name", "group"), list(figure_groups()))
def test_figures_have_a_source_exactly_when_they_are_known(name: str, group: dict[str, Any]) -> None:
    figures = [value for key, value in group.items() if key not in ("source", "read", "note")]
    assert (group["source"] == "?") == all(value is None for value in figures), name


@pytest.mark.parametrize("name", MODELS)
def test_prices_stand_in_the_order_that_caching_lives_from(name: str) -> None:
    prices = MODELS[name]["prices"]
    for row in [prices, *prices.get("steps", [])]:
        assert row["cache_read"] < row["input"] < row["output"]
    for step in prices.get("steps", []):
        assert step["input"] > prices["input"] and step["output"] > prices["output"]


@pytest.mark.parametrize("name", CLAUDE)
def test_a_claude_model_writes_to_its_cache_at_one_and_a_quarter_and_at_twice(name: str) -> None:
    prices = MODELS[name]["prices"]
    for row in [prices, *prices.get("steps", [])]:
        assert row["cache_write_5m"] == pytest.approx(1.25 * row["input"])
        assert row["cache_write_1h"] == pytest.approx(2 * row["input"])


@pytest.mark.parametrize("name", CLAUDE)
def test_the_number_of_images_follows_from_the_window(name: str) -> None:
    model = MODELS[name]
    assert model["images"]["max_images"] == (100 if model["size"]["window"] == 200_000 else 600)


def test_the_models_that_the_course_names_are_there() -> None:
    assert {"claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-fable-5-2"} <= set(MODELS)
    assert [name for name, model in MODELS.items() if model["prices"].get("steps")] == [
        "claude-haiku-5-5",
        "gpt-6.2-sol",
        "gpt-6.2-astra",
        "gpt-6-luna",
    ]


def test_what_the_course_assumes_of_waiting_follows_from_the_measurements_it_names() -> None:
    latency = read("latency.json")
    rows = {row["id"]: row for row in [*latency["input"], *latency["output"]]}
    assumed, (prefill, short) = latency["assumed"], (rows[name] for name in latency["assumed"]["from"])
    saved_s = prefill["cold_s"] - prefill["cached_s"]
    assert assumed["prefill_tokens_per_s"] == pytest.approx(prefill["input_tokens"] / saved_s, rel=0.01)
    assert assumed["cached_tokens_per_s"] == pytest.approx(prefill["input_tokens"] / prefill["cached_s"], rel=0.01)
    assert (assumed["overhead_s"], assumed["output_tokens_per_s"]) == (short["first_token_s"], short["tokens_per_s"])


def due_at(rule: dict[str, Any], window: int) -> int:
    """The tokens at which a tool begins, by the reading that the data file itself explains."""
    if rule["fixed"] is not None:
        return int(rule["fixed"])
    least = (rule["at_least_share"] or 0) * window
    return int(max(rule["share"] * window - rule["minus"], least))


@pytest.mark.parametrize(
    ("tool", "window", "tokens"),
    [
        ("claude_code", 200_000, 167_000),
        ("codex_cli", 272_000, 244_800),
        ("gemini_cli", 1_000_000, 500_000),
        ("cline", 200_000, 160_000),
        ("cline", 1_000_000, 960_000),
        ("pi", 200_000, 183_616),
        ("messages_api", 200_000, 150_000),
        ("openhands", 200_000, 240),
    ],
)
def test_a_tool_comes_due_where_its_sources_say(tool: str, window: int, tokens: int) -> None:
    rules = {row["id"]: row["rule"] for row in read("tools_due.json")["tools"]}
    assert due_at(rules[tool], window) == tokens
