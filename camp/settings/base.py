"""Settings that are the same in every environment."""

from datetime import timedelta
from pathlib import Path

from camp.settings import security
from camp.settings.static_headers import store_pictures_for_a_day

BASE_DIR = Path(__file__).resolve().parent.parent.parent

ROOT_URLCONF = "camp.urls"
WSGI_APPLICATION = "camp.server.wsgi.application"
APPEND_SLASH = False

INSTALLED_APPS = [
    "accounts",  # before django.contrib.auth, of which it replaces a command
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "simple_history",
    "axes",
    "core",
    "mail",
    "classes",
    "care",
    "payments",
    "office",
    "privacy",
    "camp",
]

MIDDLEWARE = [
    "camp.settings.logs.request_log",
    "camp.operations.health.any_host_for_health",
    "core.http.PolicyMiddleware",
    "core.http.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "core.http.JSONCompression",
    "camp.server.request_body.return_refusal",
    "core.http.refuse_null_bytes",
    "core.http.site_time_for_staff",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
]

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

# In force on each database connection (core/database/sessions.py), as PostgreSQL's SHOW prints them. A request that
# does not get a lock within three seconds gets 503.
SESSION_SETTINGS = {
    "lock_timeout": "3s",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "30s",
}
# Parameters of libpq, for TCP only; in seconds, the last one in milliseconds. The kernel notices within 45 seconds that
# the server of an idle connection vanished, and a statement waits 15 seconds for such a server, not 15 minutes.
KEEPALIVES = {
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
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

# Only the Django admin accepts passwords. After five wrong passwords it blocks this user name from this IP address; the
# throttle scope "admin-login" limits the address over all names. The log lines of django-axes contain user names, so
# they are disabled.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
LOGIN_REDIRECT_URL = "admin:index"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_FORM_FIELD = "username"
AXES_USERNAME_CALLABLE = "accounts.admin_login.login_name"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "accounts.admin_login.locked_out"
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False
AXES_CLIENT_IP_CALLABLE = "core.http.client_address"

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_URL = "/media/"
WHITENOISE_ADD_HEADERS_FUNCTION = store_pictures_for_a_day
# webpack adds a hash of the content to each file name.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/build/.+\.[0-9a-f]{8,}\..+$"

# The largest body except pictures. The longest text that is stored has 2,000 characters.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
EMAIL_TIMEOUT = 10
OPEN_ORDERS_PER_STUDENT = 3
LIVE_HOLDS_PER_STUDENT = 12
UNPAID_SEATS_PER_CLASS = 4
WAITLIST_ENTRIES_PER_STUDENT = 24
WAITLIST_PAUSE_DAYS = 7

# Google's sign-in window sends messages to the page that opened it; `same-origin` would block them.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin-allow-popups"
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # requested on the machine itself, without TLS
# HSTS for subdomains and the browsers' built-in list: the owner of the domain decides (docs/settings.md).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
X_FRAME_OPTIONS = "DENY"
PERMISSIONS_POLICY = security.permissions_policy()
CORS_EXPOSE_HEADERS = ["X-Total-Count", "X-Next-After", "Retry-After"]
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 8 * 3600
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "camp.operations.staff_pages.csrf_failure"

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.api.authentication.SiteTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["core.api.base.DenyAll"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "core.api.base.FallbackContentNegotiation",
    "DEFAULT_PAGINATION_CLASS": "core.api.pagination.KeysetPagination",
    "DEFAULT_THROTTLE_CLASSES": ["core.api.throttling.ScopeThrottle"],
    "DEFAULT_METADATA_CLASS": "core.api.base.ViewMetadata",
    "DEFAULT_PARSER_CLASSES": ["core.api.base.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "core.api.openapi.CampAutoSchema",
    "EXCEPTION_HANDLER": "core.api.error_responses.handle_exception",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Craft Camp",
    "DESCRIPTION": "The API of the Craft Camp site: classes, selections, seats and payments.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {"id": str, "uuid_id": str},
    "ENUM_NAME_OVERRIDES": {
        "AgreementKind": "care.models.AgreementText.Kind",
        "ClassStatus": "classes.models.Status",
        "ConflictKind": ["instructor", "place"],
        "EntryKind": "payments.models.LedgerEntry.Kind",
        "OrderState": "payments.models.Order.State",
        "PaymentState": "payments.models.Payment.State",
        "PaymentStatus": ["enrollPending", "enrolled", "refundPending", "refunded"],
        "PaymentMethod": "payments.models.LedgerEntry.Method",
        "DeskMethod": ["cash", "check", "transfer"],
        "PresenceKind": "care.models.PresenceEvent.Kind",
        "PresenceState": ["expected", "arrived", "left", "absent"],
        "RefundReason": "payments.models.Refund.Reason",
        "RefundState": "payments.models.Refund.State",
        "SelectionStatus": ["Selected"],
        "WaitlistState": ["WAITING", "OFFERED"],
    },
}
