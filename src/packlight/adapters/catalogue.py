"""The model table: windows, prices, speeds and rules by model, from dated data files that a user can extend.

Comes in: a model's name. Goes out: what the table says of it, as the core's values: `ModelFacts`, `Capabilities`,
`Prices`, `Speeds`. The file is `packlight/data/models.json`; another one of the same shape is laid over it, field by
field: the one that a call names (`table=`), or else the one that the environment variable PACKLIGHT_MODELS names.

    {"models": {"my-model": {"size": {"window": 32000, "max_output": 4000}, "prices": {"input": 1, "output": 4}}}}

No figure of a model stands in code; what the table does not know is None, never a guess that looks like a fact.
"""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from packlight.core.errors import UnreadableError, UserError, unknown_name
from packlight.core.frozen import EMPTY, Frozen, freeze
from packlight.core.latency import Speeds
from packlight.core.price import Prices, Step
from packlight.core.rules import Capabilities

VARIABLE = "PACKLIGHT_MODELS"
UNKNOWN_WINDOW = 200_000
"""Tokens of the window of a model that is not in the table: what most models of today can read at least."""
_AROUND = re.compile(r"^(?:[a-z.]*anthropic[./])|(?:[-@]\d{8})?(?:-v\d+(?::\d+)?)?(?:@latest|-latest)?$")
"""What other platforms write around a model's name: `us.anthropic.` before it, a date and `-v1:0` behind it."""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What the table says of one model.

    Attributes:
        id: its name in the table.
        window: tokens it can read at once.
        max_output: the most tokens of an answer; 0 where it is not known.
        known: False for a model that is not in the table, whose numbers are then a conservative guess.
        raw: the table's entry, with prices, sources and dates.
    """

    id: str
    window: int
    max_output: int
    known: bool
    raw: Frozen


def model_names(table: str | None = None) -> tuple[str, ...]:
    """The names in the table, sorted."""
    return tuple(sorted(_table(table or os.environ.get(VARIABLE))))


def facts_of(model: str, table: str | None = None) -> ModelFacts:
    """What is known of a model, by its name with or without `claude-`, a date, or what a platform writes around it.

    A name that is nearly one of the table is an error that offers it; any other name is an unknown model: a
    conservative window of 200,000 tokens, with a warning.

    >>> facts_of("haiku-4-5").window
    200000
    >>> facts_of("us.anthropic.claude-haiku-4-5-20251001-v1:0").id
    'claude-haiku-4-5'
    """
    models = _table(table or os.environ.get(VARIABLE))
    if not isinstance(model, str) or not model.strip():
        raise UserError(f"model is {model!r}: give a model's name, such as 'claude-opus-5-5'")
    bare = _AROUND.sub("", model.strip().lower())
    for name in (model, bare, f"claude-{bare}", bare.replace(".", "-"), f"claude-{bare.replace('.', '-')}"):
        if name in models:
            size = models[name].get("size", EMPTY)
            window, most = size.get("window"), size.get("max_output")
            if window is None:
                _warn(f"the table does not know the window of {name!r}")
            return ModelFacts(name, window or UNKNOWN_WINDOW, most or 0, window is not None, freeze(models[name]))
    error = unknown_name("model", model, models)
    if "did you mean" in str(error):
        raise error
    _warn(f"model {model!r} is not in the table")
    return ModelFacts(model, UNKNOWN_WINDOW, 0, False, Frozen())


def _warn(what: str) -> None:
    assumed = f"a window of {UNKNOWN_WINDOW:,} tokens is assumed"
    warnings.warn(f"{what}: {assumed}; describe it in a file that {VARIABLE} names", stacklevel=3)


def capabilities_of(model: str, table: str | None = None) -> Capabilities:
    """What the model takes, as the rules read it; None where the table does not know.

    >>> capabilities_of("claude-opus-5").prefill
    False
    """
    raw = facts_of(model, table).raw
    able, images = raw.get("capabilities", EMPTY), raw.get("images", EMPTY)
    return Capabilities(
        system_in_messages=able.get("system_in_messages"),
        prefill=able.get("prefill"),
        max_images=images.get("max_images") or 100,
        thinking_bound=able.get("thinking_bound"),
    )


def prices_of(model: str, *, lifetime: str = "5m", table: str | None = None) -> Prices | None:
    """The model's price list; None where no price is known.

    Args:
        lifetime: how long the cache keeps what is written to it, `"5m"` or `"1h"`; vendors with one price ignore it.

    >>> prices_of("claude-opus-5").cache_write, prices_of("claude-opus-5", lifetime="1h").cache_write
    (6.25, 10)
    """
    if lifetime not in ("5m", "1h"):
        raise UserError(f"lifetime is {lifetime!r}: give '5m' or '1h'")
    raw = facts_of(model, table).raw.get("prices", EMPTY)
    if raw.get("input") is None or raw.get("output") is None:
        return None
    steps = tuple(_step(step, raw, lifetime) for step in raw.get("steps", ()))
    sources = {"source": raw.get("source", ""), "read": raw.get("read", "")}
    return Prices(raw["input"], raw["output"], _write(raw, lifetime), raw.get("cache_read"), steps, **sources)


def _write(raw: Mapping[str, Any], lifetime: str) -> float | None:
    """The price of writing to the cache: the one for this lifetime, or a vendor's only one."""
    price = raw.get(f"cache_write_{lifetime}")
    return raw.get("cache_write") if price is None else price


