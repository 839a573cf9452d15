"""What the settings would read from the environment in production, pointed at the stand-ins."""

import json
import os
import secrets
import tempfile
from collections.abc import MutableMapping
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from camp.demo.postgres import start_postgres

Environ = MutableMapping[str, str]

BASE_DIR = Path(__file__).resolve().parent.parent.parent
PROJECT_ID = "demo-camp"
PORTS = {"PORT": 8000, "FIREBASE_AUTH_EMULATOR_PORT": 9099, "STRIPE_STANDIN_PORT": 12111}
LOOPBACK = {"", "localhost", "127.0.0.1", "::1"}


class NotForDemo(RuntimeError):
    """The environment names something real, which a demo with well-known passwords must not touch."""


def state_dir(environ: Environ) -> Path:
    """The folder under which the demo keeps everything (``CAMP_DEMO_DIR``), absolute."""
    return BASE_DIR / (environ.get("CAMP_DEMO_DIR") or ".demo")


def port(environ: Environ, name: str) -> int:
    """The port that the variable ``name`` gives, or the one that stands in the documentation.

    Raises NotForDemo when the value is no port.
    """
    value = environ.get(name) or str(PORTS[name])
    if not value.isdecimal() or not 0 < int(value) < 65536:
        raise NotForDemo(f"{name} must be a port from 1 to 65535, not {value!r}.")
    return int(value)


def site_url(environ: Environ) -> str:
    return f"http://127.0.0.1:{port(environ, 'PORT')}"


def stand_ins(environ: Environ) -> dict[str, str]:
    """Every variable that production requires, except secrets and the database, with the stand-ins' values."""
    emulator = f"127.0.0.1:{port(environ, 'FIREBASE_AUTH_EMULATOR_PORT')}"
    cards = f"http://127.0.0.1:{port(environ, 'STRIPE_STANDIN_PORT')}"
    return {
        "ALLOWED_HOSTS": "127.0.0.1,localhost,testserver",
        "SITE_URL": site_url(environ),
        "FIREBASE_PROJECT_ID": PROJECT_ID,
        "FIREBASE_API_KEY": "demo-api-key",
        "FIREBASE_AUTH_DOMAIN": f"{PROJECT_ID}.firebaseapp.com",
        "FIREBASE_AUTH_EMULATOR_HOST": emulator,
        "STRIPE_SECRET_KEY": "sk_test_craft_camp_demo",
        "STRIPE_PUBLISHABLE_KEY": "pk_test_craft_camp_demo",
        "STRIPE_WEBHOOK_SECRET": "whsec_craft_camp_demo",
        "STRIPE_API_BASE": cards,
        "STRIPE_SCRIPT_URL": f"{cards}/v3/stripe.js",
        "MEDIA_ROOT": str(state_dir(environ) / "media"),
    }


def apply_defaults(environ: Environ) -> None:
    """Fills in every variable that is missing or empty with a stand-in's value; what is given stays.

    Without DATABASE_URL it joins the embedded PostgreSQL of the state folder, or starts it until this process ends.
    Raises NotForDemo for a database on another machine.
    """
    refuse_remote_database(environ.get("DATABASE_URL", ""))
    directory = state_dir(environ)
    defaults = stand_ins(environ)
    if not (environ.get("SECRET_KEY") and environ.get("JWT_SIGNING_KEY")):
        defaults |= keys(directory)
    for name, value in defaults.items():
        environ[name] = environ.get(name) or value
    if not environ.get("DATABASE_URL"):
        environ["DATABASE_URL"] = start_postgres(directory / "postgres").url


def for_a_run(environ: Environ) -> dict[str, str]:
    """A copy without anything real in it: a shell prepared for production never makes the demo touch that.

    The ports and the folder stay as they were given.
    """
    real = {"SECRET_KEY", "JWT_SIGNING_KEY", "DATABASE_URL", "FIREBASE_CREDENTIALS", "DEBUG", *stand_ins(environ)}
    copy = {name: value for name, value in environ.items() if name not in real}
    # The stand-ins are on this machine; a proxy would look for them on its own.
    local = "127.0.0.1,localhost"
    return copy | {"CAMP_DEMO": "1", "PYTHONUNBUFFERED": "1", "NO_PROXY": local, "no_proxy": local}


def refuse_remote_database(url: str) -> None:
    """Raises NotForDemo unless ``url`` is empty or leads to this machine."""
    parts = urlsplit(url)
    hosts = {parts.hostname or "", *parse_qs(parts.query).get("host", [])}
    if any(host not in LOOPBACK and not host.startswith("/") for host in hosts):
        raise NotForDemo("CAMP_DEMO=1 is set, and DATABASE_URL leads to another machine. Unset one of them.")


def keys(directory: Path) -> dict[str, str]:
    """The secrets of this state folder, made once, so that a restart signs nobody out. Readable by the owner alone."""
    path = directory / "keys.json"
    if not path.exists():
        directory.mkdir(parents=True, exist_ok=True)
        made = {name: secrets.token_urlsafe(64) for name in ("SECRET_KEY", "JWT_SIGNING_KEY")}
        _write_once(path, json.dumps(made))
    read: dict[str, str] = json.loads(path.read_text())
    return read


def _write_once(path: Path, text: str) -> None:
    # A link appears whole or not at all, and only once: of two commands that start together, both use the first's.
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        Path(draft).unlink()
