"""The environment variables that the settings read, with the values of the stand-ins."""

import base64
import hashlib
import json
import os
import secrets
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

from demo.servers.ports import port
from demo.servers.postgres import start_postgres

Environ = MutableMapping[str, str]

BASE_DIR = Path(__file__).resolve().parents[2]
PROJECT_ID = "demo-camp"


def state_dir(environ: Environ) -> Path:
    """The absolute path of the folder in which the demo stores everything (``CAMP_DEMO_DIR``)."""
    return BASE_DIR / (environ.get("CAMP_DEMO_DIR") or ".demo")


def site_url(environ: Environ) -> str:
    return f"http://127.0.0.1:{port(environ, 'PORT')}"


def mailbox_url(environ: Environ) -> str:
    """The URL of the page that shows the e-mails that the site has sent."""
    return f"http://127.0.0.1:{port(environ, 'MAILBOX_PORT')}"


def stand_in_values(environ: Environ) -> dict[str, str]:
    """Every variable that production requires, except secrets and the database, with the stand-ins' values."""
    emulator = f"127.0.0.1:{port(environ, 'FIREBASE_AUTH_EMULATOR_PORT')}"
    stripe = f"http://127.0.0.1:{port(environ, 'STRIPE_STANDIN_PORT')}"
    return {
        "ALLOWED_HOSTS": "127.0.0.1,localhost,testserver",
        "SITE_URL": site_url(environ),
        "SITE_TIME_ZONE": "America/New_York",
        "FIREBASE_PROJECT_ID": PROJECT_ID,
        "FIREBASE_API_KEY": "demo-api-key",
        "FIREBASE_AUTH_DOMAIN": f"{PROJECT_ID}.firebaseapp.com",
        "FIREBASE_AUTH_EMULATOR_HOST": emulator,
        "STRIPE_SECRET_KEY": "sk_test_craft_camp_demo",
        "STRIPE_PUBLISHABLE_KEY": "pk_test_craft_camp_demo",
        "STRIPE_WEBHOOK_SECRET": "whsec_craft_camp_demo",
        "STRIPE_API_BASE": stripe,
        "STRIPE_SCRIPT_URL": f"{stripe}/v3/stripe.js",
        "EMAIL_URL": f"smtp://127.0.0.1:{port(environ, 'MAILBOX_SMTP_PORT')}",
        "MEDIA_ROOT": str(state_dir(environ) / "media"),
    }


def apply_defaults(environ: Environ) -> None:
    """Sets every variable that is missing or empty to a stand-in's value. Call it before Django loads its settings.

    Without DATABASE_URL it joins the embedded PostgreSQL of the state folder, or starts it until this process ends.
    """
    directory = state_dir(environ)
    defaults = stand_in_values(environ)
    if not (environ.get("SECRET_KEY") and environ.get("JWT_SIGNING_KEY")):
        defaults |= keys(directory)
    for name, value in defaults.items():
        environ[name] = environ.get(name) or value
    environ["CARE_KEYS"] = environ.get("CARE_KEYS") or care_key(environ["SECRET_KEY"])
    if not environ.get("DATABASE_URL"):
        environ["DATABASE_URL"] = start_postgres(directory / "postgres").url


def environment_for_run(environ: Environ) -> dict[str, str]:
    """Returns a copy without the variables that may name real services, so that a run never touches those.

    The given ports and state folder are retained.
    """
    real = {
        "SECRET_KEY",
        "JWT_SIGNING_KEY",
        "CARE_KEYS",
        "DATABASE_URL",
        "DATABASE_DIRECT_URL",
        "FIREBASE_CREDENTIALS",
        "DEBUG",
        *stand_in_values(environ),
    }
    copy = {name: value for name, value in environ.items() if name not in real}
    local = "127.0.0.1,localhost"  # an HTTP proxy cannot reach the stand-ins
    return copy | {"CAMP_DEMO": "1", "PYTHONUNBUFFERED": "1", "NO_PROXY": local, "no_proxy": local}


def keys(directory: Path) -> dict[str, str]:
    """Returns the secret keys of this state folder, generated once, so that sessions survive a restart."""
    path = directory / "keys.json"
    if not path.exists():
        directory.mkdir(parents=True, exist_ok=True)
        generated = {name: secrets.token_urlsafe(64) for name in ("SECRET_KEY", "JWT_SIGNING_KEY")}
        _write_once(path, json.dumps(generated))
    stored: dict[str, str] = json.loads(path.read_text())
    return stored


def care_key(secret_key: str) -> str:
    """Returns the key of the demo's care sheets, which is as secret and lasts as long as this one."""
    return base64.urlsafe_b64encode(hashlib.sha256(secret_key.encode()).digest()).decode()


def _write_once(path: Path, text: str) -> None:
    # os.link is atomic and fails if the file exists: two commands that start together use the same keys.
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        Path(draft).unlink()
