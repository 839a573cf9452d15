"""Settings that depend on the environment, read only from it; the others are in ``camp.settings.base``.

Without ``CAMP_DEMO=1`` every required variable must be set. The module refuses to load otherwise and names the missing
ones, so that a forgotten variable never exposes a production site. The web server does not run Django's system checks,
therefore the essential refusals are in this module.
"""

from datetime import timedelta
from email.utils import formataddr
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from camp.settings import logs, security
from camp.settings.base import *  # noqa: F403
from camp.settings.base import BASE_DIR, INSTALLED_APPS, KEEPALIVES, MIDDLEWARE, SESSION_SETTINGS
from camp.settings.forms import PUBLIC, refuse_malformed
from camp.settings.reading import env, parsed_care_requires, parsed_refund_rules, refuse_missing, required

DEMO: bool = env.str("CAMP_DEMO", default="") == "1"
if DEMO:
    INSTALLED_APPS = [*INSTALLED_APPS, "demo"]
    MIDDLEWARE = [MIDDLEWARE[0], "camp.server.loopback.loopback_only", *MIDDLEWARE[1:]]

LOOPBACK_HOSTS = {"", "localhost", "127.0.0.1", "::1"}

SECRET_KEY = required("SECRET_KEY")
JWT_SIGNING_KEY = required("JWT_SIGNING_KEY")
ALLOWED_HOSTS = [host.strip() for host in required("ALLOWED_HOSTS").split(",") if host.strip()]
# During a key rotation, tokens signed with the previous key stay valid until they expire.
JWT_PREVIOUS_SIGNING_KEY = env.str("JWT_PREVIOUS_SIGNING_KEY", default="").strip()
SITE_URL = required("SITE_URL").rstrip("/")
# The zone in which the camp's times are entered and shown. Django's own time zone and the database use UTC.
SITE_TIME_ZONE = required("SITE_TIME_ZONE")
DATABASE_URL = required("DATABASE_URL")
DATABASE_DIRECT_URL = env.str("DATABASE_DIRECT_URL", default="").strip()
FIREBASE_PROJECT_ID = required("FIREBASE_PROJECT_ID")
FIREBASE_API_KEY = required("FIREBASE_API_KEY")
FIREBASE_AUTH_DOMAIN = env.str("FIREBASE_AUTH_DOMAIN", default="") or f"{FIREBASE_PROJECT_ID}.firebaseapp.com"
FIREBASE_CREDENTIALS = env.str("FIREBASE_CREDENTIALS", default="")
EMAIL_URL = required("EMAIL_URL")
STRIPE_SECRET_KEY = required("STRIPE_SECRET_KEY")
STRIPE_PUBLISHABLE_KEY = required("STRIPE_PUBLISHABLE_KEY")
STRIPE_WEBHOOK_SECRET = required("STRIPE_WEBHOOK_SECRET")
# Contacts, care sheets and presence. Off for a school of adults.
CARE = env.bool("CARE", default=True)
_care_keys = required("CARE_KEYS") if CARE else env.str("CARE_KEYS", default="")
CARE_KEYS = [key.strip() for key in _care_keys.split(",") if key.strip()]
# The demo must never reach a real provider, and production must never reach a stand-in: a site that verified tokens
# with an emulator would accept any token.
FIREBASE_AUTH_EMULATOR_HOST = required("FIREBASE_AUTH_EMULATOR_HOST") if DEMO else ""
STRIPE_API_BASE = required("STRIPE_API_BASE") if DEMO else ""
STRIPE_SCRIPT_URL = required("STRIPE_SCRIPT_URL") if DEMO else ""
refuse_missing()
refuse_malformed(is_demo=DEMO)

# The demo's passwords are published, and its stand-in accepts any token: it refuses the settings of a real site.
if DEMO:
    _real = {
        "SITE_URL": SITE_URL.lower().startswith("https:"),
        "STRIPE_SECRET_KEY": "_live_" in STRIPE_SECRET_KEY,
        "STRIPE_PUBLISHABLE_KEY": "_live_" in STRIPE_PUBLISHABLE_KEY,
        "FIREBASE_CREDENTIALS": bool(FIREBASE_CREDENTIALS),
    }
    if any(_real.values()):
        names = ", ".join(name for name, is_real in _real.items() if is_real)
        raise ImproperlyConfigured(f"CAMP_DEMO=1 is set, and {names} belongs to a real site. Unset one of them.")
