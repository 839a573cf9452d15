"""The form of each setting. A value that cannot work is refused when the settings load, before the site serves anyone.

The messages name the setting and describe its form. They never contain the value, which may be a secret.
"""

import re
from collections.abc import Callable, Mapping
from email.utils import getaddresses
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import URLValidator, validate_email
from django.http.request import validate_host

from camp.settings.reading import env

HOLD_MINUTES, OFFER_HOURS = (5, 60), (2, 120)
"""At night the end of an offer moves by up to 15 hours, and the worker reconciles the orders of 30 days."""
SECRET = re.compile(r"(sk|rk)_(test|live)_|whsec_|-----BEGIN|\bAKIA[A-Z0-9]{12}|://[^/\s]*:[^/\s]*@")
"""Keys of Stripe, a private key, an access key of AWS, a URL with a password."""
WORDS = {"true", "false", "on", "off", "yes", "no", "1", "0"}

Check = Callable[[str], object]


def _matches(pattern: str) -> Check:
    return re.compile(pattern, re.ASCII | re.IGNORECASE).fullmatch


def _number(low: int, high: int) -> tuple[str, Check]:
    return f"a whole number from {low} to {high}", lambda value: value.isdecimal() and low <= int(value) <= high


def _is_origin(*schemes: str) -> Check:
    def check(value: str) -> bool:
        parts = urlsplit(value.rstrip("/"))
        return bool(
            parts.scheme in schemes and parts.hostname and parts.port != 0 and "@" not in parts.netloc
        ) and not (parts.path or parts.query or parts.fragment)

    return check


def _each(check: Check) -> Check:
    return lambda value: all(check(part.strip()) for part in value.split(",") if part.strip())


def _is_url(*schemes: str, needs_port: bool = False) -> Check:
    """Also refuses a ``#``, which ends the URL inside a password that is not percent-encoded."""

    def check(value: str) -> bool:
        parts = urlsplit(value)
        return (
            parts.scheme in schemes and not parts.fragment and (bool(parts.port and parts.hostname) or not needs_port)
        )

    return check


def _is_database(value: str) -> bool:
    parts = urlsplit(value)
    is_address = _is_url("postgres", "postgresql")(value) and parts.path.strip("/")
    # deploy/database hides only a password behind the user from the other users of the machine.
    return bool(is_address and "password" not in parse_qs(parts.query)) or not value


def _is_sender(value: str) -> bool:
    ((_, address),) = getaddresses([value])  # a comma in a name without quotes separates two addresses
    return _is_email(address)


def _is_email(value: str) -> bool:
    validate_email(value)
    return True


def _is_web_address(value: str) -> bool:
    URLValidator(schemes=["https"])(value)
    return True


def _optional(check: Check) -> Check:
    return lambda value: not value or check(value)


HOST = r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?"
CODES = ", with percent codes for special characters in user and password (%40 for @)"
DATABASE = (f"an address such as postgresql://user:password@host:5432/camp{CODES}", _is_database)
WORD = ("true or false", lambda value: value.lower() in WORDS or not value)
WEB_ADDRESS = ("an https address", _optional(_is_web_address))

FORMS: tuple[tuple[str, str, Check], ...] = (
    ("ALLOWED_HOSTS", "host names without https:// and port, separated by commas, such as camp.example,127.0.0.1",
     _each(_matches(rf"\*|\.?{HOST}|\[[0-9a-f:]+\]"))),
    ("SITE_URL", "the site's address without a path, such as https://camp.example", _is_origin("http", "https")),
    ("SITE_TIME_ZONE", "an IANA name, such as America/New_York", ZoneInfo),
    ("DATABASE_URL", *DATABASE),
    ("DATABASE_DIRECT_URL", *DATABASE),
    ("FIREBASE_PROJECT_ID", "the id of the Firebase project, such as camp-2026", _matches(r"[a-z0-9][a-z0-9.:-]+")),
    ("FIREBASE_API_KEY", "the API key of the Firebase web app", _matches(r"[\w-]+")),
    ("FIREBASE_AUTH_DOMAIN", "a host name, such as camp-2026.firebaseapp.com", _matches(rf"({HOST})?")),
    ("STRIPE_SECRET_KEY", "Stripe's secret or a restricted key: it begins with sk_live_, rk_live_, sk_test_, rk_test_",
     _matches(r"(sk|rk)_(live|test)_\w+")),
    ("STRIPE_PUBLISHABLE_KEY", "Stripe's publishable key: it begins with pk_live_ or pk_test_",
     _matches(r"pk_(live|test)_\w+")),
    ("STRIPE_WEBHOOK_SECRET", "the signing secret of Stripe's webhook endpoint: it begins with whsec_",
     _matches(r"whsec_[\w+/=-]+")),
    ("CARE_KEYS", "keys of 44 characters, as docs/settings.md makes them, separated by commas",
     _each(_matches(r"[\w-]{43}="))),
    ("EMAIL_URL", f"an SMTP server with its port, such as smtp+tls://user:password@host:587{CODES}",
     _is_url("smtp", "smtp+tls", "smtp+ssl", needs_port=True)),
    ("MAIL_FROM", 'an e-mail address, such as Craft Camp <hello@camp.example> or "Arts, Crafts" <hello@camp.example>',
     _optional(_is_sender)),
    ("MAIL_PER_MINUTE", *_number(0, 6000)),
    ("CONTACT_EMAIL", "an e-mail address without a name, such as hello@camp.example", _is_email),
    ("CONTACT_MAP", "a path on this site, an https address, or empty",
     _optional(lambda value: re.fullmatch(r"/[^/\s]\S*", value) or _is_web_address(value))),
    ("SCHOOL_TAX_ID", "the number under which the school pays taxes, such as 12-3456789",
     _matches(r"((?=.*[0-9])[0-9A-Z][0-9A-Z .-]{3,28}[0-9A-Z])?")),
    ("SOCIAL_FACEBOOK", *WEB_ADDRESS),
    ("SOCIAL_INSTAGRAM", *WEB_ADDRESS),
    ("SOCIAL_YOUTUBE", *WEB_ADDRESS),
    ("CORS_ALLOWED_ORIGINS", "https addresses without a path, separated by commas", _each(_is_origin("http", "https"))),
    ("PICTURES_DOMAIN", "a host name, such as pictures.camp.example", _matches(rf"({HOST})?")),
    ("PICTURES_ENDPOINT", WEB_ADDRESS[0], _optional(_is_origin("http", "https"))),
    ("SENTRY_DSN", "the https address that Sentry shows as DSN", _optional(_is_url("http", "https"))),
    ("SEAT_HOLD_MINUTES", *_number(*HOLD_MINUTES)),
    ("CANCEL_WITHIN_HOURS", *_number(0, 8760)),
    ("CARE_KEEP_DAYS", *_number(1, 3650)),
    ("WAITLIST_OFFER_HOURS", *_number(*OFFER_HOURS)),
    ("TRUSTED_PROXY_HOPS", *_number(0, 10)),
    ("CARE", *WORD),
    ("BEHIND_TLS_PROXY", *WORD),
    ("HSTS_INCLUDE_SUBDOMAINS", *WORD),
    ("HSTS_PRELOAD", *WORD),
    ("DEBUG", *WORD),
)  # fmt: skip

