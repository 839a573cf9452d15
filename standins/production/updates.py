"""Updates the restored site under load, through the proxy.

A changed setting, a failed build, a failed migration, and back.
"""

import ssl
from collections.abc import Mapping

import httpx

from standins.production.bodies import CONNECTION_TRIES
from standins.production.installation import Installation
from standins.production.proxy import switch
from standins.production.server import Server
from testing.clients.repeated import repeated_calls

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
    tls = ssl.create_default_context(cafile=str(installation.certificate))
    connections = httpx.HTTPTransport(verify=tls, retries=CONNECTION_TRIES - 1)
    with (
        httpx.Client(base_url=installation.url, transport=connections, timeout=30, trust_env=False) as site,
        repeated_calls(lambda: _name_of_site(site), clients=CLIENTS, pause=0.02) as outcomes,
    ):
        problems += _update(server, "v2", NAMES[1], status=0)
        problems += _update(server, "v3-broken-build", NAMES[1], status=1)
        problems += _update(server, "v4-broken-migration", NAMES[1], status=1)
        problems += _run(server, "rollback", status=0)
    switch(installation, installation.web_port)
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


def _name_of_site(site: httpx.Client) -> str:
    """Returns the name of the site that answers through the proxy, or what answers instead."""
    try:
        response = site.get("/", headers={"Connection": "close"})
    except httpx.TransportError as error:
        return f"no response: {type(error).__name__}"
    if response.status_code != httpx.codes.OK:
        return f"status {response.status_code}"
    return next((name for name in NAMES if f"| {name}</title>" in response.text), "another page")