def _step(step: Mapping[str, Any], raw: Mapping[str, Any], lifetime: str) -> Step:
    write = _write(step, lifetime)
    read = step.get("cache_read")
    return Step(
        step["above_input_tokens"],
        step.get("input", raw["input"]),
        step.get("output", raw["output"]),
        step.get("input", raw["input"]) if write is None else write,
        step.get("input", raw["input"]) if read is None else read,
    )


def cache_min_tokens_of(model: str, table: str | None = None) -> int | None:
    """Tokens below which the model's cache keeps nothing; None where that is not known.

    >>> cache_min_tokens_of("claude-haiku-4-5")
    4096
    """
    return facts_of(model, table).raw.get("cache", EMPTY).get("min_tokens")  # type: ignore[no-any-return]


def speeds() -> Speeds:
    """The speeds that the course reckons with: measured by others, far apart, and stated as an assumption.

    >>> speeds().output_tokens_per_s
    44
    """
    assumed = _read("latency.json")["assumed"]
    rates = {name: assumed[name] for name in ("prefill_tokens_per_s", "cached_tokens_per_s", "output_tokens_per_s")}
    return Speeds(**rates, overhead_s=assumed["overhead_s"], assumption=freeze(assumed["assumption"]))


@cache
def _read(name: str) -> Any:
    """One of the package's own data files."""
    return json.loads((files("packlight") / "data" / name).read_text("utf-8"))


@cache
def _table(extra: str | None) -> dict[str, Any]:
    """All models; fields of the user's file win, and a model may be described in part."""
    models: dict[str, Any] = dict(_read("models.json")["models"])
    if extra:
        for name, entry in _users(extra).items():
            models[name] = _laid_over(models.get(name, {}), entry)
    return models


def _laid_over(entry: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with another one's fields in place of its own, group by group."""
    groups = {name: {**entry.get(name, {}), **group} for name, group in more.items() if isinstance(group, Mapping)}
    return {**entry, **more, **groups}


def _users(path: str) -> dict[str, Any]:
    """The user's own table, looked over: what cannot be used is told with its place."""
    try:
        models = json.loads(Path(path).read_text("utf-8"))["models"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableError(f"{path} is no model table: give JSON with 'models', like models.json") from error
    if not isinstance(models, dict):
        raise UnreadableError(f"{path}: 'models' is no object: give models by name")
    for name, entry in models.items():
        if not isinstance(entry, dict):
            raise UnreadableError(f"{path}: the model {name!r} is no object: give its size and prices by name")
        for place, value in _numbers(entry):
            if value is not None and (not isinstance(value, int | float) or isinstance(value, bool) or value < 0):
                raise UnreadableError(f"{path}: {place} of {name!r} is {value!r}: give a number of 0 or more, or null")
    return models


def _numbers(entry: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The fields of an entry that must be numbers, with their places."""
    wanted = {
        "size": ("window", "max_output"),
        "prices": ("input", "output", "cache_write_5m", "cache_write_1h", "cache_write", "cache_read"),
        "cache": ("min_tokens",),
    }
    groups = [(group, names) for group, names in wanted.items() if isinstance(entry.get(group, EMPTY), Mapping)]
    return [(f"{group}.{name}", entry.get(group, EMPTY).get(name)) for group, names in groups for name in names]
