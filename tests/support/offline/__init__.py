"""Where the network is cut: `offline_environment()` for processes that a test starts."""

import os
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def offline_environment(home: Path) -> dict[str, str]:
    """This process's environment with the network cut, no key, and every Jupyter and IPython folder below `home`."""
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    own = {name: str(home / folder) for name, folder in folders.items()}
    for folder in own.values():
        Path(folder).mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ANTHROPIC_", "PACKLIGHT_"))}
    path = os.pathsep.join(filter(None, [str(FOLDER), os.environ.get("PYTHONPATH")]))
    return {**kept, **own, "PYTHONPATH": path, "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
