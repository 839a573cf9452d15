"""Stores e-mails in the transaction of their cause, and withdraws e-mails that are no longer true.

``mail.rules`` says which of them wait for a quiet period before they are sent.
"""

import json
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from core.database.folding import name_order
from core.database.sql import fetch_rows
from core.names import NO_EMAIL
from mail.models import OutboxEmail, OutboxEmailQuerySet
from mail.rules import LONGEST_QUIET_PERIODS, delay, quiet_period

FACTS_KEPT = timedelta(days=90)
Kind, State = OutboxEmail.Kind, OutboxEmail.State
WITHOUT_FACTS = (Kind.WELCOME, Kind.LOGIN_CHANGED)


def put(
    kind: OutboxEmail.Kind,
    *,
    recipient_id: int,
    about: object,
    facts: Mapping[str, Any],
    now: datetime,
    valid_until: datetime | None = None,
    guardianship_id: int | None = None,
) -> None:
    """Stores an e-mail, which the worker sends after the commit, but not after ``valid_until``.

    Does nothing if the recipient has no address, or already has an e-mail of this kind about this cause. ``about``
    identifies the cause. ``facts`` is the content as JSON, with money and times as text.
    """
    assert connection.in_atomic_block
    sql = """INSERT INTO "mail_outboxemail"
            (kind, recipient_id, guardianship_id, about, facts, state, created_at, due_at, valid_until,
            tries, error, address_refused)
        SELECT %(kind)s, id, %(guardianship_id)s::bigint, %(about)s, %(facts)s::jsonb, 'QUEUED',
            %(now)s::timestamptz, %(due_at)s::timestamptz, %(valid_until)s::timestamptz, 0, '', FALSE
        FROM accounts_user WHERE id = %(recipient_id)s AND NOT email LIKE %(no_email)s
        ON CONFLICT (kind, about, recipient_id) DO NOTHING RETURNING id"""
    values = {"kind": kind.value, "recipient_id": recipient_id, "about": str(about), "facts": json.dumps(facts)}
    values |= {"no_email": f"%{NO_EMAIL}", "guardianship_id": guardianship_id}
    fetch_rows(sql, **values, now=now, due_at=now + delay(kind, facts), valid_until=valid_until)


def put_all(
    kind: OutboxEmail.Kind,
    *,
    about: object,
    facts: Mapping[int, Mapping[str, Any]],
    now: datetime,
    valid_until: datetime | None = None,
    guardianships: Mapping[int, int] | None = None,
) -> int:
    """As ``put``; ``facts`` and ``guardianships`` are by the id of the recipient.

    Returns the number of recipients with an address.
    """
    assert connection.in_atomic_block
    unreachable = set(User.objects.filter(pk__in=facts, email__endswith=NO_EMAIL).values_list("pk", flat=True))
    emails = [
        OutboxEmail(
            kind=kind,
            recipient_id=recipient_id,
            guardianship_id=(guardianships or {}).get(recipient_id),
            about=str(about),
            facts=own,
            created_at=now,
            due_at=now + delay(kind, own),
            valid_until=valid_until,
        )
        for recipient_id, own in facts.items()
        if recipient_id not in unreachable
    ]
    OutboxEmail.objects.bulk_create(emails, ignore_conflicts=True)
    return len(emails)


def put_invitations(accounts: Collection[int], *, about: object = "account", now: datetime) -> None:
    """To accounts that others have created. One e-mail each, ever, about the same cause."""
    put_all(Kind.INVITATION, about=about, facts={account: {"account": account} for account in accounts}, now=now)


