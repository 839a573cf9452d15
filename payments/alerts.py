"""Alerts about payments."""

from datetime import datetime

from mail import alerts
from mail.models import Alert
from payments.models import Payment


def put_alert(kind: Alert.Kind, payment: Payment, *, about: object, now: datetime) -> None:
    """Stores an alert that leads to the payment in the Django admin."""
    facts = {"class": payment.class_name, "path": f"/admin/payments/payment/{payment.pk}/change/"}
    alerts.put(kind, about=about, facts=facts, now=now)
