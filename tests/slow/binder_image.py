"""Binder's image without Docker: what repo2docker would do, read from its Dockerfile and repeated in a fresh venv.

`dockerfile()` asks repo2docker for the file, `steps_after_copy()` reads the commands that follow the copy of the
repository, and `build()` repeats them on the base that repo2docker pins. Not covered: Ubuntu, conda's own builds of
the packages, the proxy in front.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

BUILD_SECONDS = 900
LOCKED = re.compile(r"/(?P<name>[\w.-]+)-(?P<version>[\w.+!]+)-(?:py|pyh|py311)[\w.]*_\d+\.(?:conda|tar\.bz2)")
COPIED = re.compile(r"^COPY (?:--chown=\S+ )?src/ \$\{REPO_DIR\}/$", re.MULTILINE)

# What repo2docker's environment.yml names, by the names that pip knows.
BASE_PACKAGES = (
    "ipywidgets",
    "jupyter-offlinenotebook",
    "jupyter-resource-usage",
    "jupyter-server",
    "jupyterhub",
    "jupyterlab",
    "notebook",
)


def run(command: Sequence[str | Path], cwd: Path, environment: Mapping[str, str] | None = None) -> str:
    """Runs a command to its end and gives its standard output; raises with both streams when it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=None if environment is None else dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )
    if done.returncode:
        words = " ".join(str(part) for part in command)
        raise RuntimeError(f"{words} gave {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


def make_venv(folder: Path, *packages: str) -> Path:
    """A fresh venv with packages from pip; gives its interpreter."""
    run([sys.executable, "-m", "venv", folder], cwd=folder.parent)
    python = folder / "bin" / "python"
    if packages:
        run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages], cwd=folder.parent)
    return python


def dockerfile(python: Path, repository: Path) -> str:
    """The Dockerfile that repo2docker would build a repository with."""
    tool = python.parent / "jupyter-repo2docker"
    return run(
        [tool, "--no-build", "--debug", "--user-id", "1000", "--user-name", "jovyan", repository], cwd=repository
    )


def steps_after_copy(text: str) -> list[str]:
    """The RUN commands that stand behind the copy of the repository, in order.

    >>> steps_after_copy("RUN a\\nCOPY --chown=1:1 src/ ${REPO_DIR}/\\nRUN b && \\\\\\n  c\\nUSER x\\nRUN d\\n")
    ['b &&   c', 'd']
    """
    _, *after = COPIED.split(text, maxsplit=1)
    joined = "".join(after).replace("\\\n", "")
    return [line.removeprefix("RUN ").strip() for line in joined.splitlines() if line.startswith("RUN ")]


def python_version(text: str) -> str:
    """The Python that the Dockerfile's lock file is for, e.g. "3.11"; empty when none is named.

    >>> python_version("COPY build_script_files/x-2fenvironment-2epy-2d3-2e11-2dlinux-2d64-2elock-8 /tmp/lock")
    '3.11'
    """
    found = re.search(r"environment-2epy-2d(\d+)-2e(\d+)", text)
    return f"{found[1]}.{found[2]}" if found else ""


def base_pins(python: Path, version: str) -> dict[str, str]:
    """The Python packages of repo2docker's base image for a Python version: name to version."""
    where = "import repo2docker.buildpacks.conda as c; print(c.__path__[0])"
    folder = Path(run([python, "-c", where], cwd=python.parent).strip())
    lock = (folder / f"environment.py-{version}-linux-64.lock").read_text(encoding="utf-8")
    pins = {found["name"]: found["version"] for found in LOCKED.finditer(lock)}
    if "jupyterhub-singleuser" in pins or "jupyterhub-base" in pins:
        pins["jupyterhub"] = pins.get("jupyterhub-base") or pins["jupyterhub-singleuser"]
    return pins


def build(folder: Path, repository: Path, pins: Mapping[str, str], steps: Sequence[str]) -> Path:
    """Makes the base from its pins and repeats the steps in the repository; gives the interpreter."""
    constraints = folder / "base.txt"
    constraints.write_text("".join(f"{name}=={version}\n" for name, version in sorted(pins.items())), encoding="utf-8")
    python = make_venv(folder / "image", "-c", str(constraints), *BASE_PACKAGES)
    prefix = python.parent.parent
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("VIRTUAL_ENV", "PYTHON"))},
        "KERNEL_PYTHON_PREFIX": str(prefix),
        "NB_PYTHON_PREFIX": str(prefix),
        "REPO_DIR": str(repository),
        "HOME": str(repository),
        "PATH": f"{prefix}/bin:{os.environ['PATH']}",
    }
    for step in steps:
        run(["bash", "-c", step], cwd=repository, environment=environment)
    return python
