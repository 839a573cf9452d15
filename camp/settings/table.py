"""The settings: what each is, its form, its default, and what is missing without it. See docs/settings.md.

``read_settings`` reads them from the environment. It refuses a value that cannot work before the site serves anyone,
and names the setting and its form, never the value, which may be a secret. ``camp.settings.documents`` writes
docs/settings.md and .env.example from the table, and ``manage.py doctor`` says what is missing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host

from camp.settings import forms
from camp.settings.forms import ANY, BOOLEAN, DATABASE, Form, list_of, matching, number, optional

SECRET = re.compile(r"(sk|rk)_(test|live)_|whsec_|-----BEGIN|\bAKIA[A-Z0-9]{12}|://[^/\s]*:[^/\s]*@")
"""Keys of Stripe, a private key, an access key of AWS, a URL with a password."""
RESEMBLES = 0.85
"""Two letters exchanged in a name of nine, or a name without its last word."""
EXAMPLE_SCHOOL = "visitors see an invented school"
RANDOM = '`python3 -c "import secrets; print(secrets.token_urlsafe(64))"`'
RANDOM_CARE_KEY = '`python3 -c "import base64, os; print(base64.urlsafe_b64encode(os.urandom(32)).decode())"`'


class Seen(Enum):
    BY_VISITORS = "visitors"
    BY_OPERATORS = "operators"
    BY_NOBODY = "nobody"


@dataclass(frozen=True)
class Setting:
    """``default`` is None if the setting is required. ``missing``: what ``doctor`` says as long as it is not set."""

    name: str
    text: str
    form: Form = ANY
    default: str | None = ""
    missing: str = ""
    example: str = ""
    seen: Seen = Seen.BY_OPERATORS


def _required(name: str, text: str, form: Form = ANY, seen: Seen = Seen.BY_OPERATORS) -> Setting:
    return Setting(name, text, form, default=None, seen=seen)


def _school(name: str, text: str, default: str, form: Form = ANY) -> Setting:
    return Setting(name, text, form, default, missing=EXAMPLE_SCHOOL, seen=Seen.BY_VISITORS)


VISITORS, NOBODY = Seen.BY_VISITORS, Seen.BY_NOBODY
TABLE: Mapping[str, tuple[Setting, ...]] = {
    "Required": (
        _required("SECRET_KEY", RANDOM, matching("50 characters or more", r".{50,}"), NOBODY),
        _required("JWT_SIGNING_KEY", "another one", matching("32 characters or more", r".{32,}"), NOBODY),
        _required("ALLOWED_HOSTS", "the names under which browsers and proxies request the site", forms.HOSTS),
        _required("SITE_URL", "the address of the site", forms.ORIGIN, VISITORS),
        _required("SITE_TIME_ZONE",
            "the zone in which lessons are entered and shown. A later change moves the wall clock of all existing "
            "lessons", forms.TIME_ZONE),
        _required("DATABASE_URL",
            "PostgreSQL. On the same machine `postgresql:///camp?host=/var/run/postgresql`, elsewhere with "
            "`?sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt`", DATABASE),
        _required("FIREBASE_PROJECT_ID", "from the Firebase console, project settings",
            matching("the id of the Firebase project, such as camp-2026", r"[a-z0-9][a-z0-9.:-]+"), VISITORS),
        _required("FIREBASE_API_KEY", "from the same page",
            matching("the API key of the Firebase web app", r"[\w-]+"), VISITORS),
        _required("STRIPE_SECRET_KEY", "from Stripe's dashboard, Developers, API keys",
            matching("Stripe's secret or a restricted key: it begins with sk_live_, rk_live_, sk_test_ or rk_test_",
                r"(sk|rk)_(live|test)_\w+"), NOBODY),
        _required("STRIPE_PUBLISHABLE_KEY", "from the same page",
            matching("Stripe's publishable key: it begins with pk_live_ or pk_test_", r"pk_(live|test)_\w+"), VISITORS),
        _required("STRIPE_WEBHOOK_SECRET", "from the page of the endpoint SITE_URL/stripe/webhook",
            matching("the signing secret of Stripe's webhook endpoint: it begins with whsec_", r"whsec_[\w+/=-]+"),
            NOBODY),
        _required("EMAIL_URL", "the mail server that sends the e-mails", forms.MAIL_SERVER),
        _required("CARE_KEYS",
            f"{RANDOM_CARE_KEY}. It encrypts what guardians tell about a child's health. Also keep it outside of the "
            "server, such as in a password manager: the backup does not contain it, and nobody can read the sheets "
            "without it. Not required with `CARE=off`", forms.CARE_KEYS, NOBODY),
    ),
    "Behind a proxy": (
        Setting("BEHIND_TLS_PROXY", "the proxy terminates TLS and sets `X-Forwarded-Proto`", BOOLEAN, "false"),
        Setting("TRUSTED_PROXY_HOPS",
            "the number of proxies, usually 1; as many entries of `X-Forwarded-For` are trusted, from the right",
            number(0, 10), "0"),
        Setting("HSTS_INCLUDE_SUBDOMAINS",
            "browsers use https for every subdomain of the site's host for a year, and do not forget it. Set it only "
            "if no subdomain will ever need plain http", BOOLEAN, "false"),
        Setting("HSTS_PRELOAD", "with the setting above: allows the browsers' built-in list", BOOLEAN, "false"),
    ),
    "Optional": (
        Setting("FIREBASE_CREDENTIALS", "the path of a service account's key",
            missing="revoked logins stay valid for an hour, and the login of a deleted account stays at Firebase"),
        Setting("FIREBASE_AUTH_DOMAIN",
            "the domain of Firebase's login window, if it is not PROJECT_ID.firebaseapp.com",
            optional(matching("a host name, such as camp-2026.firebaseapp.com", forms.HOST)), seen=VISITORS),
        Setting("MEDIA_ROOT", "the folder of uploaded pictures: `media` in the project's folder by default"),
        Setting("PICTURES_BUCKET",
            "an S3-compatible bucket for uploaded pictures, instead of the folder. Required with more than one machine "
            "and where disks are not persistent. Its credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or "
            "the machine's role", seen=VISITORS),
        Setting("PICTURES_REGION", "the bucket's region"),
        Setting("PICTURES_ENDPOINT", "the address of the bucket's provider", forms.ENDPOINT),
        Setting("PICTURES_DOMAIN", "the bucket's public host",
            optional(matching("a host name, such as pictures.camp.example", forms.HOST)), seen=VISITORS),
        Setting("DATABASE_DIRECT_URL", "the address of PostgreSQL itself; required if `DATABASE_URL` leads to "
            "[a connection pooler](several-machines.md#a-connection-pooler)", optional(DATABASE)),
        Setting("CORS_ALLOWED_ORIGINS", "other sites that may call the API",
            list_of("https addresses without a path, separated by commas", forms.ORIGIN)),
        Setting("PING_URL",
            "an address of an uptime service, which the worker requests every four minutes while all checks are good. "
            "Let the service tell you if it is not requested for 20 minutes", forms.WEB_ADDRESS,
            missing="nobody is told when the worker, the mail server or the whole machine is down", seen=NOBODY),
        Setting("METRICS_TOKEN", "the bearer token for `/metrics`, which is a 404 without it", seen=NOBODY),
        Setting("SENTRY_DSN", "Sentry, which gets reports of errors, without personal data", forms.SENTRY),
    ),
    "The school": (
        Setting("SITE_NAME", "the name of the school", default="Craft Camp", seen=VISITORS),
        _school("CONTACT_HOURS", "on the contact page", "Monday to Friday, 8:30 am to 5:30 pm"),
        _school("CONTACT_DIRECTIONS", "how to find the school",
            "Take Mill Street south from River Road, then the first left into Kiln Lane. Bus 12 stops at the corner of "
            "Mill Street, and you can park behind the workshop."),
        _school("CONTACT_MAP", "a drawn map", "/static/pictures/map.svg", forms.DRAWING),
        _school("SOCIAL_FACEBOOK", "in the footer", "https://www.facebook.com/", forms.WEB_ADDRESS),
        _school("SOCIAL_INSTAGRAM", "in the footer", "https://www.instagram.com/", forms.WEB_ADDRESS),
        _school("SOCIAL_YOUTUBE", "in the footer", "https://www.youtube.com/", forms.WEB_ADDRESS),
        Setting("MAIL_FROM", "the sender of the site's e-mails; by default SITE_NAME and `hello@` the host of SITE_URL",
            optional(forms.SENDER), seen=VISITORS),
        Setting("MAIL_PER_MINUTE",
            "how many e-mails are sent in a minute, if the mail provider has a limit; 0 for no limit. Each further "
            "worker can exceed it by 20. Messages to families are sent after everything else", number(0, 6000), "0"),
        Setting("SEAT_HOLD_MINUTES", "how long a seat is held while a student pays", number(*forms.HOLD_MINUTES), "15"),
        Setting("CANCEL_WITHIN_HOURS", "how long after the payment a student can cancel with a full refund",
            number(0, 8760), "48"),
        Setting("WAITLIST_OFFER_HOURS",
            "how long a seat is offered to a participant from the waitlist; an end between 9 PM and noon moves to noon",
            number(*forms.OFFER_HOURS), "24"),
        Setting("REFUND_RULES", "refunds after CANCEL_WITHIN_HOURS", forms.REFUND_RULES, "30:100,14:50,0:0"),
        Setting("CARE",
            "`off` for a school of adults, without contacts, care sheets, agreements and lists of who is there",
            BOOLEAN, "true"),
        Setting("CARE_KEEP_DAYS", "how many days after a child's last lesson its care sheet is deleted",
            number(1, 3650), "30"),
    ),
    "Read by the scripts in `deploy/`": (
        Setting("BACKUP_DIR", "the folder for backups", example="/var/backups/camp"),
        Setting("BACKUP_DAYS", "how many days they are kept", optional(number(1, 3650)), "30"),
        Setting("BACKUP_COMMAND", "copies that folder to another place",
            example='rclone sync --size-only "$BACKUP_DIR" camp-backup:'),
        Setting("HOST", "the address on which the web server listens", default="0.0.0.0"),  # noqa: S104 (a proxy is in front)
        Setting("PORT", "its port", optional(number(1, 65535)), "8000"),
        Setting("WEB_CONCURRENCY",
            "its processes, one or two for each core. Each has 24 threads and 18 concurrent calls to Stripe, and needs "
            "26 connections to PostgreSQL: [`max_connections`](several-machines.md#connections-to-postgresql)",
            optional(number(1, 64)), "2"),
        Setting("PYTHON", "the Python interpreter: `.venv/bin/python`, else `python`"),
    ),
}  # fmt: skip
DEMO_FORMS: Mapping[str, Form] = {
    "ALLOWED_HOSTS": list_of("host names, separated by commas", ANY),
    "SITE_URL": forms.DEMO_ORIGIN,
    "CORS_ALLOWED_ORIGINS": list_of("addresses without a path, separated by commas", forms.DEMO_ORIGIN),
}
"""Less strict forms of the demo."""
STAND_INS = ("FIREBASE_AUTH_EMULATOR_HOST", "STRIPE_API_BASE", "STRIPE_SCRIPT_URL")
"""The addresses of the demo's stand-ins. Production must never reach one: an emulator accepts any token."""


