"""From bytes to JSON values, safely: one document, or one record a line.

Comes in: the bytes of a file or of standard input, or an object in memory. Goes out: a `Sample`, which the formats
look at. Called by `load.py`. Nothing is ever read without a limit:

    MAX_LINE       a longer line is skipped and counted
    MAX_DOCUMENT   a longer document that is not one record a line cannot be read
    MAX_FILE       nothing longer is read at all
    MAX_DEPTH      a value nested deeper is not read: a document is refused, a line is skipped and counted
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from packlight.core.errors import UnreadableError
from packlight.core.frozen import MAX_DEPTH, plain

MIB = 1024 * 1024
MAX_LINE = 16 * MIB
MAX_DOCUMENT = 64 * MIB
MAX_FILE = 256 * MIB

# A mark of another encoding at the start, longest first: one begins like another.
_MARKS = ((b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_UTF8_MARK = b"\xef\xbb\xbf"
# What a person is likely to have picked by mistake, by its first bytes.
_BINARY = (
    (b"PK\x03\x04", "a zip archive (an Inspect .eval log is one: write it as .json with `inspect log dump` first)"),
    (b"\x1f\x8b", "compressed with gzip: unpack it first"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"SQLite format 3", "an SQLite database: export the conversation as JSON first"),
)


@dataclass(frozen=True, slots=True)
class Record:
    """One JSON value and where it stands: the line of a log, or the place in a list, from 1."""

    line: int
    value: Any


@dataclass(frozen=True, slots=True)
class Sample:
    """What was read, before anybody knows its format.

    Attributes:
        value: the whole document; None when there is one record a line.
        records: the records: lines of a log, elements of a list, or the document alone.
        skipped: numbers of the lines that are not exactly one JSON value, from 1.
        notes: sentences for a person about what was noticed while reading.
        problem: why this is not one JSON document; empty when it is.
        has_nan: whether NaN or an infinity stood in a document; they were read as null.
    """

    value: Any
    records: tuple[Record, ...]
    skipped: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    has_nan: bool = False

    @property
    def objects(self) -> tuple[Record, ...]:
        """The records that are JSON objects."""
        return tuple(record for record in self.records if isinstance(record.value, Mapping))


class BadJson(ValueError):
    """A text is not one JSON value; says why in a few words."""


@dataclass(slots=True)
class Parser:
    """A strict JSON parser that remembers what it had to look over.

    >>> parser = Parser()
    >>> parser.parse('{"a": 1, "a": 2}'), parser.duplicates
    ({'a': 2}, 1)
    """

    duplicates: int = 0
    constants: int = 0
    _decoder: json.JSONDecoder = field(init=False)

    def __post_init__(self) -> None:
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=self._constant, parse_float=self._float
        )

    def parse(self, text: str) -> Any:
        """Read one JSON value; raises `BadJson` for everything else."""
        try:
            value = self._decoder.decode(text)
        except json.JSONDecodeError as error:
            glued = error.msg == "Extra data"
            what = "more than one JSON value without a line break between" if glued else error.msg
            raise BadJson(f"line {error.lineno}, column {error.colno}: {what}") from None
        except RecursionError:
            raise BadJson(f"nested deeper than {MAX_DEPTH} levels") from None
        except ValueError as error:
            raise BadJson(str(error).partition(";")[0]) from None
        if too_deep(value):
            raise BadJson(f"nested deeper than {MAX_DEPTH} levels")
        return value

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        self.duplicates += len(value) < len(pairs)
        return value

    def _constant(self, _: str) -> None:
        self.constants += 1

    def _float(self, text: str) -> float | None:
        number = float(text)
        if math.isfinite(number):
            return number
        # 1e999 is JSON, but the infinity that Python makes of it can never be written as JSON again.
        self.constants += 1
        return None


def too_deep(value: Any) -> bool:
    """Whether a value is nested deeper than `MAX_DEPTH` levels; true for one that contains itself.

    >>> too_deep([[[]]])
    False
    """
    level: dict[int, Any] = {id(value): value}
    for _ in range(MAX_DEPTH + 1):
        inner: dict[int, Any] = {}
        for item in level.values():
            if isinstance(item, Mapping | list | tuple):
                children = item.values() if isinstance(item, Mapping) else item
                inner.update((id(child), child) for child in children if isinstance(child, Mapping | list | tuple))
        if not inner:
            return False
        # By identity, so that a value which holds itself many times cannot make a level larger than the value.
        level = inner
    return True


def sample_of_object(value: Any) -> Sample:
    """A sample of a dict, a list or SDK objects in memory."""
    try:
        value = plain(value)
        if too_deep(value):
            raise UnreadableError(f"the object is nested deeper than {MAX_DEPTH} levels: no API takes that.")
        return _document(_dumped(value))
    except RecursionError:
        raise UnreadableError(f"the object is nested deeper than {MAX_DEPTH} levels: no API takes that.") from None


def _dumped(value: Any) -> Any:
    """The same value with lists for tuples and every SDK object in it dumped."""
    value = plain(value)
    if isinstance(value, Mapping):
        return {key: _dumped(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_dumped(item) for item in value]
    return value


def _document(value: Any, notes: tuple[str, ...] = (), has_nan: bool = False) -> Sample:
    items = value if isinstance(value, list) else [value]
    return Sample(value, tuple(Record(i, item) for i, item in enumerate(items, 1)), (), notes, "", has_nan)


def read_stream(stream: IO[bytes], where: str) -> Sample:
    """Read a binary stream to its end; raises `UnreadableError` when there is nothing in it that is JSON."""
    head = stream.read(MAX_DOCUMENT + 1)
    if not head.strip(b" \t\r\n\0" + _UTF8_MARK):
        raise UnreadableError(f"{where} is empty: there is no conversation in it.")
    for mark, what in _BINARY:
        if head.startswith(mark):
            raise UnreadableError(f"{where} is {what}.")
    head = _utf8(head, where)
    if len(head) > MAX_DOCUMENT:
        return _read_lines(_Chained(head, stream), where, f"it is larger than {MAX_DOCUMENT // MIB} MB")
    parser = Parser()
    try:
        value = parser.parse(head.decode("utf-8"))
    except UnicodeDecodeError as error:
        problem = f"byte {error.start} is not valid UTF-8"
    except BadJson as error:
        problem = str(error)
    else:
        return _document(value, _duplicate_note(parser.duplicates), parser.constants > 0)
    return _read_lines(io.BytesIO(head), where, problem)


def _utf8(head: bytes, where: str) -> bytes:
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            try:
                return head.decode(encoding).encode("utf-8", "surrogatepass")
            except UnicodeDecodeError:
                raise UnreadableError(f"{where} is broken {encoding.upper()}: save it as UTF-8.") from None
    return head.removeprefix(_UTF8_MARK)


def _duplicate_note(count: int) -> tuple[str, ...]:
    return (f"{count} objects have a key twice: the last one counts.",) if count else ()


class _Chained:
    """Lines of bytes already read, then of the rest of a stream, none longer than the limit."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head, self._rest = io.BytesIO(head), rest

    def readline(self, limit: int) -> bytes:
        line = self._head.readline(limit)
        if line.endswith(b"\n") or len(line) >= limit:
            return line
        return line + self._rest.readline(limit - len(line))


