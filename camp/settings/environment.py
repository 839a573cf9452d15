"""Settings that depend on the environment, read only from it; the others are in ``camp.settings.base``.

Without ``CAMP_DEMO=1`` every required variable must be set, and each must have its form (``camp.settings.table``). The
module refuses to load otherwise, so that a forgotten variable never exposes a production site. The web server does not
run Django's system checks, therefore the essential refusals are here.
"""

from datetime import timedelta
from email.utils import formataddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env

from camp.settings import logs, security
from camp.settings.base import *  # noqa: F403
from camp.settings.base import BASE_DIR, INSTALLED_APPS, KEEPALIVES, MIDDLEWARE, SESSION_SETTINGS
from camp.settings.forms import BOOLEANS
from camp.settings.table import missing_texts, misspelled, read_settings, read_stand_ins

_environ = Env.ENVIRON
DEMO: bool = _environ.get("CAMP_DEMO") == "1"
DEBUG: bool = BOOLEANS.get(_environ.get("DEBUG", "off").lower(), True)
if DEBUG and not DEMO:
    raise ImproperlyConfigured("DEBUG is only allowed with CAMP_DEMO=1: it shows internals to visitors.")
if DEMO:
    INSTALLED_APPS = [*INSTALLED_APPS, "demo"]
    MIDDLEWARE = [MIDDLEWARE[0], "camp.server.loopback.loopback_only", *MIDDLEWARE[1:]]

_values = read_settings(_environ, is_demo=DEMO)
_stand_ins = read_stand_ins(_environ, is_demo=DEMO)


def _text(name: str) -> str:
    return str(_values[name])


def _number(name: str) -> int:
    return int(_values[name])


def _flag(name: str) -> bool:
    return bool(_values[name])


def _list(name: str) -> list[str]:
    return [*_values[name]]


LOOPBACK_HOSTS = {"", "localhost", "127.0.0.1", "::1"}

SECRET_KEY = _text("SECRET_KEY")
JWT_SIGNING_KEY = _text("JWT_SIGNING_KEY")
ALLOWED_HOSTS = _list("ALLOWED_HOSTS")
SITE_URL = _text("SITE_URL")
# The zone in which the camp's times are entered and shown. Django's own time zone and the database use UTC.
SITE_TIME_ZONE = _text("SITE_TIME_ZONE")
FIREBASE_PROJECT_ID = _text("FIREBASE_PROJECT_ID")
FIREBASE_API_KEY = _text("FIREBASE_API_KEY")
FIREBASE_AUTH_DOMAIN = _text("FIREBASE_AUTH_DOMAIN") or f"{FIREBASE_PROJECT_ID}.firebaseapp.com"
FIREBASE_CREDENTIALS = _text("FIREBASE_CREDENTIALS")
FIREBASE_AUTH_EMULATOR_HOST = _stand_ins["FIREBASE_AUTH_EMULATOR_HOST"]
STRIPE_SECRET_KEY = _text("STRIPE_SECRET_KEY")
STRIPE_PUBLISHABLE_KEY = _text("STRIPE_PUBLISHABLE_KEY")
STRIPE_WEBHOOK_SECRET = _text("STRIPE_WEBHOOK_SECRET")
TEST_MODE = not DEMO and "_test_" in STRIPE_SECRET_KEY
STRIPE_API_BASE = _stand_ins["STRIPE_API_BASE"]
STRIPE_SCRIPT_URL = _stand_ins["STRIPE_SCRIPT_URL"]
# Contacts, care sheets and presence. Off for a school of adults.
CARE = _flag("CARE")
CARE_KEYS = _list("CARE_KEYS")

# The demo's passwords are published, and its stand-in accepts any token: it refuses the settings of a real site.
_real = {
    "SITE_URL": SITE_URL.lower().startswith("https:"),
    "STRIPE_SECRET_KEY": "_live_" in STRIPE_SECRET_KEY,
    "STRIPE_PUBLISHABLE_KEY": "_live_" in STRIPE_PUBLISHABLE_KEY,
    "FIREBASE_CREDENTIALS": bool(FIREBASE_CREDENTIALS),
}
if DEMO and any(_real.values()):
    _names = ", ".join(name for name, is_real in _real.items() if is_real)
    raise ImproperlyConfigured(f"CAMP_DEMO=1 is set, and {_names} belongs to a real site. Unset one of them.")

