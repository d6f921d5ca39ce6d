"""Sizes from headers: compared with what Pillow writes, and never an exception whatever the bytes are."""

from __future__ import annotations

import base64
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from packlight.core.blocks import Document, Image, Text, ToolResult
from packlight.core.frozen import freeze
from packlight.core.pictures import Picture, count_pages, measure, measure_bytes, pictures_in, size_bytes

WRITTEN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("png", {}),
    ("gif", {}),
    ("jpeg", {}),
    ("jpeg", {"progressive": True}),
    ("jpeg", {"exif": b"Exif\0\0" + b"\0" * 40_000}),
    ("webp", {}),
    ("webp", {"lossless": True}),
    ("webp", {"exif": b"Exif\0\0MM\0*\0\0\0\x08\0\0"}),
)


def written(kind: str, size: tuple[int, int], options: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    Pillow.new("RGB", size, (9, 99, 199)).save(out, kind, **options)
    return out.getvalue()


def block(data: bytes, media_type: str = "image/png") -> Image:
    return Image(freeze({"type": "base64", "media_type": media_type, "data": base64.b64encode(data).decode()}))


def document(data: bytes) -> Document:
    source = {"type": "base64", "media_type": "application/pdf", "data": base64.b64encode(data).decode()}
    return Document(freeze(source))


@pytest.mark.parametrize(("kind", "options"), WRITTEN, ids=lambda value: str(value)[:30])
@pytest.mark.parametrize("size", [(1, 1), (17, 300), (2001, 4)])
def test_a_picture_is_as_large_as_it_was_written(kind: str, options: dict[str, Any], size: tuple[int, int]) -> None:
    data = written(kind, size, options)
    assert measure(block(data)) == Picture(kind, *size, len(data))
    assert measure(block(data)).longest == max(size)  # type: ignore[union-attr]


@given(
    st.binary(max_size=64), st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8", b"RIFF0000WEBPVP8 "])
)
def test_no_bytes_make_it_fail(rest: bytes, start: bytes) -> None:
    found = measure_bytes(start + rest)
    assert found is None or (found.width > 0 and found.height > 0)


@given(st.text(max_size=40))
def test_what_is_not_base64_has_no_size(data: str) -> None:
    source = freeze({"type": "base64", "media_type": "image/png", "data": data})
    assert measure(Image(source)) is None
    assert count_pages(Document(source)) is None
    assert size_bytes(Image(source)) >= 0


@pytest.mark.parametrize(
    "source",
    [{"type": "url", "url": "https://example.org/a.png"}, {"type": "base64"}, {"type": "base64", "data": 5}, {}],
)
def test_a_source_without_data_has_no_size(source: dict[str, Any]) -> None:
    assert measure(Image(freeze(source))) is None
    assert size_bytes(Image(freeze(source))) == 0


def test_a_jpeg_is_searched_no_further_than_the_limit() -> None:
    comments = b"\xff\xfe\xff\xff" + b"\0" * 65_533
    assert measure(block(b"\xff\xd8" + comments * 2 + written("jpeg", (5, 6), {})[2:])) is not None
    assert measure(block(b"\xff\xd8" + comments * 9 + written("jpeg", (5, 6), {})[2:])) is None


def test_a_jpeg_may_hold_tables_before_its_size() -> None:
    tables = b"\xff\xff\xc4\x00\x0c" + b"\x07" * 10
    assert measure(block(b"\xff\xd8" + tables + written("jpeg", (5, 6), {})[2:])).width == 5  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("body", "pages"),
    [
        (b"%PDF-1.7 <</Type /Pages /Count 12 /Kids []>> <</Type /Pages /Count 5>>", 12),
        (b"%PDF-1.7 <</Type /Page>> <</Type/Page/Parent 1 0 R>>", 2),
        (b"%PDF-1.7 nothing readable", None),
        (b"GIF89a /Type /Page", None),
    ],
)
def test_pages_of_a_pdf(body: bytes, pages: int | None) -> None:
    assert count_pages(document(body)) == pages


@pytest.mark.parametrize("length", range(8))
def test_bytes_are_counted_without_decoding(length: int) -> None:
    assert size_bytes(block(b"x" * length)) == length


def test_pictures_are_found_inside_results() -> None:
    image = block(b"x")
    assert pictures_in(ToolResult("t1", (Text("a"), image, image))) == (image, image)
    assert pictures_in(image) == (image,)
    assert pictures_in(Text("x")) == pictures_in(ToolResult("t1", "x")) == ()
    assert measure(Text("x")) is None and size_bytes(Text("x")) == 0
