"""The class room's files: they can be read, name the pins' version, and the configuration refuses to start half set."""

import os
import subprocess
import sys
from pathlib import Path

import yaml

import packlight as pl

CHECKOUT = Path(__file__).resolve().parents[2]
HUB = CHECKOUT / "binder" / "hub"


def test_the_values_name_this_version_and_a_first_lesson_that_is_there() -> None:
    values = yaml.safe_load((HUB / "values.yaml").read_text(encoding="utf-8"))
    user = values["singleuser"]
    assert user["image"]["tag"] == pl.__version__
    lesson = user["defaultUrl"].removeprefix("/lab/tree/packlight/")
    assert (CHECKOUT / lesson).exists()
    assert values["cull"]["enabled"] and user["memory"]["limit"] == "700M"


def test_the_configuration_wants_a_word() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PACKLIGHT_")}
    run = [
        sys.executable,
        "-c",
        f"from traitlets.config import PyFileConfigLoader as L; L({'jupyterhub_config.py'!r}).load_config()",
    ]
    done = subprocess.run(run, cwd=HUB, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert (
        done.stderr.strip() == "set PACKLIGHT_CLASS_WORD: the word of 8 letters or more with which the class signs in"
    )


def test_with_a_word_it_says_what_it_says(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PACKLIGHT_CLASS_WORD": "night train",
        "PACKLIGHT_HOMES": str(tmp_path),
        "PACKLIGHT_EXAM": "1",
    }
    code = (
        "from traitlets.config import PyFileConfigLoader as L; c = L('jupyterhub_config.py').load_config();"
        "print(c.JupyterHub.bind_url, c.Spawner.environment['PACKLIGHT_EXAM'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=HUB, env=environment, capture_output=True, text=True)
    assert done.stdout.split() == ["http://127.0.0.1:8000", "1"], done.stderr
