"""Sends the queued e-mails. Any number of workers may run: two workers never hold a claim on the same e-mail at once.

A claim is a lease: ``due_at`` moves two minutes ahead, and the claim commits before anything is sent. If the worker
dies, the e-mail is due again when the lease ends. If it dies after the mail server has accepted the e-mail, and before
``SENT`` is committed, the e-mail is sent a second time, with the same Message-ID. The same happens if the mail server
takes longer than the lease for one e-mail.
"""

import logging
import re
import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core.database.sql import columns, fetch_all
from core.observability.metrics import EMAILS
from core.site_time import site_day
from mail import alerts
from mail.checks import OVER_LIMIT, limited_until, reason_to_skip
from mail.models import Alert, OutboxEmail
from mail.rendering import render
from mail.rules import LAST, REMINDERS, OverLimit, rules_of

logger = logging.getLogger(__name__)

BATCH_SIZE = 20
LEASE = timedelta(minutes=2)
SERVER_TIMEOUT = timedelta(seconds=settings.EMAIL_TIMEOUT)
LONGEST_DELAY = timedelta(minutes=60)
MAX_TRIES = 30
"""The last try is about a day after the first."""
MAX_ERROR_LENGTH = 200
MAX_HEADER_LINE = 998
"""Characters, by RFC 5322."""
ADDRESS = re.compile(r"\S+@\S+")
State = OutboxEmail.State


class NoMailServer(OSError):
    """There is no mail server, or it refuses the login: a reason that all e-mails share."""


NO_SERVER = NoMailServer.__name__
"""How the stored error of such an e-mail begins."""


def send_due_emails(*, is_stopping: Callable[[], bool] = lambda: False) -> int:
    """Claims up to twenty due e-mails and sends them outside any transaction. Returns how many it claimed.

    Stops early if ``is_stopping`` returns True or if the lease is nearly over. A later call sends the rest.
    """
    now = timezone.now()
    allowed = _allowed(now)
    emails = claim(now=now, limit=allowed) if allowed > 0 else []
    if not emails:
        return 0
    has_sent = False
    with _connection() as connection:
        for position, email in enumerate(emails):
            if is_stopping() or timezone.now() + SERVER_TIMEOUT > now + LEASE:
                _release(emails[position:])
                break
            has_sent |= _send_claimed(email, connection)
    if has_sent:
        _end_waiting_for_server()
    return len(emails)


def claim(*, now: datetime, limit: int = BATCH_SIZE) -> list[OutboxEmail]:
    """Takes a lease of two minutes on the e-mails that became due first. Those of ``LAST`` wait."""
    sql = f"""WITH due AS MATERIALIZED (
            SELECT id FROM mail_outboxemail WHERE state = 'QUEUED' AND due_at <= %(now)s
            ORDER BY kind = ANY(%(last)s), due_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
        )
        UPDATE mail_outboxemail SET due_at = %(lease)s, tries = tries + 1
        WHERE id IN (SELECT id FROM due) RETURNING {columns(OutboxEmail)}"""  # noqa: S608 (only column names)
    claimed = fetch_all(OutboxEmail, sql, now=now, limit=limit, lease=now + LEASE, last=[kind.value for kind in LAST])
    return sorted(claimed, key=lambda email: email.pk)


def _allowed(now: datetime) -> int:
    # Each further worker can exceed the rate by one batch.
    if not settings.MAIL_PER_MINUTE:
        return BATCH_SIZE
    sent = OutboxEmail.objects.filter(state=State.SENT, sent_at__gt=now - timedelta(minutes=1)).count()
    allowed: int = settings.MAIL_PER_MINUTE - sent
    return min(BATCH_SIZE, allowed)


def _release(claimed: list[OutboxEmail]) -> None:
    # Only what the worker has not tried to send.
    leased = OutboxEmail.objects.queued().filter(pk__in=[each.pk for each in claimed], due_at=claimed[0].due_at)
    leased.update(due_at=timezone.now(), tries=F("tries") - 1)


@contextmanager
def _connection() -> Iterator[BaseEmailBackend]:
    # The first e-mail opens it.
    connection = get_connection(timeout=settings.EMAIL_TIMEOUT)
    try:
        yield connection
    finally:
        connection.close()


def _end_waiting_for_server() -> None:
    # Not those of a lease, which ends sooner.
    waiting = OutboxEmail.objects.queued().filter(error__startswith=NO_SERVER, due_at__gt=timezone.now() + LEASE)
    if count := waiting.update(due_at=timezone.now()):
        logger.info("the mail server is back; %s e-mails do not wait any longer", count)


