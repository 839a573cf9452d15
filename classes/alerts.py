from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.db.models import F, Q

from classes.models import CampClass, Enrollment, ShownClass, Status, shown_classes
from core.site_time import day_text, site_day
from mail import alerts
from mail.models import Alert
from mail.templatetags.email_formats import money

MANY_WAITING = 5
Kind = Alert.Kind


def put_pending(*, camp_class: CampClass, now: datetime) -> None:
    facts = {"class": camp_class.name, "path": f"/dashboard/manage-classes/{camp_class.pk}"}
    alerts.put(Kind.CLASS_PENDING, about=camp_class.pk, facts=facts, now=now)


def withdraw_pending(*, camp_class: CampClass) -> None:
    alerts.withdraw(Kind.CLASS_PENDING, about=camp_class.pk)


def watched(camp_class: CampClass) -> dict[str, str]:
    """What admins are told about if an instructor changes it in an approved class."""
    prices = {"price": str(camp_class.price), "early": _early_price_text(camp_class)}
    return {"name": camp_class.name, **prices, "ages": camp_class.ages_text, "days": _days_text(camp_class)}


def _days_text(camp_class: CampClass) -> str:
    # These days decide when the instructor may read the care sheets.
    starts = list(camp_class.lessons.taking_place().order_by("starts_at").values_list("starts_at", flat=True))
    return f"{day_text(site_day(starts[0]))} to {day_text(site_day(starts[-1]))}" if starts else "none"


def _early_price_text(camp_class: CampClass) -> str:
    if camp_class.early_price is None or camp_class.early_until is None:
        return "none"
    return f"{money(camp_class.early_price)} until {day_text(camp_class.early_until)}"


def put_changed(*, camp_class: CampClass, before: dict[str, str], now: datetime) -> None:
    """The class is locked. Does nothing unless it is approved and what is ``watched`` has changed."""
    after = watched(camp_class)
    if camp_class.status == Status.APPROVED and after != before:
        path = f"/dashboard/manage-classes/{camp_class.pk}"
        facts = {"class": before["name"], "before": before, "after": after, "path": path}
        alerts.put(Kind.CLASS_CHANGED, about=f"{camp_class.pk}/{now.isoformat()}", facts=facts, now=now)


def put_reservation_ends(*, reservation: Enrollment, now: datetime) -> None:
    assert reservation.reserved_until is not None
    until = reservation.reserved_until.isoformat()
    path = f"/dashboard/families/{reservation.student_id}"
    facts = {"class": reservation.camp_class.name, "until": until, "path": path}
    alerts.put(Kind.RESERVATION_ENDS, about=f"{reservation.pk}/{until}", facts=facts, now=now)


def classes_below_minimum(now: datetime) -> list[ShownClass]:
    with_minimum = shown_classes().listed().filter(Q(first_start__gt=now), min_seats__isnull=False)
    return [camp_class for camp_class in with_minimum if camp_class.is_below_minimum(now)]


def put_due_alerts(*, now: datetime) -> None:
    """Alerts once about each class that will probably not take place, and about each long waitlist."""
    full = shown_classes().listed().filter(Q(waiting__gte=MANY_WAITING, enrolled__gte=F("capacity") - F("offered")))
    for camp_class in classes_below_minimum(now):
        query = urlencode({"show": "below_minimum", "q": camp_class.name})
        seats: dict[str, Any] = {"enrolled": camp_class.enrolled, "minimum": camp_class.min_seats}
        _put_found(Kind.TOO_FEW_SEATS, camp_class, seats | {"path": f"/dashboard/manage-classes?{query}"}, now)
    for camp_class in full:
        facts = {"waiting": camp_class.waiting, "path": f"/dashboard/update-class/{camp_class.pk}"}
        _put_found(Kind.SOLD_OUT, camp_class, facts, now)


def _put_found(kind: Alert.Kind, camp_class: CampClass, facts: dict[str, Any], now: datetime) -> None:
    with transaction.atomic():
        alerts.put(kind, about=camp_class.pk, facts={"class": camp_class.name, **facts}, now=now)
