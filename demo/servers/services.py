"""The services beside PostgreSQL: the stand-ins, the site, the worker, and under `make dev` webpack."""

import sys

from demo.servers.environment import BASE_DIR, PROJECT_ID, Environ, state_dir
from demo.servers.ports import port
from demo.servers.processes import Service, http_ready

FIREBASE, STRIPE, MAILBOX, SITE, WORKER, WEBPACK = "firebase", "stripe", "mailbox", "site", "worker", "webpack"
ACCESS_LOG = "%(status)d %(method)s %(path)s %(dt_ms).0f ms"


def providers(environ: Environ) -> list[Service]:
    """The stand-ins for Firebase, Stripe and the mail server."""
    return [_firebase(environ), _stripe(environ), _mailbox(environ)]


def _firebase(environ: Environ) -> Service:
    number = port(environ, "FIREBASE_AUTH_EMULATOR_PORT")
    state = str(state_dir(environ) / "firebase")
    options = ["--port", str(number), "--project", PROJECT_ID, "--state", state]
    command = ["node", "emulator.mjs", *options]
    return Service(FIREBASE, command, http_ready(number), BASE_DIR / "standins" / "firebase")


def _stripe(environ: Environ) -> Service:
    number = port(environ, "STRIPE_STANDIN_PORT")
    site = environ["SITE_URL"]
    options = [
        *("--port", str(number)),
        *("--state", str(state_dir(environ) / "stripe")),
        *("--webhook-url", f"{site}/stripe/webhook"),
        *("--webhook-secret", environ["STRIPE_WEBHOOK_SECRET"]),
        *("--browser-origin", site),
    ]
    command = [sys.executable, "-m", "standins.stripe", *options]
    return Service(STRIPE, command, http_ready(number, "/_standin/faults"), BASE_DIR)


def _mailbox(environ: Environ) -> Service:
    number = port(environ, "MAILBOX_PORT")
    options = [
        *("--smtp", str(port(environ, "MAILBOX_SMTP_PORT"))),
        *("--web", str(number)),
        *("--ip", "127.0.0.1"),
        *("--mail-directory", str(state_dir(environ) / "mailbox")),
        "--silent",
    ]
    command = ["node", "node_modules/maildev/bin/maildev", *options]
    return Service(MAILBOX, command, http_ready(number, "/healthz"), BASE_DIR / "standins" / "mailbox")


def site(environ: Environ, *, dev: bool) -> Service:
    """The site, on the production server; with ``dev`` on Django's reloading server."""
    number = port(environ, "PORT")
    if dev:
        command = [sys.executable, "manage.py", "runserver", f"127.0.0.1:{number}"]
    else:
        command = [*granian_command(number), "camp.server.asgi:application"]
    return Service(SITE, command, http_ready(number, "/healthz"), BASE_DIR)


def granian_command(number: int, *, workers: int = 2) -> list[str]:
    """The web server's command: as in deploy/web, with an access log."""
    return [
        *(sys.executable, "-m", "granian", "--interface", "asginl", "--no-ws", "--http", "1"),
        *("--host", "127.0.0.1", "--port", str(number), "--workers", str(workers)),
        *("--backlog", "4096", "--backpressure", "4096"),
        *("--http1-buffer-size", "65536", "--http1-header-read-timeout", "10000"),
        *("--respawn-failed-workers", "--workers-kill-timeout", "10"),
        *("--access-log", "--access-log-fmt", ACCESS_LOG),
    ]


def worker(*, dev: bool) -> Service:
    """The worker, which sends the e-mails; with ``dev`` it starts again when code or a template changes."""
    command = [sys.executable, "manage.py", "run_worker", "--skip-checks"]
    if dev:
        command = [sys.executable, "-m", "demo.servers.reloading", *command]
    return Service(WORKER, command, lambda: True, BASE_DIR)


def webpack() -> Service:
    """Rebuilds the browser code whenever it changes."""
    manifest = BASE_DIR / "static" / "build" / "manifest.json"
    command = ["npm", "run", "--silent", "watch"]
    return Service(WEBPACK, command, manifest.exists, BASE_DIR / "frontend", stop_seconds=3)


def manage(*arguments: str) -> Service:
    """One management command, which ends by itself."""
    command = [sys.executable, "manage.py", *arguments, "--skip-checks"]
    return Service(arguments[0], command, lambda: True, BASE_DIR)
