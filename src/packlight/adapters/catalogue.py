"""The model table: windows, prices and rules by model, from one dated data file that a user can extend.

Comes in: a model's name. Goes out: `ModelFacts` with what is known of it, and its `Capabilities`. The file is
`packlight/data/models.json`; the file that the environment variable PACKLIGHT_MODELS names is laid over it.
"""

from __future__ import annotations

import json
import os
import re
import warnings
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from packlight.core.errors import UnreadableError, unknown_name
from packlight.core.frozen import Frozen, freeze
from packlight.core.rules import Capabilities

UNKNOWN_WINDOW = 200_000
"""Tokens of the window of a model that is not in the table: what most models of today can read at least."""
_DATED = re.compile(r"[-@]\d{8}$")


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


@cache
def _table(extra: str | None) -> dict[str, Any]:
    """All models; those of the user's file win."""
    models: dict[str, Any] = json.loads((files("packlight") / "data" / "models.json").read_text("utf-8"))["models"]
    if not extra:
        return models
    try:
        return {**models, **json.loads(Path(extra).read_text("utf-8"))["models"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableError(f"{extra} (PACKLIGHT_MODELS) is no model table: give JSON like models.json") from error


def model_names() -> tuple[str, ...]:
    """The names in the table, sorted."""
    return tuple(sorted(_table(os.environ.get("PACKLIGHT_MODELS"))))


def facts_of(model: str) -> ModelFacts:
    """What is known of a model, by its name with or without `claude-` and a date.

    A name that is nearly one of the table is an error that offers it; any other name is an unknown model: a
    conservative window of 200,000 tokens, with a warning.

    >>> facts_of("haiku-4-5").window
    200000
    """
    table = _table(os.environ.get("PACKLIGHT_MODELS"))
    bare = _DATED.sub("", model.strip().lower())
    for name in (model, bare, f"claude-{bare}"):
        if name in table:
            entry = table[name]
            size = entry["size"]
            return ModelFacts(name, size["window"] or UNKNOWN_WINDOW, size["max_output"] or 0, True, freeze(entry))
    error = unknown_name("model", model, table)
    if "did you mean" in str(error):
        raise error
    warnings.warn(f"model {model!r} is not in the table: a window of {UNKNOWN_WINDOW:,} is assumed", stacklevel=2)
    return ModelFacts(model, UNKNOWN_WINDOW, 0, False, Frozen())


def capabilities_of(model: str) -> Capabilities:
    """What the model takes, as the rules read it; None where the table does not know.

    >>> capabilities_of("claude-opus-5").prefill
    False
    """
    raw = facts_of(model).raw
    able, images = raw.get("capabilities", {}), raw.get("images", {})
    return Capabilities(
        system_in_messages=able.get("system_in_messages"),
        prefill=able.get("prefill"),
        max_images=images.get("max_images") or 100,
        thinking_bound=able.get("thinking_bound"),
    )
