"""The lessons of a class: replacing them, and ending a class after the last one.

Every change locks the class row first, so that no seat is confirmed between the question whether students are enrolled
and its consequence.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from classes.batch import for_each_class
from classes.catalog.lesson_rows import LessonRow
from classes.models import CampClass, Lesson
from classes.seats.locks import lock_class
from core.errors import DomainError, InvalidInput

BATCH_SIZE = 1000


class InvalidLessons(InvalidInput):
    """Lessons that cannot be stored; each error begins with the position of its lesson ("Lesson 3: ")."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__(fields={"lessons": errors})


class LessonOver(DomainError):
    code = "lesson_over"
    message = "A lesson that has already started can't be moved or removed."


def replace_lessons(*, camp_class: CampClass, rows: Sequence[LessonRow], now: datetime) -> bool:
    """Makes ``rows`` the lessons of the locked (or new) class, and returns whether anything changed.

    A row with an id, or with the start of a lesson, is that lesson. Lessons without a row are deleted, or canceled if
    students are enrolled. The caller tells the students (``announcements``).
    """
    assert connection.in_atomic_block
    existing = {lesson.pk: lesson for lesson in camp_class.lessons.all()}
    matches = _match(rows, existing)
    _refuse_invalid(rows, matches, now)
    changes = [(row, lesson) for row, lesson in zip(rows, matches, strict=True) if lesson and not row.equals(lesson)]
    new = [row for row, lesson in zip(rows, matches, strict=True) if lesson is None]
    unsent = [lesson for lesson in existing.values() if lesson not in matches]
    removed = [lesson for lesson in unsent if lesson.canceled_at is None]
    if any(lesson.has_started(now) for lesson in (*removed, *(lesson for _, lesson in changes))):
        raise LessonOver
    has_students = bool(removed or changes or new) and camp_class.enrollments.confirmed().exists()
    # A canceled lesson makes room for a lesson that now has its start.
    taken = {row.starts_at for row in rows}
    deleted = [each for each in unsent if each.starts_at in taken or (each in removed and not has_students)]
    canceled = [each for each in removed if each not in deleted]
    _save(camp_class, deleted, canceled, changes, new, now)
    _save_class(camp_class, is_moved=bool(new or changes), is_emptied=bool(removed) and not rows, now=now)
    return bool(removed or changes or new)


def _match(rows: Sequence[LessonRow], existing: dict[int, Lesson]) -> list[Lesson | None]:
    """The lesson of each row, None for a new one."""
    free = dict(existing)
    by_id = [None if row.id is None else free.pop(row.id, None) for row in rows]
    unknown = [
        f"Lesson {position}: this class has no such lesson, or it is there twice."
        for position, (row, lesson) in enumerate(zip(rows, by_id, strict=True), start=1)
        if row.id is not None and lesson is None
    ]
    if unknown:
        raise InvalidLessons(unknown)
    by_start = {lesson.starts_at: lesson for lesson in free.values()}
    return [lesson or by_start.get(row.starts_at) for row, lesson in zip(rows, by_id, strict=True)]


def _refuse_invalid(rows: Sequence[LessonRow], matches: Sequence[Lesson | None], now: datetime) -> None:
    errors = [
        f"Lesson {position}: it must start in the future."
        for position, (row, lesson) in enumerate(zip(rows, matches, strict=True), start=1)
        if row.starts_at <= now and not (lesson and (row.equals(lesson) or lesson.has_started(now)))
    ]
    if errors:
        raise InvalidLessons(errors)


def _save(
    camp_class: CampClass,
    deleted: Collection[Lesson],
    canceled: Collection[Lesson],
    changes: Collection[tuple[LessonRow, Lesson]],
    new: Collection[LessonRow],
    now: datetime,
) -> None:
    for lesson in canceled:
        lesson.canceled_at = now
    for row, lesson in changes:
        lesson.starts_at, lesson.ends_at, lesson.canceled_at = row.starts_at, row.ends_at, None
        lesson.place = row.place_of(lesson)
    changed = [*canceled, *(lesson for _, lesson in changes)]
    for lesson in changed:
        lesson.revision += 1
    if deleted:
        camp_class.lessons.filter(pk__in=[lesson.pk for lesson in deleted]).delete()
    Lesson.objects.bulk_update(changed, ["starts_at", "ends_at", "place", "revision", "canceled_at"])
    create_lessons([(camp_class, row) for row in new])


def _save_class(camp_class: CampClass, *, is_moved: bool, is_emptied: bool, now: datetime) -> None:
    former = (camp_class.ended_at, camp_class.lessons_removed_at)
    if is_moved:
        camp_class.ended_at = camp_class.lessons_removed_at = None
    if is_emptied:
        camp_class.lessons_removed_at = now
    if (camp_class.ended_at, camp_class.lessons_removed_at) != former:
        camp_class.save(update_fields=["ended_at", "lessons_removed_at"])


def create_lessons(rows: Collection[tuple[CampClass, LessonRow]]) -> None:
    """For new classes, without a check of their times; they may be in the past."""
    Lesson.objects.bulk_create(
        [
            Lesson(camp_class=camp_class, starts_at=row.starts_at, ends_at=row.ends_at, place=row.place or "")
            for camp_class, row in rows
        ],
        batch_size=BATCH_SIZE,
    )


def end_classes(*, now: datetime) -> int:
    """Sets ``ended_at`` of the classes whose last lesson has ended, and returns their number."""
    lessons = Lesson.objects.taking_place().filter(camp_class=OuterRef("pk"))
    over = CampClass.objects.filter(Exists(lessons), ~Exists(lessons.filter(ends_at__gt=now)), ended_at=None)
    return sum(for_each_class(over.values_list("pk", flat=True), lambda class_id: _end(class_id, now), "the end"))


@transaction.atomic
def _end(class_id: int, now: datetime) -> bool:
    camp_class = lock_class(class_id)
    # Read again: an instructor may have added a lesson before the lock.
    last_end = camp_class.lessons.taking_place().last_end()
    if last_end is None or last_end > now:
        return False
    camp_class.ended_at = last_end
    camp_class.save(update_fields=["ended_at"])
    return True
