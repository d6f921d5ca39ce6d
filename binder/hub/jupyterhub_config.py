"""JupyterHub on one server for a class of up to about forty; docs/classroom.md tells the rest.

    jupyterhub -f binder/hub/jupyterhub_config.py

Students sign in with a name and the class's word, `PACKLIGHT_CLASS_WORD`. Each has a folder of their own below
`PACKLIGHT_HOMES`, into which the course is copied once and never overwritten. Limits and culling come from what was
measured for one student.
"""

import asyncio
import os
import shutil
import sys
from pathlib import Path

c = get_config()  # noqa: F821 - JupyterHub gives it to its configuration files

HOMES = Path(os.environ.get("PACKLIGHT_HOMES", "/srv/packlight/homes"))
WORD = os.environ.get("PACKLIGHT_CLASS_WORD", "")
LANG = os.environ.get("PACKLIGHT_COURSE", "en")
if len(WORD) < 8:
    raise SystemExit("set PACKLIGHT_CLASS_WORD: the word of 8 letters or more with which the class signs in")

# Who may come in: anybody who knows the word; names become folders, so they are kept plain.
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = WORD
c.SharedPasswordAuthenticator.admin_password = os.environ.get("PACKLIGHT_TEACHER_WORD") or None  # 32 letters or more
c.Authenticator.allow_all = True
c.Authenticator.username_pattern = r"^[a-z][a-z0-9_-]{0,31}$"
c.Authenticator.admin_users = set(filter(None, os.environ.get("PACKLIGHT_TEACHERS", "").split(",")))

# Where it listens. Behind a web server with a certificate, or on the class room's own network.
c.JupyterHub.bind_url = os.environ.get("PACKLIGHT_BIND", "http://127.0.0.1:8000")
c.ConfigurableHTTPProxy.command = os.environ.get("PACKLIGHT_PROXY", "configurable-http-proxy").split()
c.JupyterHub.cookie_secret_file = str(HOMES / ".cookie_secret")
c.JupyterHub.db_url = f"sqlite:///{HOMES / '.hub.sqlite'}"


async def give_course(spawner):
    """Copy the course into a student's folder, once; what is there stays as it is."""
    home = HOMES / spawner.user.name
    home.mkdir(parents=True, exist_ok=True)
    target = home / "packlight-lessons"
    if not target.exists():
        made = home / ".packlight-lessons.new"
        shutil.rmtree(made, ignore_errors=True)
        command = [sys.executable, "-m", "packlight", "lab", str(made), "--lang", LANG, "--no-open"]
        # Waiting for it must not keep the others waiting.
        copying = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
        if await copying.wait() != 0:
            raise RuntimeError(f"the course could not be copied for {spawner.user.name}: is packlight installed?")
        made.rename(target)


# One process a student, in their own folder. Where students must not see one another's files, use a spawner with
# accounts or containers of their own: all that is below stays as it is.
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(HOMES / "{username}")
c.Spawner.pre_spawn_hook = give_course
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.default_url = "/lab"
c.Spawner.notebook_dir = str(HOMES / "{username}")
c.Spawner.environment = {"PACKLIGHT_LANG": LANG}
if os.environ.get("PACKLIGHT_EXAM"):
    c.Spawner.environment["PACKLIGHT_EXAM"] = "1"
c.Spawner.http_timeout = 60
c.Spawner.start_timeout = 120
# A student's server and kernel after lesson 05 hold about 300 MB; this is what a kernel may take before it is ended.
c.Spawner.args = [
    "--MappingKernelManager.cull_idle_timeout=1800",
    "--MappingKernelManager.cull_interval=120",
    "--ServerApp.shutdown_no_activity_timeout=3600",
]
# At nine o'clock all come at once: each gets the page that shows progress, and the hub goes on.
c.JupyterHub.tornado_settings = {"slow_spawn_timeout": 0}
c.JupyterHub.concurrent_spawn_limit = 40
c.JupyterHub.active_server_limit = 60
