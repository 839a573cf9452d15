"""The TLS proxy of the test deployment: Caddy with deploy/Caddyfile if it is installed, else a stand-in."""

import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

from demo.servers.environment import BASE_DIR
from demo.servers.processes import Service
from standins.production.installation import Installation


def proxy(installation: Installation) -> Service:
    """Returns the proxy, and prints what is skipped without Caddy."""
    caddy = shutil.which("caddy")
    lead_to(installation, installation.web_port)
    installation.caddyfile.write_text(caddyfile(installation))
    if caddy is None:
        print("SKIPPED: Caddy is not installed. A stand-in replaces it; deploy/Caddyfile is not tested.")
        files = map(str, (installation.port, installation.upstream, installation.certificate, installation.key))
        command = ["node", "standins/production/tls-proxy.mjs", *files]
        return Service("tls", command, accepts_connections(installation.port), BASE_DIR)
    print(f"The proxy is {caddy} with deploy/Caddyfile.")
    return caddy_service(caddy, installation)


def caddy_service(caddy: str, installation: Installation) -> Service:
    """Returns Caddy with the installation's Caddyfile."""
    command = [caddy, "run", "--config", str(installation.caddyfile), "--adapter", "caddyfile"]
    environ = {name: str(installation.folder / "caddy") for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    return Service("tls", command, accepts_connections(installation.port), BASE_DIR, environ)


def lead_to(installation: Installation, port: int) -> None:
    """Writes the port to which the proxy leads when it starts."""
    installation.upstream.write_text(f"to 127.0.0.1:{port}\n")


def switch(installation: Installation, port: int) -> None:
    """Leads the running proxy to another port, as deploy/update does."""
    script = f". {BASE_DIR}/deploy/functions; lead_proxy_to {port}"
    subprocess.run(["sh", "-euc", script], env=installation.proxy_environ(), check=True)


def caddyfile(installation: Installation) -> str:
    """Returns deploy/Caddyfile with the addresses and files of this installation. Caddy listens on 127.0.0.1 only."""
    text = Path(BASE_DIR / "deploy" / "Caddyfile").read_text()
    options = (f"admin 127.0.0.1:{installation.caddy_port}", "auto_https disable_redirects", "default_bind 127.0.0.1")
    tls = f"\ttls {installation.certificate} {installation.key}"
    replacements = {
        "\n{\n": "\n{\n\t" + "\n\t".join(options) + "\n",
        "\n{$SITE_URL:camp.example} {\n": f"\n{installation.url} {{\n{tls}\n",
        " /srv/camp/current/": f" {BASE_DIR}/",
    }
    for example, value in replacements.items():
        assert text.count(example) == 1, example
        text = text.replace(example, value)
    return text


def accepts_connections(port: int) -> Callable[[], bool]:
    """Returns a check whether a process accepts connections on this port."""

    def check() -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", port)) == 0

    return check