else:
    for name in ("FIREBASE_AUTH_EMULATOR_HOST", "STRIPE_API_BASE", "STRIPE_SCRIPT_URL"):
        if env.str(name, default=""):
            raise ImproperlyConfigured(f"{name} points at a stand-in and is refused outside CAMP_DEMO=1.")
    if "*" in ALLOWED_HOSTS:
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the site's hosts; '*' is refused.")
    if len(SECRET_KEY) < 50 or len(JWT_SIGNING_KEY) < 32 or SECRET_KEY == JWT_SIGNING_KEY:
        raise ImproperlyConfigured(
            "SECRET_KEY needs 50 characters or more, JWT_SIGNING_KEY 32 or more, and they must differ."
        )
    if JWT_PREVIOUS_SIGNING_KEY and (
        len(JWT_PREVIOUS_SIGNING_KEY) < 32 or JWT_PREVIOUS_SIGNING_KEY in (SECRET_KEY, JWT_SIGNING_KEY)
    ):
        raise ImproperlyConfigured(
            "JWT_PREVIOUS_SIGNING_KEY needs 32 characters or more and must differ from the current keys."
        )

DEBUG = env.bool("DEBUG", default=False)
if DEBUG and not DEMO:
    raise ImproperlyConfigured("DEBUG is only allowed with CAMP_DEMO=1: it shows internals to visitors.")

# The school.
SITE_NAME = env.str("SITE_NAME", default="Craft Camp")
CONTACT = {
    "email": env.str("CONTACT_EMAIL", default="hello@camp.example"),
    "phone": env.str("CONTACT_PHONE", default="+1 (555) 010-2003"),
    "address": env.str("CONTACT_ADDRESS", default="12 Kiln Lane, Asheville, NC 28801"),
    "hours": env.str("CONTACT_HOURS", default="Monday to Friday, 8:30 am to 5:30 pm"),
    "directions": env.str(
        "CONTACT_DIRECTIONS",
        default="Take Mill Street south from River Road, then the first left into Kiln Lane. Bus 12 stops at the "
        "corner of Mill Street, and you can park behind the workshop.",
    ),
    "map": env.str("CONTACT_MAP", default="/static/pictures/map.svg"),
}
# What receipts and tax statements name. Nothing is invented outside the demo: a statement without these claims nothing.
SCHOOL_LEGAL_NAME = env.str("SCHOOL_LEGAL_NAME", default="").strip() or ("Craft Camp LLC" if DEMO else "")
SCHOOL_TAX_ID = env.str("SCHOOL_TAX_ID", default="").strip() or ("12-3456789" if DEMO else "")
SCHOOL_ADDRESS = env.str("SCHOOL_ADDRESS", default="").strip() or (CONTACT["address"] if DEMO else "")
# Settings whose default is an invented school's; the page "Set up" shows them until they are set.
INVENTED = [name for name in PUBLIC if name.startswith(("CONTACT_", "SOCIAL_")) and name not in env.ENVIRON]
# E-mails are sent by SMTP. A server that does not respond delays only the worker.
_mail_server = env.email_url_config(EMAIL_URL)
if DEMO and _mail_server["EMAIL_HOST"] not in LOOPBACK_HOSTS:
    raise ImproperlyConfigured("CAMP_DEMO=1 is set, and EMAIL_URL leads to another machine. Unset one of them.")
