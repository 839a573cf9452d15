"""Deploys the site as docs/deploy.md describes, restores it from a backup and runs the browser journeys against it."""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from demo.servers import services
from demo.servers.environment import BASE_DIR
from demo.servers.output import Output
from demo.servers.processes import Service, ServiceProcess, http_ready
from standins.production import checks
from standins.production.attack import attack_problems
from standins.production.bodies import body_problems
from standins.production.database import ROLE, Database
from standins.production.installation import ADMIN, Installation
from standins.production.mail import mail_problems
from standins.production.page import page_problems
from standins.production.pooler import pgbouncer, pooled_url, pooler_service, role_settings
from standins.production.proxy import proxy
from standins.production.updates import update_problems
from testing.servers.certificate import make_certificate

PYTHON = ".venv/bin/python"
READY_SECONDS = 60
WORKERS_KILL_SECONDS = 30
"""``--workers-kill-timeout`` of deploy/web."""
RESTORED = "camp_restored"
SEASON = """\
nameClass,instructorEmail,instructorName,price,seats,image,status
Kites That Fly,instructor@camp.example,Rosa Delgado,35.00,12,https://pictures.example/kites.jpg,Approved
"""


def main(arguments: list[str] | None = None) -> int:
    """Runs the test deployment; returns 0 if the journeys pass and the checks find no problem."""
    parser = argparse.ArgumentParser(prog="python -m standins.production", description=__doc__)
    parser.add_argument("--dir", type=Path, default=BASE_DIR / ".test" / "production")
    parser.add_argument("--port", type=int, default=18440, help="the first of ten consecutive ports")
    parser.add_argument("journeys", nargs="*", help="files of frontend/e2e; default: all")
    options = parser.parse_args(arguments)
    installation = Installation(options.dir.resolve(), options.port)
    installation.clear()
    make_certificate(installation.certificate, installation.key)
    with ExitStack() as stack:
        for provider in services.providers(installation.standin_environ()):
            stack.enter_context(_running(provider, installation))
        backup = _install_and_back_up(installation)
        database = Database(installation.folder / "second", installation.server_environ())
        stack.callback(database.stop)
        _restore(installation, database, backup)
        stack.enter_context(_pooler(installation, database))
        stack.enter_context(_running(proxy(installation), installation))
        status = _run_journeys(installation, options.journeys)
        status = _print(page_problems(installation, RESTORED)) or status
        return _report(status, installation, database)


@contextmanager
def _running(service: Service, installation: Installation) -> Iterator[ServiceProcess]:
    """Runs the process inside the context; its output goes to a log file with its name."""
    output = Output(installation.folder / f"{service.name}.log")
    is_standin = service.name in (services.FIREBASE, services.STRIPE, services.MAILBOX)
    process = ServiceProcess(
        service, installation.standin_environ() if is_standin else installation.server_environ(), output
    )
    try:
        _wait_until_ready(process)
        yield process
    finally:
        process.stop()
        output.close()


def _wait_until_ready(process: ServiceProcess) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not process.service.ready():
        if not process.alive or time.monotonic() > deadline:
            raise SystemExit(f"{process.service.name} is not ready; see its log file.")
        time.sleep(0.1)


def _install_and_back_up(installation: Installation) -> Path:
    """Installs the site with an admin, a season file, the demo data and its payments; returns the backup."""
    database = Database(installation.folder / "first", installation.server_environ())
    try:
        installation.write_settings(database.url(), installation.pictures)
        installation.season.write_text(SEASON)
        installation.run("deploy/release")
        installation.run(PYTHON, "manage.py", "createsuperuser", "--no-input", **ADMIN)
        _seed_demo(installation, database)
        installation.run(PYTHON, "manage.py", "seed_classes", str(installation.season))
        backup = Path(installation.run("deploy/backup"))
        print(installation.run("deploy/restore-drill"))
        return backup
    finally:
        database.stop()


def _seed_demo(installation: Installation, database: Database) -> None:
    """Runs the demo command with the demo's settings, because production does not have it."""
    environ = installation.demo_environ()
    environ |= {"DATABASE_URL": database.url(), "MEDIA_ROOT": str(installation.pictures)}
    environ["CARE_KEYS"] = installation.secrets["CARE_KEYS"]  # production must read the care sheets
    subprocess.run([PYTHON, "manage.py", "seed_demo"], cwd=BASE_DIR, env=environ, check=True)


