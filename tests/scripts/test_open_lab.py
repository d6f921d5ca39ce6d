"""`make lab` on a machine without a screen: the address is printed, and it is served."""

import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.support.lab import stop, wait_until_up
from tests.support.offline import offline_environment

CHECKOUT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"(?P<site>http://127\.0\.0\.1:\d+)(?P<path>/lab/tree/\S+)\?token=(?P<token>\w+)")


@pytest.mark.notebook
def test_the_printed_address_is_served(tmp_path: Path) -> None:
    command = [sys.executable, str(CHECKOUT / "scripts" / "open_lab.py"), "--lang", "zh", "--no-browser"]
    with (tmp_path / "log").open("w+") as log:
        process = subprocess.Popen(
            command, env=offline_environment(tmp_path), stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            assert process.stdout
            found = next(match for line in process.stdout if (match := ADDRESS.search(line)))
            wait_until_up(found["site"], found["token"], process, log)
            with urllib.request.urlopen(found[0]) as answer:
                assert answer.status == 200
            assert found["path"] == "/lab/tree/notebooks/zh/00_start_here.ipynb"
        finally:
            stop(process)


def test_a_course_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    script = tmp_path / "scripts" / "open_lab.py"
    script.parent.mkdir()
    script.write_text((CHECKOUT / "scripts" / "open_lab.py").read_text())
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "packlight: notebooks/en/00_start_here.ipynb is not in this checkout\n"
