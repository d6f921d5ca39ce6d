"""Prints the targets of a Makefile that carry a `##` sentence: what `make help` calls."""

import re
import sys
from pathlib import Path

TARGET = re.compile(r"^(?P<name>[\w-]+):.*?##\s*(?P<sentence>.+)$", re.MULTILINE)


def targets(makefile: str) -> list[tuple[str, str]]:
    """Name and sentence of each documented target, in the order of the file.

    >>> targets("lab: env  ## open it\\nenv:\\n")
    [('lab', 'open it')]
    """
    return [(found["name"], found["sentence"]) for found in TARGET.finditer(makefile)]


if __name__ == "__main__":
    for name, sentence in targets(Path(sys.argv[1]).read_text(encoding="utf-8")):
        print(f"  make {name:<10} {sentence}")
