"""`python -m demo run` and `python -m demo reset`; see `make help`."""

import argparse
import json
import os
import shutil
import sys
import time
from pathlib import Path

from demo.servers.environment import BASE_DIR, Environ, apply_defaults, environment_for_run, mailbox_url, state_dir
from demo.servers.errors import DemoFailed, DemoRefused
from demo.servers.lock import end_leftover_processes, lock_folder
from demo.servers.output import Output
from demo.servers.postgres import start_postgres
from demo.servers.supervisor import Supervisor

OPTIONS = {
    "--dir": ("CAMP_DEMO_DIR", "the folder that stores everything"),
    "--port": ("PORT", "the site's port"),
    "--firebase-port": ("FIREBASE_AUTH_EMULATOR_PORT", "the Auth emulator's port"),
    "--stripe-port": ("STRIPE_STANDIN_PORT", "the Stripe stand-in's port"),
    "--mailbox-smtp-port": ("MAILBOX_SMTP_PORT", "the mail server's port"),
    "--mailbox-port": ("MAILBOX_PORT", "the port of the mailbox's page"),
}
STATE_FILES = {"run.lock", "run.json", "run.log", "keys.json", "postgres", "firebase", "stripe", "mailbox", "media"}
WELCOME = """
  Craft Camp is open:  {site}
  Mail:                {mailbox}

  Users, password {password} for each:
{users}
  Staff pages for the admin:  {site}/admin/
  Cards (any later date, any CVC):
    4242 4242 4242 4242  pays
    4000 0000 0000 0002  is declined
    4000 0025 0000 3155  asks for 3-D Secure
  The links of Firebase's own mails (verify an address, set a new password) appear here: "Mail to ...".
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
        return _run(environment_for_run(environ), options) if options.command == "run" else _reset(state_dir(environ))
    except (DemoRefused, ValueError) as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m demo", description="Runs the site on this machine.")
    parser.add_argument("command", choices=["run", "reset"])
    for flag, (variable, meaning) in OPTIONS.items():
        parser.add_argument(flag, dest=variable, help=f"{meaning} (or {variable})")
    parser.add_argument("--dev", action="store_true", help="reload Python and browser code, DEBUG on")
    parser.add_argument("--fresh", action="store_true", help="empty the folder first")
    parser.add_argument("--empty", action="store_true", help="without example data")
    parser.add_argument("--quiet", action="store_true", help="write to run.log in the folder, not to the terminal")
    return parser


def _run(environ: Environ, options: argparse.Namespace) -> int:
    started = time.monotonic()
    directory = state_dir(environ)
    if options.fresh:
        _reset(directory)
    directory.mkdir(parents=True, exist_ok=True)
    output = Output(directory / "run.log" if options.quiet else None)

    def on_database_started(database_url: str) -> None:
        environ["DATABASE_URL"] = database_url
        if options.dev:
            environ["DEBUG"] = "1"
        apply_defaults(environ)

    def on_site_ready() -> None:
        output.say(_welcome(environ, time.monotonic() - started))

    try:
        Supervisor(environ, output, dev=options.dev, seed=not options.empty).run(on_database_started, on_site_ready)
    except DemoFailed as error:
        print(f"{output.tail()}\n{error}".strip(), file=sys.stderr)
        return 1
    finally:
        output.close()
    return 0


def _welcome(environ: Environ, seconds: float) -> str:
    users = json.loads((BASE_DIR / "standins" / "firebase" / "users.json").read_text())
    folder = os.path.relpath(state_dir(environ), BASE_DIR)
    return WELCOME.format(
        site=environ["SITE_URL"],
        mailbox=mailbox_url(environ),
        password=users[0]["password"],
        users="\n".join(f"    {user['email']}" for user in users),
        end=f"Ready after {seconds:.0f} s. Ctrl-C stops all of it; everything is kept in {folder}/ until `make reset`.",
    )


def _reset(directory: Path) -> int:
    """Empties the state folder.

    Raises DemoRefused while a site runs on the folder, and for a folder with files that the demo did not write.
    """
    if not directory.exists():
        return 0
    unknown = sorted(entry.name for entry in directory.iterdir() if entry.name not in STATE_FILES)
    if unknown:
        names = ", ".join(unknown)
        raise DemoRefused(f"{directory} holds {names}, which the demo did not create. Nothing was removed.")
    with lock_folder(directory):
        end_leftover_processes(directory)
        if (directory / "postgres" / "postmaster.pid").exists():
            start_postgres(directory / "postgres").stop()
        for entry in list(directory.iterdir()):
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
