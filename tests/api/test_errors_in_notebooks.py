"""A user's mistake in a notebook is one sentence, without a traceback; other errors keep theirs."""

import pytest
from IPython.core.interactiveshell import InteractiveShell


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("pl.Policy(-1)", "UserError: window is -1: give a whole number of tokens, 1 or more"),
        ("pl.load('nowhere.jsonl')", "UnreadableError: 'nowhere.jsonl' does not exist: check the path."),
    ],
)
def test_a_mistake_is_one_sentence(call: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    InteractiveShell().run_cell(f"import packlight as pl\n{call}")
    assert capsys.readouterr().out.strip() == told


def test_another_error_keeps_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    InteractiveShell().run_cell("1 / 0")
    assert "Traceback" in capsys.readouterr().out
