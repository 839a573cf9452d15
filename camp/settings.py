"""Settings, read from the environment and nowhere else.

Outside ``CAMP_DEMO=1`` every value that matters must be given: a missing one stops the start and is named,
so that a forgotten variable never opens a production site. The web server does not run Django's system
checks, therefore the refusals that must hold stand here.
"""

import os
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from camp import logs, security

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
DEMO = env.bool("CAMP_DEMO", default=False)
if DEMO:
    from camp import demo

    demo.apply_defaults(os.environ)

_missing: list[str] = []


def required(name: str) -> str:
    """The variable's value; an absent or empty one is collected, and all of them are named at once below."""
    value: str = env.str(name, default="").strip()
    if not value:
        _missing.append(name)
    return value


SECRET_KEY = required("SECRET_KEY")
JWT_SIGNING_KEY = required("JWT_SIGNING_KEY")
ALLOWED_HOSTS = [host.strip() for host in required("ALLOWED_HOSTS").split(",") if host.strip()]
# While keys are being changed: what was signed with the one before is good until it runs out.
JWT_PREVIOUS_SIGNING_KEY = env.str("JWT_PREVIOUS_SIGNING_KEY", default="").strip()
SITE_URL = required("SITE_URL").rstrip("/")
DATABASE_URL = required("DATABASE_URL")
FIREBASE_PROJECT_ID = required("FIREBASE_PROJECT_ID")
FIREBASE_API_KEY = required("FIREBASE_API_KEY")
FIREBASE_AUTH_DOMAIN = required("FIREBASE_AUTH_DOMAIN")
STRIPE_SECRET_KEY = required("STRIPE_SECRET_KEY")
STRIPE_PUBLISHABLE_KEY = required("STRIPE_PUBLISHABLE_KEY")
STRIPE_WEBHOOK_SECRET = required("STRIPE_WEBHOOK_SECRET")
if _missing:
    raise ImproperlyConfigured(
        f"These settings are missing from the environment: {', '.join(_missing)}. "
        "See .env.example; CAMP_DEMO=1 runs on stand-ins instead."
    )

# Addresses of stand-ins. A production site that verified tokens against an emulator would believe anybody.
FIREBASE_AUTH_EMULATOR_HOST = env.str("FIREBASE_AUTH_EMULATOR_HOST", default="")
STRIPE_API_BASE = env.str("STRIPE_API_BASE", default="")
STRIPE_SCRIPT_URL = env.str("STRIPE_SCRIPT_URL", default="")
if not DEMO:
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
            "JWT_PREVIOUS_SIGNING_KEY needs 32 characters or more, and is another than the present keys."
        )

DEBUG = env.bool("DEBUG", default=False)
if DEBUG and not DEMO:
    raise ImproperlyConfigured("DEBUG is for CAMP_DEMO=1 alone: it shows a visitor the site's insides.")
TESTING = "pytest" in sys.modules

FIREBASE_CREDENTIALS = env.str("FIREBASE_CREDENTIALS", default="")

# The school.
SITE_NAME = env.str("SITE_NAME", default="Craft Camp")
CONTACT = {
    "email": env.str("CONTACT_EMAIL", default="hello@camp.example"),
    "phone": env.str("CONTACT_PHONE", default="+1 (555) 010-2003"),
    "address": env.str("CONTACT_ADDRESS", default="12 Kiln Lane, Asheville, NC 28801"),
}
SOCIAL = {
    "facebook": env.str("SOCIAL_FACEBOOK", default="https://www.facebook.com/"),
    "instagram": env.str("SOCIAL_INSTAGRAM", default="https://www.instagram.com/"),
    "youtube": env.str("SOCIAL_YOUTUBE", default="https://www.youtube.com/"),
}
SEAT_HOLD_MINUTES = env.int("SEAT_HOLD_MINUTES", default=15)
SEAT_HOLD_LONGEST_MINUTES = 3 * SEAT_HOLD_MINUTES
LIVE_HOLDS_PER_STUDENT = 3
CANCEL_WITHIN_HOURS = env.int("CANCEL_WITHIN_HOURS", default=48)

