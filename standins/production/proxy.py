"""The TLS proxy of the test deployment: Caddy with deploy/Caddyfile if it is installed, else a stand-in."""

import shutil
import socket
from collections.abc import Callable
from pathlib import Path

from demo.servers.environment import BASE_DIR
from demo.servers.processes import Service
from standins.production.installation import Installation


def proxy(installation: Installation) -> Service:
    """Returns the proxy, and prints what is skipped without Caddy."""
    caddy = shutil.which("caddy")
    if caddy is None:
        print("SKIPPED: Caddy is not installed. A stand-in replaces it; deploy/Caddyfile is not tested.")
        ports = [str(installation.port), str(installation.web_port)]
        certificate = [str(installation.certificate), str(installation.key)]
        command = ["node", "standins/production/tls-proxy.mjs", *ports, *certificate]
        return Service("tls", command, accepts_connections(installation.port), BASE_DIR)
    print(f"The proxy is {caddy} with deploy/Caddyfile.")
    return caddy_service(caddy, installation)


def caddy_service(caddy: str, installation: Installation) -> Service:
    """Returns Caddy with deploy/Caddyfile, in which the installation's addresses and files replace the example's."""
    file = installation.folder / "Caddyfile"
    file.write_text(caddyfile(installation))
    command = [caddy, "run", "--config", str(file), "--adapter", "caddyfile"]
    environ = {name: str(installation.folder / "caddy") for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    return Service("tls", command, accepts_connections(installation.port), BASE_DIR, environ)


def caddyfile(installation: Installation) -> str:
    """Returns deploy/Caddyfile for this installation. Caddy then listens on 127.0.0.1 only."""
    text = Path(BASE_DIR / "deploy" / "Caddyfile").read_text()
    replacements = {
        "\n{\n": "\n{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n",
        "\ncamp.example {\n": f"\n{installation.url} {{\n\ttls {installation.certificate} {installation.key}\n",
        " /srv/camp/current/": f" {BASE_DIR}/",
        " 127.0.0.1:8000 127.0.0.1:8001 ": f" 127.0.0.1:{installation.web_port} ",
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
