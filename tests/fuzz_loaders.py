"""Fuzzes the loaders by hand, outside of pytest: `python -m tests.fuzz_loaders --minutes 10`.

Comes in: our own transcripts, damaged by bytes and by values, and bytes made from nothing. Goes out: a count on
standard output, and a file for every input that raised anything but an error of our own.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from packlight.adapters.load import load_all
from packlight.core.errors import PacklightError
from packlight.core.repair import repair
from packlight.core.rules import validate

TRANSCRIPTS = Path(__file__).parent / "transcripts"
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1e308,
    float("nan"),
    "",
    " ",
    "\ud83d",
    "\0",
    [],
    {},
    [None],
    {"type": "text"},
    "user",
]
PIECES = [
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"\\",
    b"\0",
    b"\n",
    b"\r",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\\ud800",
    b"NaN",
    b"1e999",
]


def damaged(data: bytes, luck: random.Random) -> bytes:
    """The same bytes with a few of them cut, doubled or replaced."""
    out = bytearray(data)
    for _ in range(luck.randint(1, 8)):
        at = luck.randrange(len(out) + 1)
        act = luck.randrange(4)
        if act == 0:
            del out[at : at + luck.randint(1, 200)]
        elif act == 1:
            out[at:at] = luck.choice(PIECES)
        elif act == 2:
            out[at:at] = out[at : at + luck.randint(1, 400)]
        else:
            out[at : at + 1] = bytes([luck.randrange(256)])
    return bytes(out)


def twisted(value: Any, luck: random.Random, odds: float = 0.02) -> Any:
    """The same JSON value with some of its values replaced by odd ones."""
    if luck.random() < odds:
        return luck.choice(ODD)
    if isinstance(value, dict):
        return {key: twisted(item, luck, odds) for key, item in value.items() if luck.random() > odds / 2}
    return [twisted(item, luck, odds) for item in value] if isinstance(value, list) else value


def sample(path: Path, luck: random.Random) -> bytes:
    """One input: a damaged transcript, a twisted one, or noise."""
    data, act = path.read_bytes(), luck.random()
    if act < 0.1:
        return luck.randbytes(luck.randint(0, 300))
    if act < 0.55:
        return damaged(data, luck)
    whole = path.suffix == ".jsonl"
    records = [json.loads(line) for line in data.splitlines() if _is_json(line)] if whole else [json.loads(data)]
    return "\n".join(json.dumps(twisted(record, luck)) for record in records).encode()


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def judge(path: Path) -> str:
    """How loading, checking and mending this file ended."""
    try:
        for talk in load_all(path).values():
            validate(talk)
            mended = repair(talk)
            if not mended.unmended and mended.conversation.messages and not validate(mended.conversation).ok:
                return "mended and still not sound"
    except PacklightError:
        return "refused"
    except Exception:
        return traceback.format_exc(limit=-3)
    return "loaded"


def main() -> None:
    """Prints how many inputs ended how, and keeps those that ended badly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    luck, ends, files = random.Random(given.seed), Counter[str](), sorted(TRANSCRIPTS.glob("*.json*"))
    files += sorted(TRANSCRIPTS.glob("*.traj"))
    kept = Path(tempfile.mkdtemp(prefix="fuzz-"))
    until = time.monotonic() + given.minutes * 60
    while time.monotonic() < until:
        source = luck.choice(files)
        path = kept / f"input{source.suffix}"
        path.write_bytes(sample(source, luck))
        end = judge(path)
        ends[end] += 1
        if end not in ("loaded", "refused") and ends[end] == 1:
            path.rename(kept / f"bad-{len(ends)}{source.suffix}")
    for end, number in ends.most_common():
        print(f"{number:8,}  {end}")
    print(f"inputs that ended badly are kept in {kept}")


if __name__ == "__main__":
    main()
