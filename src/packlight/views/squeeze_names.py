"""Short names for what only this project knows: variables, and properties of its own objects.

Comes in: the tokens of a script, as `squeeze.py` reads them. Goes out: the same tokens, names shortened. Only those
properties are shortened that the caller names, and none that also stands in a string: it may be looked up by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, product
from string import ascii_lowercase, ascii_uppercase

from packlight.views.squeeze_shape import Token, closing, statements

_KEYWORDS_TEXT = """
    async await break case catch class const constructor continue default delete do else export extends finally for
    from function if import in instanceof let new null of return static super switch this throw true false try typeof
    undefined var void while yield
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
# What belongs to the browser; a name that is missing here would break at once, and every browser test would say so.
_HOST_TEXT = """
    Array Blob Boolean DOMMatrix DecompressionStream Infinity IntersectionObserver JSON Map Math MutationObserver
    Number Object Path2D RangeError ResizeObserver Response Set String TypeError Uint8Array atob
    cancelAnimationFrame clearTimeout devicePixelRatio document getComputedStyle location navigator parseInt
    requestAnimationFrame setTimeout window
"""
_HOST = frozenset(_HOST_TEXT.split())


def roles_of(parts: Sequence[Token]) -> list[str]:
    """What each token is: `property` (after a dot, a key, a method), `shorthand` (`{name}`), `variable` or ``."""
    words = ["", *(word for _, word in parts), "", ""]
    brackets: list[str] = [""]
    roles = []
    for at, (kind, word) in enumerate(parts, start=1):
        if kind == "mark" and word in "([{":
            brackets.append(word)
        elif kind == "mark" and word in ")]}":
            brackets.pop()
        roles.append(_role(words, at, brackets[-1] == "{") if kind == "name" else "")
    return roles


def _role(words: Sequence[str], at: int, braced: bool) -> str:
    before, after = words[at - 1], words[at + 1]
    if before in (".", "?."):
        return "property"
    if braced and before in ("{", ",", "}", ";"):
        if after == "(" and words[closing(words, at + 1) + 1] == "{":
            return "property"
        if before in "{," and after == ":":
            return "property"
        if before in "{," and after in (",", "}", "="):
            return "shorthand"
    return "variable"


def _short_names(letters: str, taken: set[str] | frozenset[str]) -> Iterator[str]:
    for size in count(1):
        yield from (name for name in map("".join, product(letters, repeat=size)) if name not in taken)


def _ranked(names: Iterable[str]) -> list[str]:
    uses = Counter(names)
    return sorted(uses, key=lambda name: (-uses[name], name))


def _declared(words: Sequence[str]) -> Iterator[str]:
    """The names that a statement of the outermost scope gives to all others."""
    if words[0] in ("function", "const", "let", "class"):
        pattern = words[2 : words.index("=")] if words[1] in ("[", "{") else words[1:2]
        yield from (word for word in pattern if word[0].isalpha())


def private_properties(parts: Sequence[Token], own: Iterable[str]) -> dict[str, str]:
    """Properties of `own`, each with a short name that no other property and no string of the script has."""
    roles = roles_of(parts)
    named = [word for (_, word), role in zip(parts, roles, strict=True) if role in ("property", "shorthand")]
    told = {word.strip("\"'`") for kind, word in parts if kind == "text"}
    private = set(own) - told
    ranked = _ranked(word for word in named if word in private)
    return dict(zip(ranked, _short_names(ascii_lowercase, {*named, *told, *_KEYWORDS}), strict=False))


def shortened(parts: list[Token], own: Iterable[str] = ()) -> list[Token]:
    """Names made short, each statement's own variables anew; `{name}` becomes `{name:a}`.

    Args:
        own: properties that only the script knows.
    """
    roles, fixed = roles_of(parts), _KEYWORDS | _HOST
    private = private_properties(parts, own)
    spans = list(statements(parts))
    shared = {name for start, end in spans for name in _declared([word for _, word in parts[start:end]])}
    named = [word if role in ("variable", "shorthand") else "" for (_, word), role in zip(parts, roles, strict=True)]
    outer = dict(
        zip(_ranked(word for word in named if word in shared), _short_names(ascii_uppercase, fixed), strict=False)
    )
    out: list[Token] = []
    for start, end in spans:
        own = _ranked(word for word in named[start:end] if word and word not in fixed and word not in shared)
        short = outer | dict(zip(own, _short_names(ascii_lowercase, fixed), strict=False))
        for (kind, word), role in zip(parts[start:end], roles[start:end], strict=True):
            key, name = private.get(word, word), short.get(word, word)
            if role == "shorthand" and key != name:
                out += [(kind, key), ("mark", ":")]
            out.append((kind, key if role == "property" else name if role in ("variable", "shorthand") else word))
    return out
