"""The exported file: policy, data and words are right before any browser opens it."""

import base64
import hashlib
import json
import re

import pytest

from packlight.views.export import film_html
from tests.support.films import hostile, story


def parts(page: str) -> tuple[str, str, str, str]:
    """Policy, style, data and script of an exported page."""
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    style = re.search(r"<style>(.*?)</style>", page, re.S)
    data = re.search(r'<script type="application/json" id="packlight-data">(.*?)</script>', page, re.S)
    script = re.search(r"<script>(.*?)</script>", page, re.S)
    assert policy and style and data and script
    return policy[1], style[1], data[1], script[1]


def hashed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_policy_allows_its_own_script_and_style_and_nothing_else() -> None:
    policy, style, _, script = parts(film_html(story().json()))
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules == {
        "default-src": "'none'", "script-src": hashed(script), "style-src": hashed(style),
        "base-uri": "'none'", "form-action": "'none'",
    }  # fmt: skip


@pytest.mark.parametrize("reel", [story(), story("zh"), hostile()], ids=["en", "zh", "hostile"])
def test_the_film_travels_whole_and_cannot_leave_its_element(reel: object) -> None:
    film = reel.film  # type: ignore[attr-defined]
    _, _, data, _ = parts(film_html(json.dumps(film), lang=film["lang"]))
    assert "<" not in data
    given = json.loads(data)
    assert json.loads(given["film"]) == film
    assert given["lang"] == film["lang"]


def test_a_hostile_title_stays_a_title() -> None:
    page = film_html(story().json(), title="</title><script>alert(1)</script>")
    assert "<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>" in page


def test_a_lone_surrogate_can_be_written_to_a_file() -> None:
    film = story().film
    film["blocks"][0]["text"] = "lone \ud800 surrogate"
    assert film_html(json.dumps(film, ensure_ascii=False)).encode("utf-8")


def test_without_scripts_the_page_still_tells_the_frame() -> None:
    page = film_html(story().json())
    assert "<noscript><pre>The bus that leaves twice" in page


def test_a_broken_film_gives_a_page_that_says_so() -> None:
    assert "<noscript><pre>This is not a film" in film_html("{}")


def test_the_same_film_gives_the_same_bytes() -> None:
    assert film_html(story().json()) == film_html(story().json())


def test_chinese_pages_say_their_language() -> None:
    assert '<html lang="zh-CN">' in film_html(story("zh").json(), lang="zh")
