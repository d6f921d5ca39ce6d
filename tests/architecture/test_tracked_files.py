"""What must never be committed: an address of a package registry, a path of this machine, leftovers of a merge."""

import re
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]

# Written in two halves, so that this file passes its own test.
REGISTRIES = ("pypi" + ".org", "pythonhosted" + ".org", "registry" + ".npmjs", "npmmirror" + ".com")
REGISTRY_OPTIONS = ("--index" + "-url", "--extra-index" + "-url", "INDEX" + "_URL", "--trusted" + "-host")
MERGE_MARK = re.compile("^(" + "|".join(re.escape(c * 7) for c in "<>|") + ")( |$)", re.MULTILINE)
LEFTOVER_SUFFIXES = (".orig", ".rej", ".bak", "~", ".swp")


def tracked_files() -> list[Path]:
    """Every file that git tracks here and that is still on disk."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    return [path for name in listing.stdout.split("\0") if name and (path := CHECKOUT / name).is_file()]


def machine_paths() -> list[str]:
    """The folders that only this machine has: where the checkout stands, what stands beside it, and the home."""
    beside = [str(CHECKOUT)] if CHECKOUT.parent == Path("/") else [f"{CHECKOUT.parent}/"]
    home = [f"{Path.home()}/"] if Path.home() != Path("/") else []
    return [path for path in beside + home if path not in ("/tmp/", "/home/", "/src/")]


def faults(text: str, machine: list[str]) -> list[str]:
    """What is wrong with a file's text, as words; empty when nothing is."""
    lowered = text.lower()
    found = [f"registry address {name}" for name in REGISTRIES if name in lowered]
    found += [f"registry option {name}" for name in REGISTRY_OPTIONS if name.lower() in lowered]
    found += [f"machine path {path}" for path in machine if re.search(rf"(?<![\w./]){re.escape(path)}", text)]
    found += ["merge mark"] if MERGE_MARK.search(text) else []
    return found


def readable(path: Path) -> str:
    """A file's text; empty for one that is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_no_tracked_file_holds_what_must_not_be_there() -> None:
    files = tracked_files()
    assert len(files) > 10
    machine = machine_paths()
    found = {str(path.relative_to(CHECKOUT)): words for path in files if (words := faults(readable(path), machine))}
    assert found == {}


def test_no_leftover_file_is_tracked() -> None:
    assert [str(path) for path in tracked_files() if path.name.endswith(LEFTOVER_SUFFIXES)] == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (f"see https://{REGISTRIES[0]}/simple", "registry address"),
        (f"pip install {REGISTRY_OPTIONS[0]} x", "registry option"),
        ("open('/machine/here/data.json')", "machine path"),
        ("a\n" + "<" * 7 + " HEAD\nb\n", "merge mark"),
        ("a\n" + ">" * 7 + " other\n", "merge mark"),
    ],
    ids=["registry", "option", "path", "merge-head", "merge-tail"],
)
def test_a_fault_is_seen(text: str, word: str) -> None:
    assert [found.startswith(word) for found in faults(text, ["/machine/here/"])] == [True]


@pytest.mark.parametrize("text", ["Title\n=======\n", "a << 7", "sub/machine/here/", "https://x/machine/here/"])
def test_what_only_looks_like_a_fault_is_fine(text: str) -> None:
    assert faults(text, ["/machine/here/"]) == []