def _bounded_lines(stream: io.BytesIO | _Chained, where: str) -> Iterator[tuple[int, bytes | None]]:
    """Each line with its number; None stands for one that is longer than `MAX_LINE`."""
    number, total, in_long = 0, 0, False
    while line := stream.readline(MAX_LINE + 1):
        # A piece without a line break is the last line, or one that goes on beyond the limit.
        goes_on = len(line) > MAX_LINE and not line.endswith(b"\n")
        number, total, in_long = number + (not in_long), total + len(line), goes_on or in_long
        if total > MAX_FILE:
            raise UnreadableError(f"{where} is larger than {MAX_FILE // MIB} MB: split it and read the parts.")
        if not in_long:
            yield number, line
        elif not goes_on:
            in_long = False
            yield number, None
    if in_long:
        yield number, None


def _read_lines(stream: io.BytesIO | _Chained, where: str, problem: str) -> Sample:
    parser, records, skipped, reasons = Parser(), [], [], []
    for number, line in _bounded_lines(stream, where):
        if line is not None and not line.strip():
            continue
        before = parser.constants
        try:
            value = _line_value(parser, line)
            if parser.constants > before:
                raise BadJson("NaN or an infinity, which JSON does not have")
            records.append(Record(number, value))
        except BadJson as error:
            skipped.append(number)
            reasons.append((number, str(error)))
    if not any(isinstance(record.value, Mapping) for record in records):
        raise UnreadableError(f"{where} is not JSON ({problem}) and holds no JSON lines: name a conversation or a log.")
    return Sample(
        None, tuple(records), tuple(skipped), (*_skip_notes(reasons), *_duplicate_note(parser.duplicates)), problem
    )


def _line_value(parser: Parser, line: bytes | None) -> Any:
    if line is None:
        raise BadJson(f"longer than {MAX_LINE // MIB} MB")
    if b"\0" in line:
        raise BadJson("NUL bytes, left by an interrupted write")
    try:
        return parser.parse(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadJson("not valid UTF-8") from None
    except BadJson as error:
        # The line number inside the line is always 1, and would be taken for the line of the file.
        raise BadJson(str(error).removeprefix("line 1, ")) from None


def _skip_notes(reasons: list[tuple[int, str]]) -> tuple[str, ...]:
    """One sentence for each of the first skipped lines, and one that counts the rest."""
    shown = [f"line {number} was skipped: {reason}." for number, reason in reasons[:5]]
    rest = len(reasons) - len(shown)
    return (*shown, f"{rest} more lines were skipped.") if rest else tuple(shown)
