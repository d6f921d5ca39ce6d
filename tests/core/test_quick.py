"""A class that is made quickly is the very class that it was."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from inspect import signature

import pytest

from packlight.core.context import Prepared
from packlight.core.conversation import Conversation
from packlight.core.events import Event
from packlight.core.messages import Message
from packlight.core.plan import Decision
from packlight.core.quick import filler, quick
from packlight.core.state import State


@dataclass(frozen=True, slots=True)
class Plain:
    first: int
    second: str = "two"
    third: list[int] = field(default_factory=list)


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    first: int
    second: str = "two"
    third: list[int] = field(default_factory=list)


class Wider(Quick):
    """A subclass with room for more."""


@pytest.mark.parametrize(
    ("args", "named"),
    [((1,), {}), ((1, "x"), {}), ((), {"first": 1, "third": [3]}), ((1, "x", [3]), {})],
    ids=["least", "by-place", "by-name", "all"],
)
def test_it_takes_what_the_dataclass_takes(args, named):
    plain, made = Plain(*args, **named), Quick(*args, **named)
    assert (made.first, made.second, made.third) == (plain.first, plain.second, plain.third)
    assert type(made) is Quick
    assert repr(made) == repr(plain).replace("Plain", "Quick")
    assert list(signature(Quick).parameters) == list(signature(Plain).parameters)


@pytest.mark.parametrize(
    ("args", "named"), [((), {}), ((1, "x", [], 4), {}), ((1,), {"fourth": 4}), ((1,), {"first": 1})]
)
def test_it_refuses_what_the_dataclass_refuses(args, named):
    for made in (Plain, Quick):
        with pytest.raises(TypeError):
            made(*args, **named)


def test_each_object_has_a_default_of_its_own():
    one, two = Quick(1), Quick(1)
    one.third.append(5)
    assert two.third == []


@pytest.mark.parametrize(
    "value",
    [
        Quick(1),
        Event("judge", "judge.not_due", 1, 1),
        Conversation(),
        Decision("m0-00000000"),
        Message("user", "hi"),
        State(),
        Prepared(Conversation(), State(), (), 1, 1, "not_needed"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_it_stays_frozen_and_can_be_copied(value):
    name = value.__slots__[0]
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, None)
    with pytest.raises((AttributeError, TypeError)):
        value.something_new = 1
    assert repr(copy.copy(value)) == repr(pickle.loads(pickle.dumps(value))) == repr(value)


def test_a_changed_copy_is_made_as_ever():
    assert replace(Quick(1, "x"), first=2) == Quick(2, "x") != Quick(1, "x")
    assert len({Decision("m0-1"), Decision("m0-1"), Decision("m0-2")}) == 2


def test_a_subclass_is_filled_too():
    wider = Wider(1, third=[2])
    assert (type(wider), wider.first, wider.second, wider.third) == (Wider, 1, "two", [2])


def test_fields_that_are_no_plain_arguments_are_refused():
    @dataclass(frozen=True, slots=True)
    class Named:
        name: str = field(kw_only=True)

    with pytest.raises(TypeError, match="Named has fields that are no plain arguments"):
        quick(Named)
    made = object.__new__(Named)
    filler(Named)(made, "given")
    assert made == Named(name="given")