def all_settings() -> Iterator[Setting]:
    for group in TABLE.values():
        yield from group


def read_settings(environ: Mapping[str, str], *, is_demo: bool) -> dict[str, Any]:
    """Raises ImproperlyConfigured, with one line for each setting that cannot work."""
    table = {each.name: each for each in all_settings()}
    given = {name: environ[name].strip() for name in table if name in environ}
    texts = {name: given.get(name, each.default) for name, each in table.items()}
    _refuse_missing([name for name, text in texts.items() if not text and _is_required(table[name], given)])
    problems, values = {}, {}
    for name, text in texts.items():
        form = DEMO_FORMS.get(name, table[name].form) if is_demo else table[name].form
        try:
            values[name] = form.read(text or "")
        except forms.REFUSALS:
            problems[name] = f"{name} must be {form.text}."
    problems |= {name: f"{name} is shown to all visitors, but looks like a secret." for name in _published(environ)}
    problems = problems or _contradictions(values, is_demo=is_demo)
    if problems:
        raise ImproperlyConfigured("\n".join(problems.values()))
    return values


def read_stand_ins(environ: Mapping[str, str], *, is_demo: bool) -> dict[str, str]:
    """All empty outside of the demo. Raises ImproperlyConfigured."""
    values = {name: environ.get(name, "").strip() for name in STAND_INS}
    if is_demo:
        _refuse_missing([name for name, value in values.items() if not value])
    for name, value in values.items():
        if value and not is_demo:
            raise ImproperlyConfigured(f"{name} points at a stand-in and is refused outside CAMP_DEMO=1.")
    return values


