"""Sending the queued e-mails. Any number of workers may run: each claims some, and no two claim the same.

A claim is a lease: ``due_at`` moves two minutes ahead, and the claim commits before anything is sent. If the worker
dies, the e-mail is due again when the lease ends. If it dies after the mail server has accepted the e-mail, and before
``SENT`` is committed, the e-mail is sent a second time, with the same Message-ID.
"""

import logging
import re
import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F
from django.utils import timezone

from core.metrics import EMAILS
from core.sql import columns, fetch_all
from mail.models import OutboxEmail
from mail.rendering import render

logger = logging.getLogger(__name__)

BATCH_SIZE = 20
LEASE = timedelta(minutes=2)
SERVER_TIMEOUT = timedelta(seconds=settings.EMAIL_TIMEOUT)
LONGEST_DELAY = timedelta(minutes=60)
MAX_TRIES = 30
"""The last one is a day after the first."""
MAX_ERROR_LENGTH = 200
ADDRESS = re.compile(r"\S+@\S+")
State = OutboxEmail.State


def send_due_emails(*, is_stopping: Callable[[], bool] = lambda: False) -> int:
    """Claims up to twenty due e-mails and sends them outside any transaction. Returns how many it claimed.

    It leaves the rest to the next call if ``is_stopping`` returns True, or if the lease is nearly over.
    """
    now = timezone.now()
    emails = claim(now=now)
    if not emails:
        return 0
    with _connection() as connection:
        for position, email in enumerate(emails):
            if is_stopping() or timezone.now() + SERVER_TIMEOUT > now + LEASE:
                _release(emails[position:])
                break
            _send_claimed(email, connection)
    return len(emails)


def claim(*, now: datetime) -> list[OutboxEmail]:
    """Takes a lease of two minutes on the e-mails that are due for the longest time, and returns them."""
    sql = f"""WITH due AS MATERIALIZED (
            SELECT id FROM mail_outboxemail WHERE state = 'QUEUED' AND due_at <= %(now)s
            ORDER BY due_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
        )
        UPDATE mail_outboxemail SET due_at = %(lease)s, tries = tries + 1
        WHERE id IN (SELECT id FROM due) RETURNING {columns(OutboxEmail)}"""  # noqa: S608 (only column names)
    claimed = fetch_all(OutboxEmail, sql, now=now, limit=BATCH_SIZE, lease=now + LEASE)
    return sorted(claimed, key=lambda email: email.pk)


def _release(claimed: list[OutboxEmail]) -> None:
    """Ends the leases of e-mails that were not tried."""
    leased = OutboxEmail.objects.queued().filter(pk__in=[each.pk for each in claimed], due_at=claimed[0].due_at)
    leased.update(due_at=timezone.now(), tries=F("tries") - 1)


@contextmanager
def _connection() -> Iterator[BaseEmailBackend]:
    """One connection for a batch, which is opened with the first e-mail."""
    connection = get_connection(timeout=settings.EMAIL_TIMEOUT)
    try:
        yield connection
    finally:
        connection.close()


def _send_claimed(claimed: OutboxEmail, connection: BaseEmailBackend) -> None:
    """Sends an e-mail unless it was withdrawn, or its lease has ended and another worker has it."""
    email = (
        OutboxEmail.objects.queued().filter(pk=claimed.pk, due_at=claimed.due_at).select_related("recipient").first()
    )
    if email is None:
        return
    now = timezone.now()
    if _is_obsolete(email, now):
        _update(email, state=State.SKIPPED)
        return
    try:
        connection.send_messages([compose(email)])
    except Exception as error:  # noqa: BLE001 (an e-mail that cannot be rendered must not stop those after it)
        # The session's state is unknown now; the next e-mail opens a new one.
        connection.close()
        _record_failure(email, error, now)
    else:
        _update(email, state=State.SENT, sent_at=timezone.now(), error="")
        EMAILS.labels("sent").inc()


def _is_obsolete(email: OutboxEmail, now: datetime) -> bool:
    recipient = email.recipient
    is_over = email.valid_until is not None and email.valid_until <= now
    is_unwanted = email.kind == OutboxEmail.Kind.REMINDER and not recipient.wants_reminders
    return is_over or is_unwanted or recipient.deleted_at is not None


def compose(email: OutboxEmail) -> EmailMultiAlternatives:
    """Returns the message. Its Message-ID is the same each time, so that a mail program shows a repeated one once."""
    rendered = render(email)
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    headers = {"Message-ID": f"<email-{email.pk}@{domain}>", "Auto-Submitted": "auto-generated"}
    if email.kind == OutboxEmail.Kind.REMINDER:
        headers["List-Unsubscribe"] = f"<{settings.SITE_URL}/dashboard/profile>"
    message = EmailMultiAlternatives(
        subject=rendered.subject,
        body=rendered.text,
        to=[email.recipient.email],
        reply_to=[settings.CONTACT["email"]],
        headers=headers,
    )
    message.attach_alternative(rendered.html, "text/html")
    for name, content, mimetype in rendered.attachments:
        message.attach(name, content, mimetype)
    return message


def _record_failure(email: OutboxEmail, error: Exception, now: datetime) -> None:
    """Queues the e-mail for a later try, or fails it: at once if the server refuses it, else after a day."""
    refusal = _refusal_code(error)
    text = f"{refusal or type(error).__name__}: {_message(error)}"[:MAX_ERROR_LENGTH]
    if refusal >= 500 or email.tries >= MAX_TRIES:
        logger.error("e-mail %s could not be sent: %s", email.pk, refusal or type(error).__name__)
        is_refused = isinstance(error, smtplib.SMTPRecipientsRefused) and refusal >= 500
        _update(email, state=State.FAILED, error=text, address_refused=is_refused)
        EMAILS.labels("failed").inc()
        return
    # An error of ours is logged with its traceback; those of the mail server are expected.
    is_expected = isinstance(error, OSError)
    logger.warning("e-mail %s is tried again later (%s)", email.pk, type(error).__name__, exc_info=not is_expected)
    _update(email, error=text, due_at=now + min(timedelta(minutes=2 ** min(email.tries - 1, 10)), LONGEST_DELAY))


def _refusal_code(error: Exception) -> int:
    """Returns the mail server's reply to this recipient or this text, or 0 if it failed for another reason.

    A server that refuses the login or the sender refuses every e-mail, which is not final for this one.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return max((code for code, _ in error.recipients.values()), default=0)
    return error.smtp_code if isinstance(error, smtplib.SMTPDataError) else 0


def _message(error: Exception) -> str:
    """Returns the server's text without e-mail addresses, which are personal data."""
    text = str(error)
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        replies = [reply for _, reply in error.recipients.values()]
        text = " ".join(each.decode(errors="replace") if isinstance(each, bytes) else str(each) for each in replies)
    return ADDRESS.sub("...", text)


def _update(email: OutboxEmail, **fields: object) -> None:
    """Stores the result, unless another worker has stored one because the lease had ended."""
    OutboxEmail.objects.queued().filter(pk=email.pk, tries=email.tries).update(**fields)