EMAIL_HOST, EMAIL_PORT = _mail_server["EMAIL_HOST"], _mail_server["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail_server["EMAIL_HOST_USER"], _mail_server["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS, EMAIL_USE_SSL = (_mail_server.get(name, False) for name in ("EMAIL_USE_TLS", "EMAIL_USE_SSL"))
# The quiet period in which changes are merged into one e-mail, and the daily limit of a recipient (mail/rules.py).
EMAIL_QUIET_SECONDS, EMAILS_PER_DAY = (5, 2000) if DEMO else (300, 20)
# How many e-mails a worker sends in a minute; 0: as many as it can. For providers with a limit.
MAIL_PER_MINUTE = env.int("MAIL_PER_MINUTE", default=0)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("MAIL_FROM", default="") or formataddr((SITE_NAME, CONTACT["email"]))
SOCIAL = {
    "facebook": env.str("SOCIAL_FACEBOOK", default="https://www.facebook.com/"),
    "instagram": env.str("SOCIAL_INSTAGRAM", default="https://www.instagram.com/"),
    "youtube": env.str("SOCIAL_YOUTUBE", default="https://www.youtube.com/"),
}
SEAT_HOLD_MINUTES = env.int("SEAT_HOLD_MINUTES", default=15)
SEAT_HOLD_MAX_MINUTES = 3 * SEAT_HOLD_MINUTES
CANCEL_WITHIN_HOURS = env.int("CANCEL_WITHIN_HOURS", default=48)
WAITLIST_OFFER_HOURS = env.int("WAITLIST_OFFER_HOURS", default=24)
CARE_REQUIRES = parsed_care_requires(env.str("CARE_REQUIRES", default="phone,contact,pickup,sheet"))
CARE_KEEP_DAYS = env.int("CARE_KEEP_DAYS", default=30)
REFUND_RULES = parsed_refund_rules(env.str("REFUND_RULES", default="30:100,14:50,0:0"))

# Throttling: scope -> (requests per client, requests per address, window in seconds). In the demo a thousand clients
# share this machine's address.
TRUSTED_PROXY_HOPS = env.int("TRUSTED_PROXY_HOPS", default=0)
THROTTLE_RATES = {
    "login": (20, 600, 60),
    "registration": (10, 300, 60),
    "welcome": (1, 1, 86_400),
    "profile": (20, 300, 60),
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
    "admin-logins-everywhere": (300, 300, 900),
    "browser-error": (20, 60, 60),
    "setup": (10, 60, 60),
}
if DEMO:
    THROTTLE_RATES = {
        scope: (100 * client, 1000 * address, seconds) for scope, (client, address, seconds) in THROTTLE_RATES.items()
    }


def database(url: str) -> dict[str, Any]:
    """Returns Django's settings for the database of this URL. Raises ImproperlyConfigured."""
    parts = env.db_url_config(url)
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


DATABASES = {"default": database(DATABASE_URL)}
if DATABASE_DIRECT_URL:  # a pooler is in front of DATABASE_URL (docs/adr/0025)
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    DATABASES["direct"] = database(DATABASE_DIRECT_URL)
MEDIA_ROOT = Path(env.str("MEDIA_ROOT", default=str(BASE_DIR / "media")))
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "core.pictures.disk.WholeFileStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# Pictures are stored on disk, unless a bucket is configured. Its credentials come from the provider's own variables
# (AWS_ACCESS_KEY_ID, ...) or from the machine's role.
PICTURES_BUCKET = env.str("PICTURES_BUCKET", default="")
if PICTURES_BUCKET:
    STORAGES["default"] = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": PICTURES_BUCKET,
            "region_name": env.str("PICTURES_REGION", default="") or None,
            "endpoint_url": env.str("PICTURES_ENDPOINT", default="") or None,
            "custom_domain": env.str("PICTURES_DOMAIN", default="") or None,
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

CORS_ALLOWED_ORIGINS = env.list("CORS_ALLOWED_ORIGINS", default=[])

# The stand-ins use plain http on this machine; everything else uses https only.
HTTPS_ONLY = not DEMO
SECURE_SSL_REDIRECT = HTTPS_ONLY
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_TLS_PROXY", default=False) else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
# Both concern the whole domain and cannot be taken back for a year (docs/settings.md).
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS_ONLY and env.bool("HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS and env.bool("HSTS_PRELOAD", default=False)
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
LOGGING = logs.configuration(readable=DEMO, priority="JOURNAL_STREAM" in env.ENVIRON)
SENTRY_DSN = env.str("SENTRY_DSN", default="")
# The bearer token for /metrics; without a token, /metrics is a 404.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
