"""Says the same in fewer tokens: declarations joined, functions as arrows, needless brackets and semicolons left out.

Comes in: the tokens of a script, as `squeeze.py` reads them. Goes out: tokens that mean the same. It leans on what this
project writes: top-level functions use neither `this` nor `arguments`, and no loop has an empty body.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Token = tuple[str, str]
_STARTS = frozenset(
    {"const", "let", "if", "for", "while", "return", "function", "class", "export", "throw", "try", "else"}
)
_PLAIN = {"true": "!0", "false": "!1"}


def closing(words: Sequence[str], at: int) -> int:
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for place in range(at, len(words)):
        depth += words[place] in "([{" and len(words[place]) == 1
        depth -= words[place] in ")]}" and len(words[place]) == 1
        if depth == 0:
            return place
    raise ValueError("a bracket is not closed")


def statements(parts: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where each statement of the outermost scope starts and ends."""
    start = depth = 0
    for at, (kind, word) in enumerate(parts):
        if depth == 0 and at > start and word in ("function", "const", "let", "class", "export"):
            yield start, at
            start = at
        if kind == "mark":
            depth += (word in "([{") - (word in ")]}")
    yield start, len(parts)


def _marks(text: str) -> list[Token]:
    return [("mark", char) for char in text]


def _result(body: Sequence[Token]) -> list[Token]:
    """What stands after `=>`: an expression where the body is only a return, else the body in its brackets."""
    words = [word if kind == "mark" else "" for kind, word in body]
    depth, ends = 0, []
    for at, word in enumerate(words):
        depth += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
        if depth == 0 and word in (";", ","):
            ends.append(at)
    if body and body[0] == ("name", "return") and ends == [len(body) - 1]:
        value = list(body[1:-1])
        return [*_marks("("), *value, *_marks(")")] if value[0] == ("mark", "{") else value
    return [*_marks("{"), *body, *_marks("}")]


def arrows_first(parts: Sequence[Token]) -> list[Token]:
    """Functions of the outermost scope as arrows, before all else: there, too, everything below may call them."""
    functions: list[Token] = []
    rest: list[Token] = []
    for start, end in statements(parts):
        own = list(parts[start:end])
        if own[0] != ("name", "function") or {"this", "arguments"} & {word for _, word in own}:
            rest += own
            continue
        words = [word if kind == "mark" else "" for kind, word in own]
        opened = closing(words, 2) + 1
        closed = closing(words, opened)
        functions += [*(_marks(",") if functions else [("name", "let")]), own[1], *_marks("="), *own[2:opened]]
        functions += [("mark", "=>"), *_result(own[opened + 1 : closed])]
        rest += own[closed + 1 :]
    return [*functions, *(_marks(";") if functions else []), *rest]


def joined_declarations(parts: Sequence[Token]) -> list[Token]:
    """Each `const` as `let`, and a declaration after a declaration as one."""
    firsts, out = [""], list[Token]()
    for kind, word in parts:
        before = out[-1][1] if out else "{"
        if (kind, word) == ("name", "const"):
            word = "let"
        if (kind, word) == ("name", "let") and before == ";" and firsts[-1] == "let":
            out[-1] = ("mark", ",")
            continue
        if before in ("{", ";") or (before == "}" and word in _STARTS):
            firsts[-1] = word
        if kind == "mark" and word in "([{":
            firsts.append("")
        elif kind == "mark" and word in ")]}":
            firsts.pop()
        out.append((kind, word))
    return out


def without_needless(parts: Sequence[Token], roles: Sequence[str]) -> list[Token]:
    """Without the brackets around one parameter, the semicolon before `}` and the zero before a point."""
    out: list[Token] = []
    for at, (kind, word) in enumerate(parts):
        if kind == "mark" and (_around_one(parts, at) or _before_a_brace(parts, at)):
            continue
        if kind == "number" and word.startswith("0."):
            word = word[1:]
        out.append((kind, _PLAIN.get(word, word) if roles[at] == "variable" else word))
    return out


def _around_one(parts: Sequence[Token], at: int) -> bool:
    """Whether this is a bracket of `(name) =>`."""
    start = at if parts[at][1] == "(" else at - 2
    words = [word for _, word in parts[start : start + 4]] if start >= 0 else []
    return words[::2] == ["(", ")"] and words[3:] == ["=>"] and parts[start + 1][0] == "name" and at != start + 1


def _before_a_brace(parts: Sequence[Token], at: int) -> bool:
    """Whether this is a semicolon before `}` that is not the whole body of a loop or a condition."""
    ends = parts[at][1] == ";" and at + 1 < len(parts) and parts[at + 1] == ("mark", "}")
    return ends and not (parts[at - 1][1] == ")" and _heads_a_loop(parts, at - 1))


def _heads_a_loop(parts: Sequence[Token], at: int) -> bool:
    """Whether the bracket that closes at `at` belongs to `for`, `while` or `if`, whose body would be empty."""
    depth = 0
    for place in range(at, -1, -1):
        kind, word = parts[place]
        if kind == "mark":
            depth += (word == ")") - (word == "(")
        if depth == 0:
            return place > 0 and parts[place - 1][1] in ("for", "while", "if")
    return False