# The school. What the office says about it is stored: core.models.School.
SITE_NAME = _text("SITE_NAME")
CONTACT = {name: _text(f"CONTACT_{name.upper()}") for name in ("hours", "directions", "map")}
SOCIAL = {name: _text(f"SOCIAL_{name.upper()}") for name in ("facebook", "instagram", "youtube")}
# What the site lacks until these settings have values; `doctor` and the page "Set up" say it.
MISSING = missing_texts(_environ)
MISSPELLED = misspelled(_environ)
# E-mails are sent by SMTP. A server that does not respond delays only the worker.
_mail_server = Env.email_url_config(_text("EMAIL_URL"))
if DEMO and _mail_server["EMAIL_HOST"] not in LOOPBACK_HOSTS:
    raise ImproperlyConfigured("CAMP_DEMO=1 is set, and EMAIL_URL leads to another machine. Unset one of them.")
EMAIL_HOST, EMAIL_PORT = _mail_server["EMAIL_HOST"], _mail_server["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail_server["EMAIL_HOST_USER"], _mail_server["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS, EMAIL_USE_SSL = (_mail_server.get(name, False) for name in ("EMAIL_USE_TLS", "EMAIL_USE_SSL"))
# The quiet period in which changes are merged into one e-mail, and the daily limit of a recipient (mail/rules.py).
EMAIL_QUIET_SECONDS, EMAILS_PER_DAY = (5, 2000) if DEMO else (300, 20)
# How many e-mails a worker sends in a minute; 0: as many as it can. For providers with a limit.
MAIL_PER_MINUTE = _number("MAIL_PER_MINUTE")
_mail_domain = "camp.example" if DEMO else str(urlsplit(SITE_URL).hostname).removeprefix("www.")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = _text("MAIL_FROM") or formataddr((SITE_NAME, f"hello@{_mail_domain}"))
SEAT_HOLD_MINUTES = _number("SEAT_HOLD_MINUTES")
SEAT_HOLD_MAX_MINUTES = 3 * SEAT_HOLD_MINUTES
CANCEL_WITHIN_HOURS = _number("CANCEL_WITHIN_HOURS")
WAITLIST_OFFER_HOURS = _number("WAITLIST_OFFER_HOURS")
CARE_KEEP_DAYS = _number("CARE_KEEP_DAYS")
REFUND_RULES: tuple[tuple[int, int], ...] = _values["REFUND_RULES"]

# Throttling: scope -> (requests per client, requests per address, window in seconds). In the demo a thousand clients
# share this machine's address.
TRUSTED_PROXY_HOPS = _number("TRUSTED_PROXY_HOPS")
THROTTLE_RATES = {
    "login": (20, 600, 60),
    "registration": (10, 300, 60),
    "welcome": (1, 1, 86_400),
    "profile": (20, 300, 60),
    "invitation": (20, 100, 3600),
    "invited address": (6, 6, 86_400),
    "selection": (60, 600, 60),
    "hold": (20, 600, 60),
    "quote": (60, 600, 60),
    "code": (20, 300, 60),
    "payment": (30, 600, 60),
    "class": (20, 200, 60),
    "decision": (60, 300, 60),
    "season": (20, 60, 60),
    "picture": (20, 100, 60),
    "care": (60, 300, 60),
    "presence": (120, 600, 60),
    "data": (10, 100, 60),
    "account-deletion": (10, 100, 60),
    "admin-login": (30, 30, 900),
    "browser-error": (20, 60, 60),
    "setup": (10, 60, 60),
}
# Of one account, for what leaves rows or files for good.
DAILY_LIMITS = {"profile": 200, "invitation": 50, "hold": 300, "payment": 300, "picture": 100, "class": 1000}
if DEMO:
    DAILY_LIMITS = {scope: 100 * limit for scope, limit in DAILY_LIMITS.items()}
    THROTTLE_RATES = {
        scope: (100 * client, 1000 * address, seconds) for scope, (client, address, seconds) in THROTTLE_RATES.items()
    }


def database(url: str) -> dict[str, Any]:
    """Django's settings. Raises ImproperlyConfigured."""
    parts = Env.db_url_config(url)
    options = parts.get("OPTIONS", {})
    hosts = {parts["HOST"], options.get("host", "")}
    if DEMO and any(host not in LOOPBACK_HOSTS and not host.startswith("/") for host in hosts):
        raise ImproperlyConfigured(
            "CAMP_DEMO=1 is set, and DATABASE_URL or DATABASE_DIRECT_URL leads to another machine. Unset one of them."
        )
    session = " ".join(f"-c {name}={value}" for name, value in SESSION_SETTINGS.items())
    # Connections are reused: opening one costs many times as much as a request. The health check detects a restarted
    # database.
    return {
        **parts,
        "ENGINE": "core.database",
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**KEEPALIVES, **options, "connect_timeout": 3, "options": session},
    }