PRODUCTION_FORMS: tuple[tuple[str, str, Check], ...] = (
    ("SITE_URL", "an https address without a path, such as https://camp.example", _is_origin("https")),
    ("CORS_ALLOWED_ORIGINS", "https addresses without a path, separated by commas", _each(_is_origin("https"))),
)
"""Stricter forms outside the demo."""

PUBLIC = (
    "SITE_NAME", "SITE_URL", "CONTACT_EMAIL", "CONTACT_PHONE", "CONTACT_ADDRESS", "CONTACT_HOURS", "CONTACT_DIRECTIONS",
    "CONTACT_MAP", "SOCIAL_FACEBOOK", "SOCIAL_INSTAGRAM", "SOCIAL_YOUTUBE", "FIREBASE_PROJECT_ID", "FIREBASE_API_KEY",
    "FIREBASE_AUTH_DOMAIN", "STRIPE_PUBLISHABLE_KEY", "PICTURES_DOMAIN", "PICTURES_BUCKET", "MAIL_FROM",
    "SCHOOL_LEGAL_NAME", "SCHOOL_TAX_ID", "SCHOOL_ADDRESS",
)  # fmt: skip
"""Settings that visitors see."""
PRIVATE = (
    "SECRET_KEY", "JWT_SIGNING_KEY", "JWT_PREVIOUS_SIGNING_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET",
    "CARE_KEYS", "METRICS_TOKEN", "AWS_SECRET_ACCESS_KEY",
)  # fmt: skip


def refuse_malformed(*, is_demo: bool) -> None:
    """Raises ImproperlyConfigured, and names each setting of the wrong form and each secret that visitors would see."""
    names = {*(name for name, _, _ in FORMS), *PUBLIC, *PRIVATE}
    values = {name: env.ENVIRON[name].strip() for name in names if name in env.ENVIRON}
    forms = FORMS if is_demo else (*FORMS, *PRODUCTION_FORMS)
    problems = {
        name: f"{name} must be {form}."
        for name, form, check in forms
        if name in values and not _accepts(check, values[name])
    }
    problems |= {name: f"{name} is shown to all visitors, but looks like a secret." for name in _published(values)}
    if not (problems or is_demo):
        problems = _contradictions(values)
    if problems:
        raise ImproperlyConfigured("\n".join(problems.values()))


def _accepts(check: Check, value: str) -> bool:
    try:
        return bool(check(value))
    except (ValueError, KeyError, OSError, ValidationError):
        return False


def _published(values: Mapping[str, str]) -> list[str]:
    private = {values[name] for name in PRIVATE if values.get(name)}
    return [name for name in PUBLIC if SECRET.search(values.get(name, "")) or values.get(name) in private]


def _contradictions(values: Mapping[str, str]) -> dict[str, str]:
    """Returns a message for each setting that contradicts another one. All have the right form."""
    problems = {}
    secret, publishable = "STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"
    if len({values[name].split("_")[1] for name in (secret, publishable)}) > 1:
        problems[secret] = f"{secret} and {publishable} must both be live keys or both be test keys."
    host = urlsplit(values["SITE_URL"]).hostname or ""
    if not validate_host(host, [each.strip().lower() for each in values["ALLOWED_HOSTS"].split(",") if each.strip()]):
        problems["ALLOWED_HOSTS"] = f"ALLOWED_HOSTS must contain {host}, the host of SITE_URL."
    return problems
