"""Rows as JSON Lines: written one by one as they come, read again, mended after a kill.

Comes in: a path and mappings. Goes out: whole lines. A process that is killed leaves at most one line without its end;
it is cut off before more is written. A full disk never costs a line that was written before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from packlight.core.errors import UnreadableError, UserError


def read_lines(path: str | Path) -> Iterator[dict[str, Any]]:
    """The objects of a file, in order; a last line without its end is left out.

    Raises:
        UnreadableError: the file cannot be read, or a whole line of it is no JSON object.
    """
    try:
        with open(path, "rb") as stream:
            for number, line in enumerate(stream, 1):
                if line.endswith(b"\n"):
                    yield _object(line, path, number)
    except OSError as error:
        raise UnreadableError(f"{path} cannot be read ({error.strerror or error}): check the path.") from None


def _object(line: bytes, path: str | Path, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UnreadableError(f"{path}: line {number} is no row of a sweep: name a file that a sweep wrote.")
    return value


class LineFile:
    """A file that grows by whole lines.

    Args:
        keep: go on behind what stands there; False starts empty.

    Raises:
        UserError: it cannot be written.
    """

    def __init__(self, path: str | Path, *, keep: bool = True) -> None:
        self.path = Path(path)
        self.written = 0
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | (0 if keep else os.O_TRUNC)
            self._file = os.open(self.path, flags, 0o666)
        except OSError as error:
            raise UserError(f"{path} cannot be written ({error.strerror}): name a file in a folder of yours") from None
        self._end = self._whole() if self.path.is_file() else 0

    def _whole(self) -> int:
        """Where the last whole line ends; a torn one behind it is cut off."""
        size = os.fstat(self._file).st_size
        end, block = size, 65536
        while end:
            start = max(0, end - block)
            os.lseek(self._file, start, os.SEEK_SET)
            found = os.read(self._file, end - start).rfind(b"\n")
            if found >= 0:
                end = start + found + 1
                break
            end = start
        if end < size:
            os.ftruncate(self._file, end)
        return end

    def write(self, value: Mapping[str, Any]) -> None:
        """Append one line.

        Raises:
            UserError: there is no room, or the file is gone; says how many lines are safe.
        """
        line = (json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n").encode()
        try:
            if self.path.is_file():
                os.lseek(self._file, self._end, os.SEEK_SET)
            done = os.write(self._file, line)
            while done < len(line):
                done += os.write(self._file, line[done:])
        except OSError as error:
            self._undo()
            raise UserError(
                f"{self.path} cannot be written any more ({error.strerror}): {self.written} new rows are kept; make "
                "room and run the same sweep again, it goes on where it stopped"
            ) from error
        self._end += len(line)
        self.written += 1

    def _undo(self) -> None:
        """Take half a line away again."""
        if self.path.is_file():
            os.ftruncate(self._file, self._end)

    def close(self) -> None:
        """No more lines."""
        os.close(self._file)
