"""A PostgreSQL as docs/deploy.md makes it: the site's role owns its database, and may do nothing else there."""

import subprocess
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

from camp.demo.postgres import PostgresHandle, start_postgres

ROLE, NAME = "camp", "season"


class Database:
    """A server in a folder of its own, with an empty database in it."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self.server: PostgresHandle = start_postgres(folder)
        self.log = folder / "log"
        self.socket = parse_qs(urlsplit(self.server.url).query)["host"][0]
        staff = environ | {"PGHOST": self.socket, "PGUSER": "postgres"}
        subprocess.run(["createuser", "--createdb", ROLE], env=staff, check=True)
        subprocess.run(["createdb", f"--owner={ROLE}", NAME], env=staff, check=True)

    def url(self, name: str = NAME) -> str:
        return f"postgresql://{ROLE}@/{name}?host={quote(self.socket, safe='')}"

    def stop(self) -> None:
        self.server.stop()

    def complaints(self) -> list[str]:
        """What the server called an error."""
        return [line for line in self.log.read_text().splitlines() if "ERROR:" in line or "FATAL:" in line]
