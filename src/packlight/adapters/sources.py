"""Which files are meant: a folder, a pattern, or names.

Comes in: what a person typed. Goes out: paths, each once, sorted within a folder or pattern. Nothing is opened here.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from pathlib import Path

from packlight.core.errors import UserError

SUFFIXES = (".json", ".jsonl", ".traj")


def paths_of(given: str | os.PathLike[str]) -> Iterator[str]:
    """The files of a folder and of the folders in it, those of a pattern, or the file itself.

    Raises:
        UserError: a folder or pattern without any file.
    """
    text = os.fspath(given)
    if Path(text).is_dir():
        found = sorted(path for path in Path(text).rglob("*") if path.suffix in SUFFIXES and path.is_file())
        if not found:
            raise UserError(f"{text}: no .json, .jsonl or .traj file in this directory; name a file")
        yield from map(str, found)
    elif glob.has_magic(text) and not Path(text).exists():
        matched = sorted(path for path in glob.glob(text, recursive=True) if Path(path).is_file())
        if not matched:
            raise UserError(f"{text}: no file matches this pattern; name a folder or a file")
        yield from matched
    else:
        yield text


def read_policies(path: str | os.PathLike[str]) -> dict[str, object]:
    """The tables of a TOML file.

    Raises:
        UserError: it cannot be read, or is no TOML; says where.
    """
    import tomllib

    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror or error}): name a .toml file of policies") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is no TOML: {error}") from None
