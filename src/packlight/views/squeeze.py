"""Makes the joined script and style small enough to travel: without comments and spaces, private names shortened.

Comes in: the text of the stage's files, from `assets.py`. Goes out: text that does the same in fewer bytes. It knows
the JavaScript that this project writes, not all of it: statements end in semicolons, regular expressions stand after
an operator or an opening bracket, and no block starts with a bare assignment.

    tokens → squeeze_names.py (short names) → squeeze_shape.py (fewer tokens) → text
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from packlight.views.squeeze_names import roles_of, shortened
from packlight.views.squeeze_shape import Token, arrows_first, joined_declarations, without_needless

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<=[(=,:?!&|[>]\s)/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\n])+/\w*|(?<=[(!])/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\n])+/\w*)
    |(?P<template>`)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<number>\.?\d[\w.]*)
    |(?P<mark>\.\.\.|\?\?=|\*\*|=>|\?\?|\?\.|\|\||&&|[=!]==|[<>]=|>>|[-+*/|]=|\+\+|--|.)""",
    re.VERBOSE,
)
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


def tokens(text: str) -> list[Token]:
    """Kind and text of each token, spaces and comments left out; a template is `template` tokens and code between.

    >>> tokens("say(`a ${b} c`); // d")
    [('name', 'say'), ('mark', '('), ('text', '`a ${'), ('name', 'b'), ('text', '} c`'), ('mark', ')'), ('mark', ';')]
    """
    found: list[Token] = []
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


def _template_tokens(template: str) -> Iterator[Token]:
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


def _needs_space(before: str, after: str) -> bool:
    if before in "+-" and after[:1] == before[:1]:
        return True
    return bool(re.match(r"[\w$]", before[-1:]) and re.match(r"[\w$]", after[:1]))


def squeeze_script(text: str, own: Iterable[str] = ()) -> str:
    """A script without comments and needless spaces, names that only it knows shortened.

    Args:
        own: properties that only the script knows; all others keep their names.

    >>> squeeze_script("// adds\\nconst add = (one, two) => one + two; // the sum\\nwindow.go(add(1, 2));")
    'let A=(a,b)=>a+b;window.go(A(1,2));'
    """
    out, last = [], ""
    parts = joined_declarations(arrows_first(shortened(tokens(text), own)))
    for kind, word in without_needless(parts, roles_of(parts)):
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
