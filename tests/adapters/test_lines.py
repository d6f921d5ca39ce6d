"""Reading lines: what is broken is skipped and counted, and nothing is read without a limit."""

import io
import json

import pytest

from packlight.adapters import lines
from packlight.adapters.lines import BadJson, Parser, read_stream, too_deep
from packlight.core.errors import UnreadableError

GOOD = b'{"type": "user", "message": {"role": "user", "content": "hi"}}'


def read(data: bytes) -> lines.Sample:
    return read_stream(io.BytesIO(data), "the file")


CASES: dict[str, tuple[bytes, tuple[int, ...], int]] = {
    "all good": (GOOD + b"\n" + GOOD + b"\n", (), 2),
    "no last line break": (GOOD + b"\n" + GOOD, (), 2),
    "CRLF": (GOOD + b"\r\n" + GOOD + b"\r\n", (), 2),
    "blank lines": (GOOD + b"\n\n  \n" + GOOD, (), 2),
    "broken in the middle": (GOOD + b'\n{"type": "us\n' + GOOD, (2,), 2),
    "cut at the end": (GOOD + b"\n" + GOOD[:20], (2,), 1),
    "NUL bytes": (GOOD + b"\n" + b"\0" * 40 + b"\n" + GOOD, (2,), 2),
    "NUL bytes before a record": (GOOD + b"\n\0\0" + GOOD + b"\n" + GOOD, (2,), 2),
    "two glued records": (GOOD + b"\n" + GOOD + GOOD + b"\n" + GOOD, (2,), 2),
    "a half record glued to a whole one": (GOOD + b"\n" + GOOD[:30] + GOOD + b"\n" + GOOD, (2,), 2),
    "invalid UTF-8": (GOOD + b'\n{"a": "\xff"}\n' + GOOD, (2,), 2),
    "NaN": (GOOD + b'\n{"a": NaN}\n' + GOOD, (2,), 2),
    "too deep": (GOOD + b"\n" + b"[" * 250 + b"]" * 250 + b"\n" + GOOD, (2,), 2),
    "broken first": (b"{{{\n" + GOOD + b"\n" + GOOD, (1,), 2),
    "values that are no records": (GOOD + b'\n42\n"x"\nnull\n[]\n' + GOOD, (), 6),
}


@pytest.mark.parametrize(("data", "skipped", "records"), CASES.values(), ids=CASES)
def test_lines(data: bytes, skipped: tuple[int, ...], records: int) -> None:
    sample = read(data)
    assert (sample.skipped, len(sample.records)) == (skipped, records)
    assert len(sample.notes) == len(skipped)


def test_a_glued_line_says_what_is_wrong_with_it() -> None:
    assert "without a line break" in read(GOOD + b"\n" + GOOD + GOOD).notes[0]


def test_many_broken_lines_make_few_notes() -> None:
    sample = read(GOOD + b"\n" + b"oops\n" * 40)
    assert len(sample.skipped) == 40
    assert len(sample.notes) == 6 and sample.notes[-1] == "35 more lines were skipped."


def test_a_line_over_the_limit_is_skipped_and_the_rest_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINE", 200)
    long = json.dumps({"text": "x" * 1000}).encode()
    sample = read(GOOD + b"\n" + long + b"\n" + GOOD + b"\n")
    assert (sample.skipped, len(sample.records)) == ((2,), 2)


def test_a_log_larger_than_a_document_is_read_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_DOCUMENT", 100)
    sample = read((GOOD + b"\n") * 50)
    assert len(sample.records) == 50 and not sample.skipped


def test_a_file_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_DOCUMENT", 100)
    monkeypatch.setattr(lines, "MAX_FILE", 1000)
    with pytest.raises(UnreadableError, match="larger than"):
        read((GOOD + b"\n") * 50)
    with pytest.raises(UnreadableError, match="larger than"):
        read(b"x" * 5000)


def test_depth_is_counted_to_the_level() -> None:
    def nested(levels: int) -> str:
        return "[" * levels + "]" * levels

    assert Parser().parse(nested(200)) and not too_deep(json.loads(nested(200)))
    with pytest.raises(BadJson, match="deeper than 200"):
        Parser().parse(nested(203))
