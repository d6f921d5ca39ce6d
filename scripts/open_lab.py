"""Starts JupyterLab on the first notebook of the course: what `make lab` calls.

Prints the address and serves until Ctrl-C. A browser is opened where there is one; on a machine without a screen the
printed address is all one needs. Arguments after the language go to JupyterLab as they are.
"""

import argparse
import os
import secrets
import socket
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
FIRST_PORT = 8888


def free_port(first: int = FIRST_PORT) -> int:
    """The first free port from `first` on; any free one when the next fifty are taken."""
    for port in (*range(first, first + 50), 0):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise OSError("no free port on 127.0.0.1")


def lab_command(port: int, token: str, notebook: str, more: list[str]) -> list[str]:
    """JupyterLab's command line for one notebook, quiet but for warnings."""
    quiet = ["--Application.log_level=WARN", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={CHECKOUT}"]
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    address = [f"--ServerApp.port={port}", f"--IdentityProvider.token={token}"]
    landing = f"--LabApp.default_url=/lab/tree/{notebook}"
    return [sys.executable, "-m", "jupyterlab", *address, *quiet, *root, landing, *more]


def main() -> None:
    """Prints the address, then becomes the JupyterLab that serves it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", default="en", choices=("en", "zh"))
    options, more = parser.parse_known_args()
    notebook = f"notebooks/{options.lang}/00_start_here.ipynb"
    if not (CHECKOUT / notebook).exists():
        sys.exit(f"packlight: {notebook} is not in this checkout")
    port, token = free_port(), secrets.token_hex(16)
    print(f"\n  Packlight is at  http://127.0.0.1:{port}/lab/tree/{notebook}?token={token}")
    print("  Ctrl-C stops it.\n", flush=True)
    command = lab_command(port, token, notebook, more)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
