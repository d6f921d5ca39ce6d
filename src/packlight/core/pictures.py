"""Width, height and pages of pictures and documents, read from a few bytes of their header.

Comes in: an `Image` or `Document` block, or the bytes of a file. Goes out: numbers, or None where the header does not
say. Called by the rules (a picture may be too large) and by whoever weighs or draws one. Nothing here raises, and what
is read is bounded, however long the data is.

    PNG    width and height are bytes 16-24           GIF    bytes 6-10, little-endian
    JPEG   in the first start-of-frame segment        WebP   in the first chunk, three ways to write them
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from packlight.core.blocks import Block, Document, Image, ToolResult

HEADER_BYTES = 64
"""Bytes in which PNG, GIF and WebP say how large they are."""
JPEG_BYTES = 192 * 1024
"""Bytes of a JPEG that are searched: a camera's preview and colour profile may stand before the size."""
PDF_BYTES = 4 * 1024 * 1024
"""Bytes of a PDF that are searched for its page tree."""

_PDF_COUNT = re.compile(rb"/Count\s+(\d{1,6})\b")
_PDF_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
_NO_SIZE_MARKERS = frozenset((0xC4, 0xC8, 0xCC))


@dataclass(frozen=True, slots=True)
class Picture:
    """What a header says of a picture: its format, width and height in pixels, and bytes of the whole file.

    >>> Picture("png", 2400, 10, 5_000).longest
    2400
    """

    format: str
    width: int
    height: int
    size_bytes: int

    @property
    def longest(self) -> int:
        """Pixels of the longer side."""
        return max(self.width, self.height)


def measure(block: Block) -> Picture | None:
    """Read the size of an image block; None for a URL, a file id or data without a known header.

    >>> data = "R0lGODlhAQACAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    >>> from packlight.core.frozen import freeze
    >>> measure(Image(freeze({"type": "base64", "media_type": "image/gif", "data": data})))
    Picture(format='gif', width=1, height=2, size_bytes=42)
    """
    if not isinstance(block, Image):
        return None
    data = _base64(block.source)
    head = _decode(data, HEADER_BYTES)
    if head[:2] == b"\xff\xd8":
        head = _decode(data, JPEG_BYTES)
    found = measure_bytes(head)
    return Picture(found.format, found.width, found.height, size_bytes(block)) if found else None


def measure_bytes(head: bytes) -> Picture | None:
    """Read the size of a picture from its first bytes; `size_bytes` is how many were given."""
    size: tuple[int, int] | None = None
    kind = ""
    if head[:8] == b"\x89PNG\r\n\x1a\n" and len(head) >= 24:
        kind, size = "png", (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big"))
    elif head[:6] in (b"GIF87a", b"GIF89a") and len(head) >= 10:
        kind, size = "gif", (int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little"))
    elif head[:2] == b"\xff\xd8":
        kind, size = "jpeg", _jpeg(head)
    elif head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        kind, size = "webp", _webp(head)
    return Picture(kind, size[0], size[1], len(head)) if size and size[0] and size[1] else None


def _jpeg(head: bytes) -> tuple[int, int] | None:
    """Walk from segment to segment until one starts a frame."""
    at = 2
    while at + 9 <= len(head):
        if head[at] != 0xFF:
            return None
        marker = head[at + 1]
        if marker == 0xFF:  # fill bytes may stand before a marker
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_SIZE_MARKERS:
            return int.from_bytes(head[at + 7 : at + 9], "big"), int.from_bytes(head[at + 5 : at + 7], "big")
        else:
            at += 2 + max(int.from_bytes(head[at + 2 : at + 4], "big"), 2)
    return None


def _webp(head: bytes) -> tuple[int, int] | None:
    kind = head[12:16]
    if kind == b"VP8X" and len(head) >= 30:
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    if kind == b"VP8L" and len(head) >= 25:
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and len(head) >= 30:
        return int.from_bytes(head[26:28], "little") & 0x3FFF, int.from_bytes(head[28:30], "little") & 0x3FFF
    return None


def count_pages(block: Block) -> int | None:
    """Pages of a PDF document block, where its page tree is readable; None otherwise.

    >>> from packlight.core.frozen import freeze
    >>> data = base64.b64encode(b"%PDF-1.4 1 0 obj <</Type /Pages /Count 3 /Kids []>>").decode()
    >>> count_pages(Document(freeze({"type": "base64", "media_type": "application/pdf", "data": data})))
    3
    """
    data = _base64(block.source) if isinstance(block, Document) else ""
    if not _decode(data, HEADER_BYTES).startswith(b"%PDF-"):
        return None
    body = _decode(data, PDF_BYTES)
    counts = [int(number) for number in _PDF_COUNT.findall(body)]
    # The root of the page tree counts all pages; without a readable root the pages themselves are counted.
    return max(counts, default=0) or len(_PDF_PAGE.findall(body)) or None


def size_bytes(block: Block) -> int:
    """Bytes that the data of an image or document decodes to; 0 where the block holds none.

    >>> from packlight.core.frozen import freeze
    >>> size_bytes(Image(freeze({"type": "base64", "media_type": "image/png", "data": "AAAA"})))
    3
    """
    data = _base64(block.source) if isinstance(block, Image | Document) else ""
    return max(len(data) * 3 // 4 - data[-2:].count("="), 0)


def pictures_in(block: Block) -> tuple[Block, ...]:
    """The image blocks that a block is or carries: itself, or those inside a tool result.

    >>> pictures_in(ToolResult("toolu_1", "no picture"))
    ()
    """
    if isinstance(block, Image):
        return (block,)
    if isinstance(block, ToolResult) and isinstance(block.content, tuple):
        return tuple(inner for inner in block.content if isinstance(inner, Image))
    return ()


def _base64(source: Mapping[str, Any]) -> str:
    data = source.get("data")
    return data if isinstance(data, str) and source.get("type") == "base64" else ""


def _decode(data: str, limit: int) -> bytes:
    """The first bytes of base64 text; what is not base64 gives none."""
    head = data[: (limit + 2) // 3 * 4]
    try:
        return base64.b64decode(head[: len(head) // 4 * 4], validate=False)
    except (binascii.Error, ValueError):
        return b""
