"""Writes the Binder links of the README from the one address in pyproject.toml.

    python scripts/binder_links.py            print the links
    python scripts/binder_links.py --write    put the badges between the two `binder` comments of README.md

While [project.urls] holds the placeholder address there is nothing to link to: the README then shows no badge.
"""

import argparse
import re
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import quote

CHECKOUT = Path(__file__).resolve().parents[1]
PLACEHOLDER = "https://github.com/OWNER/packlight"
NOTEBOOKS = {"English": "notebooks/en/00_start_here.ipynb", "中文": "notebooks/zh/00_start_here.ipynb"}
BADGE = "https://mybinder.org/badge_logo.svg"
PLACE = re.compile(r"(?<=<!-- binder -->\n).*?(?=<!-- /binder -->)", re.DOTALL)


def project() -> dict[str, Any]:
    """The [project] table of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def repository() -> str:
    """The project's address, or the placeholder."""
    return str(project()["urls"]["Repository"])


def binder_link(address: str, tag: str, notebook: str) -> str:
    """The Binder address that opens a notebook in JupyterLab, at a tag of a GitHub repository.

    >>> binder_link("https://github.com/a/b", "v1.0.0", "n/x.ipynb")
    'https://mybinder.org/v2/gh/a/b/v1.0.0?urlpath=lab/tree/n/x.ipynb'
    """
    found = re.fullmatch(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?", address)
    if not found:
        raise ValueError(f"[project.urls] Repository is {address!r}: Binder links need https://github.com/OWNER/NAME")
    return f"https://mybinder.org/v2/gh/{found[1]}/{quote(tag, safe='')}?urlpath=lab/tree/{quote(notebook)}"


def badges(address: str, tag: str) -> str:
    """The README's lines, one badge a language; empty for the placeholder."""
    if address == PLACEHOLDER:
        return ""
    links = {language: binder_link(address, tag, notebook) for language, notebook in NOTEBOOKS.items()}
    return "".join(f"[![Binder, {language}]({BADGE})]({link}) {language}\n" for language, link in links.items())


def main() -> None:
    """Prints the badges or writes them into the README."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="rewrite README.md")
    parser.add_argument("--tag", default=f"v{project()['version']}", help="the tag to open, default %(default)s")
    options = parser.parse_args()
    lines = badges(repository(), options.tag)
    if options.write:
        readme = CHECKOUT / "README.md"
        readme.write_text(PLACE.sub(lambda _: lines, readme.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(lines or f"no links: [project.urls] still holds {PLACEHOLDER}", end="" if lines else "\n")


if __name__ == "__main__":
    main()
