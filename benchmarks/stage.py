"""How fast the stage is in Chromium: first paint, one step, and frames while a compaction of many blocks moves.

    python -m benchmarks.stage [--blocks 200 2000 5000 10000]

Comes in: nothing but this machine's Chromium. Goes out: a table on standard output; software rendering on shared cores
is the worst case, read times as ± 30 %.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from packlight.views.export import film_html
from tests.support.films import Reel, big, story
from tests.support.pages import launch

# Milliseconds from the script's start to the first drawn frame, as the page itself saw them.
FIRST = "() => new Promise((done) => requestAnimationFrame(() => done(performance.now())))"
STEPS = """async () => {
  const root = document.querySelector(".pk");
  const frame = () => new Promise(requestAnimationFrame);
  const taken = [];
  for (let step = 0; step < 12; step++) {
    await frame();
    const start = performance.now();
    root.dispatchEvent(new KeyboardEvent("keydown", { key: step % 2 ? "ArrowRight" : "ArrowLeft", bubbles: true }));
    await frame();
    await frame();
    taken.push(performance.now() - start - 16.7);
  }
  return taken;
}"""
FRAMES = """async () => {
  const rows = document.querySelector(".pk-rows");
  const taken = [];
  let last = await new Promise(requestAnimationFrame);
  for (let at = 0; at < 60; at++) {
    rows.scrollTop -= 37;
    const now = await new Promise(requestAnimationFrame);
    taken.push(now - last);
    last = now;
  }
  return taken;
}"""


def measure(page: Any, reel: Reel, folder: Path) -> dict[str, float]:
    """First paint, median and worst step, median and worst frame while scrolling, in milliseconds; size in kB."""
    path = folder / "film.html"
    path.write_text(film_html(reel.json()), encoding="utf-8")
    page.goto(f"{path.as_uri()}#step={len(reel.film['frames']) - 1}")
    page.reload()
    first = page.evaluate(FIRST)
    steps, frames = page.evaluate(STEPS), page.evaluate(FRAMES)
    return {
        "kB": path.stat().st_size / 1000,
        "first": first,
        "step": median(steps),
        "worst step": max(steps),
        "frame": median(frames),
        "worst frame": max(frames),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints one line a film."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, nargs="*", default=[200, 2_000, 5_000, 10_000])
    blocks = parser.parse_args(arguments).blocks
    from playwright.sync_api import sync_playwright

    reels = {"story": story(), **{f"{n:,}": big(n) for n in blocks}}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        page = launch(playwright).new_page(viewport={"width": 1400, "height": 900})
        for name, reel in reels.items():
            row = measure(page, reel, Path(folder))
            print(f"{name:>8}", *(f"{key} {value:7.1f}" for key, value in row.items()), sep="  ")


if __name__ == "__main__":
    main()
