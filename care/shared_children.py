from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from django.db.models import Prefetch

from accounts.models import Child, Guardianship, User
from care.paperwork.missing import missing_for
from classes.models import CampClass, Enrollment, Message
from core.site_time import site_day

MAX_MESSAGES = 20


@dataclass(frozen=True)
class SharedChild:
    """A child of another account, as a second guardian sees it.

    ``seats``: in classes that are not over, with ``shown_lessons``. ``missing``: empty unless they see the paperwork.
    """

    guardianship: Guardianship
    seats: Sequence[Enrollment]
    missing: Sequence[str]
    messages: Sequence[Message]

    @property
    def child(self) -> Child:
        return self.guardianship.child


def read_shared_children(*, user: User, now: datetime) -> list[SharedChild]:
    """In the order in which the children were added."""
    active = Guardianship.objects.active().filter(user=user).select_related("child").order_by("child")
    guardianships = {each.child_id: each for each in active}
    classes = CampClass.objects.select_related("instructor").with_lessons()
    seats = Enrollment.objects.confirmed().filter(child__in=guardianships, camp_class__ended_at=None)
    booked = list(seats.prefetch_related(Prefetch("camp_class", queryset=classes)).order_by("confirmed_at", "pk"))
    missing = missing_for([child_id for child_id, each in guardianships.items() if each.care], now)
    messages = _messages([seat.camp_class for seat in booked])
    return [
        SharedChild(each, own, missing.get(child_id, []), _about([seat.camp_class for seat in own], messages))
        for child_id, each in guardianships.items()
        for own in [[seat for seat in booked if seat.child_id == child_id]]
    ]


def _messages(classes: Sequence[CampClass]) -> Sequence[Message]:
    # To those who have a seat in one of the classes, the newest first.
    if not classes:
        return []
    about = Message.objects.about(*classes).to_enrolled().select_related("author")
    return list(about.order_by("-sent_at", "-pk"))


def _about(classes: Sequence[CampClass], messages: Sequence[Message]) -> Sequence[Message]:
    # As ``MessageQuerySet.about``, without a query for each child.
    class_ids = {each.pk for each in classes}
    season_ids = {each.season_id for each in classes if each.season_id}
    days = {site_day(lesson.starts_at) for each in classes for lesson in each.shown_lessons}
    about = (
        each for each in messages if each.camp_class_id in class_ids or each.season_id in season_ids or each.day in days
    )
    return list(islice(about, MAX_MESSAGES))
