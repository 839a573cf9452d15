"""A stopped PostgreSQL with the migrated database, kept between runs: creating both takes longer than a few tests."""

import shutil
import subprocess
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import psycopg

from demo.servers.postgres import EmbeddedPostgres

MIGRATED = "migrated"
"""The database that the tests' databases are copies of."""
PROJECT = Path(__file__).parents[2]
KEPT = PROJECT / ".test" / "postgres"


def _folder() -> Path:
    """What decides the content is part of the name."""
    files = sorted([*PROJECT.glob("*/migrations/*.py"), PROJECT / "requirements-dev.txt"])
    return KEPT / sha256(b"".join(each.read_bytes() for each in files)).hexdigest()


def copy_cluster(directory: Path) -> None:
    """Copies the kept server to this folder, if there is one for the present migrations."""
    if (kept := _folder()).exists():
        _copy(kept, directory)


def keep_cluster(server: EmbeddedPostgres) -> None:
    """Stops the server, and keeps it with nothing but the migrated database."""
    kept = _folder()
    if kept.exists() or not _drop_other_databases(server.url):
        server.stop()
        return
    server.stop()
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True)
    _copy(server.directory, new := kept.with_suffix(f".{server.directory.parent.name}"))
    with suppress(OSError):  # another run was first
        new.rename(kept)


def _copy(source: Path, target: Path) -> None:
    # It belongs to a user of its own, which shutil does not keep.
    subprocess.run(["cp", "-a", str(source), str(target)], check=True)


def _drop_other_databases(url: str) -> bool:
    """Returns whether the migrated database exists."""
    with psycopg.connect(url, autocommit=True) as server:
        names = {name for (name,) in server.execute("SELECT datname FROM pg_database WHERE NOT datistemplate")}
        for name in names - {"postgres", "camp", MIGRATED}:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    return MIGRATED in names
