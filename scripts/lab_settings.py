"""Quietens the JupyterLab of the environment that runs this: no question about news, no look for updates.

Called by the set-up of .venv and by Binder's postBuild. Writes share/jupyter/lab/settings/overrides.json under
`sys.prefix`, which JupyterLab reads as its defaults; a user's own settings still win.
"""

import json
import sys
from pathlib import Path

QUIET = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
}


def write_overrides(prefix: Path, settings: dict[str, dict[str, object]]) -> Path:
    """Writes `settings` as the defaults of the JupyterLab installed under `prefix`; returns the file."""
    path = prefix / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    write_overrides(Path(sys.prefix), QUIET)
