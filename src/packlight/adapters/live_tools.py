"""The tools of a live agent: three that only read, and only from texts that are given to them. No disk, no network.

    list_files()   read_file(path, from_line)   search(text)

Comes in: files as a mapping of path to text, then a call of the model. Goes out: the answer, and whether it is an
error. What a model asks for may be anything, so every odd call is answered with a sentence and never raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from packlight.core.errors import UserError

MOST_CHARACTERS = 16_000
"""An answer is cut here and says how to read on: no single result fills a lesson's window."""
MOST_HITS = 40

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "list_files": "List all files, with their number of lines.",
        "read_file": "Read a file with line numbers. Long files: read on with from_line.",
        "search": "Find a text in all files, capital or not. Answers path:line:text.",
        "path": "The file, as list_files names it.",
        "from_line": "The first line to read, from 1.",
        "text": "The text to find, word for word.",
        "lines": "{n} lines",
        "more": "[… {n} more lines; read on with from_line={at}]",
        "hits": "[… {n} more hits]",
        "none": "nothing found",
        "no_tool": "there is no tool {name!r}; there are {known}",
        "no_file": "there is no file {path!r}; {hint}",
        "near": "did you mean {near}?",
        "listed": "list_files names them",
        "bad": "{name} needs {what} as {kind}",
        "a_text": "a text",
        "a_number": "a whole number from 1",
    },
    "zh": {
        "list_files": "列出所有文件及其行数。",
        "read_file": "读取文件，带行号。长文件：用 from_line 接着读。",
        "search": "在所有文件里查找一段文字，不分大小写。返回 路径:行:内容。",
        "path": "文件，用 list_files 里的名称。",
        "from_line": "从第几行开始读，从 1 数起。",
        "text": "要查找的文字，逐字匹配。",
        "lines": "{n} 行",
        "more": "[… 还有 {n} 行；用 from_line={at} 接着读]",
        "hits": "[… 还有 {n} 处]",
        "none": "没有找到",
        "no_tool": "没有工具 {name!r}；可用的有 {known}",
        "no_file": "没有文件 {path!r}；{hint}",
        "near": "你是不是要 {near}？",
        "listed": "list_files 会列出来",
        "bad": "{name} 需要 {what}：{kind}",
        "a_text": "一段文字",
        "a_number": "从 1 起的整数",
    },
}


class _Odd(Exception):
    """A call that cannot be answered; the sentence goes to the model."""


class Toolbox:
    """The tools over a set of files.

    >>> tools = Toolbox({"a.py": "one\\ntwo"})
    >>> tools.run("read_file", {"path": "a.py", "from_line": 2})
    ('   2  two', False)
    >>> tools.run("read_file", {"path": "b.py"})
    ("there is no file 'b.py'; did you mean 'a.py'?", True)
    """

    def __init__(self, files: Mapping[str, str], lang: str = "en") -> None:
        for path, text in files.items():
            if not (isinstance(path, str) and isinstance(text, str)):
                raise UserError(
                    f"files[{path!r}] is {type(text).__name__}: give texts by path, such as {{'a.md': '…'}}"
                )
        self._files, self._words = dict(files), WORDS.get(lang, WORDS["en"])
        self._tools = {"list_files": self._list, "read_file": self._read, "search": self._search}

    @property
    def definitions(self) -> tuple[dict[str, Any], ...]:
        """What the request says of the tools."""
        path = {"path": self._field("path", "string")}
        return (
            self._definition("list_files", {}),
            self._definition("read_file", path | {"from_line": self._field("from_line", "integer")}, "path"),
            self._definition("search", {"text": self._field("text", "string")}, "text"),
        )

    def run(self, name: Any, given: Any) -> tuple[str, bool]:
        """The answer to one call, and whether it is an error."""
        try:
            tool = self._tools.get(name) if isinstance(name, str) else None
            if tool is None:
                raise _Odd(self._say("no_tool", name=str(name)[:80], known=", ".join(self._tools)))
            return tool(given if isinstance(given, Mapping) else {}), False
        except _Odd as odd:
            return str(odd), True

    def _list(self, given: Mapping[str, Any]) -> str:
        sizes = [(path, len(text.splitlines())) for path, text in sorted(self._files.items())]
        return "\n".join([f"{path}  {self._say('lines', n=n)}" for path, n in sizes]) or self._say("none")

    def _read(self, given: Mapping[str, Any]) -> str:
        path, start = given.get("path"), given.get("from_line", 1)
        if not isinstance(path, str):
            raise _Odd(self._say("bad", name="read_file", what="path", kind=self._say("a_text")))
        if not isinstance(start, int) or isinstance(start, bool) or start < 1:
            raise _Odd(self._say("bad", name="read_file", what="from_line", kind=self._say("a_number")))
        if path not in self._files:
            near = get_close_matches(path, self._files, n=1, cutoff=0.5)
            hint = self._say("near", near=repr(near[0])) if near else self._say("listed")
            raise _Odd(self._say("no_file", path=path[:80], hint=hint))
        lines = [f"{number:4}  {line}" for number, line in enumerate(self._files[path].splitlines(), 1)][start - 1 :]
        return self._cut(lines, start) if lines else self._say("none")

    def _cut(self, lines: list[str], start: int) -> str:
        """As many lines as an answer may have, at least one, and where to read on."""
        size = 0
        for place, line in enumerate(lines):
            size += len(line) + 1
            if size > MOST_CHARACTERS and place:
                rest = self._say("more", n=len(lines) - place, at=start + place)
                return "\n".join([*lines[:place], rest])
        return "\n".join(lines)[:MOST_CHARACTERS]

    def _search(self, given: Mapping[str, Any]) -> str:
        text = given.get("text")
        if not isinstance(text, str) or not text.strip():
            raise _Odd(self._say("bad", name="search", what="text", kind=self._say("a_text")))
        # Word for word: an expression written by a model could take for ever.
        hits = [
            f"{path}:{number}:{line[:200]}"
            for path, body in sorted(self._files.items())
            for number, line in enumerate(body.splitlines(), 1)
            if text.casefold() in line.casefold()
        ]
        rest = [self._say("hits", n=len(hits) - MOST_HITS)] if len(hits) > MOST_HITS else []
        return "\n".join([*hits[:MOST_HITS], *rest]) or self._say("none")

    def _say(self, key: str, **values: object) -> str:
        return self._words[key].format(**values)

    def _field(self, name: str, kind: str) -> dict[str, str]:
        return {"type": kind, "description": self._words[name]}

    def _definition(self, name: str, fields: Mapping[str, Any], *required: str) -> dict[str, Any]:
        schema = {"type": "object", "properties": dict(fields), "required": list(required)}
        return {"name": name, "description": self._words[name], "input_schema": schema}
