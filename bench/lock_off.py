"""The site without the lock of the class row: the control of the load tests, which must detect that it oversells."""

import time
from collections.abc import Sequence
from datetime import datetime

from camp.server.asgi import application
from classes.models import CampClass
from classes.seats import sql
from classes.seats.sql import Availability

__all__ = ["application"]
PAUSE_SECONDS = 2.0


def select_classes_without_lock(class_ids: Sequence[int]) -> list[CampClass]:
    return list(CampClass.objects.filter(pk__in=class_ids))


select_availability = sql.select_availability


def count_and_pause(*, class_ids: Sequence[int], now: datetime) -> dict[int, Availability]:
    """Pauses after the count while a seat is left, so that concurrent requests count the same seats."""
    available = select_availability(class_ids=class_ids, now=now)
    capacities = CampClass.objects.in_bulk(class_ids)
    if any(available[class_id].taken < capacities[class_id].capacity for class_id in class_ids):
        time.sleep(PAUSE_SECONDS)
    return available


sql.select_classes_for_update = select_classes_without_lock
sql.select_availability = count_and_pause
