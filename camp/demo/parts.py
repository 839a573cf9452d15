"""What runs beside PostgreSQL: the Auth emulator, the card stand-in, the site, and under ``make dev`` webpack."""

import os
import sys

from camp.demo.children import Part, answers
from camp.demo.environment import BASE_DIR, PROJECT_ID, Environ, port, state_dir

FIREBASE, CARDS, SITE, BROWSER = "firebase", "cards", "site", "webpack"
ACCESS_LOG = "%(status)d %(method)s %(path)s %(dt_ms).0f ms"


def providers(environ: Environ) -> list[Part]:
    """The stand-ins for Firebase and Stripe."""
    return [_firebase(environ), _cards(environ)]


def _firebase(environ: Environ) -> Part:
    number = port(environ, "FIREBASE_AUTH_EMULATOR_PORT")
    state = str(state_dir(environ) / "firebase")
    options = ["--port", str(number), "--project", PROJECT_ID, "--state", state]
    return Part(FIREBASE, ["node", "emulator.mjs", *options], answers(number), BASE_DIR / "standins" / "firebase")


def _cards(environ: Environ) -> Part:
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
    return Part(CARDS, command, answers(number, "/_standin/switches"), BASE_DIR)


def site(environ: Environ, *, dev: bool) -> Part:
    """The site, under the production server; under ``make dev`` under Django's own, which reloads."""
    number = port(environ, "PORT")
    if dev:
        command = [sys.executable, "manage.py", "runserver", f"127.0.0.1:{number}"]
    else:
        command = [*granian(number), "camp.wsgi:application"]
    return Part(SITE, command, answers(number, "/healthz"), BASE_DIR)


def granian(number: int) -> list[str]:
    """The server's command. A thread keeps its database connection, so threads are few and live long."""
    threads = min(8, 2 * (os.cpu_count() or 1) + 1)
    return [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws"),
        *("--host", "127.0.0.1", "--port", str(number), "--workers", "2"),
        *("--blocking-threads", str(threads), "--blocking-threads-idle-timeout", "600"),
        *("--respawn-failed-workers", "--workers-kill-timeout", "10"),
        *("--access-log", "--access-log-fmt", ACCESS_LOG),
    ]


def webpack() -> Part:
    """The browser's code, built again whenever it changes."""
    manifest = BASE_DIR / "static" / "build" / "manifest.json"
    return Part(BROWSER, ["npm", "run", "--silent", "watch"], manifest.exists, BASE_DIR / "frontend", stop_seconds=3)


def manage(*arguments: str) -> Part:
    """One command of manage.py, which ends by itself."""
    command = [sys.executable, "manage.py", *arguments, "--skip-checks"]
    return Part(arguments[0], command, lambda: True, BASE_DIR)
