"""See docs/adr/0029."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from simple_history.utils import bulk_create_with_history

from accounts.models import User
from classes.catalog.lesson_rows import LessonRow
from classes.catalog.lessons import create_lessons
from classes.catalog.seasons import lock_season
from classes.models import CampClass, Lesson, Season, Status
from core.errors import DomainError, InvalidInput
from core.site_time import weeks_later

COPIED = (
    *("name", "description", "image", "price", "capacity", "min_seats", "instructor_id", "craft_id"),
    *("place", "bring", "age_from", "age_to", "lessons_removed_at", "early_price"),
)
"""The fields that a copy takes from its class. A copy is pending, and has no seats, no waitlist and no feedback."""
DAYS_PER_WEEK = 7


class SeasonChanged(DomainError):
    """A class was deleted or moved to the season of the copy while it was copied."""

    code = "season_changed"
    message = "A class was changed just now. Nothing was copied; please try again."


@dataclass(frozen=True)
class SkippedClass:
    pk: int
    name: str
    code: str


@dataclass(frozen=True)
class NewClass:
    """``lessons``: the earliest first."""

    name: str
    lessons: list[LessonRow]

    @property
    def first_start(self) -> datetime | None:
        return self.lessons[0].starts_at if self.lessons else None

    @property
    def last_start(self) -> datetime | None:
        return self.lessons[-1].starts_at if self.lessons else None


@dataclass(frozen=True)
class SeasonCopy:
    classes: list[NewClass]
    existing: int
    skipped: list[SkippedClass]

    @property
    def created(self) -> int:
        return len(self.classes)


def copy_season(*, into_id: int, from_id: int, dry_run: bool = False, now: datetime) -> SeasonCopy:
    """Only classes that have no copy there yet and are not denied; ``dry_run`` rolls everything back."""
    if into_id == from_id:
        raise InvalidInput(fields={"from": ["A season can't be copied onto itself."]})
    try:
        with transaction.atomic():
            copy = _copy(into_id, from_id, now)
            transaction.set_rollback(dry_run)
    except IntegrityError as error:
        raise SeasonChanged from error
    except OverflowError as error:
        raise InvalidInput(fields={"from": ["The calendar ends before these lessons."]}) from error
    return copy


def _copy(into_id: int, from_id: int, now: datetime) -> SeasonCopy:
    into = lock_season(into_id)  # so that a concurrent copy finds the new classes
    source = Season.objects.filter(pk=from_id).first()
    if source is None:
        raise InvalidInput(fields={"from": ["Please choose a season from the list."]})
    existing = into.classes.filter(copied_from__season=source).count()
    candidates = source.classes.exclude(status=Status.DENIED, withdrawn_at=None).exclude(copies__season=into)
    classes = list(candidates.with_lessons().order_by("pk"))
    teaching = _lock_instructors({each.instructor_id for each in classes})
    skipped = [
        SkippedClass(each.pk, each.name, "class_withdrawn" if each.is_withdrawn else "instructor_gone")
        for each in classes
        if each.is_withdrawn or each.instructor_id not in teaching
    ]
    left_out = {each.pk for each in skipped}
    originals = [each for each in classes if each.pk not in left_out]
    return SeasonCopy(_create(originals, into, weeks_between(source, into), now), existing, skipped)


def _lock_instructors(ids: Collection[int]) -> set[int]:
    teaching = User.objects.instructors() | User.objects.admins()
    # They keep their roles until the commit.
    users = teaching.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True)
    return set(users.values_list("pk", flat=True))


def _create(originals: list[CampClass], season: Season, weeks: int, now: datetime) -> list[NewClass]:
    copies = [
        CampClass(
            season=season,
            copied_from=original,
            created_at=now,
            early_until=original.early_until and original.early_until + timedelta(weeks=weeks),
            **{name: getattr(original, name) for name in COPIED},
        )
        for original in originals
    ]
    bulk_create_with_history(copies, CampClass, default_date=now)
    lessons = [lessons_later(original.shown_lessons, weeks) for original in originals]
    create_lessons([(copy, row) for copy, rows in zip(copies, lessons, strict=True) for row in rows])
    return [NewClass(copy.name, rows) for copy, rows in zip(copies, lessons, strict=True)]


def lessons_later(lessons: list[Lesson], weeks: int) -> list[LessonRow]:
    """A lesson that would end before its start, because the clocks change, keeps its length.

    Two lessons that would start together become one.
    """
    rows = []
    for lesson in lessons:
        starts_at, ends_at = weeks_later(lesson.starts_at, weeks), weeks_later(lesson.ends_at, weeks)
        if ends_at <= starts_at:
            ends_at = starts_at + (lesson.ends_at - lesson.starts_at)
        rows.append(LessonRow(starts_at, ends_at, lesson.place))
    return list({row.starts_at: row for row in rows}.values())


def weeks_between(source: Season, into: Season) -> int:
    return round((into.starts_on - source.starts_on).days / DAYS_PER_WEEK)
