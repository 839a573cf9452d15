"""Creating the classes of a season in one transaction.

A class is identified by its season, its instructor, its name and its first lesson; a row without season or lessons
stands for any class of that name. An existing class is never changed, because instructors may have edited it and
students may have paid for it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.db import transaction
from django.db.models import Exists, OuterRef
from simple_history.utils import bulk_create_with_history

from accounts.models import Role, User
from classes.catalog.lessons import create_lessons
from classes.models import CampClass, ScheduledClass, Status, scheduled_classes
from classes.season.resemblance import differences, warn_of_classes, warn_of_days, warn_of_instructors, warn_of_rows
from classes.season.rows import InstructorRow, InvalidSeason, Problem, SeasonFile, SeasonRow
from core.names import clean_name

BATCH_SIZE = 500
NOT_APPROVED = "Such a class can't be Approved."

OnProgress = Callable[[int, int], None]
"""Called with the number of finished items and the total."""


@dataclass(frozen=True)
class SeedResult:
    classes_created: int
    classes_existing: int
    instructors: list[User]
    warnings: list[Problem]


def seed_season(
    *, file: SeasonFile, now: datetime, dry_run: bool = False, on_progress: OnProgress | None = None
) -> SeedResult:
    """``dry_run`` rolls everything back. InvalidSeason also has the errors in the cells of the file."""
    rows = file.rows
    with transaction.atomic():
        created = _create_instructors(file.instructors, now)
        instructors = _lock_instructors({row.instructor_email for row in file.instructors})
        existing = _existing_classes(instructors)
        matches = [(row, _match(row, existing)) for row in rows]
        new = [row for row, match in matches if match is None]
        known = {row.row for row, match in matches if match}
        errors = [
            *file.errors,
            *_without_name(file.instructors, created),
            *_of_students([row for row in file.instructors if row.row not in known], instructors),
            *_not_approvable(new, instructors, now),
            *_repeated(new),
        ]
        if errors:
            raise InvalidSeason(sorted(errors, key=lambda error: (error.row is None, error.row)))
        warnings = [*file.warnings, *warn_of_instructors({user.email: user.name for user in created}, rows)]
        warnings += warn_of_days(new, now)
        warnings += [*warn_of_classes(new, chain.from_iterable(existing.values())), *warn_of_rows(new)]
        warnings += chain.from_iterable(differences(row, match) for row, match in matches if match)
        _create_classes(new, instructors, now, on_progress)
        transaction.set_rollback(dry_run)
    return SeedResult(len(new), len(rows) - len(new), created, warnings)


def _create_classes(
    new: list[SeasonRow], instructors: dict[str, User], now: datetime, on_progress: OnProgress | None
) -> None:
    for created, batch in _batches(new):
        classes = [_camp_class(row, instructors[row.instructor_email], now) for row in batch]
        bulk_create_with_history(classes, CampClass, default_date=now)
        create_lessons([(each, lesson) for each, row in zip(classes, batch, strict=True) for lesson in row.lessons])
        if on_progress:
            on_progress(created, len(new))


def _create_instructors(rows: list[InstructorRow], now: datetime) -> list[User]:
    names: dict[str, str] = {}
    for row in rows:
        names[row.instructor_email] = names.get(row.instructor_email) or row.instructor_name
    existing = set(User.objects.filter(email__in=names).values_list("email", flat=True))
    missing = [email for email in names if email not in existing]
    instructors = [User(email=email, name=names[email], role=Role.INSTRUCTOR, joined_at=now) for email in missing]
    for instructor in instructors:
        instructor.set_unusable_password()
    return _insert_with_history(instructors, now)


def _insert_with_history(accounts: list[User], now: datetime) -> list[User]:
    # A concurrent request may have created one of them meanwhile.
    User.objects.bulk_create(accounts, batch_size=BATCH_SIZE, ignore_conflicts=True)
    in_history = Exists(User.history.filter(id=OuterRef("pk")))
    created = list(User.objects.filter(~in_history, email__in=[account.email for account in accounts]).order_by("pk"))
    User.history.bulk_history_create(created, batch_size=BATCH_SIZE, default_date=now)
    return created


def _lock_instructors(emails: set[str]) -> dict[str, User]:
    # Otherwise two concurrent runs could create the same class twice.
    users = User.objects.select_for_update(no_key=True).filter(email__in=emails).order_by("pk")
    return {user.email: user for user in users}


def _without_name(rows: list[InstructorRow], created: list[User]) -> list[Problem]:
    nameless = {user.email for user in created if not user.name}
    return [
        row.problem("instructorName", f"a name is required, because {row.instructor_email} has no account.")
        for row in rows
        if row.instructor_email in nameless
    ]


def _of_students(rows: list[InstructorRow], users: dict[str, User]) -> list[Problem]:
    # Admins may teach.
    return [
        row.problem(
            "instructorEmail",
            f"{row.instructor_email} has the role student. To change it: on the page Manage Users, or with "
            f"manage.py grant_role {row.instructor_email} instructor",
        )
        for row in rows
        if users[row.instructor_email].is_student
    ]


def _not_approvable(new: list[SeasonRow], users: dict[str, User], now: datetime) -> list[Problem]:
    # ``approve_class`` would refuse the same.
    approved = [row for row in new if row.status == Status.APPROVED]
    gone = [row for row in approved if not users[row.instructor_email].is_active]
    over = [row for row in approved if row.last_end is not None and row.last_end <= now]
    return [
        *(
            row.problem("instructorEmail", f"{row.instructor_email} can't teach anymore. {NOT_APPROVED}")
            for row in gone
        ),
        *(row.problem("lessons", f"all lessons of this class are over. {NOT_APPROVED}") for row in over),
    ]


def _existing_classes(instructors: dict[str, User]) -> dict[tuple[str, str], list[ScheduledClass]]:
    classes = scheduled_classes().filter(instructor__in=instructors.values()).select_related("instructor")
    found: dict[tuple[str, str], list[ScheduledClass]] = {}
    for camp_class in classes.with_lessons():
        found.setdefault((camp_class.instructor.email, clean_name(camp_class.name)), []).append(camp_class)
    return found


def _match(row: SeasonRow, existing: dict[tuple[str, str], list[ScheduledClass]]) -> ScheduledClass | None:
    named = existing.get(row.name_key, [])
    of_season = [each for each in named if row.may_be_in_season_of(each)]
    return next((each for each in of_season if row.first_lesson in (None, each.first_start)), None)


def _repeated(new: list[SeasonRow]) -> list[Problem]:
    first: dict[object, SeasonRow] = {}
    others = [(row, first.setdefault((row.name_key, row.season, row.first_lesson), row)) for row in new]
    return [
        row.problem("nameClass", f"{other.unit} {other.row} has the same class of this instructor.")
        for row, other in others
        if other is not row
    ]


def _batches(rows: list[SeasonRow]) -> Iterator[tuple[int, list[SeasonRow]]]:
    for start in range(0, len(rows), BATCH_SIZE):
        batch = rows[start : start + BATCH_SIZE]
        # With the number of rows up to its end.
        yield start + len(batch), batch


def _camp_class(row: SeasonRow, instructor: User, now: datetime) -> CampClass:
    return CampClass(
        name=row.name,
        description=row.description,
        image=row.image,
        price=row.price,
        capacity=row.capacity,
        instructor=instructor,
        status=row.status,
        craft=row.craft,
        place=row.place,
        bring=row.bring,
        age_from=row.age_from,
        age_to=row.age_to,
        early_price=row.early_price,
        early_until=row.early_until,
        min_seats=row.min_seats,
        season=row.season,
        created_at=now,
    )
