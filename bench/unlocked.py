"""The site with its seat lock switched off: the control of every rush. A rush that this passes proves nothing."""

import time
from datetime import datetime

from camp.wsgi import application
from classes import catalog, enrollment
from classes.models import CampClass
from payments import attempts, reconciling, refunds, settling

__all__ = ["application"]
LINGER_SECONDS = 0.05


def read_class(camp_class_id: int) -> CampClass:
    return CampClass.objects.get(pk=camp_class_id)


def count_and_linger(camp_class: CampClass, now: datetime) -> int:
    """As long as it takes a neighbor to count the same seats."""
    taken = camp_class.enrollments.taking_a_seat(now).count()
    time.sleep(LINGER_SECONDS)
    return taken


for module in (enrollment, settling, refunds, attempts, reconciling, catalog):
    module.lock_class = read_class  # type: ignore[attr-defined]
enrollment.count_taken = count_and_linger
