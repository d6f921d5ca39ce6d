"""The certificate: one page to print that says what was solved, and nothing that was not.

Comes in: a name and what the session remembers. Goes out: HTML text with no script that works from `file://`; the name
reaches it as text only. Exercises whose solution was looked at first are told apart. The same session gives the same
page.
"""

from __future__ import annotations

import html
import os
from pathlib import Path

from packlight.core.errors import UserError
from packlight.lessons import final_quiz
from packlight.lessons.exercises import lessons
from packlight.lessons.records import Session, progress_of
from packlight.lessons.words import general
from packlight.views.export import policy_for

_STYLE = """:root{color-scheme:light dark}
body{margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:40em;margin:0 auto;border:2px solid currentColor;border-radius:12px;padding:clamp(16px,5vw,48px)}
h1{font-size:1.25em;letter-spacing:.04em;margin:0}
.name{font-size:clamp(1.6em,7vw,2.4em);font-weight:700;margin:.3em 0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;margin:1.2em 0}
th,td{border-top:1px solid GrayText;padding:.35em .4em;text-align:left}
td+td,th+th{text-align:right;font-variant-numeric:tabular-nums}
p{margin:.5em 0}
@page{margin:18mm}
@media print{body{padding:0}main{border-color:#000}}"""
_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body><main>
<h1>{title}</h1>
<p class="name">{name}</p>
<p>{total}</p>
<table><thead><tr><th scope="col">{lesson}</th><th scope="col">{solved}</th></tr></thead><tbody>
{rows}
</tbody></table>
{notes}
</main></body>
</html>
"""
MOST_NAME = 80
"""Characters of a name that the page takes."""


def certificate_html(name: str, session: Session, lang: str) -> str:
    """The page; raises UserError where there is no name, or nothing is solved yet."""
    named = " ".join(str(name).split())
    if not named or len(named) > MOST_NAME:
        raise UserError(f"a certificate needs a name of 1 to {MOST_NAME} characters, and got {len(named)}")
    done = progress_of(session, lang)
    if not done.solved:
        raise UserError("nothing is solved yet: solve an exercise, or take up your progress with lessons.load(...)")
    rows = []
    for number in lessons():
        all_of, own = (sum(id.startswith(number) for id in ids) for ids in (done.exercises, done.solved))
        if own:
            rows.append(f"<tr><td>{number}</td><td>{own} / {all_of}</td></tr>")
    shown = sum(session.record(id).shown for id in done.solved)
    notes = [general("certificate.shown", lang, n=shown)] if shown else []
    quiz = session.record("quiz").guess
    result = final_quiz.graded(quiz["answers"], quiz["seed"], lang) if isinstance(quiz, dict) else None
    if result is not None:
        notes.append(general("certificate.quiz", lang, score=result.score, n=final_quiz.LENGTH))
    counts = {"solved": len(done.solved), "exercises": len(done.exercises), "guesses": len(done.guesses)}
    return _PAGE.format(
        lang=lang,
        policy=policy_for("", _STYLE),
        title=general("certificate.title", lang),
        style=_STYLE,
        name=html.escape(named),
        total=general("certificate.total", lang, **counts),
        lesson=general("certificate.lesson", lang),
        solved=general("certificate.solved", lang),
        rows="\n".join(rows),
        notes="\n".join(f"<p>{html.escape(note)}</p>" for note in notes),
    )


def write(text: str, path: str | os.PathLike[str]) -> Path:
    """Write the page; raises UserError where that cannot be."""
    target = Path(path)
    try:
        target.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise UserError(f"{target} cannot be written: {error.strerror or error}; name a folder that exists") from error
    return target
