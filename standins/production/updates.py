"""Updates the restored site under load: a changed setting, a failed build, a failed migration, and back."""

import time
from collections.abc import Mapping

import httpx

from standins.production.installation import Installation
from standins.production.server import Server
from testing.repeated_calls import repeated_calls

CLIENTS = 4
BROKEN_BUILD = "#!/bin/sh\nexit 1\n"
BROKEN_MIGRATION = """
from django.db import migrations

def fail(apps, editor):
    raise RuntimeError("this migration fails")

class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [migrations.RunPython(fail)]
"""
VERSIONS: Mapping[str, Mapping[str, str]] = {
    "v1": {},
    "v2": {},
    "v3-broken-build": {"deploy/build": BROKEN_BUILD},
    "v4-broken-migration": {"core/migrations/0002_broken.py": BROKEN_MIGRATION},
}
NAMES = ("Before the Update", "After the Update")


def update_problems(installation: Installation) -> list[str]:
    """Returns a message for each request that failed, and for each update that did not do what it should."""
    server = Server(installation, "updates", installation.update_ports, VERSIONS)
    problems = _update(server, "v1", NAMES[0], status=0)
    with repeated_calls(lambda: _name_of_site(server.ports), clients=CLIENTS, pause=0.02) as outcomes:
        problems += _update(server, "v2", NAMES[1], status=0)
        problems += _update(server, "v3-broken-build", NAMES[1], status=1)
        problems += _update(server, "v4-broken-migration", NAMES[1], status=1)
        problems += _run(server, "rollback", status=0)
    server.stop()
    print(f"Requests during four updates: {dict(outcomes)}.")
    problems += [f"{count} requests during updates: {what}" for what, count in outcomes.items() if what not in NAMES]
    return problems + [f"no request saw the site {name}" for name in NAMES if not outcomes[name]]


def _update(server: Server, version: str, site_name: str, *, status: int) -> list[str]:
    """Changes the site's name in the settings and updates; returns a problem if the exit status is another one."""
    server.write_settings({**server.installation.settings(), "SITE_NAME": site_name})
    return _run(server, "update", version, status=status)


def _run(server: Server, script: str, *arguments: str, status: int) -> list[str]:
    folder = server.home / ("current" if (server.home / "current").exists() else "repository")
    ended = server.run([str(folder / "deploy" / script), *arguments])
    return [] if ended == status else [f"{script} {' '.join(arguments)}: exit status {ended}; see {server.log}"]


def _name_of_site(ports: tuple[int, int]) -> str:
    """Returns the name of the site that answers; tries the other port, and once more, as deploy/Caddyfile does."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        for port in ports:
            headers = {"Host": "127.0.0.1", "X-Forwarded-Proto": "https", "Connection": "close"}
            try:
                response = httpx.get(f"http://127.0.0.1:{port}/", headers=headers, timeout=30, trust_env=False)
            except httpx.TransportError:
                continue
            found = next((name for name in NAMES if f"| {name}</title>" in response.text), "another page")
            return found if response.status_code == httpx.codes.OK else f"status {response.status_code}"
        time.sleep(0.05)
    return "no response"
