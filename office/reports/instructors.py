from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import BigIntegerField, Count, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.models import User
from classes.models import CampClass, Lesson, Status
from core.csv_export import csv_text
from core.names import name_key, shown_email

HEADINGS = ("Instructor", "E-mail", "Lessons", "Hours", "Instructor number")
CENT = Decimal("0.01")


@dataclass(frozen=True)
class InstructorReport:
    instructor: User
    lessons: int
    hours: Decimal


def instructor_reports(*, season: str | None, now: datetime) -> list[InstructorReport]:
    """By name: lessons that are over and were not canceled, in this season (see ``of_season``).

    A lesson belongs to its substitute, else to the instructor that the class had when it began.
    """
    took_place = Q(camp_class__status=Status.APPROVED) | Q(camp_class__withdrawn_at__gt=F("starts_at"))
    lessons = Lesson.objects.taking_place().filter(
        took_place, camp_class__in=CampClass.objects.of_season(season), ends_at__lte=now
    )
    versions = CampClass.history.filter(id=OuterRef("camp_class"), history_date__lte=OuterRef("starts_at"))
    instructor_then = Subquery(versions.order_by("-history_date", "-history_id").values("instructor")[:1])
    teacher = Coalesce("substitute", instructor_then, "camp_class__instructor", output_field=BigIntegerField())
    taught = (
        lessons.annotate(teacher=teacher)
        .values_list("teacher")
        .annotate(lessons=Count("pk"), time=Sum(F("ends_at") - F("starts_at")))
    )
    users = User.objects.in_bulk([pk for pk, _, _ in taught])
    reports = [
        InstructorReport(users[pk], number, (Decimal(time.total_seconds()) / 3600).quantize(CENT))
        for pk, number, time in taught
    ]
    return sorted(reports, key=lambda report: (name_key(report.instructor.name), report.instructor.pk))


def instructor_reports_csv(reports: Iterable[InstructorReport]) -> str:
    rows = (
        (each.instructor.name, shown_email(each.instructor.email), each.lessons, each.hours, each.instructor.pk)
        for each in reports
    )
    return csv_text(HEADINGS, rows)
