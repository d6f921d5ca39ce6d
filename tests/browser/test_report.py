"""The report in a browser: a click plays the film of a hurt conversation, the button goes back, nothing is fetched."""

from collections.abc import Callable
from pathlib import Path

import packlight as pl
from tests.support.pages import Watched


def test_a_hurt_conversation_is_a_click_from_its_film(html_page: Callable[..., Watched], tmp_path: Path) -> None:
    rows = pl.sweep("bug_hunt", [{"window": 6_000, "strategy": name} for name in ("sliding_window", "structured")])
    path = rows.to_html(tmp_path / "report.html", lang="en")
    watched = html_page(Path(path))
    page = watched.page
    page.locator("[data-film]").first.click()
    page.wait_for_selector("dialog[open] .pk[data-steps='60']")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".pk[data-step='1']")
    # The stage keeps Escape for itself: it lets go of what is picked.
    page.locator("#packlight-close").click()
    page.wait_for_selector(".pk", state="detached")
    assert (watched.errors, watched.foreign) == ([], [])
