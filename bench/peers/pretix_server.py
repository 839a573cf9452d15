"""pretix on PostgreSQL and gunicorn with two workers. Without Redis and Celery, which a production site has."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg

from bench.peers.installed import PEERS
from bench.peers.pretix_orders import SHOP, request
from bench.servers import Server, wait_for
from demo.servers.postgres import EmbeddedPostgres
from testing.servers.free_ports import free_port

FOLDER = PEERS / "pretix"
FACTS = FOLDER / "shop.json"
SHOP_SCRIPT = Path(__file__).with_name("pretix_shop.py")
CONFIGURATION = """
[pretix]
instance_name=Craft Camp
url=http://127.0.0.1:{port}
datadir={data}
[database]
backend=postgresql
name={database}
user=postgres
host={host}
[mail]
from=office@camp.example
host=127.0.0.1
port={smtp_port}
"""


@dataclass(frozen=True)
class Pretix:
    """A running pretix. ``items``: the ids of its items, each with a quota of its own."""

    server: Server
    items: list[int]
    token: str


def _environment(postgres: EmbeddedPostgres, database: str, port: int, smtp_port: int) -> dict[str, str]:
    data = FOLDER / "data"
    data.mkdir(parents=True, exist_ok=True)
    with psycopg.connect(postgres.url) as connection:
        host = connection.info.host
    path = FOLDER / f"{database}.cfg"
    path.write_text(CONFIGURATION.format(port=port, data=data, database=database, host=host, smtp_port=smtp_port))
    # Without the variables of this project, and without the files of the user.
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(FOLDER),
        "PRETIX_CONFIG_FILE": str(path),
        "DJANGO_SETTINGS_MODULE": "pretix.settings",
    }


def _create_template(programs: Path, postgres: EmbeddedPostgres, items: int) -> None:
    """Creates the database with its shop once, because the migrations of pretix take minutes."""
    if FACTS.exists() and len(json.loads(FACTS.read_text())["items"]) == items:
        return
    _recreate(postgres, "pretix_template", "template1")
    environment = _environment(postgres, "pretix_template", port=0, smtp_port=0)
    python = str(programs / "python")
    print("creating the database of pretix, which takes minutes ...")
    subprocess.run([python, "-m", "pretix", "migrate", "-v0"], cwd=FOLDER, env=environment, check=True)
    command = [python, str(SHOP_SCRIPT), str(items)]
    facts = subprocess.run(command, cwd=FOLDER, env=environment, check=True, stdout=subprocess.PIPE).stdout
    FACTS.write_bytes(facts)


def _recreate(postgres: EmbeddedPostgres, database: str, template: str) -> None:
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {database}")
        connection.execute(f"CREATE DATABASE {database} TEMPLATE {template}")
        connection.execute("CHECKPOINT")


@contextmanager
def running_pretix(programs: Path, postgres: EmbeddedPostgres, items: int, smtp_port: int) -> Iterator[Pretix]:
    """Runs pretix on a new copy of its database. Raises TimeoutError if it does not listen."""
    _create_template(programs, postgres, items)
    _recreate(postgres, "pretix", "pretix_template")
    facts, port = json.loads(FACTS.read_text()), free_port()
    environment = _environment(postgres, "pretix", port, smtp_port)
    command = [str(programs / "gunicorn"), "pretix.wsgi", "--workers", "2", "--bind", f"127.0.0.1:{port}"]
    with (FOLDER / "gunicorn.log").open("w") as log:
        process = subprocess.Popen(command, cwd=FOLDER, env=environment, stdout=log, stderr=log)
        try:
            wait_for(port)
            for _ in range(8):  # both workers have loaded all their modules
                request(port, "GET", SHOP, None, {})
            yield Pretix(Server(port, psutil.Process(process.pid)), facts["items"], facts["token"])
        finally:
            process.terminate()
            process.wait(30)
