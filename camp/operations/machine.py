import errno
import os
import shutil
import smtplib
import socket
import ssl
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from uuid import uuid4

import requests
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.mail import get_connection
from django.utils import timezone

from core.errors import RefusedSetting, SetupProblem
from payments.stripe.connections import ADDRESS

TIMEOUT_SECONDS = 5
FREE_SHARE = 0.1
CLOCK_SECONDS = 60
"""Stripe's signatures are valid for 5 minutes, Firebase's tokens allow 10 seconds."""
NO_PERMISSION = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.ENOENT)
CLIENT_ERRORS = range(400, 500)


def check_mail_server() -> None:
    connection = get_connection(timeout=TIMEOUT_SECONDS)
    try:
        connection.open()
    except OSError as error:
        if _is_refusal(error):
            raise RefusedSetting(
                f"The mail server refuses the connection or the login ({type(error).__name__}). Correct EMAIL_URL."
            ) from None
        raise SetupProblem(
            f"The mail server does not respond ({type(error).__name__}). Check EMAIL_URL, and whether your provider "
            "blocks this port."
        ) from None
    finally:
        connection.close()


def _is_refusal(error: OSError) -> bool:
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code >= 500
    if isinstance(error, socket.gaierror):
        return error.errno != socket.EAI_AGAIN
    return isinstance(error, ConnectionRefusedError | ssl.SSLError | smtplib.SMTPNotSupportedError)


def check_storage() -> None:
    content, name = uuid4().bytes, ""
    try:
        name = default_storage.save(f"doctor/{uuid4().hex}", ContentFile(content))
        with default_storage.open(name) as file:
            is_read = file.read() == content
    except Exception as error:  # noqa: BLE001 (each storage raises its own)
        problem = RefusedSetting if _is_refused_by_storage(error) else SetupProblem
        raise problem(
            f"Pictures cannot be stored ({type(error).__name__}). Check MEDIA_ROOT or "
            "PICTURES_BUCKET and its credentials."
        ) from None
    finally:
        if name:
            default_storage.delete(name)
    if not is_read:
        raise SetupProblem("The storage of the pictures returns other files than were stored.")
    if not (settings.DEMO or settings.PICTURES_BUCKET) and settings.MEDIA_ROOT.is_relative_to(settings.BASE_DIR):
        raise SetupProblem(
            "Uploaded pictures are lost with the next version: they are in its folder. Set PICTURES_BUCKET, or "
            "MEDIA_ROOT to a folder on a disk that stays.",
            is_certain=False,
        )


def _is_refused_by_storage(error: Exception) -> bool:
    response = getattr(error, "response", None)
    status = response.get("ResponseMetadata", {}).get("HTTPStatusCode") if isinstance(response, dict) else None
    return status in CLIENT_ERRORS or getattr(error, "errno", None) in NO_PERMISSION


def check_disk() -> None:
    for folder, free, total in disks():
        needed = 2 * _last_dump_bytes()
        if free < needed or free < FREE_SHARE * total:
            text = f"The disk of {folder} has {free / 1e9:.1f} GB left, {100 * free / total:.0f} %."
            raise SetupProblem(f"{text} A full disk stops the database and the backups: remove files or enlarge it.")


def disks() -> Iterator[tuple[Path, int, int]]:
    """Each disk that the site writes to, with its free and its total bytes."""
    seen = set()
    for folder in (settings.BASE_DIR, settings.MEDIA_ROOT, settings.BACKUP_DIR):
        # Unlike `Path.exists`, this is no error in a folder that this user may not open.
        if folder and os.path.exists(folder) and (device := folder.stat().st_dev) not in seen:  # noqa: PTH110
            seen.add(device)
            usage = shutil.disk_usage(folder)
            yield folder, usage.free, usage.total


def _last_dump_bytes() -> int:
    folder = settings.BACKUP_DIR
    if not (folder and os.access(folder, os.R_OK)):
        return 0
    sizes = {path.name: path.stat().st_size for path in folder.glob("camp-*.dump")}
    return sizes[max(sizes)] if sizes else 0


def check_uptime_service() -> None:
    if not settings.PING_URL:
        return
    try:
        status = requests.get(settings.PING_URL, timeout=TIMEOUT_SECONDS).status_code
    except requests.RequestException:
        raise SetupProblem("The uptime service does not respond. Check PING_URL.") from None
    if status in CLIENT_ERRORS and status != requests.codes.too_many_requests:
        raise RefusedSetting(f"The uptime service refuses PING_URL (status {status}). Copy it again.")
    if status >= CLIENT_ERRORS.start:
        raise SetupProblem(f"The uptime service answers with status {status}. Try again.")


def check_clock() -> None:
    try:
        response = requests.head(settings.STRIPE_API_BASE or ADDRESS, timeout=TIMEOUT_SECONDS)
        there = parsedate_to_datetime(response.headers["Date"])
    except (requests.RequestException, LookupError, ValueError):
        # Another check says that.
        return
    seconds = (timezone.now() - there).total_seconds()
    if abs(seconds) > CLOCK_SECONDS:
        direction = "ahead" if seconds > 0 else "behind"
        raise SetupProblem(
            f"The clock of this machine is {abs(seconds) / 60:.0f} minutes {direction}: logins and payments fail. Let "
            "it be set (timedatectl set-ntp true)."
        )
