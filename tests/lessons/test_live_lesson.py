"""Lesson 10 with a key: its real runs go to a Messages API on this machine, and the key shows nowhere."""

import pytest
from IPython.core.interactiveshell import InteractiveShell

from tests.support.loopback import Answer, messages_api
from tests.support.notebooks import COURSE, cells, read, source

KEY = "sk-ant-api03-of-nobody-at-all"
LOOK = {"type": "tool_use", "id": "toolu_1", "name": "list_files", "input": {}}


@pytest.mark.notebook
def test_with_a_key_every_cell_runs_for_real_and_hides_the_key(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(COURSE / "en")
    shell = InteractiveShell()
    look = Answer(content=[LOOK], stop_reason="tool_use")
    with messages_api(look, *[Answer("Two functions divide the date.")] * 9) as api:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.url)
        for cell in cells(read(COURSE / "en" / "10_live.ipynb"), "code"):
            shell.run_cell(source(cell)).raise_error()
    run, again, packed = (shell.user_ns[name] for name in ("run", "again", "packed"))
    assert (run.ended, run.text) == ("end_turn", "Two functions divide the date.")
    assert [row.tools for row in run.requests] == [("list_files",), ()]
    assert (again.ended, packed.ended) == ("end_turn", "end_turn")
    assert len(api.requests) == len(run.requests) + len(again.requests) + len(packed.requests)
    assert "context_management" in api.asked("claude-opus-5")[0].body
    assert KEY not in capsys.readouterr().out
