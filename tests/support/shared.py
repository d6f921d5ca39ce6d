"""Finds the folder of shared samples beside the checkout, for the tests that read real transcripts.

The samples are not part of the project: a test that needs them asks `shared_dir()` and is skipped, with a sentence
that says so, where they are not at hand.
"""

import os
from pathlib import Path

import pytest

VARIABLE = "PACKLIGHT_SHARED"
CHECKOUT = Path(__file__).resolve().parents[2]


def find_shared() -> Path | None:
    """The folder that PACKLIGHT_SHARED names, else `../shared` beside the checkout, else None."""
    named = os.environ.get(VARIABLE)
    folder = Path(named) if named else CHECKOUT.parent / "shared"
    return folder.resolve() if folder.is_dir() else None


def shared_dir() -> Path:
    """The folder of shared samples; the calling test is skipped, loudly, when there is none."""
    folder = find_shared()
    if folder is None:
        pytest.skip(f"no shared samples: neither ../shared beside the checkout nor {VARIABLE} names a folder")
    return folder
