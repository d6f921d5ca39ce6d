"""One film as one HTML file: the same player as the notebook's, with no network, no kernel and nothing to install.

Comes in: a film's JSON text. Goes out: HTML text that works from `file://`. The file's Content-Security-Policy allows
its own script and style, by their hashes, and nothing else: whatever a transcript holds, it cannot run, load or link.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from typing import Any

from packlight.views.assets import page_script, stage_style
from packlight.views.scene import scene_or_none
from packlight.views.text import scene_text
from packlight.views.words import say, table

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main id="packlight"></main>
<noscript><pre>{still}</pre></noscript>
<script type="application/json" id="packlight-data">{data}</script>
<script>{script}</script>
</body>
</html>
"""
_BODY_STYLE = "body{margin:0;background:Canvas}#packlight{max-width:1600px;margin:0 auto}"


def hash_of(text: str) -> str:
    """How a Content-Security-Policy names a script or style of the page's own."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def policy_for(script: str, style: str) -> str:
    """The Content-Security-Policy of a page that has one script and one style, and needs nothing else."""
    own = f"script-src {hash_of(script)}; style-src {hash_of(style)}"
    return f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"


def embedded(value: Any) -> str:
    """JSON that may stand inside a script element: no `<`, so no tag can end it, and no lone surrogate."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    safe = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return safe.encode("utf-8", "backslashreplace").decode()


def film_html(film_json: str, *, lang: str = "en", title: str = "Packlight", preset: str = "normal") -> str:
    """A film as one self-contained HTML page that starts paused at its first frame (`#step=12` starts elsewhere).

    Args:
        film_json: a film's JSON text, schema `packlight.film/1`; one that cannot be read gives a page that says so.
        lang: the language of the stage's own words, "en" or "zh".
        title: the page's title.
        preset: "normal", or "projector" for big type.

    >>> page = film_html('{"schema": "packlight.film/1", "frames": []}', title="An empty film")
    >>> page.startswith("<!doctype html>"), "http" in page.replace("http-equiv", "").replace("www.w3.org", "")
    (True, True)
    """
    style = _BODY_STYLE + stage_style()
    script = page_script()
    data = {"film": film_json, "lang": lang, "words": dict(table(lang)), "preset": preset}
    scene = scene_or_none(film_json)
    policy = policy_for(script, style)
    return _PAGE.format(
        lang="zh-CN" if lang == "zh" else "en",
        policy=policy,
        title=html.escape(title),
        style=style,
        still=html.escape(scene_text(scene, lang=lang) if scene else say(lang, "trouble_broken")),
        data=embedded(data),
        script=script,
    )
