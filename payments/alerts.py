from datetime import datetime
from typing import Any

from mail import alerts
from mail.models import Alert
from payments.models import Payment


def put_alert(kind: Alert.Kind, payment: Payment, *, about: object, now: datetime, **facts: Any) -> None:
    """Stores an alert that links to the page of the family."""
    path = f"/dashboard/families/{payment.student_id}"
    alerts.put(kind, about=about, facts={"class": payment.class_name, "path": path, **facts}, now=now)
