"""The site without the lock of the class row: the control of the load tests, which must detect that it oversells."""

import time
from datetime import datetime

from camp.asgi import application
from classes import catalog, enrollment
from classes.models import CampClass
from payments import attempts, reconciliation, refunds, settlement

__all__ = ["application"]
PAUSE_SECONDS = 2.0


def get_class_without_lock(camp_class_id: int) -> CampClass:
    return CampClass.objects.get(pk=camp_class_id)


def count_and_pause(camp_class: CampClass, now: datetime) -> int:
    """Pauses after the count while a seat is left, so that concurrent requests count the same seats."""
    taken = camp_class.enrollments.taking_seats(now).count()
    if taken < camp_class.capacity:
        time.sleep(PAUSE_SECONDS)
    return taken


for module in (enrollment, settlement, refunds, attempts, reconciliation, catalog):
    module.lock_class = get_class_without_lock  # type: ignore[attr-defined]
enrollment.count_taken_seats = count_and_pause
