"""Finds Chromium for the browser tests; as root on Debian it installs what is missing.

`find_chromium()` is what the test fixtures call. As a program, before the tests: exit 0 when a browser and a Chinese
font are there, installing them by apt-get where this process may, else one sentence that says what to do.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "PACKLIGHT_CHROMIUM"
COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
MAC_APPS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
PACKAGES = {"browser": "chromium", "font": "fonts-noto-cjk"}


def find_chromium() -> str | None:
    """The browser that PACKLIGHT_CHROMIUM names, else the first known one on this machine, else None."""
    named = os.environ.get(VARIABLE)
    if named:
        return named if Path(named).exists() else None
    found = (shutil.which(command) for command in COMMANDS)
    installed = (app for app in MAC_APPS if Path(app).exists())
    return next((path for path in (*found, *installed) if path), None)


def has_chinese_font() -> bool:
    """Whether Chinese text can be drawn: always on other systems than Linux, which ship such a font."""
    if sys.platform != "linux":
        return True
    if shutil.which("fc-list"):
        listing = subprocess.run(["fc-list", ":lang=zh"], capture_output=True, text=True, check=False)
        if listing.stdout.strip():
            return True
    return any(next(Path(folder).rglob("*CJK*"), None) for folder in FONT_FOLDERS)


def missing() -> list[str]:
    """The Debian packages that the browser tests still need here."""
    have = {"browser": find_chromium() is not None, "font": has_chinese_font()}
    return [PACKAGES[need] for need, there in have.items() if not there]


def install(packages: list[str]) -> int:
    """Installs Debian packages without asking; returns apt-get's exit status."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        status = subprocess.run(["apt-get", *command], env=environment, stdin=subprocess.DEVNULL, check=False)
        if status.returncode:
            return status.returncode
    return 0


def main() -> int:
    """Makes sure that the browser tests can run; 1, with a sentence, when they cannot."""
    packages = missing()
    may_install = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")
    if packages and may_install:
        print(f"packlight: installing {' '.join(packages)} for the browser tests …", file=sys.stderr, flush=True)
        install(packages)
        packages = missing()
    if packages:
        print(
            f"packlight: the browser tests need {' and '.join(packages)}: as root run "
            f"`apt-get install {' '.join(packages)}`, or set {VARIABLE} to a Chrome, or run `make test-unit`",
            file=sys.stderr,
        )
    return 1 if packages else 0


if __name__ == "__main__":
    sys.exit(main())
