"""Policies as tables: what a person writes becomes named policies, all checked before anything starts.

Comes in: `Policy` values, dicts, or the tables of a TOML file:

    [[policy]]                              [[grid]]
    name = "small"                          window = [16_000, 32_000]
    window = 16_000                         strategy = ["sliding_window", "summary"]
    strategy = "summary"                    threshold = [0.7, 0.87]
    keep_last = 6
    breaker = { max_failures = 2 }          (8 policies: every list is multiplied out)

Goes out: `Named` policies. A name that nobody knows is an error that offers the nearest ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

from packlight.core.breaker import Breaker
from packlight.core.errors import PacklightError, UserError, unknown_name
from packlight.core.frozen import Frozen, freeze
from packlight.core.strategies import STRATEGIES
from packlight.core.strategies.registry import options_of
from packlight.simulation.policy import Policy

FIELDS = ("window", "strategy", "threshold", "reserve", "failures", "breaker", "counter")
BREAKER_FIELDS = ("max_failures", "cooldown_turns")
"""No clock runs in a replay, so a breaker cannot cool down by seconds."""
DEFAULTS = {"threshold": 0.87, "reserve": 0, "failures": "", "breaker": None, "counter": None}


@dataclass(frozen=True, slots=True)
class Named:
    """A policy with a name.

    Attributes:
        settings: the policy as a table, from which it can be made again; without what no table can hold.
    """

    name: str
    policy: Policy
    settings: Frozen


def named_policies(given: Any, *, tables: bool = False) -> tuple[Named, ...]:
    """Policies with their names, each name once.

    Args:
        given: a policy, several, dicts of their arguments, either by name in a mapping, or the tables of a file.
        tables: whether these are the tables of a file for certain, so that a wrong heading is told as one.

    Raises:
        UserError: there is none, one makes no sense, or two have one name; says which.

    >>> [each.name for each in named_policies([Policy(20_000), {"window": 8_000, "failures": "FFF"}])]
    ['sliding_window window=20000', 'summary window=8000 failures=FFF']
    """
    made = tuple(_tables(given) if tables else _all(given))
    if not made:
        raise UserError("there is no policy to sweep: give at least one, such as Policy(window=20_000)")
    seen: dict[str, Named] = {}
    for each in made:
        if each.name in seen:
            raise UserError(f"two policies are called {each.name!r}: give each a name of its own, or leave one out")
        seen[each.name] = each
    return made


def _all(given: Any) -> Iterator[Named]:
    if isinstance(given, Policy):
        yield _named(given, None, "policy 1")
    elif isinstance(given, Mapping) and ({"policy", "grid"} & set(given) or not given):
        yield from _tables(given)
    elif isinstance(given, Mapping) and all(isinstance(each, Policy | Mapping) for each in given.values()):
        for name, each in given.items():
            yield _named(each, str(name), f"policy {name!r}")
    elif isinstance(given, Mapping):
        yield _named(given, None, "policy 1")
    elif isinstance(given, Iterable) and not isinstance(given, str | bytes):
        for place, each in enumerate(given, 1):
            yield _named(each, None, f"policy {place}")
    else:
        raise UserError(f"policies is {given!r}: give policies, dicts, or the path of a .toml file")


def _tables(given: Mapping[str, Any]) -> Iterator[Named]:
    """The tables of a file: `policy` as it stands, `grid` multiplied out."""
    strange = [key for key in given if key not in ("policy", "grid")]
    if strange:
        raise unknown_name("table of policies", strange[0], ("policy", "grid"))
    for kind in ("policy", "grid"):
        tables = given.get(kind, [])
        if not isinstance(tables, list | tuple) or not all(isinstance(table, Mapping) for table in tables):
            raise UserError(f"{kind} is no list of tables: write [[{kind}]] above each")
        for place, table in enumerate(tables, 1):
            for each in _grid(table) if kind == "grid" else (table,):
                yield _named(each, None, f"{kind} {place}")


def _grid(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every choice out of the lists of a table."""
    choices = [value if isinstance(value, list | tuple) else (value,) for value in table.values()]
    for chosen in product(*choices):
        yield dict(zip(table, chosen, strict=True))


def _named(given: Any, name: str | None, where: str) -> Named:
    try:
        if isinstance(given, Policy):
            return Named(name or _label(given), given, settings_of(given))
        if not isinstance(given, Mapping):
            raise UserError(f"it is {given!r}: give a Policy or a dict of its arguments")
        table = dict(given)
        own = table.pop("name", None)
        policy = policy_of(table)
        return Named(str(own or name or _label(policy)), policy, settings_of(policy))
    except PacklightError as error:
        raise type(error)(f"{where}: {error}") from None


def policy_of(table: Mapping[str, Any]) -> Policy:
    """The policy that a table describes.

    >>> policy_of({"window": 8_000, "thresold": 0.5})
    Traceback (most recent call last):
    packlight.core.errors.UserError: unknown setting 'thresold': did you mean 'threshold'? Known: ...
    """
    taken = {option for kind in STRATEGIES.values() for option in options_of(kind)}
    for key in table:
        if key not in FIELDS and key not in taken:
            raise unknown_name("setting", key, {"name", *FIELDS, *taken})
    if "window" not in table:
        raise UserError("it has no window: give the tokens that the model can read at once")
    settings = dict(table)
    breaker = settings.pop("breaker", None)
    counter = settings.get("counter")
    policy = Policy(**settings, breaker=_breaker(breaker))
    if counter is not None and not isinstance(counter, str):
        raise UserError(f"counter is {counter!r}: a table names it, such as 'tiktoken' or 'heuristic'")
    return policy


def _breaker(table: Any) -> Breaker | None:
    if table is None or isinstance(table, Breaker):
        return table
    if not isinstance(table, Mapping):
        raise UserError(f"breaker is {table!r}: give a table, such as {{ max_failures = 2 }}")
    for key in table:
        if key not in BREAKER_FIELDS:
            raise unknown_name("setting of the breaker", key, BREAKER_FIELDS)
    return Breaker(**table)


def settings_of(policy: Policy) -> Frozen:
    """The policy as a table; what is not as usual only, window and strategy always.

    >>> settings_of(Policy(8_000, "summary", keep_last=6))
    {'window': 8000, 'strategy': 'summary', 'keep_last': 6}
    """
    if policy.breaker is not None and policy.breaker.cooldown_s is not None:
        raise UserError("its breaker has cooldown_s, and no clock runs in a replay: give cooldown_turns")
    table: dict[str, Any] = {"window": policy.window, "strategy": policy.strategy_name}
    table |= {name: getattr(policy, name) for name in FIELDS[2:] if name != "breaker"}
    table["counter"] = getattr(policy.counter, "name", policy.counter)
    table["breaker"] = _breaker_table(policy.breaker)
    kept = {name: value for name, value in table.items() if name not in DEFAULTS or value != DEFAULTS[name]}
    return freeze({**kept, **policy.options})  # type: ignore[no-any-return]


def _breaker_table(breaker: Breaker | None) -> Any:
    if breaker is None or breaker == Breaker():
        return None
    usual = {field.name: field.default for field in fields(Breaker)}
    return {name: getattr(breaker, name) for name in BREAKER_FIELDS if getattr(breaker, name) != usual[name]} or None


def _label(policy: Policy) -> str:
    """A name made of the settings."""
    table = settings_of(policy)
    parts = [f"{name}={_short(value)}" for name, value in table.items() if name != "strategy"]
    return " ".join([str(table["strategy"]), *parts])


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return "/".join(f"{name}:{each}" for name, each in value.items())
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)
