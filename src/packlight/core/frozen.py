"""JSON values that cannot change, so that a conversation can be shared, compared and hashed.

Comes in: what `json.loads` gives, or the objects of an SDK that can dump themselves. Goes out: `Frozen` for objects,
tuples for arrays. Called by `blocks.py` and `messages.py` whenever they keep a piece of somebody's payload.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, Self

MAX_DEPTH = 200
"""Nesting beyond this is kept as it is, not copied: no API accepts it, and it must not exhaust the stack."""

MAX_INT_BITS = 2048
"""Integers longer than this are written in hexadecimal where JSON cannot write a value as a whole."""


class Frozen(dict[str, Any]):
    """A JSON object that refuses every change; equal to the plain dict with the same items.

    >>> Frozen({"a": 1}) == {"a": 1}
    True
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        # Keys only: values may hold what is not hashable (deep or foreign data), and equal dicts have equal keys.
        return hash(frozenset(self))

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this mapping is frozen: make a changed copy with dict(...) instead")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return (Frozen, (dict(self),))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


EMPTY = Frozen()
_SCALARS = frozenset((str, int, float, bool, type(None)))
# Made once: `json.dumps` with any option makes an encoder for every call.
_encode = json.JSONEncoder(ensure_ascii=False, default=str, check_circular=False).encode


def plain(value: Any) -> Any:
    """What an SDK object dumps to; every other value is given back as it is."""
    dump = getattr(value, "model_dump", None)
    return dump(mode="json", exclude_unset=True) if callable(dump) and not isinstance(value, type) else value


def freeze(value: Any, depth: int = 0) -> Any:
    """Copy a JSON value into its frozen form; strings, numbers and null stay themselves.

    >>> freeze({"a": [1, {"b": None}]})
    {'a': (1, {'b': None})}
    """
    if type(value) in _SCALARS or isinstance(value, (str, int, float)) or depth > MAX_DEPTH:
        return value
    value = plain(value)
    if isinstance(value, Mapping):
        return Frozen({key: freeze(item, depth + 1) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(item, depth + 1) for item in value)
    return value


def thaw(value: Any, depth: int = 0) -> Any:
    """The plain JSON value again: dicts and lists that the caller may change.

    >>> thaw(freeze({"a": [1, 2]}))
    {'a': [1, 2]}
    """
    if depth > MAX_DEPTH:
        return value
    if isinstance(value, dict):
        return {key: thaw(item, depth + 1) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [thaw(item, depth + 1) for item in value]
    return value


def json_text(value: Any) -> str:
    """Compact JSON of any value, for counting, ids and display; never raises.

    >>> json_text({"path": "a.py", "n": (1, 2)})
    '{"path": "a.py", "n": [1, 2]}'
    """
    try:
        return _encode(value)
    except (TypeError, ValueError, RecursionError):
        return "".join(_shallow(value))


def _shallow(value: Any) -> Iterator[str]:
    """The keys and scalars of a value that JSON cannot write (cycles, odd keys, abysses), level by level."""
    seen: set[int] = set()
    queue = [value]
    while queue:
        item = queue.pop()
        if isinstance(item, dict | list | tuple):
            if id(item) not in seen:
                seen.add(id(item))
                queue.extend(reversed([*item.keys(), *item.values()] if isinstance(item, dict) else item))
        else:
            # Python writes no decimal number of thousands of digits; in hexadecimal it has no such limit.
            huge = isinstance(item, int) and item.bit_length() > MAX_INT_BITS
            yield f"{item:#x} " if huge else f"{item} "