# How often one may ask: requests of one person, requests from one address, in so many seconds. Counted in PostgreSQL
# for all processes, or in Redis where there is one. In the demo a thousand people share this machine's address.
REDIS_URL = env.str("REDIS_URL", default="")
TRUSTED_PROXY_HOPS = env.int("TRUSTED_PROXY_HOPS", default=0)
REQUEST_LIMITS = {
    "log-in": (20, 600, 60),
    "registration": (10, 300, 60),
    "profile": (20, 300, 60),
    "hold": (20, 600, 60),
    "payment": (30, 600, 60),
    "picture": (20, 100, 60),
    "data": (10, 100, 60),
    "leaving": (10, 100, 60),
}
if DEMO:
    REQUEST_LIMITS = {
        name: (100 * person, 1000 * address, seconds) for name, (person, address, seconds) in REQUEST_LIMITS.items()
    }

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "simple_history",
    "axes",
    "accounts",
    "classes",
    "payments",
    "camp",
]

MIDDLEWARE = [
    "camp.logs.request_log",
    *(["camp.lib.http.loopback_only"] if DEMO else []),
    "csp.middleware.CSPMiddleware",
    "camp.lib.http.rules_for_browsers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "camp.lib.http.no_null_bytes",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "camp.urls"
WSGI_APPLICATION = "camp.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Connections are kept: opening one for each request costs many times the request itself. The health check
# notices a database that was restarted. A lock that is not had in three seconds is answered 503, not waited for.
_database = env.db_url_config(DATABASE_URL)
DATABASES = {
    "default": {
        **_database,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **_database.get("OPTIONS", {}),
            "connect_timeout": 3,
            "options": "-c lock_timeout=3000 -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000",
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# The Django admin is the one place that takes a password here; after five wrong ones it is closed to that name from
# that address for a while. Its own log lines name whom they are about, so they stay off.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_FORM_FIELD = "username"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "camp.lib.http.address_of"

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_URL = "/media/"
MEDIA_ROOT = Path(env.str("MEDIA_ROOT", default=str(BASE_DIR / "media")))
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# Pictures lie on this disk unless a bucket (or the image hosting service) is named; then no server holds any state.
# Who may write there is said as the provider's own tools want it (AWS_ACCESS_KEY_ID, a role of the machine, ...).
IMGBB_API_KEY = env.str("IMGBB_API_KEY", default="")
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
# In development and tests files are served from where they lie, without collecting them first.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG or TESTING
# webpack puts a hash of the content into each name.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/build/.+\.[0-9a-f]{8,}\..+$"

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.authentication.SiteTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["camp.lib.api.DenyAll"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "camp.lib.api.Obliging",
    "DEFAULT_PARSER_CLASSES": ["camp.lib.api.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "camp.lib.schema.Description",
    "EXCEPTION_HANDLER": "camp.lib.api.handle_exception",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
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
SPECTACULAR_SETTINGS = {
    "TITLE": "Craft Camp",
    "DESCRIPTION": "The calls of the Craft Camp site: classes, selections, seats and payments.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {"ClassStatus": "classes.models.Status", "SelectionStatus": ["Selected"]},
}

CORS_ALLOWED_ORIGINS = env.list("CORS_ALLOWED_ORIGINS", default=[])
CORS_EXPOSE_HEADERS = ["X-Total-Count", "Retry-After"]

# Google's sign-in window talks back to the page that opened it; `same-origin` would cut that line.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin-allow-popups"
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
X_FRAME_OPTIONS = "DENY"
# The stand-ins run on plain http on this machine; everything else is https alone.
HTTPS_ONLY = not DEMO
SECURE_SSL_REDIRECT = HTTPS_ONLY
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_TLS_PROXY", default=False) else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]  # asked on the machine itself, without TLS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS_ONLY
SECURE_HSTS_PRELOAD = HTTPS_ONLY
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS_ONLY
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 8 * 3600
CSRF_COOKIE_HTTPONLY = True
if HTTPS_ONLY:  # a browser takes such a name over TLS alone, from this host alone
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"

# What a browser may do with an answer: docs/adr/0009.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": security.content_security_policy(
        scripts=security.inline_script_hashes(BASE_DIR / "templates" / "index.html"),
        auth_domain=FIREBASE_AUTH_DOMAIN,
        emulator=FIREBASE_AUTH_EMULATOR_HOST,
        stripe_script=STRIPE_SCRIPT_URL,
        https_only=HTTPS_ONLY,
    )
}
PERMISSIONS_POLICY = security.permissions_policy()

# What the site says about itself, and to whom.
LOGGING = logs.configuration(readable=DEMO)
SENTRY_DSN = env.str("SENTRY_DSN", default="")
# Who may read the figures at /metrics; without it there is no such address.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
