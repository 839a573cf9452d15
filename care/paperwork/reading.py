from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts.guardians import told_about
from accounts.models import Child, User
from care.models import CareRead, CareSheet, Contact
from care.paperwork.contacts import contacts_by_child
from care.paperwork.missing import missing_for
from care.paperwork.sheets import own_sheet
from classes.ages import age_day
from classes.models import Enrollment, ScheduledClass, scheduled_classes
from core.errors import NotFound
from core.site_time import day_bounds, site_day

BY_NAME = ("participant_order", "pk")
READ_BEFORE, READ_AFTER = timedelta(days=14), timedelta(days=1)
"""An instructor may read so long before the first lesson starts, and after the last one has ended."""


@dataclass(frozen=True)
class ParticipantCare:
    """``seat`` is confirmed. The account holder has no paperwork."""

    seat: Enrollment
    sheet: CareSheet | None
    contacts: list[Contact]
    missing: list[str]
    second_guardians: list[User]


@transaction.atomic
def read_class_care(*, reader: User, class_id: int, now: datetime) -> list[ParticipantCare]:
    """By name. Records that ``reader`` has read about these participants. Outside of the time of reading: NotFound.

    The substitute of a lesson reads on its day, which is always in the time in which the instructor may read.
    """
    camp_class = scheduled_classes().with_roster_for(reader, now).filter(pk=class_id).first()
    if camp_class is None or not may_read(reader=reader, camp_class=camp_class, now=now):
        raise NotFound
    day = age_day(first_start=camp_class.first_start, now=now)
    seats = list(
        camp_class.enrollments.confirmed().on_roster(now, day).select_related("child__care_sheet").order_by(*BY_NAME)
    )
    children = [seat.child_id for seat in seats if seat.child_id is not None]
    contacts, missing, told = contacts_by_child(children), missing_for(children, now), told_about(children)
    record_reads(reader=reader, read={camp_class.pk: children}, now=now)
    return [
        ParticipantCare(
            seat,
            getattr(seat.child, "care_sheet", None),
            contacts.get(child, []),
            missing.get(child, []),
            [each.user for each in told.get(child, ()) if each.user],
        )
        for seat in seats
        for child in [seat.child_id or 0]
    ]


@transaction.atomic
def read_sheet(*, reader: User, guardian: User, child_id: int, now: datetime) -> CareSheet | None:
    """``reader``: the guardian, or an admin."""
    sheet = own_sheet(guardian=guardian, child_id=child_id)
    record_family_reads(reader=reader, guardian=guardian, child_ids=[child_id], now=now)
    return sheet


def record_reads_of_contacts(*, reader: User, guardian: User, child_id: int | None, now: datetime) -> None:
    """``child_id``: None for all children of the account; otherwise one whose paperwork it sees."""
    children = Child.objects.not_deleted().filter(guardian=guardian).order_by("pk").values_list("pk", flat=True)
    child_ids = children if child_id is None else [child_id]
    record_family_reads(reader=reader, guardian=guardian, child_ids=child_ids, now=now)


def record_family_reads(*, reader: User, guardian: User, child_ids: Iterable[int], now: datetime) -> None:
    if reader != guardian:
        record_reads(reader=reader, read={None: list(child_ids)}, now=now)


def record_reads(*, reader: User, read: Mapping[int | None, Sequence[int]], now: datetime) -> None:
    """Records once a day that somebody else than their guardian reads about these children, by the id of the class.

    None: an admin, for the family.
    """
    # A phone asks for a list every half a minute.
    start, _ = day_bounds(site_day(now))
    children = {child_id for child_ids in read.values() for child_id in child_ids}
    today = CareRead.objects.filter(reader=reader, read_at__gte=start, child__in=children)
    known = set(today.values_list("camp_class", "child"))
    CareRead.objects.bulk_create(
        CareRead(reader=reader, camp_class_id=class_id, child_id=child_id, read_at=now)
        for class_id, child_ids in read.items()
        for child_id in child_ids
        if (class_id, child_id) not in known
    )


def may_read(*, reader: User, camp_class: ScheduledClass, now: datetime) -> bool:
    """Whether an admin, or an instructor of the class, may read now."""
    return reader.is_admin or is_readable(camp_class.first_start, camp_class.lessons.taking_place().last_end(), now)


def is_readable(first_start: datetime | None, last_end: datetime | None, now: datetime) -> bool:
    if first_start is None or last_end is None:
        return False
    return first_start - READ_BEFORE <= now <= last_end + READ_AFTER
