"""System checks for a production configuration, beyond what the settings themselves refuse.

``manage.py check --deploy`` runs them before a release gets traffic.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DEFAULT_DB_ALIAS, connections

from core.cache.invalidation import receives_notifications
from core.database.sessions import SessionSettingsMissing, direct_alias, has_one_database

MIN_HOLD_MINUTES, MAX_HOLD_MINUTES = 5, 60
MIN_OFFER_HOURS, MAX_OFFER_HOURS = 2, 120
"""At night the end of an offer moves by up to 15 hours, and the worker reconciles the orders of seven days."""
NOTIFICATIONS_MISSING = (
    "LISTEN receives no notifications: a connection pooler in transaction mode is between the site and PostgreSQL. Set "
    "DATABASE_DIRECT_URL to the address of PostgreSQL itself. See 'A connection pooler' in docs/deploy.md."
)
DATABASES_DIFFER = (
    "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. The site would serve requests from the first, "
    "but migrate and back up the second. Change one of them, so that both lead to the same database."
)


@register(Tags.security, deploy=True)
def check_configuration(**_kwargs: Any) -> list[CheckMessage]:
    """Returns an error for each unsafe setting."""
    return [*_urls(), *_providers(), *_demo(), *_holds()]


def _urls() -> Iterator[CheckMessage]:
    if not _is_https_origin(settings.SITE_URL):
        yield Error("SITE_URL must be the site's https URL, without a path.", id="camp.E001")
    for origin in settings.CORS_ALLOWED_ORIGINS:
        if not _is_https_origin(origin):
            yield Error(f"CORS_ALLOWED_ORIGINS: {origin} is not an https origin.", id="camp.E002")


def _is_https_origin(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "https" and bool(parts.hostname) and not (parts.path or parts.query or parts.fragment)


def _providers() -> Iterator[CheckMessage]:
    credentials = settings.FIREBASE_CREDENTIALS
    if credentials and not _is_service_account(credentials):
        yield Error("FIREBASE_CREDENTIALS does not name a readable service account file.", id="camp.E003")
    modes = {key.split("_")[1] for key in (settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY) if "_" in key}
    if len(modes) != 1:
        yield Error(
            "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.", id="camp.E004"
        )


def _is_service_account(path: str) -> bool:
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(content, dict) and content.get("type") == "service_account"


def _demo() -> Iterator[CheckMessage]:
    if settings.DEMO:
        yield Error("CAMP_DEMO=1 uses stand-ins and published passwords.", id="camp.E005")


def _holds() -> Iterator[CheckMessage]:
    if not MIN_HOLD_MINUTES <= settings.SEAT_HOLD_MINUTES <= MAX_HOLD_MINUTES:
        yield Error(
            f"SEAT_HOLD_MINUTES must be between {MIN_HOLD_MINUTES} and {MAX_HOLD_MINUTES}: "
            "long enough to enter a card number, short enough not to block a class.",
            id="camp.E006",
        )
    if not MIN_OFFER_HOURS <= settings.WAITLIST_OFFER_HOURS <= MAX_OFFER_HOURS:
        yield Error(
            f"WAITLIST_OFFER_HOURS must be between {MIN_OFFER_HOURS} and {MAX_OFFER_HOURS}: "
            "long enough to read an e-mail and pay, short enough for those who wait.",
            id="camp.E007",
        )


@register(Tags.database)
def check_database(*, databases: Sequence[str] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """Returns an error if the two URLs lead to different databases, or a pooler takes session settings or LISTEN away.

    ``manage.py check --database default`` and ``migrate`` run it.
    """
    if DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    try:
        for alias in (DEFAULT_DB_ALIAS, direct_alias()):
            connections[alias].ensure_connection()
    except SessionSettingsMissing as error:
        return [Error(str(error), id="camp.E008")]
    if not has_one_database():
        return [Error(DATABASES_DIFFER, id="camp.E010")]
    return [] if receives_notifications() else [Error(NOTIFICATIONS_MISSING, id="camp.E009")]
