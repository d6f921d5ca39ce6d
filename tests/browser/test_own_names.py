"""The properties that travel under short names, held against every name that Chromium knows."""

from collections.abc import Callable
from pathlib import Path

from packlight.views.assets import LENT, OWN
from tests.support.pages import Watched

KNOWN = """() => {
  const known = new Set();
  const add = (object) => { for (const name of Object.getOwnPropertyNames(object)) known.add(name); };
  for (const name of Object.getOwnPropertyNames(window)) {
    known.add(name);
    let value;
    try { value = window[name]; } catch { continue; }
    if (!value || !["object", "function"].includes(typeof value)) continue;
    add(value);
    if (value.prototype) add(value.prototype);
  }
  for (const name in document.body.style) known.add(name);
  return [...known];
}"""


def test_no_own_property_is_the_browsers_but_those_written_down(
    html_page: Callable[..., Watched], tmp_path: Path
) -> None:
    path = tmp_path / "empty.html"
    path.write_text("<!doctype html><title>empty</title><body></body>", encoding="utf-8")
    known = set(html_page(path).page.evaluate(KNOWN))
    assert len(known) > 3_000
    assert known & OWN == LENT
