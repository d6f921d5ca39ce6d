"""How fast the sample session is in a real JupyterLab: first paint after the cell ran, a step, a moving compaction.

    python -m benchmarks.lab [--runs 3]

Comes in: this machine's Chromium and JupyterLab. Goes out: a table on standard output, the median of the runs. First
paint is from the moment the cell's last line was done in the kernel to the second frame that has the stage; software
rendering on shared cores is the worst case.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.support.lab import LabPage, LabServer, running_lab, write_notebook
from tests.support.pages import launch

CELLS = [
    "import time, packlight as pl\nfilm = pl.simulate('bug_hunt', pl.Policy(window=10_000))",
    "stage = pl.play(film, step=0)\ndone = time.time()\nstage",
    "print(done)",
]
PAINTED = """() => { window.painted = new Promise((done) => {
  const look = () => {
    const all = document.querySelectorAll(".jp-OutputArea-output .pk[data-steps='60'] canvas");
    if (all.length) requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now())));
    else requestAnimationFrame(look);
  };
  look();
}); }"""
STEPS = """async () => {
  const root = document.querySelector(".pk[data-steps='60']");
  const frame = () => new Promise(requestAnimationFrame);
  const press = (key) => root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const taken = [], frames = [];
  while (Number(root.dataset.step) < 59) {
    const before = root.dataset.compactions;
    await frame();
    const start = performance.now();
    press("ArrowRight");
    await frame();
    taken.push(performance.now() - start);
    if (root.dataset.compactions !== before) {
      let last = await frame();
      for (let at = 0; at < 60; at++) { const now = await frame(); frames.push(now - last); last = now; }
    }
  }
  return { taken, frames };
}"""


def measure(browser: Any, server: LabServer, folder: Path) -> dict[str, float]:
    """One run: milliseconds to first paint, of a step, and between frames while a compaction moves."""
    notebook = write_notebook(server.root / folder.name / "lab.ipynb", CELLS)
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    try:
        lab = LabPage(context.new_page(), server)
        lab.open(str(notebook.relative_to(server.root)))
        lab.page.evaluate(PAINTED)
        lab.run_all()
        painted = lab.page.evaluate("() => window.painted")
        done = float(lab.outputs()[2].strip()) * 1000
        moves = lab.page.evaluate(STEPS)
    finally:
        context.close()
        server.end_kernels()
    taken, frames = moves["taken"], moves["frames"]
    step = {"step": median(taken), "worst step": max(taken)}
    return {"first paint": painted - done, **step, "frame": median(frames), "worst frame": max(frames)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the medians, in milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args(arguments).runs
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        with running_lab(Path(folder) / "served", Path(folder) / "home") as server:
            rows = [measure(browser, server, Path(folder) / f"run{i}") for i in range(runs)]
        browser.close()
    for key in rows[0]:
        print(f"{key:12} {median(row[key] for row in rows):8.1f} ms")


if __name__ == "__main__":
    main()
