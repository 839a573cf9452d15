"""A PostgreSQL server with the role and database that docs/deploy.md describes."""

import subprocess
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

from demo.servers.postgres import EmbeddedPostgres, start_postgres

ROLE, NAME = "camp", "season"


class Database:
    """A running server with its data in the given folder, and an empty database that the site's role owns."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self.server: EmbeddedPostgres = start_postgres(folder)
        self.log = folder / "log"
        self.socket = parse_qs(urlsplit(self.server.url).query)["host"][0]
        superuser = environ | {"PGHOST": self.socket, "PGUSER": "postgres"}
        subprocess.run(["createuser", "--createdb", ROLE], env=superuser, check=True)
        subprocess.run(["createdb", f"--owner={ROLE}", NAME], env=superuser, check=True)

    def url(self, name: str = NAME) -> str:
        return f"postgresql://{ROLE}@/{name}?host={quote(self.socket, safe='')}"

    def stop(self) -> None:
        self.server.stop()

    def errors(self) -> list[str]:
        """Returns the errors in the log of the server."""
        return [line for line in self.log.read_text().splitlines() if "ERROR:" in line or "FATAL:" in line]
