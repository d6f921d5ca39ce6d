"""Makes the project's own .venv: what `make` calls before anything else.

In: pyproject.toml and constraints.txt. Out: .venv with the exact tested versions, byte-compiled, and a stamp in it, so
that a second call returns at once and a change of either file sets it up again. Needs nothing but Python's standard
library; uv is used where it is found, because it is ten times faster, and pip wherever uv is missing or fails.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
VENV = CHECKOUT / ".venv"
OLDEST = (3, 11)
INPUTS = ("pyproject.toml", "constraints.txt", "scripts/setup_env.py", "scripts/lab_settings.py")


def venv_python() -> Path:
    """Where the environment's interpreter is, on this system."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint() -> str:
    """What the environment depends on: the two files, this script, the interpreter and where the checkout stands."""
    digest = hashlib.sha256()
    for name in INPUTS:
        digest.update((CHECKOUT / name).read_bytes())
    digest.update(repr((str(CHECKOUT), sys.version_info[:2])).encode())
    return digest.hexdigest()


def stamp_of(extra: str) -> Path:
    """The stamp file of the plain environment ("run") or of the one with the tests' tools ("dev")."""
    return VENV / f"packlight-{extra}.stamp"


def is_ready(extra: str, wanted: str) -> bool:
    """Whether the stamp, or that of the larger environment, says that nothing has changed since."""
    stamps = [stamp_of("dev")] if extra == "dev" else [stamp_of("dev"), stamp_of("run")]
    return venv_python().exists() and any(s.exists() and s.read_text() == wanted for s in stamps)


def make_venv() -> None:
    """Creates .venv unless its interpreter runs already; a half-made one is taken away again."""
    python = venv_python()
    if python.exists() and subprocess.run([python, "-c", ""], check=False).returncode == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    try:
        import ensurepip  # noqa: F401 - Debian ships venv without it until python3-venv is installed
    except ImportError:
        sys.exit("packlight: Python's venv module is not complete here; on Debian run: apt-get install python3-venv")
    venv.create(VENV, with_pip=True, symlinks=os.name != "nt")


def install(extra: str) -> None:
    """Installs the checkout, editable, with its constraints: by uv where there is one, else by pip."""
    target = ["-c", "constraints.txt", "-e", ".[dev]" if extra == "dev" else "."]
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "-q", "--compile-bytecode", "--python", str(venv_python()), *target]
        if subprocess.run(command, cwd=CHECKOUT, check=False).returncode == 0:
            return
        print("packlight: uv did not manage; pip takes over", file=sys.stderr)
    pip = [str(venv_python()), "-m", "pip", "install", "-q", "--disable-pip-version-check", *target]
    if subprocess.run(pip, cwd=CHECKOUT, check=False).returncode != 0:
        sys.exit("packlight: the packages could not be installed; pip's own words are above")


def main() -> None:
    """Sets up what is missing; silent when nothing is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dev", action="store_true", help="with the tools of the tests and the linters")
    extra = "dev" if parser.parse_args().dev else "run"
    if sys.version_info < OLDEST:
        sys.exit(f"packlight: needs Python 3.11 or newer, this is {sys.version.split()[0]} (make PYTHON=python3.12 …)")
    wanted = fingerprint()
    if is_ready(extra, wanted):
        return
    print("packlight: setting up .venv, once, about half a minute …", file=sys.stderr, flush=True)
    make_venv()
    install(extra)
    subprocess.run([venv_python(), "scripts/lab_settings.py"], cwd=CHECKOUT, check=True)
    subprocess.run([venv_python(), "-m", "compileall", "-q", "src"], cwd=CHECKOUT, check=False)
    stamp_of(extra).write_text(wanted)


if __name__ == "__main__":
    main()