def _send_claimed(claimed: OutboxEmail, connection: BaseEmailBackend) -> bool:
    """Returns False for an e-mail that was withdrawn, or that another worker has claimed after its lease."""
    mine = OutboxEmail.objects.queued().filter(pk=claimed.pk, due_at=claimed.due_at)
    email = mine.select_related("recipient", "guardianship").first()
    if email is None:
        return False
    now = timezone.now()
    try:
        if not _may_be_sent(email, now):
            return False
        _open(connection)
        connection.send_messages([compose(email, now)])
    except Exception as error:  # noqa: BLE001 (an e-mail that cannot be rendered must not stop the next ones)
        # The state of the SMTP session is unknown now, so the next e-mail opens a new connection.
        connection.close()
        _record_failure(email, error, now)
        return False
    _update(email, state=State.SENT, sent_at=timezone.now(), error="")
    EMAILS.labels("sent").inc()
    return True


def _open(connection: BaseEmailBackend) -> None:
    try:
        # Does nothing if it is open. ``send_messages`` would also close what it opens.
        connection.open()
    except OSError as error:
        raise NoMailServer(f"{type(error).__name__}: {error}") from error


def _may_be_sent(email: OutboxEmail, now: datetime) -> bool:
    """Returns False after it has skipped the e-mail, or let it wait for the next day of its recipient's limit."""
    if reason := reason_to_skip(email, now):
        _update(email, state=State.SKIPPED, error=reason)
        return False
    limited = limited_until(email, now)
    if limited is None:
        return True
    if rules_of(email.kind, email.facts).over_limit is OverLimit.SKIP:
        _update(email, state=State.SKIPPED, error=OVER_LIMIT)
    else:
        _update(email, due_at=limited, tries=email.tries - 1, error=OVER_LIMIT)
    return False


class UnfoldedEmail(EmailMultiAlternatives):
    """An e-mail whose headers begin on their first line.

    Python would move an encoded subject to the second line, and some mail programs then show no subject. It keeps a
    header on one line up to the limit of RFC 5322.
    """

    def message(self, **options: Any) -> Any:
        message = super().message(**options)
        message.policy = message.policy.clone(max_line_length=MAX_HEADER_LINE)
        return message


def compose(email: OutboxEmail, now: datetime) -> EmailMultiAlternatives:
    """Each try uses the same Message-ID, so that a mail program can recognize a duplicate."""
    rendered = render(email, now)
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    headers = {"Message-ID": f"<email-{email.pk}@{domain}>", "Auto-Submitted": "auto-generated"}
    if email.kind in REMINDERS:
        headers["List-Unsubscribe"] = f"<{settings.SITE_URL}/dashboard/profile>"
    message = UnfoldedEmail(
        subject=rendered.subject,
        body=rendered.text,
        to=[email.address],
        reply_to=[rendered.reply_to],
        headers=headers,
    )
    message.attach_alternative(rendered.html, "text/html")
    for name, content, mimetype in rendered.attachments:
        message.attach(name, content, mimetype)
    return message


def _record_failure(email: OutboxEmail, error: Exception, now: datetime) -> None:
    """A failure is final if the mail server refuses the e-mail for good, or if this was the last try."""
    refusal = _refusal_code(error)
    text = f"{refusal or type(error).__name__}: {_message(error)}"[:MAX_ERROR_LENGTH]
    if refusal >= 500 or email.tries >= MAX_TRIES:
        logger.error("e-mail %s could not be sent: %s", email.pk, refusal or type(error).__name__)
        is_refused = isinstance(error, smtplib.SMTPRecipientsRefused) and refusal >= 500
        _update(email, state=State.FAILED, error=text, address_refused=is_refused)
        EMAILS.labels("failed").inc()
        _put_alert(now)
        return
    # Errors of the mail server are expected. Log the traceback of any other error.
    is_expected = isinstance(error, OSError)
    logger.warning(
        "e-mail %s is tried again later (%s)",
        email.pk,
        type(error.__cause__ or error).__name__,
        exc_info=not is_expected,
    )
    _update(email, error=text, due_at=now + min(timedelta(minutes=2 ** min(email.tries - 1, 10)), LONGEST_DELAY))


@transaction.atomic
def _put_alert(now: datetime) -> None:
    # One a day, so that an alert about a refused alert can't cause the next.
    facts = {"path": "/admin/mail/outboxemail/?state__exact=FAILED"}
    alerts.put(Alert.Kind.EMAILS_FAILED, about=site_day(now), facts=facts, now=now)


def _refusal_code(error: Exception) -> int:
    # 0 if this recipient or this text was not refused. A server that refuses the login or the sender refuses every
    # e-mail. That is no reason to give up this one.
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return max((code for code, _ in error.recipients.values()), default=0)
    return error.smtp_code if isinstance(error, smtplib.SMTPDataError) else 0


def _message(error: Exception) -> str:
    # E-mail addresses are personal data.
    text = str(error)
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        replies = [reply for _, reply in error.recipients.values()]
        text = " ".join(each.decode(errors="replace") if isinstance(each, bytes) else str(each) for each in replies)
    return ADDRESS.sub("...", text)


def _update(email: OutboxEmail, **fields: object) -> None:
    # If the lease has ended and another worker has claimed the e-mail, the number of tries differs.
    OutboxEmail.objects.queued().filter(pk=email.pk, tries=email.tries).update(**fields)
