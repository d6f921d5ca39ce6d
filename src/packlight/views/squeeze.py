"""Makes the joined script and style small enough to travel: without comments and spaces, private names shortened.

Comes in: the text of the stage's files, from `assets.py`. Goes out: text that does the same in fewer bytes. It knows
the JavaScript that this project writes, not all of it: statements end in semicolons, regular expressions stand after
an operator or an opening bracket, no block starts with a bare assignment, and
properties keep their names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, product
from string import ascii_lowercase, ascii_uppercase

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<=[(=,:?!&|[>]\s)/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\n])+/\w*|(?<=[(!])/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\n])+/\w*)
    |(?P<template>`)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<number>\.?\d[\w.]*)
    |(?P<mark>\.\.\.|\?\?=|\*\*|=>|\?\?|\?\.|\|\||&&|[=!]==|[<>]=|>>|[-+*/|]=|\+\+|--|.)""",
    re.VERBOSE,
)
_KEYWORDS_TEXT = """
    async await break case catch class const constructor continue default delete do else export extends finally for
    from function if import in instanceof let new null of return static super switch this throw true false try typeof
    undefined var void while yield
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
# What belongs to the browser; a name that is missing here would break at once, and every browser test would say so.
_HOST_TEXT = """
    Array Boolean DOMMatrix Infinity IntersectionObserver JSON Map Math MutationObserver Number Object Path2D
    RangeError ResizeObserver Set String TypeError cancelAnimationFrame clearTimeout devicePixelRatio document
    getComputedStyle location navigator parseInt requestAnimationFrame setTimeout window
"""
_HOST = frozenset(_HOST_TEXT.split())
_STYLE = re.compile(r"(\"[^\"]*\")|(?<=[:,;{}])[ ]+|[ ]+(?=[{}])|;[ ]*(?=\})")


def _template_end(text: str, at: int) -> int:
    """The place after the template that opens at `at`; what stands in `${}` may hold strings and brackets."""
    depth, at = 0, at + 1
    while depth or text[at] != "`":
        if text.startswith("${", at):
            depth += 1
        elif depth and text[at] in "{}":
            depth += 1 if text[at] == "{" else -1
        at += 2 if text.startswith("${", at) else 1
    return at + 1


def tokens(text: str) -> list[tuple[str, str]]:
    """Kind and text of each token, spaces and comments left out; a template is `template` tokens and code between.

    >>> tokens("say(`a ${b} c`); // d")
    [('name', 'say'), ('mark', '('), ('text', '`a ${'), ('name', 'b'), ('text', '} c`'), ('mark', ')'), ('mark', ';')]
    """
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None  # the last alternative takes any character
        kind, word = str(match.lastgroup), match[0]
        if kind == "template":
            end = _template_end(text, at)
            found += _template_tokens(text[at:end])
            at = end
            continue
        if kind != "space":
            found.append((kind, word))
        at = match.end()
    return found


def _template_tokens(template: str) -> Iterator[tuple[str, str]]:
    start = at = 0
    while (at := template.find("${", at)) >= 0:
        depth, end = 1, at + 2
        while depth:
            depth += {"{": 1, "}": -1}.get(template[end], 0)
            end += 1
        yield "text", template[start : at + 2]
        yield from tokens(template[at + 2 : end - 1])
        start = at = end - 1
    yield "text", template[start:]


def _closing(words: Sequence[str], at: int) -> int:
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for place in range(at, len(words)):
        depth += words[place] in "([{" and len(words[place]) == 1
        depth -= words[place] in ")]}" and len(words[place]) == 1
        if depth == 0:
            return place
    raise ValueError("a bracket is not closed")


def _roles(parts: Sequence[tuple[str, str]]) -> list[str]:
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
        if after == "(" and words[_closing(words, at + 1) + 1] == "{":
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


def _statements(parts: Sequence[tuple[str, str]]) -> Iterator[tuple[int, int]]:
    """Where each statement of the outermost scope starts and ends."""
    start = depth = 0
    for at, (kind, word) in enumerate(parts):
        if depth == 0 and at > start and word in ("function", "const", "let", "class", "export"):
            yield start, at
            start = at
        if kind == "mark":
            depth += (word in "([{") - (word in ")]}")
    yield start, len(parts)


def _declared(words: Sequence[str]) -> Iterator[str]:
    """The names that a statement of the outermost scope gives to all others."""
    if words[0] in ("function", "const", "let", "class"):
        pattern = words[2 : words.index("=")] if words[1] in ("[", "{") else words[1:2]
        yield from (word for word in pattern if word[0].isalpha())


def _shortened(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Variables under short names, each statement's own ones anew; `{name}` becomes `{name:a}`."""
    roles, fixed = _roles(parts), _KEYWORDS | _HOST
    spans = list(_statements(parts))
    shared = {name for start, end in spans for name in _declared([word for _, word in parts[start:end]])}
    named = [word if role in ("variable", "shorthand") else "" for (_, word), role in zip(parts, roles, strict=True)]
    outer = dict(
        zip(_ranked(word for word in named if word in shared), _short_names(ascii_uppercase, fixed), strict=False)
    )
    out: list[tuple[str, str]] = []
    for start, end in spans:
        own = _ranked(word for word in named[start:end] if word and word not in fixed and word not in shared)
        short = outer | dict(zip(own, _short_names(ascii_lowercase, fixed), strict=False))
        for (kind, word), role in zip(parts[start:end], roles[start:end], strict=True):
            if role == "shorthand" and word in short:
                out += [(kind, word), ("mark", ":")]
            out.append((kind, short.get(word, word) if role in ("variable", "shorthand") else word))
    return out


def _needs_space(before: str, after: str) -> bool:
    if before in "+-" and after[:1] == before[:1]:
        return True
    return bool(re.match(r"[\w$]", before[-1:]) and re.match(r"[\w$]", after[:1]))


def squeeze_script(text: str) -> str:
    """A script without comments and needless spaces, names that only it knows shortened.

    >>> squeeze_script("// adds\\nconst add = (one, two) => one + two; // the sum\\nwindow.go(add(1, 2));")
    'const A=(a,b)=>a+b;window.go(A(1,2));'
    """
    out, last = [], ""
    for kind, word in _shortened(tokens(text)):
        inside = kind == "text" and (last.endswith("${") or word.startswith("}"))
        if last and not inside and _needs_space(last, word):
            out.append(" ")
        out.append(word)
        last = word
    return "".join(out)


def squeeze_style(text: str) -> str:
    """A style sheet without comments and needless spaces.

    >>> squeeze_style("/* a */ .pk { color: red; }\\n  .pk b { margin: 0 1px; }")
    '.pk{color:red}.pk b{margin:0 1px}'
    """
    text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    text = re.sub(r"(?<=[{;} ])& (?=[.:\[>])", "", text)  # a nested rule means a descendant without saying so
    return _STYLE.sub(lambda found: found[1] or "", text).strip()
