"""The public surface: sorted, complete, and really there."""

from collections.abc import Sequence

import pytest

import packlight

PROMISED: list[str] = vars(packlight)["__all__"]  # the stub file beside the package does not repeat it


def sort_key(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, each from A to Z: the order ruff gives `__all__`."""
    rank = 0 if name.isupper() else 1 if name[0].isupper() else 2
    return rank, name


def out_of_order(names: Sequence[str]) -> list[str]:
    """The names that do not stand where sorting would put them; a repeated name is one."""
    ordered = sorted(set(names), key=sort_key)
    return [name for place, name in enumerate(names) if ordered[place : place + 1] != [name]]


def missing(module: object, names: Sequence[str]) -> list[str]:
    """The promised names that the module does not have."""
    return [name for name in names if not hasattr(module, name)]


def test_public_names_are_sorted() -> None:
    assert PROMISED
    assert out_of_order(PROMISED) == []


def test_public_names_are_there_and_listed() -> None:
    assert missing(packlight, PROMISED) == []
    assert set(PROMISED) <= set(dir(packlight))


@pytest.mark.parametrize("names", [["load", "Budget"], ["Budget", "Budget"], ["show", "play"], ["A1", "b", "C"]])
def test_a_wrong_order_is_seen(names: list[str]) -> None:
    assert out_of_order(names) != []


def test_the_right_order_is_fine() -> None:
    assert out_of_order(["THRESHOLD", "Budget", "Count", "load", "show"]) == []


def test_a_missing_name_is_seen() -> None:
    assert missing(packlight, ["no_such_name"]) == ["no_such_name"]
