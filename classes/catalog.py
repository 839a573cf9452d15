"""Offering a class, and changing one that is offered."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.acting import lock_account
from accounts.models import User
from camp.lib.errors import NotFound
from classes.enrollment import lock_class, set_capacity
from classes.models import CampClass, Status


@transaction.atomic
def offer_class(*, instructor: User, values: Mapping[str, Any]) -> CampClass:
    """Make a class of these ``values`` (fields of CampClass), Pending until an admin decides."""
    return CampClass.objects.create(instructor=lock_account(instructor), **values)


def update_class(
    *,
    instructor: User,
    camp_class_id: int,
    values: Mapping[str, Any],
    seats: int,
    shown_enrolled: int | None,
    now: datetime,
) -> bool:
    """Write the instructor's ``values`` (fields of CampClass) and free ``seats``; whether anything changed.

    ``shown_enrolled`` is how many the form showed as enrolled. A denied class that changes is pending again; its
    feedback stays until the next decision. Raises NotFound for anyone else's class, SeatsHeld.
    """
    with transaction.atomic():
        camp_class = lock_class(camp_class_id)
        if camp_class.instructor_id != instructor.pk:
            raise NotFound
        capacity = set_capacity(camp_class=camp_class, seats=seats, shown_enrolled=shown_enrolled, now=now)
        return _write_changes(camp_class, {**values, "capacity": capacity})


def _write_changes(camp_class: CampClass, values: Mapping[str, Any]) -> bool:
    changed = [name for name, value in values.items() if getattr(camp_class, name) != value]
    if not changed:
        return False
    for name in changed:
        setattr(camp_class, name, values[name])
    if camp_class.status == Status.DENIED:
        camp_class.status = Status.PENDING
        changed.append("status")
    camp_class.save(update_fields=changed)
    return True