def missing_texts(environ: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in all_settings():
        if each.missing and environ.get(each.name, each.default) == each.default:
            found.setdefault(each.missing, []).append(each.name)
    return found


def misspelled(environ: Iterable[str]) -> dict[str, str]:
    """The variables whose names resemble that of a setting, with this name."""
    known = [each.name for each in all_settings()]
    close = {name: get_close_matches(name, known, n=1, cutoff=RESEMBLES) for name in environ if name not in known}
    return {name: matches[0] for name, matches in close.items() if matches}


def _is_required(setting: Setting, given: Mapping[str, str]) -> bool:
    is_off = forms.BOOLEANS.get(given.get("CARE", "").lower()) is False
    return setting.default is None and not (setting.name == "CARE_KEYS" and is_off)


def _refuse_missing(names: list[str]) -> None:
    if names:
        raise ImproperlyConfigured(
            f"These settings are missing from the environment: {', '.join(names)}. "
            "See .env.example; `make run` and `CAMP_DEMO=1 manage.py` fill them in with stand-ins instead."
        )


def _published(environ: Mapping[str, str]) -> list[str]:
    private = {each.name for each in all_settings() if each.seen == NOBODY} | {"AWS_SECRET_ACCESS_KEY"}
    secrets = {environ[name].strip() for name in private if environ.get(name)}
    public = {each.name: environ.get(each.name, "").strip() for each in all_settings() if each.seen == VISITORS}
    return [name for name, value in public.items() if SECRET.search(value) or (value and value in secrets)]


def _contradictions(values: Mapping[str, Any], *, is_demo: bool) -> dict[str, str]:
    """All values have the right form."""
    if is_demo:
        return {}
    problems = {}
    if values["JWT_SIGNING_KEY"] == values["SECRET_KEY"]:
        problems["JWT_SIGNING_KEY"] = "JWT_SIGNING_KEY must differ from SECRET_KEY."
    secret, publishable = "STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"
    if len({values[name].split("_")[1] for name in (secret, publishable)}) > 1:
        problems[secret] = f"{secret} and {publishable} must both be live keys or both be test keys."
    host = urlsplit(values["SITE_URL"]).hostname or ""
    if not validate_host(host, [each.lower() for each in values["ALLOWED_HOSTS"]]):
        problems["ALLOWED_HOSTS"] = f"ALLOWED_HOSTS must contain {host}, the host of SITE_URL."
    return problems