def put_or_merge(
    kind: OutboxEmail.Kind,
    *,
    recipient_id: int,
    topic: object,
    facts: Mapping[str, Any],
    kept: Collection[str] = (),
    lines_by: str = "",
    now: datetime,
    guardianship_id: int | None = None,
) -> None:
    """Stores an e-mail, or merges it into the one of this kind about this topic that still waits to be sent.

    The merged e-mail has the new facts, except those named in ``kept``: they stay as they were before the first change,
    so that the e-mail tells the whole difference. Each merge starts a quiet period, up to ``LONGEST_QUIET_PERIODS``
    after the first change. The caller holds a lock that serializes the changes of the topic.

    ``lines_by`` is for a topic of several things: it names what identifies a line of ``facts["lines"]``. The new line
    joins the others, or replaces the one about the same thing. Such a topic needs no lock: at worst, simultaneous first
    lines are in two e-mails.
    """
    assert connection.in_atomic_block
    # An e-mail that a worker has claimed may be sent already. The next change gets an e-mail of its own.
    # A parent who is also a second guardian gets one e-mail in each role.
    unclaimed = _of_cause(kind, recipient_id, topic).queued().filter(tries=0, guardianship=guardianship_id)
    waiting = unclaimed.select_for_update(no_key=True).order_by("-pk").first()
    if waiting is None:
        about = f"{topic}/{now.timestamp()}"
        if lines_by:
            # Lines of one moment are in two e-mails if a worker claims the first in between.
            about += f"/{facts['lines'][0][lines_by]}"
        put(kind, recipient_id=recipient_id, about=about, facts=facts, now=now, guardianship_id=guardianship_id)
        return
    before = waiting.facts
    waiting.facts = {**facts, **{name: before[name] for name in kept}}
    if lines_by:
        replaced = {line[lines_by] for line in facts["lines"]}
        others = [line for line in before["lines"] if line[lines_by] not in replaced]
        waiting.facts["lines"] = [*others, *facts["lines"]]
    waiting.due_at = min(now + quiet_period(), waiting.created_at + LONGEST_QUIET_PERIODS * quiet_period())
    waiting.save(update_fields=["facts", "due_at"])


def unreached(accounts: Collection[int], *, by_reminder: bool = False) -> QuerySet[User]:
    """Those without an address, or whose mail server refused it last; ``by_reminder``: also who wants no reminders."""
    newest = OutboxEmail.objects.tried().filter(recipient=OuterRef("pk")).values("address_refused")[:1]
    without = Q(email__endswith=NO_EMAIL) | Q(is_refused=True)
    if by_reminder:
        without |= Q(wants_reminders=False)
    users = User.objects.filter(pk__in=accounts).alias(is_refused=Subquery(newest))
    return users.filter(without).order_by(name_order("name"), "pk")


def withdraw(kind: OutboxEmail.Kind, *, recipient_id: int, about: object) -> None:
    """In the transaction that makes the e-mails untrue; also for causes that begin with ``about`` and a slash."""
    assert connection.in_atomic_block
    _of_cause(kind, recipient_id, about).queued().update(state=State.SKIPPED)


def was_sent(kind: OutboxEmail.Kind, *, recipient_id: int, about: object) -> bool:
    """Also for a cause that begins with ``about`` and a slash."""
    return _of_cause(kind, recipient_id, about).filter(state=State.SENT).exists()


def _of_cause(kind: OutboxEmail.Kind, recipient_id: int, about: object) -> OutboxEmailQuerySet:
    same_cause = Q(about=str(about)) | Q(about__startswith=f"{about}/")
    return OutboxEmail.objects.filter(same_cause, kind=kind, recipient=recipient_id)


def delete_queued(kind: OutboxEmail.Kind, *, prefix: str) -> None:
    """``prefix``: the beginning of the cause. The e-mails can be put again."""
    assert connection.in_atomic_block
    OutboxEmail.objects.queued().filter(kind=kind, about__startswith=prefix).delete()


def empty_old_facts(*, now: datetime) -> int:
    """Of e-mails that are older than 90 days and not queued. Returns the number of e-mails."""
    old = OutboxEmail.objects.exclude(state=State.QUEUED).filter(created_at__lt=now - FACTS_KEPT)
    return old.exclude(facts={}).update(facts={})


def send_again(*, ids: Collection[int], now: datetime) -> int:
    """E-mails without facts stay failed. Returns how many are queued again."""
    failed = OutboxEmail.objects.failed().filter(pk__in=ids).exclude(~Q(kind__in=WITHOUT_FACTS), facts={})
    return failed.update(state=State.QUEUED, due_at=now, created_at=now, tries=0, error="", address_refused=False)
