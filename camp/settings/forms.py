"""The forms of settings: what a value must be, in words, and the function that reads it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import getaddresses
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator, validate_email


@dataclass(frozen=True)
class Form:
    """``text`` completes the sentence "NAME must be ...". ``read`` returns the value, or raises one of ``REFUSALS``."""

    text: str
    read: Callable[[str], Any]


REFUSALS = (ValueError, KeyError, OSError, ValidationError)
HOLD_MINUTES, OFFER_HOURS = (5, 60), (2, 120)
"""At night the end of an offer moves by up to 15 hours, and the worker reconciles the orders of 30 days."""
HOST = r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?"
CODES = ", with percent codes for special characters in user and password (%40 for @)"
BOOLEANS = {"true": True, "on": True, "yes": True, "1": True, "false": False, "off": False, "no": False, "0": False}


def _if(accepts: Callable[[str], object]) -> Callable[[str], str]:
    def read(value: str) -> str:
        if not accepts(value):
            raise ValueError
        return value

    return read


def matching(text: str, pattern: str) -> Form:
    return Form(text, _if(re.compile(pattern, re.ASCII | re.IGNORECASE).fullmatch))


def number(low: int, high: int) -> Form:
    def read(value: str) -> int:
        if not (value.isdecimal() and low <= int(value) <= high):
            raise ValueError
        return int(value)

    return Form(f"a whole number from {low} to {high}", read)


def list_of(text: str, form: Form) -> Form:
    return Form(text, lambda value: [form.read(part.strip()) for part in value.split(",") if part.strip()])


def optional(form: Form) -> Form:
    return Form(f"{form.text}, or empty", lambda value: value and form.read(value))


def origin(text: str, *schemes: str) -> Form:
    def is_origin(value: str) -> bool:
        parts = urlsplit(value)
        is_plain = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
        return bool(parts.scheme in schemes and parts.hostname and parts.port != 0 and is_plain)

    return Form(text, lambda value: _if(is_origin)(value.rstrip("/")))


def _is_url(value: str, *schemes: str) -> bool:
    parts = urlsplit(value)
    # A ``#`` ends the URL inside a password that is not percent-encoded.
    return parts.scheme in schemes and not parts.fragment


def _is_database(value: str) -> bool:
    parts = urlsplit(value)
    # deploy/database hides only a password behind the user from the other users of the machine.
    return bool(
        _is_url(value, "postgres", "postgresql") and parts.path.strip("/") and "password" not in parse_qs(parts.query)
    )


def _is_mail_server(value: str) -> bool:
    parts = urlsplit(value)
    return _is_url(value, "smtp", "smtp+tls", "smtp+ssl") and bool(parts.port and parts.hostname)


def _is_email(value: str) -> bool:
    validate_email(value)
    return True


def _is_sender(value: str) -> bool:
    ((_, address),) = getaddresses([value])  # a comma in a name without quotes separates two addresses
    return _is_email(address)


def _is_web_address(value: str) -> bool:
    URLValidator(schemes=["https"])(value)
    return True


def _is_time_zone(value: str) -> bool:
    # A zone without a city, such as EST and Etc/GMT+5, has no daylight saving time, or may lose it.
    return bool(ZoneInfo(value)) and "/" in value and not value.startswith("Etc/")


def _read_refund_rules(value: str) -> tuple[tuple[int, int], ...]:
    pairs = re.fullmatch(r"\d{1,3}:\d{1,3}(,\d{1,3}:\d{1,3})*", value, re.ASCII)
    rules = tuple((int(days), int(percent)) for days, percent in re.findall(r"(\d+):(\d+)", value)) if pairs else ()
    is_in_order = all(days > later and percent >= less for (days, percent), (later, less) in pairwise(rules))
    if not rules or not is_in_order or rules[0][1] > 100:
        raise ValueError
    return rules


ANY = Form("", str)
BOOLEAN = Form("true or false", lambda value: BOOLEANS[value.lower()])
DATABASE = Form(f"an address such as postgresql://user:password@host:5432/camp{CODES}", _if(_is_database))
MAIL_SERVER = Form(
    f"an SMTP server with its port: smtp+tls://user:password@host:587 (STARTTLS) or smtp+ssl://user:password@host:465"
    f"{CODES}",
    _if(_is_mail_server),
)
SENDER = Form(
    'an e-mail address, such as Craft Camp <hello@camp.example> or "Arts, Crafts" <hello@camp.example>',
    _if(_is_sender),
)
WEB_ADDRESS = optional(Form("an https address", _if(_is_web_address)))
DRAWING = optional(
    Form(
        "a path on this site, an https address",
        _if(lambda value: re.fullmatch(r"/[^/\s]\S*", value) or _is_web_address(value)),
    )
)
ORIGIN = origin("an https address without a path, such as https://camp.example", "https")
DEMO_ORIGIN = origin("an address without a path, such as http://127.0.0.1:8000", "http", "https")
ENDPOINT = optional(origin("an https address without a path", "http", "https"))
SENTRY = optional(Form("the address that Sentry shows as DSN", _if(lambda value: _is_url(value, "http", "https"))))
TIME_ZONE = Form("an IANA name of an area and a city, such as America/New_York, not EST", _if(_is_time_zone))
HOSTS = list_of(
    "host names without https:// and port, separated by commas, such as camp.example,127.0.0.1",
    matching("", rf"\.?{HOST}|\[[0-9a-f:]+\]"),
)
CARE_KEYS = list_of("keys of 44 characters, separated by commas", matching("", r"[\w-]{43}="))
REFUND_RULES = Form(
    "pairs of days before the first lesson and percent, such as 30:100,14:50,0:0, the most days first, with no percent "
    "above 100 or above the one before it; 0:0 for no refund by date",
    _read_refund_rules,
)
