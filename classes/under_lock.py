"""What is asked while a class is locked, compiled once: whoever else wants a seat in it waits for the answers."""

from datetime import datetime

from django.db.models import BigIntegerField, Count, DateTimeField, Q, QuerySet

from camp.lib.compiled import Compiled
from classes.models import CampClass, Enrollment

ACTIVE = (Enrollment.State.HELD, Enrollment.State.CONFIRMED)
_ID, _TIME = BigIntegerField(), DateTimeField()


def _camp_class(camp_class: int) -> QuerySet[CampClass]:
    return CampClass.objects.select_for_update(of=("self",), no_key=True).filter(pk=camp_class)


def _overdue(camp_class: int, now: datetime) -> QuerySet[Enrollment]:
    return Enrollment.objects.overdue(now).filter(camp_class=camp_class)


def _active_here(student: int, camp_class: int) -> QuerySet[Enrollment]:
    return Enrollment.objects.filter(student=student, camp_class=camp_class, state__in=ACTIVE)


def _active_here_or_held(student: int, camp_class: int) -> QuerySet[Enrollment]:
    here_or_held = Q(camp_class=camp_class) | Q(state=Enrollment.State.HELD)
    return Enrollment.objects.filter(here_or_held, student=student, state__in=ACTIVE)


def _taken(camp_class: int, now: datetime) -> QuerySet[Enrollment, tuple[int]]:
    taking = Enrollment.objects.taking_a_seat(now).filter(camp_class=camp_class)
    return taking.values("camp_class").annotate(count=Count("*")).values_list("count")


CLASS = Compiled(_camp_class, camp_class=_ID)
"""The class, its row locked."""

OVERDUE = Compiled(_overdue, camp_class=_ID, now=_TIME)
"""The holds on the class that have run out and that nobody has released yet."""

ACTIVE_HERE = Compiled(_active_here, student=_ID, camp_class=_ID)
"""The student's hold or seat in the class."""

ACTIVE_HERE_OR_HELD = Compiled(_active_here_or_held, student=_ID, camp_class=_ID)
"""The same, and the student's holds on other classes."""

TAKEN = Compiled(_taken, camp_class=_ID, now=_TIME)
"""How many seats of the class are taken: one row with the number, none where it is 0."""