DATABASES = {"default": database(_text("DATABASE_URL"))}
if _text("DATABASE_DIRECT_URL"):  # a pooler is in front of DATABASE_URL (docs/adr/0025)
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    DATABASES["direct"] = database(_text("DATABASE_DIRECT_URL"))
MEDIA_ROOT = Path(_text("MEDIA_ROOT") or BASE_DIR / "media")
# Read for the free space of its disk; deploy/backup writes to it.
BACKUP_DIR = Path(_text("BACKUP_DIR")) if _text("BACKUP_DIR") else None
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "core.pictures.disk.WholeFileStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# Pictures are stored on disk, unless a bucket is configured. Its credentials come from the provider's own variables
# (AWS_ACCESS_KEY_ID, ...) or from the machine's role.
PICTURES_BUCKET = _text("PICTURES_BUCKET")
if PICTURES_BUCKET:
    STORAGES["default"] = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": PICTURES_BUCKET,
            "region_name": _text("PICTURES_REGION") or None,
            "endpoint_url": _text("PICTURES_ENDPOINT") or None,
            "custom_domain": _text("PICTURES_DOMAIN") or None,
            "querystring_auth": False,
            "object_parameters": {"CacheControl": "public, max-age=31536000, immutable"},
        },
    }
# Development serves static files from their source folders, without collectstatic.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

SIMPLE_JWT = {
    "ALGORITHM": "HS256",
    "SIGNING_KEY": JWT_SIGNING_KEY,
    "ISSUER": "craft-camp",
    "AUDIENCE": "craft-camp-site",
    "ACCESS_TOKEN_LIFETIME": timedelta(hours=1),
    "AUTH_HEADER_TYPES": ("Bearer",),
    "USER_ID_FIELD": "id",
    "USER_ID_CLAIM": "user_id",
    "TOKEN_TYPE_CLAIM": "token_type",
}

CORS_ALLOWED_ORIGINS = _list("CORS_ALLOWED_ORIGINS")

# The stand-ins use plain http on this machine; everything else uses https only.
HTTPS_ONLY = not DEMO
SECURE_SSL_REDIRECT = HTTPS_ONLY
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _flag("BEHIND_TLS_PROXY") else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
# Both concern the whole domain and cannot be taken back for a year (docs/settings.md).
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS_ONLY and _flag("HSTS_INCLUDE_SUBDOMAINS")
SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS and _flag("HSTS_PRELOAD")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS_ONLY
if HTTPS_ONLY:  # a browser accepts the prefix only over TLS and from this host
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"

# See docs/adr/0009.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": security.content_security_policy(
        scripts=security.inline_script_hashes(BASE_DIR / "templates" / "index.html"),
        auth_domain=FIREBASE_AUTH_DOMAIN,
        emulator=FIREBASE_AUTH_EMULATOR_HOST,
        stripe_script=STRIPE_SCRIPT_URL,
        https_only=HTTPS_ONLY,
    )
}

# Logging and error reporting.
LOGGING = logs.configuration(readable=DEMO, priority="JOURNAL_STREAM" in _environ)
SENTRY_DSN = _text("SENTRY_DSN")
PING_URL = _text("PING_URL")
# The bearer token for /metrics; without a token, /metrics is a 404.
METRICS_TOKEN = _text("METRICS_TOKEN")
