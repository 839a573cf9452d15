"""System checks for a production configuration, beyond what the settings themselves refuse.

``manage.py check --deploy`` runs them before a release gets traffic.
"""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DEFAULT_DB_ALIAS, connections

from core.cache.invalidation import receives_notifications
from core.database.failures import NotConnected
from core.database.sessions import SessionSettingsMissing, direct_alias, has_one_database

NOTIFICATIONS_MISSING = (
    "LISTEN receives no notifications: a connection pooler in transaction mode is between the site and PostgreSQL. Set "
    "DATABASE_DIRECT_URL to the address of PostgreSQL itself. See 'A connection pooler' in docs/several-machines.md."
)
DATABASES_DIFFER = (
    "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. The site would serve requests from the first, "
    "but migrate and back up the second. Change one of them, so that both lead to the same database."
)

DATABASE_REFUSED, DATABASE_SILENT = "camp.E014", "camp.E015"


@register(Tags.security, deploy=True)
def check_configuration(**_kwargs: Any) -> list[CheckMessage]:
    return [*_providers(), *_demo(), *_proxy(), *_pictures()]


def _providers() -> Iterator[CheckMessage]:
    credentials = settings.FIREBASE_CREDENTIALS
    if credentials and not _is_service_account(credentials):
        yield Error("FIREBASE_CREDENTIALS does not name a readable service account file.", id="camp.E003")


def _is_service_account(path: str) -> bool:
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(content, dict) and content.get("type") == "service_account"


def _demo() -> Iterator[CheckMessage]:
    if settings.DEMO:
        yield Error("CAMP_DEMO=1 uses stand-ins and published passwords.", id="camp.E005")


def _proxy() -> Iterator[CheckMessage]:
    if not settings.SECURE_SSL_REDIRECT:
        return
    if not settings.SECURE_PROXY_SSL_HEADER:
        yield Error(
            "BEHIND_TLS_PROXY must be true: the web server speaks plain HTTP, and without this setting the site "
            "redirects every request to itself.",
            id="camp.E011",
        )
    elif not settings.TRUSTED_PROXY_HOPS:
        yield Error(
            "TRUSTED_PROXY_HOPS must be the number of proxies, usually 1. With 0 all visitors have the proxy's address "
            "and share the limits of one visitor.",
            id="camp.E012",
        )


def _pictures() -> Iterator[CheckMessage]:
    folder = settings.MEDIA_ROOT
    if settings.PICTURES_BUCKET:
        return
    # Unlike `Path.exists`, this is no error in a folder that this user may not open.
    existing = next(each for each in (folder, *folder.parents) if os.path.exists(each))  # noqa: PTH110
    if not (existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)):
        yield Error(
            f"MEDIA_ROOT: this user cannot write to {folder}. Uploaded pictures could not be stored.", id="camp.E013"
        )


@register(Tags.database)
def check_database(*, databases: Sequence[str] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """An error without a connection, if two URLs lead to different databases, or a pooler takes away LISTEN.

    ``manage.py check --database default`` and ``migrate`` run it.
    """
    if DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    try:
        for alias in (DEFAULT_DB_ALIAS, direct_alias()):
            connections[alias].ensure_connection()
    except SessionSettingsMissing as error:
        return [Error(str(error), id="camp.E008")]
    except NotConnected as error:
        return [Error(str(error), id=DATABASE_REFUSED if error.is_refused else DATABASE_SILENT)]
    if not has_one_database():
        return [Error(DATABASES_DIFFER, id="camp.E010")]
    return [] if receives_notifications() else [Error(NOTIFICATIONS_MISSING, id="camp.E009")]
