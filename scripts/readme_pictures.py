"""Takes the README's pictures from the real stage: a still one, and a moving one of a compaction.

    python scripts/readme_pictures.py          write docs/pictures/stage.png and docs/pictures/film.gif

Comes in: the sample session, replayed in a small window and exported as a page. Goes out: what Chromium draws of it.
Pictures differ by a few pixels from one Chromium to the next, so no test compares them; one reads that they are there.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import packlight as pl
from scripts.chromium import find_chromium

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
WIDTH, HEIGHT = 1040, 880
WINDOW = 10_000
AROUND = 3
"""Steps shown before and after the first compaction."""
SHOTS, EACH_MS, REST_MS = 7, 70, 650
"""Pictures taken of each step's motion, the time between them, and how long the step then stands."""
COLOURS = 64
FLAGS = ["--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1"]


def shot(page: Page) -> Image.Image:
    """What the page shows now."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def motion(page: Page, steps: int) -> Iterator[tuple[Image.Image, int]]:
    """Pictures of so many steps, each with its time in milliseconds."""
    yield shot(page), REST_MS
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
        for number in range(SHOTS):
            page.wait_for_timeout(EACH_MS)
            yield shot(page), EACH_MS if number + 1 < SHOTS else REST_MS


def write(page: Page, address: str, packed: int) -> None:
    """Both pictures: the stage with the packed history, and the way to it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    page.goto(f"{address}#step={packed + 1}")
    page.reload()
    page.wait_for_selector(".pk")
    page.wait_for_timeout(REST_MS)
    shot(page).save(FOLDER / "stage.png", optimize=True)
    page.goto(f"{address}#step={packed - AROUND}")
    page.reload()
    page.wait_for_selector(".pk")
    page.locator(".pk").first.focus()
    taken = list(motion(page, 2 * AROUND))
    first, *others = [picture.quantize(COLOURS, dither=Image.Dither.NONE) for picture, _ in taken]
    first.save(
        FOLDER / "film.gif",
        save_all=True,
        append_images=others,
        duration=[ms for _, ms in taken],
        loop=0,
        optimize=True,
    )


def main() -> int:
    """Write both pictures and say how large they are."""
    chromium = find_chromium()
    if chromium is None:
        print("no Chromium here: run `make test` once, or install it", file=sys.stderr)
        return 1
    film = pl.simulate("bug_hunt", pl.Policy(WINDOW), lang="en")
    packed = next(event.step for event in film.events if event.kind == "compact")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(film.to_html(Path(folder) / "film.html"))
        browser = playwright.chromium.launch(executable_path=str(chromium), args=FLAGS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        write(page, path.as_uri(), packed)
        browser.close()
    for picture in sorted(FOLDER.iterdir()):
        print(f"{picture.name}: {picture.stat().st_size / 1000:,.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
