"""Reads a Markdown page: its code blocks with what they print, and where its links lead."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.offline import offline_environment

FENCE = re.compile(r"^```(?P<language>[\w-]*)[ \t]*\n(?P<text>.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<target>[^)\s]+)(?:\s+\"[^\"]*\")?\)|(?:src|srcset|href)=\"(?P<source>[^\"]+)\"")

RUNNER = """
import contextlib, io, json, sys
names, printed = {"__name__": "__main__"}, []
for text in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(text, "README.md", "exec"), names)
    printed.append(out.getvalue())
json.dump(printed, sys.stdout)
"""


@dataclass(frozen=True, slots=True)
class Example:
    """A Python block.

    Attributes:
        code: its text.
        printed: the text block that follows it directly, which is what it prints; None when none follows.
    """

    code: str
    printed: str | None


def examples(page: str) -> list[Example]:
    """The Python blocks of a page, each with the `text` block that stands right below it."""
    fences = list(FENCE.finditer(page))
    after = [*fences[1:], None]
    found = []
    for fence, following in zip(fences, after, strict=True):
        if fence["language"] == "python":
            near = following and following["language"] == "text" and not page[fence.end() : following.start()].strip()
            found.append(Example(fence["text"], following["text"] if following and near else None))
    return found


def run(codes: Sequence[str], folder: Path) -> list[str]:
    """What each block prints when all are run in order in one fresh process, offline, in an empty folder."""
    home, work = folder / "home", folder / "work"
    work.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps(list(codes)),
        cwd=work,
        env=offline_environment(home),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    printed: list[str] = json.loads(done.stdout)
    return printed


def local_targets(page: str) -> list[str]:
    """The files of the project that a page links to or shows, without anchors."""
    targets = [found["target"] or found["source"] for found in LINK.finditer(FENCE.sub("", page))]
    return [t.partition("#")[0] for t in targets if not re.match(r"[a-z]+:|#|//", t)]
