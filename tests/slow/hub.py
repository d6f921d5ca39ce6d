"""A JupyterHub of the tests' own: real hub, real proxy, local spawner, and students who speak the Jupyter protocol.

The hub and its proxy come from their packages into a folder of the test's; the single-user servers run this checkout.
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
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

CHECKOUT = Path(__file__).resolve().parents[2]
CONFIG = CHECKOUT / "binder" / "hub" / "jupyterhub_config.py"
START_SECONDS = 60
SPAWN_SECONDS = 120
WORD = "night train"


class MissingPartError(RuntimeError):
    """The hub or its proxy cannot be fetched here."""


@dataclass(frozen=True, slots=True)
class Hub:
    """A running hub.

    Attributes:
        url: its address, without a slash at the end.
        token: of a service that may do what a teacher may.
        homes: the students' folders.
        process: the hub's own process.
    """

    url: str
    token: str
    homes: Path
    process: subprocess.Popen[bytes]

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """One REST request below the hub's address; its JSON, None for an empty answer."""
        headers = {"Authorization": f"token {self.token}", "Content-Type": "application/json"}
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{self.url}{path}", headers=headers, method=method, data=data)
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def start(self, *names: str) -> None:
        """Bring students' servers up, all at once; those that run stay."""
        for name in names:
            if name not in {user["name"] for user in self.call("GET", "/hub/api/users")}:
                self.call("POST", f"/hub/api/users/{name}")
            if not self._ready(name):
                self.call("POST", f"/hub/api/users/{name}/server")
        end = time.monotonic() + SPAWN_SECONDS
        while missing := [name for name in names if not self._ready(name)]:
            assert time.monotonic() < end, f"servers that did not come up: {missing}"
            time.sleep(0.3)

    def _ready(self, name: str) -> bool:
        return bool(self.call("GET", f"/hub/api/users/{name}")["servers"].get("", {}).get("ready"))

    def processes(self, name: str) -> list[psutil.Process]:
        """A student's server and what it started."""
        servers = [each for each in psutil.Process(self.process.pid).children(recursive=True) if _is_server(each, name)]
        return [process for server in servers for process in (server, *server.children(recursive=True))]


def _is_server(process: psutil.Process, name: str) -> bool:
    try:
        return "jupyterhub.singleuser" in process.cmdline() and process.environ().get("JUPYTERHUB_USER") == name
    except psutil.Error:
        return False


class Student:
    """One student's kernel, reached through the hub's proxy."""

    def __init__(self, hub: Hub, name: str, folder: str = "packlight-lessons/en") -> None:
        self.hub, self.name, self.folder = hub, name, folder
        self.kernel = ""
        self._socket: WebSocketClientConnection | None = None

    async def open(self) -> None:
        """Start a kernel in the course's folder and connect to it."""
        session = {
            "path": f"{self.folder}/lesson.ipynb",
            "name": "lesson",
            "type": "notebook",
            "kernel": {"name": "python3"},
        }
        made = self.hub.call("POST", f"/user/{self.name}/api/sessions", session)
        self.kernel = made["kernel"]["id"]
        await self.connect()

    async def connect(self) -> None:
        """Connect to the kernel's channels."""
        address = f"{self.hub.url.replace('http', 'ws', 1)}/user/{self.name}/api/kernels/{self.kernel}/channels"
        headers = {"Authorization": f"token {self.hub.token}"}
        self._socket = await websocket_connect(HTTPRequest(address, headers=headers), max_message_size=2**28)

    async def run(self, code: str, seconds: float = 120) -> tuple[str, str]:
        """Run a cell: how it ended (`ok` or `error`), and what it printed or what went wrong."""
        assert self._socket is not None
        id = uuid.uuid4().hex
        header = {"msg_id": id, "msg_type": "execute_request", "username": self.name, "session": id, "version": "5.3"}
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False, "stop_on_error": False}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
        await self._socket.write_message(json.dumps(message))
        status, said, end = "", "", time.monotonic() + seconds
        idle = False
        while not (status and idle):
            assert time.monotonic() < end, f"{self.name}: a cell did not end in {seconds} s"
            raw = await self._socket.read_message()
            assert raw is not None, f"{self.name}: the connection was closed"
            told = json.loads(raw)
            if told.get("parent_header", {}).get("msg_id") != id:
                continue
            kind, body = told["msg_type"], told["content"]
            said += (
                body["text"] if kind == "stream" else f"{body['ename']}: {body['evalue']}" if kind == "error" else ""
            )
            status = body["status"] if kind == "execute_reply" else status
            idle = idle or (kind == "status" and body["execution_state"] == "idle")
        return status, said

    def close(self) -> None:
        """Let go of the connection."""
        if self._socket is not None:
            self._socket.close()


