"""Alerts about payments."""

from datetime import datetime

from mail import alerts
from mail.models import Alert
from payments.models import Payment


def put_alert(kind: Alert.Kind, payment: Payment, *, about: object, now: datetime) -> None:
    """Stores an alert that leads to the page of the family."""
    facts = {"class": payment.class_name, "path": f"/dashboard/families/{payment.student_id}"}
    alerts.put(kind, about=about, facts=facts, now=now)
