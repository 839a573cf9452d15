"""From nothing to a site that lives on from a backup, and the journeys against it; see docs/deploy.md."""

import argparse
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from camp.demo import parts
from camp.demo.children import Child, Part, answers
from camp.demo.environment import BASE_DIR
from camp.demo.output import Output
from standins.production import outside, words
from standins.production.certificate import make_certificate
from standins.production.database import Database
from standins.production.place import Place

PYTHON = ".venv/bin/python"
READY_SECONDS = 60
ADMIN = {"DJANGO_SUPERUSER_EMAIL": "admin@camp.example", "DJANGO_SUPERUSER_PASSWORD": "Camp-2003!"}
SEASON = """\
nameClass,instructorEmail,instructorName,price,seats,image,status
Kites That Fly,instructor@camp.example,Rosa Delgado,35.00,12,https://pictures.example/kites.jpg,Approved
"""


def main(arguments: list[str] | None = None) -> int:
    """Runs all of it; 0 where the journeys passed and the log has nothing that should not be there."""
    parser = argparse.ArgumentParser(prog="python -m standins.production", description=__doc__)
    parser.add_argument("--dir", type=Path, default=BASE_DIR / ".test" / "production")
    parser.add_argument("--port", type=int, default=18440, help="the first of four in a row")
    parser.add_argument("journeys", nargs="*", help="files of frontend/e2e; all of them without")
    options = parser.parse_args(arguments)
    place = Place(options.dir.resolve(), options.port)
    place.empty()
    make_certificate(place.certificate, place.key)
    with ExitStack() as stack:
        for part in _stand_ins(place):
            stack.enter_context(_running(part, place))
        backup = _a_season_and_its_backup(place)
        database = Database(place.folder / "second", place.machine())
        stack.callback(database.stop)
        _restore(place, database, backup)
        status = _journeys(place, options.journeys)
        return _verdict(status, place, database)


def _stand_ins(place: Place) -> list[Part]:
    return parts.providers(place.for_stand_ins())


@contextmanager
def _running(part: Part, place: Place) -> Iterator[Child]:
    """The part while it is needed; its words are in a file of its name."""
    output = Output(place.folder / f"{part.name}.log")
    environ = place.for_stand_ins() if part.name in (parts.FIREBASE, parts.CARDS) else place.machine()
    child = Child(part, environ, output)
    try:
        _wait_until_it_answers(child)
        yield child
    finally:
        child.stop()
        output.close()


def _wait_until_it_answers(child: Child) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not child.part.ready():
        if not child.alive or time.monotonic() > deadline:
            raise SystemExit(f"{child.part.name} does not answer; its words are in its log.")
        time.sleep(0.1)


def _a_season_and_its_backup(place: Place) -> Path:
    """A site that was in use: the first admin, a season, the demo's people and what they paid. Then its backup."""
    database = Database(place.folder / "first", place.machine())
    try:
        place.write_settings(database.url(), place.pictures)
        season = place.folder / "season.csv"
        season.write_text(SEASON)
        place.run("deploy/release")
        place.run(PYTHON, "manage.py", "createsuperuser", "--no-input", **ADMIN)
        place.run(PYTHON, "manage.py", "seed_classes", "--demo")
        place.run(PYTHON, "manage.py", "seed_classes", "--dry-run", str(season))
        place.run(PYTHON, "manage.py", "seed_classes", str(season))
        _pay_for_what_is_booked(place, database)
        backup = Path(place.run("deploy/backup"))
        print(place.run("deploy/restore-drill"))
        return backup
    finally:
        database.stop()


def _pay_for_what_is_booked(place: Place, database: Database) -> None:
    """The demo's own command, which is for the demo alone."""
    environ = place.for_stand_ins() | {"DATABASE_URL": database.url()}
    subprocess.run([PYTHON, "manage.py", "seed_demo_payments"], cwd=BASE_DIR, env=environ, check=True)


def _restore(place: Place, database: Database, backup: Path) -> None:
    """What docs/deploy.md does in earnest, on another server and another disk."""
    pictures = place.folder / "media-restored"
    pictures.mkdir()
    place.write_settings(database.url(), pictures)
    print(place.run("deploy/restore", str(backup), "camp_restored"))
    archive = backup.with_suffix(".pictures.tar")
    place.run("tar", "--extract", f"--file={archive}", f"--directory={pictures}")
    place.write_settings(database.url("camp_restored"), pictures)
    place.run("deploy/release")
    print("reconcile_payments:", place.run(PYTHON, "manage.py", "reconcile_payments"))


def _journeys(place: Place, which: list[str]) -> int:
    """The site by the Procfile's command, TLS in front of it, and a browser; 0 where all of it ended well."""
    web = dict(line.split(": ", 1) for line in (BASE_DIR / "Procfile").read_text().splitlines())["web"]
    environ = {
        "HOST": "127.0.0.1",
        "PORT": str(place.web_port),
        "PROMETHEUS_MULTIPROC_DIR": str(place.folder / "figures"),
    }
    site = Part("site", place.with_settings(*web.split()), answers(place.web_port, "/healthz"), BASE_DIR, environ)
    ends = [str(place.port), str(place.web_port), str(place.certificate), str(place.key)]
    tls = Part("tls", ["node", "standins/production/tls.mjs", *ends], _takes_connections(place.port), BASE_DIR)
    with _running(site, place) as server, _running(tls, place):
        for fault in (faults := outside.faults_of(place)):
            print(fault, file=sys.stderr)
        status = _browse(place, which)
    return status or server.process.returncode or len(faults)


def _takes_connections(number: int) -> Callable[[], bool]:
    def check() -> bool:
        with socket.socket() as there:
            return there.connect_ex(("127.0.0.1", number)) == 0

    return check


def _browse(place: Place, which: list[str]) -> int:
    environ = os.environ | {
        "E2E_SITE": place.site,
        "E2E_FIREBASE_PORT": str(place.firebase_port),
        "E2E_STRIPE_PORT": str(place.cards_port),
        "NODE_EXTRA_CA_CERTS": str(place.certificate),
    }
    command = ["npx", "playwright", "test", *which, "--project=journeys"]
    return subprocess.run(command, cwd=BASE_DIR / "frontend", env=environ, check=False).returncode


def _verdict(status: int, place: Place, database: Database) -> int:
    """Say what the site and its database said meanwhile; 0 where all is well."""
    lines = [line.partition(" | ")[2] for line in (place.folder / "site.log").read_text().splitlines()]
    faults = [*words.faults_in(lines), *database.complaints()]
    for fault in faults:
        print(fault, file=sys.stderr)
    answered = ", ".join(f"{count} of {code}" for code, count in sorted(words.requests_in(lines).items()))
    print(f"Requests in the site's log: {answered}. Lines that should not be there: {len(faults)}.")
    return 1 if status or faults else 0


if __name__ == "__main__":
    sys.exit(main())
