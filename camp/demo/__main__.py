"""``python -m camp.demo run`` and ``python -m camp.demo reset``; see ``make help``."""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Collection
from pathlib import Path

from camp.demo import claim
from camp.demo.environment import BASE_DIR, Environ, NotForDemo, apply_defaults, for_a_run, state_dir
from camp.demo.output import Output
from camp.demo.postgres import start_postgres
from camp.demo.supervisor import DemoFailed, Supervisor

OPTIONS = {
    "--dir": ("CAMP_DEMO_DIR", "the folder that keeps everything"),
    "--port": ("PORT", "the site's port"),
    "--firebase-port": ("FIREBASE_AUTH_EMULATOR_PORT", "the Auth emulator's port"),
    "--stripe-port": ("STRIPE_STANDIN_PORT", "the card stand-in's port"),
}
WELCOME = """
  Craft Camp is open:  {site}

  People, password {password} for each:
{people}
  Staff pages for the admin:  {site}/admin/
  Cards (any later date, any CVC):
    4242 4242 4242 4242  pays
    4000 0000 0000 0002  is declined
    4000 0025 0000 3155  asks for 3-D Secure
  Mail that the site sends appears here: "Mail to ...", with its link.
  {end}
"""


def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit status: 0, or 1 with a message that says what to do."""
    options = _parser().parse_args(arguments)
    environ = dict(os.environ)
    for variable, _ in OPTIONS.values():
        if value := getattr(options, variable):
            environ[variable] = value
    try:
        return _run(for_a_run(environ), options) if options.command == "run" else _reset(state_dir(environ))
    except (claim.Taken, NotForDemo, ValueError) as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m camp.demo", description="The site on stand-ins, on one machine.")
    parser.add_argument("command", choices=["run", "reset"])
    for flag, (variable, meaning) in OPTIONS.items():
        parser.add_argument(flag, dest=variable, help=f"{meaning} (or {variable})")
    parser.add_argument("--dev", action="store_true", help="reload on both sides, DEBUG on")
    parser.add_argument("--fresh", action="store_true", help="empty the folder first, but for its pictures")
    parser.add_argument("--empty", action="store_true", help="without the believable camp")
    parser.add_argument("--quiet", action="store_true", help="write to run.log in the folder, not to the terminal")
    return parser


def _run(environ: Environ, options: argparse.Namespace) -> int:
    started = time.monotonic()
    directory = state_dir(environ)
    if options.fresh:
        _reset(directory, spare={"media"})  # the camp's pictures are named by what is drawn, and take long to draw
    directory.mkdir(parents=True, exist_ok=True)
    output = Output(directory / "run.log" if options.quiet else None)

    def prepare(database_url: str) -> None:
        environ["DATABASE_URL"] = database_url
        if options.dev:
            environ["DEBUG"] = "1"
        apply_defaults(environ)

    def opened() -> None:
        output.say(_welcome(environ, time.monotonic() - started))

    try:
        Supervisor(environ, output, dev=options.dev, seed=not options.empty).run(prepare, opened)
    except DemoFailed as error:
        print(f"{output.tail()}\n{error}".strip(), file=sys.stderr)
        return 1
    finally:
        output.close()
    return 0


def _welcome(environ: Environ, seconds: float) -> str:
    people = json.loads((BASE_DIR / "standins" / "firebase" / "people.json").read_text())
    folder = os.path.relpath(state_dir(environ), BASE_DIR)
    return WELCOME.format(
        site=environ["SITE_URL"],
        password=people[0]["password"],
        people="\n".join(f"    {person['email']}" for person in people),
        end=f"Ready after {seconds:.0f} s. Ctrl-C stops all of it; everything is kept in {folder}/ until `make reset`.",
    )


def _reset(directory: Path, spare: Collection[str] = ()) -> int:
    """Empties the folder, but for what ``spare`` names.

    Raises claim.Taken while a site runs on it, and NotForDemo for a folder that is no demo's.
    """
    if not directory.exists():
        return 0
    known = {"run.lock", "run.json", "run.log", "keys.json", "postgres", "firebase", "stripe", "media"}
    strangers = sorted(entry.name for entry in directory.iterdir() if entry.name not in known)
    if strangers:
        raise NotForDemo(f"{directory} holds {', '.join(strangers)}, which no run made. Nothing was removed.")
    with claim.folder(directory):
        claim.end_leftovers(directory)
        if (directory / "postgres" / "postmaster.pid").exists():
            start_postgres(directory / "postgres").stop()
        for entry in [each for each in directory.iterdir() if each.name not in spare]:
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
