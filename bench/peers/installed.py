"""Installs the other sites from their package registries into ``.test/peers``, never into the project."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from bench.servers import ROOT

PEERS = ROOT / ".test" / "peers"
PRETIX_PACKAGES = ("pretix==2026.8.0", "gunicorn==27.0.1")
EXPRESS_SOURCE = Path(__file__).parent / "express"
VERSIONS_OF_PYTHON = """
import json, platform, django, gunicorn, pretix
print(json.dumps({"pretix": pretix.__version__, "Django of pretix": django.__version__,
                  "gunicorn": gunicorn.__version__, "Python of pretix": platform.python_version()}))
"""


def install_pretix() -> Path:
    """Installs pretix where it is not installed yet. Returns the folder of its programs."""
    programs = PEERS / "pretix" / "venv" / "bin"
    if not (programs / "gunicorn").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(programs.parent)], check=True)
        install = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *PRETIX_PACKAGES], check=True)
    return programs


def install_express() -> Path:
    """Copies the Express server beside its packages, and installs these where they are missing. Returns the folder."""
    folder = PEERS / "express"
    folder.mkdir(parents=True, exist_ok=True)
    for source in EXPRESS_SOURCE.iterdir():
        shutil.copy(source, folder)
    if not (folder / "node_modules" / "express").exists():
        command = ["npm", "ci", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel", "error"]
        subprocess.run(command, cwd=folder, check=True)
    return folder


def versions(programs: Path, express: Path) -> dict[str, str]:
    """Returns the versions of everything that is compared."""
    output = subprocess.run([str(programs / "python"), "-c", VERSIONS_OF_PYTHON], capture_output=True, check=True)
    found: dict[str, str] = json.loads(output.stdout)
    for package in ("express", "pg"):
        found[package] = json.loads((express / "node_modules" / package / "package.json").read_text())["version"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    return found | {"Node": node.strip().removeprefix("v")}
