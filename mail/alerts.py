"""Alerts: what needs an admin. They are mailed at once or in one e-mail a day, as each admin wants. See docs/adr/0036.

An alert is a row, stored in the transaction of its cause. A second one of the same kind about the same cause is not
stored. ``facts`` has ``path``, the page where an admin decides, and the words of ``mail/alert_line.txt``.
"""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any

from django.db import connection, transaction

from accounts.models import User
from core.site_time import instant_of, site_zone
from mail import outbox
from mail.models import Alert, OutboxEmail

DIGEST_TIME = time(7)
URGENT = (Alert.Kind.BARRED, Alert.Kind.SITE_CHECK)
"""Also an admin with one e-mail a day gets these at once."""
ALERTS_KEPT = timedelta(days=90)
MAX_LINES = 100
"""Lines of a digest; the rest is counted."""
State = OutboxEmail.State


def put(kind: Alert.Kind, *, about: object, facts: Mapping[str, Any], now: datetime) -> None:
    assert connection.in_atomic_block
    alert, is_new = Alert.objects.get_or_create(
        kind=kind, about=str(about), defaults={"facts": facts, "created_at": now}
    )
    if is_new:
        wanted = [User.Alerts.AT_ONCE, User.Alerts.DAILY] if kind in URGENT else [User.Alerts.AT_ONCE]
        admins = User.objects.admins().filter(alerts__in=wanted).values_list("pk", flat=True)
        by_admin = {admin: {"alerts": [_line(alert)]} for admin in admins}
        outbox.put_all(OutboxEmail.Kind.ALERT, about=alert.pk, facts=by_admin, now=now)


def withdraw(kind: Alert.Kind, *, about: object) -> None:
    """Call it in the transaction that decides about the alert. If the cause occurs again, it is a new alert."""
    assert connection.in_atomic_block
    Alert.objects.filter(kind=kind, about=str(about)).delete()


@transaction.atomic
def put_digests(*, now: datetime) -> int:
    """For the day that began at 7:00 in the camp's time zone. Returns the number of alerts in the digests.

    A digest lists the alerts before 7:00 that no digest has listed, except those that its admin has got at once.
    """
    day = (now.astimezone(site_zone()) - timedelta(hours=DIGEST_TIME.hour)).date()
    end = instant_of(day, DIGEST_TIME)
    alerts = list(Alert.objects.filter(digested_at=None, created_at__lt=end).order_by("created_at", "pk"))
    # An alert whose transaction ended after 7:00 waits for the next day.
    if not alerts or OutboxEmail.objects.filter(kind=OutboxEmail.Kind.ALERT_DIGEST, about=day).exists():
        return 0
    admins = User.objects.admins().exclude(alerts=User.Alerts.OFF)
    by_admin = {admin.pk: own for admin in admins if (own := _digest(admin, alerts))}
    outbox.put_all(OutboxEmail.Kind.ALERT_DIGEST, about=day, facts=by_admin, now=now)
    Alert.objects.filter(pk__in=[alert.pk for alert in alerts]).update(digested_at=now)
    return len(alerts)


def _digest(admin: User, alerts: list[Alert]) -> dict[str, Any] | None:
    at_once = OutboxEmail.objects.of(admin).filter(kind=OutboxEmail.Kind.ALERT, about__in=[str(a.pk) for a in alerts])
    told = set(at_once.filter(state__in=[State.QUEUED, State.SENT]).values_list("about", flat=True))
    lines = [_line(alert) for alert in alerts if str(alert.pk) not in told]
    return {"alerts": lines[:MAX_LINES], "more": max(0, len(lines) - MAX_LINES)} if lines else None


def _line(alert: Alert) -> dict[str, Any]:
    return {"kind": alert.kind, **alert.facts}


def wants_alerts(email: OutboxEmail) -> bool:
    admin = email.recipient
    return admin is not None and admin.is_staff and admin.alerts != User.Alerts.OFF


def delete_old_alerts(*, now: datetime) -> int:
    """Older than 90 days. A condition that still holds then becomes a new alert."""
    return Alert.objects.filter(created_at__lt=now - ALERTS_KEPT).delete()[0]
