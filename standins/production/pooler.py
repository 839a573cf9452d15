"""The connection pooler of the test deployment: PgBouncer with deploy/pgbouncer.ini, if it is installed."""

import os
import re
import shutil
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from demo.servers.environment import BASE_DIR
from demo.servers.processes import Service
from standins.production.proxy import accepts_connections


def pgbouncer() -> str | None:
    """Returns the path of PgBouncer, or None if it is not installed. Debian installs it in /usr/sbin."""
    return shutil.which("pgbouncer", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")


def pooled_url(direct_url: str, port: int) -> str:
    """Returns the URL of the same role and database through the pooler on this port."""
    parts = urlsplit(direct_url)
    return f"postgresql://{parts.username}@127.0.0.1:{port}{parts.path}"


def role_settings(role: str) -> str:
    """Returns the SQL of docs/several-machines.md that sets the site's timeouts for the role."""
    commands = re.findall(
        r"^ALTER ROLE camp (SET .*;)$", (BASE_DIR / "docs" / "several-machines.md").read_text(), re.MULTILINE
    )
    return " ".join(f"ALTER ROLE {role} {command}" for command in commands)


def pooler_service(program: str, direct_url: str, port: int, folder: Path) -> Service:
    """Returns PgBouncer with deploy/pgbouncer.ini, for the server of this URL, on 127.0.0.1 and this port."""
    file = folder / "pgbouncer.ini"
    file.write_text(configuration(direct_url, port))
    command = [program, str(file)]
    if os.geteuid() == 0:  # PgBouncer refuses to run as root; only the server's owner may enter the socket's folder
        command += ["--user", _socket_folder(direct_url).owner()]
    return Service("pooler", command, accepts_connections(port), BASE_DIR)


def configuration(direct_url: str, port: int) -> str:
    """Returns deploy/pgbouncer.ini for this server, without passwords and with its log on standard error."""
    text = (BASE_DIR / "deploy" / "pgbouncer.ini").read_text()
    parts = urlsplit(direct_url)
    replacements = {
        "\ncamp = host=127.0.0.1 port=5432\n": f"\n* = host={_socket_folder(direct_url)} user={parts.username}\n",
        "\nlisten_port = 6432\n": f"\nlisten_port = {port}\n",
        "\nauth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt\n": "\nauth_type = any\n",
        "\nlogfile = /var/log/postgresql/pgbouncer.log\npidfile = /var/run/postgresql/pgbouncer.pid\n": "\n",
        "\nunix_socket_dir = /var/run/postgresql\n": "\nunix_socket_dir =\n",
    }
    for example, value in replacements.items():
        assert text.count(example) == 1, example
        text = text.replace(example, value)
    return text


def _socket_folder(direct_url: str) -> Path:
    return Path(parse_qs(urlsplit(direct_url).query)["host"][0])
