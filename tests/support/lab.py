"""A JupyterLab of the tests' own, and how to drive it from Chromium without losing a run.

`running_lab()` serves a folder on 127.0.0.1 with its own settings and with the network cut, and is stopped whatever
happens. `LabPage` opens and runs notebooks through Lab's command registry: clicking Run All loses runs, because the
kernel's indicator says idle before there is a session.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from scripts.lab_settings import QUIET
from tests.support.offline import offline_environment

if TYPE_CHECKING:
    from playwright.sync_api import Page

START_SECONDS = 60
RUN_SECONDS = 120
TEST_SETTINGS: dict[str, dict[str, object]] = {**QUIET, "@jupyterlab/docmanager-extension:plugin": {"autosave": False}}

OPEN = """async (path) => {
    await jupyterapp.restored;
    const widget = await jupyterapp.commands.execute('docmanager:open', {path, factory: 'Notebook'});
    await widget.context.ready;
    await widget.sessionContext.ready;
    await widget.sessionContext.session.kernel.info;
}"""
READY = """async () => {
    const widget = jupyterapp.shell.currentWidget;
    await widget.context.ready;
    await widget.sessionContext.ready;
    await widget.sessionContext.session.kernel.info;
}"""
RUN_ALL = """async (seconds) => {
    const late = new Promise((_, refuse) =>
        setTimeout(() => refuse(new Error(`the cells did not end within ${seconds} seconds`)), seconds * 1000));
    return await Promise.race([jupyterapp.commands.execute('notebook:run-all-cells'), late]);
}"""
CELLS = "() => jupyterapp.shell.currentWidget.content.model.sharedModel.cells.map(cell => cell.toJSON())"
EXECUTE = "async ([name, args]) => { await jupyterapp.commands.execute(name, args); }"


@dataclass(frozen=True, slots=True)
class LabServer:
    """A running JupyterLab.

    Attributes:
        url: its address, without a slash at the end.
        token: what lets one in.
        root: the folder that it serves.
    """

    url: str
    token: str
    root: Path

    def page_url(self) -> str:
        """The address of a fresh workspace."""
        return f"{self.url}/lab?reset&token={self.token}"

    def call(self, method: str, path: str) -> Any:
        """One request to the server's REST interface; gives its JSON, None for an empty answer."""
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(f"{self.url}/api/{path}", headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=15) as answer:
            return json.loads(answer.read() or "null")

    def end_kernels(self) -> None:
        """Ends every session with its kernel, so that tests do not pile them up."""
        for session in self.call("GET", "sessions"):
            self.call("DELETE", f"sessions/{session['id']}")


class LabPage:
    """One Lab page with one notebook in front.

    Attributes:
        page: Playwright's page, for everything else.
    """

    def __init__(self, page: Page, server: LabServer) -> None:
        self.page = page
        self._server = server

    def open(self, path: str) -> None:
        """Opens a notebook, by its path below the server's folder, and waits for its kernel."""
        self.page.goto(self._server.page_url())
        self.page.wait_for_function("() => window.jupyterapp !== undefined", timeout=START_SECONDS * 1000)
        self.page.evaluate(OPEN, path)

    def run_all(self, seconds: float = RUN_SECONDS) -> bool:
        """Runs every cell and waits for the last; False when one raised, an error when it takes longer than that."""
        return bool(self.page.evaluate(RUN_ALL, seconds))

    def command(self, name: str, **arguments: object) -> None:
        """Carries out any other command of Lab's registry, e.g. `apputils:change-theme`."""
        self.page.evaluate(EXECUTE, [name, arguments])

    def code_cells(self) -> list[dict[str, Any]]:
        """The code cells as notebook JSON, outputs included."""
        return [cell for cell in self.page.evaluate(CELLS) if cell["cell_type"] == "code"]

    def outputs(self) -> list[str]:
        """What each code cell gave, as plain text: prints, `text/plain` and errors."""
        return ["".join(plain_text(output) for output in cell["outputs"]) for cell in self.code_cells()]


class NotebookPage(LabPage):
    """The same for Notebook 7, which has one notebook a page and no file browser beside it."""

    def open(self, path: str) -> None:
        """Opens a notebook and waits for its kernel."""
        self.page.goto(f"{self._server.url}/notebooks/{path}?token={self._server.token}")
        self.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext !== undefined")
        self.page.evaluate(READY)


def plain_text(output: dict[str, Any]) -> str:
    """The plain text of one output in notebook JSON.

    >>> plain_text({"output_type": "stream", "name": "stdout", "text": ["a", "b"]})
    'ab'
    """
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}"
    text = output["text"] if output["output_type"] == "stream" else output["data"].get("text/plain", "")
    return text if isinstance(text, str) else "".join(text)


def write_notebook(path: Path, cells: Sequence[str]) -> Path:
    """Writes a notebook of code cells, for a test that wants its own."""
    made: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "id": f"cell-{number}",
            "metadata": {},
            "source": text,
            "execution_count": None,
            "outputs": [],
        }
        for number, text in enumerate(cells)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def free_port() -> int:
    """A port on 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def lab_command(python: str, app: str, server: LabServer) -> list[str]:
    """The command line of JupyterLab, or of another Jupyter front end by its module, for the tests."""
    return [
        *(python, "-m", app, "--no-browser", "--allow-root", "--ip=127.0.0.1"),
        f"--port={server.url.rsplit(':', 1)[1]}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={server.token}",
        f"--ServerApp.root_dir={server.root}",
        "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
        "--LabServerApp.news_url=",
    ]


def environment(home: Path) -> dict[str, str]:
    """The server's environment: no network, own folders, no question about news."""
    made = offline_environment(home)
    overrides = Path(made["JUPYTER_CONFIG_DIR"]) / "labconfig" / "default_setting_overrides.json"
    overrides.parent.mkdir(parents=True, exist_ok=True)
    overrides.write_text(json.dumps(TEST_SETTINGS), encoding="utf-8")
    return made


@contextmanager
def running_lab(
    root: Path, home: Path, *, python: str = sys.executable, app: str = "jupyterlab"
) -> Iterator[LabServer]:
    """Serves `root` until the block ends; settings, logs and run-time files go below `home`."""
    root.mkdir(parents=True, exist_ok=True)
    server = LabServer(f"http://127.0.0.1:{free_port()}", secrets.token_hex(8), root)
    made = environment(home)
    with (home / "server.log").open("w+", encoding="utf-8") as log:
        command = lab_command(python, app, server)
        process = subprocess.Popen(
            command, cwd=root, env=made, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
        try:
            wait_until_up(server.url, server.token, process, log)
            yield server
        finally:
            stop(process)


def wait_until_up(url: str, token: str, process: subprocess.Popen[Any], log: IO[str]) -> None:
    """Returns when the server answers; raises, with the end of its log, when it died or takes too long."""
    request = urllib.request.Request(f"{url}/api/status", headers={"Authorization": f"token {token}"})
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(request, timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    log.seek(0)
    raise RuntimeError(f"the Jupyter server of the tests did not come up:\n{log.read()[-2000:]}")


def stop(process: subprocess.Popen[Any]) -> None:
    """Asks the server to end, its kernels with it, and ends it when it does not."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