def _restore(installation: Installation, database: Database, backup: Path) -> None:
    """Restores the backup to another database server and another picture folder, as docs/deploy-backup.md describes."""
    pictures = installation.restored_pictures
    pictures.mkdir()
    installation.write_settings(database.url(), pictures)
    print(installation.run("deploy/restore", str(backup), RESTORED))
    installation.run("cp", "-R", f"{backup.parent / 'pictures'}/.", str(pictures))
    installation.write_settings(database.url(RESTORED), pictures)
    installation.run("deploy/release")
    print("reconcile_payments:", installation.run(PYTHON, "manage.py", "reconcile_payments"))


@contextmanager
def _pooler(installation: Installation, database: Database) -> Iterator[None]:
    """Puts PgBouncer, if it is installed, in front of the restored database, as docs/several-machines.md says."""
    program, direct_url = pgbouncer(), database.url(RESTORED)
    if program is None:
        print("SKIPPED: PgBouncer is not installed. The site connects to PostgreSQL itself.")
        yield
        return
    print(f"The site connects to PostgreSQL through {program} with deploy/pgbouncer.ini.")
    installation.run("psql", f"--dbname={direct_url}", "--quiet", f"--command={role_settings(ROLE)}")
    port = installation.pooler_port
    with _running(pooler_service(program, direct_url, port, installation.folder), installation):
        pooled = pooled_url(direct_url, port)
        installation.write_settings(pooled, installation.restored_pictures, direct_url=direct_url)
        installation.run("deploy/release")
        yield


def _run_journeys(installation: Installation, files: list[str]) -> int:
    """Starts the processes of the Procfile, checks them and runs the journeys; returns 0 on success."""
    site = _from_procfile("web", installation, ready=http_ready(installation.web_port, "/healthz"))
    worker = _from_procfile("worker", installation, ready=lambda: True)
    with (
        _running(site, installation) as server,
        _running(worker, installation) as sender,
    ):
        problems = [
            *checks.http_problems(installation), *mail_problems(installation), *attack_problems(installation),
            *update_problems(installation), *(body_problems(installation) if shutil.which("caddy") else ()),
        ]  # fmt: skip
        status = _print(problems)
        status = _run_playwright(installation, files) or status
        stopped_at = time.monotonic()
    if time.monotonic() - stopped_at >= WORKERS_KILL_SECONDS:
        status = _print(["the web server did not stop in time"])
    return status or server.process.returncode or sender.process.returncode


def _print(problems: Sequence[str]) -> int:
    """Prints the problems; returns 1 if there are any, else 0."""
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def _from_procfile(name: str, installation: Installation, *, ready: Callable[[], bool]) -> Service:
    """Returns the process of the Procfile with this name, with the settings file as its environment."""
    procfile = dict(line.split(": ", 1) for line in (BASE_DIR / "Procfile").read_text().splitlines())
    environ = {
        "HOST": "127.0.0.1",
        "PORT": str(installation.web_port),
        "PROMETHEUS_MULTIPROC_DIR": str(installation.folder / "metrics"),
    }
    return Service(name, installation.with_settings(*procfile[name].split()), ready, BASE_DIR, environ)


def _run_playwright(installation: Installation, files: list[str]) -> int:
    environ = os.environ | {
        "E2E_SITE": installation.url,
        "E2E_FIREBASE_PORT": str(installation.firebase_port),
        "E2E_STRIPE_PORT": str(installation.stripe_port),
        "E2E_MAILBOX_SMTP_PORT": str(installation.mailbox_smtp_port),
        "E2E_MAILBOX_PORT": str(installation.mailbox_port),
        "NODE_EXTRA_CA_CERTS": str(installation.certificate),
    }
    command = ["npx", "playwright", "test", *files, "--project=journeys"]
    return subprocess.run(command, cwd=BASE_DIR / "frontend", env=environ, check=False).returncode


def _report(status: int, installation: Installation, database: Database) -> int:
    """Prints the problems in the logs of the site, the worker and the database; returns the exit status."""
    lines = _log_lines(installation, "web")
    problems = [*checks.log_problems([*lines, *_log_lines(installation, "worker")]), *database.errors()]
    status = _print(problems) or status
    counts = checks.requests_by_status(lines)
    requests = ", ".join(f"{code}: {count}" for code, count in sorted(counts.items()))
    print(f"Requests by status: {requests}. Problems in the logs: {len(problems)}.")
    return 1 if status else 0


def _log_lines(installation: Installation, name: str) -> list[str]:
    return [line.partition(" | ")[2] for line in (installation.folder / f"{name}.log").read_text().splitlines()]


if __name__ == "__main__":
    sys.exit(main())
