"""``make run`` says what would make it fail before it installs anything."""

import os
import shutil
import socket
import subprocess
import sys

import pytest
from django.conf import settings

from testing.servers.free_ports import free_ports

pytestmark = pytest.mark.slow

ROOT = settings.BASE_DIR


@pytest.fixture
def check(tmp_path):
    """Runs the check in a fresh copy of the project, in which nothing is installed."""

    def run(folder="camp", *, programs=None, **environ):
        copy = tmp_path / folder
        shutil.copytree(ROOT / ".ci", copy / ".ci")
        shutil.copytree(ROOT / "demo", copy / "demo", ignore=shutil.ignore_patterns("tests", "__pycache__", "pictures"))
        for name, script in (programs or {}).items():
            program = tmp_path / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
        path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
        values = {"PATH": path, "PYTHON": sys.executable} | free_ports() | environ
        return subprocess.run([copy / ".ci" / "check-machine"], env=values, capture_output=True, text=True, check=False)

    return run


def test_it_says_what_the_first_start_does(check):
    done = check()
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("First start: this installs the Python and Node packages")


def test_it_needs_no_package_of_python(check):
    """Nothing is installed when it runs."""
    assert check(PYTHONNOUSERSITE="1", programs={"python-alone": f'exec {sys.executable} -S "$@"'}).returncode == 0
    assert check("again", PYTHON="python-alone").returncode == 0


def test_it_names_a_port_that_is_in_use(check):
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
        done = check(PORT=str(number))
    assert done.returncode == 1
    assert f"Port {number} for the site is taken" in done.stderr
    assert f"PORT={number + 1}" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"folder": "craft camp"}, "folder with a space"),
        ({"programs": {"df": "echo header; echo x 1 1 2048000 1% /"}}, "needs 3000 MB of free disk; 2000 MB are free"),
        ({"PYTHON": "/bin/false"}, "Python 3.11 or later is required"),
        ({"programs": {"node": "[ $1 = --version ] && echo v18.0.0"}}, "Node 20 or later is required (found: v18.0.0)"),
    ],
    ids=["space", "disk", "python", "node"],
)
def test_it_says_what_is_missing(check, arguments, message):
    done = check(**arguments)
    assert done.returncode == 1
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(("command", "status", "last"), [("true", 0, "done"), ("exit 3", 3, "FAILED")])
def test_it_gives_a_sign_of_life(command, status, last):
    program = [ROOT / ".ci" / "progress", "Building", "sh", "-c", command]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == status
    assert done.stdout.startswith("Building ...\n")
    assert f"{last} after 0 s" in done.stdout or f"{last} after 1 s" in done.stdout
