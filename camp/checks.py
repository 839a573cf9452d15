"""System checks that refuse an unsafe configuration, beyond what the settings themselves refuse.

They run with ``manage.py check --deploy``, before a release is given traffic.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

SHORTEST_HOLD_MINUTES, LONGEST_HOLD_MINUTES = 5, 60


@register(Tags.security, deploy=True)
def check_configuration(**_kwargs: Any) -> list[CheckMessage]:
    """Everything about this configuration that is unsafe to show to the world."""
    return [*_addresses(), *_providers(), *_demo(), *_holds()]


def _addresses() -> Iterator[CheckMessage]:
    if not _is_https_origin(settings.SITE_URL):
        yield Error("SITE_URL must be the site's https address, without a path.", id="camp.E001")
    for origin in settings.CORS_ALLOWED_ORIGINS:
        if not _is_https_origin(origin):
            yield Error(f"CORS_ALLOWED_ORIGINS: {origin} is no https origin.", id="camp.E002")


def _is_https_origin(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "https" and bool(parts.hostname) and not (parts.path or parts.query or parts.fragment)


def _providers() -> Iterator[CheckMessage]:
    credentials = settings.FIREBASE_CREDENTIALS
    if credentials and not (Path(credentials).is_file() and os.access(credentials, os.R_OK)):
        yield Error("FIREBASE_CREDENTIALS names a file that cannot be read.", id="camp.E003")
    modes = {key.split("_")[1] for key in (settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY) if "_" in key}
    if len(modes) != 1:
        yield Error(
            "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.", id="camp.E004"
        )


def _demo() -> Iterator[CheckMessage]:
    if settings.DEMO:
        yield Error("CAMP_DEMO=1 runs on stand-ins and published passwords.", id="camp.E005")


def _holds() -> Iterator[CheckMessage]:
    if not SHORTEST_HOLD_MINUTES <= settings.SEAT_HOLD_MINUTES <= LONGEST_HOLD_MINUTES:
        yield Error(
            f"SEAT_HOLD_MINUTES must lie between {SHORTEST_HOLD_MINUTES} and {LONGEST_HOLD_MINUTES}: "
            "long enough to type a card number, short enough not to block a class.",
            id="camp.E006",
        )