def fetched(folder: Path) -> tuple[Path, Path]:
    """The hub's packages and the proxy's program, fetched into a folder."""
    site = folder / "site"
    constraints = str(CHECKOUT / "constraints.txt")
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--target",
        str(site),
        "jupyterhub>=5,<7",
        "-c",
        constraints,
    ]
    node = ["npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(folder), "configurable-http-proxy"]
    for command in (install, node):
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=300)
        except (OSError, subprocess.SubprocessError) as error:
            raise MissingPartError(f"{command[0]} could not fetch its part: {type(error).__name__}") from error
    return site, folder / "node_modules" / ".bin" / "configurable-http-proxy"


@contextmanager
def running_hub(folder: Path) -> Iterator[Hub]:
    """A hub on 127.0.0.1 under the configuration that the project ships; ended with all that it started."""
    site, proxy = fetched(folder)
    homes = folder / "homes"
    homes.mkdir()
    public, private, routes = (_free_port() for _ in range(3))
    token = secrets.token_hex(16)
    own = folder / "config.py"
    own.write_text(
        f"load_subconfig({str(CONFIG)!r})\n"
        f"c.JupyterHub.hub_bind_url = 'http://127.0.0.1:{private}'\n"
        f"c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:{routes}'\n"
        f"c.JupyterHub.services = [{{'name': 'teacher', 'api_token': {token!r}}}]\n"
        "scopes = ['admin:users', 'admin:servers', 'access:servers']\n"
        # So that the tests can drive Lab by its commands; and root, who starts them in a container, must say so.
        f"c.Spawner.args.extend({['--LabApp.expose_app_in_browser=True', *['--allow-root'] * (os.geteuid() == 0)]})\n"
        "c.JupyterHub.load_roles = [{'name': 'teacher', 'scopes': scopes, 'services': ['teacher']}]\n",
        encoding="utf-8",
    )
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("ANTHROPIC_", "JUPYTER"))},
        "PYTHONPATH": os.pathsep.join([str(CHECKOUT / "src"), str(site)]),
        "PACKLIGHT_HOMES": str(homes),
        "PACKLIGHT_CLASS_WORD": WORD,
        "PACKLIGHT_BIND": f"http://127.0.0.1:{public}",
        "PACKLIGHT_PROXY": str(proxy),
    }
    with open(folder / "hub.log", "wb") as log:
        command = [sys.executable, "-m", "jupyterhub", "-f", str(own)]
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True)
    hub = Hub(f"http://127.0.0.1:{public}", token, homes, process)
    try:
        _wait(hub, folder / "hub.log")
        yield hub
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the hub and all that it started; one that has ended by itself is fine."""
    if process.poll() is not None:
        return
    whole = psutil.Process(process.pid)
    family = [whole, *whole.children(recursive=True)]
    process.send_signal(signal.SIGTERM)
    _, left = psutil.wait_procs(family, timeout=20)
    for each in left:
        each.kill()


def _wait(hub: Hub, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            hub.call("GET", "/hub/api/")
            return
        except (urllib.error.URLError, ConnectionError):
            assert hub.process.poll() is None and time.monotonic() < end, log.read_text(encoding="utf-8")[-3000:]
            time.sleep(0.3)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
