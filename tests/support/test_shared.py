"""Where the shared samples are looked for, and that their absence is a skip that says so."""

from pathlib import Path

import pytest

from tests.support import shared


def test_the_variable_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(shared.VARIABLE, str(tmp_path))
    assert shared.shared_dir() == tmp_path.resolve()


def test_beside_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shared").mkdir()
    monkeypatch.delenv(shared.VARIABLE, raising=False)
    monkeypatch.setattr(shared, "CHECKOUT", tmp_path / "checkout")
    assert shared.shared_dir() == (tmp_path / "shared").resolve()


def test_absence_is_a_loud_skip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(shared.VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(pytest.skip.Exception, match="no shared samples"):
        shared.shared_dir()
