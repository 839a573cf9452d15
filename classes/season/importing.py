"""Creating the classes of a season in one transaction.

A class is identified by its name and its instructor. An existing class is never changed, because instructors may have
edited it and students may have paid for it.
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import Exists, OuterRef
from simple_history.utils import bulk_create_with_history

from accounts.models import Role, User
from classes.catalog.lessons import LessonRow, create_lessons
from classes.models import CampClass, Craft, Status

BATCH_SIZE = 500

OnProgress = Callable[[int, int], None]
"""Called with the number of finished items and the total."""


@dataclass(frozen=True)
class SeasonRow:
    """One class of a season. ``position`` is its row in the file ("row 3"), for error messages."""

    position: str
    name: str
    instructor_email: str
    instructor_name: str
    price: Decimal
    capacity: int
    image: str
    status: Status = Status.PENDING
    description: str = ""
    craft: Craft | None = None
    place: str = ""
    bring: str = ""
    age_from: int | None = None
    age_to: int | None = None
    lessons: list[LessonRow] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        return self.instructor_email, normalize_name(self.name)


@dataclass(frozen=True)
class SeedResult:
    """The number of new and existing classes, and of new instructors."""

    classes_created: int
    classes_existing: int
    instructors_created: int


class InvalidSeason(Exception):
    """The season breaks a rule; each of ``errors`` is a sentence that names the row and the column."""

    def __init__(self, errors: list[str]) -> None:
        self.errors = errors
        super().__init__("; ".join(errors[:3]))


def normalize_name(name: str) -> str:
    """Returns the name for comparison, without outer spaces and with composed accents (Unicode NFC)."""
    return unicodedata.normalize("NFC", name.strip())


def seed_season(
    *, rows: list[SeasonRow], now: datetime, dry_run: bool = False, on_progress: OnProgress | None = None
) -> SeedResult:
    """Creates the missing classes and instructors; with ``dry_run`` rolls everything back.

    Raises InvalidSeason and then changes nothing.
    """
    with transaction.atomic():
        instructors_created = _create_instructors(rows, now)
        instructors = _lock_instructors({row.instructor_email for row in rows})
        _refuse_other_roles(rows, instructors)
        existing = _existing_classes(instructors)
        new = [row for row in rows if row.key not in existing]
        for created, batch in _batches(new):
            classes = [_camp_class(row, instructors[row.instructor_email], now) for row in batch]
            bulk_create_with_history(classes, CampClass, default_date=now)
            create_lessons([(each, lesson) for each, row in zip(classes, batch, strict=True) for lesson in row.lessons])
            if on_progress:
                on_progress(created, len(new))
        transaction.set_rollback(dry_run)
    return SeedResult(len(new), len(rows) - len(new), instructors_created)


def _create_instructors(rows: list[SeasonRow], now: datetime) -> int:
    """Creates the missing accounts and returns their number. Each is linked to its identity at the first login."""
    names: dict[str, str] = {}
    for row in rows:
        names[row.instructor_email] = names.get(row.instructor_email) or row.instructor_name
    existing = set(User.objects.filter(email__in=names).values_list("email", flat=True))
    missing = [email for email in names if email not in existing]
    nameless = [row for row in rows if row.instructor_email in missing and not names[row.instructor_email]]
    if nameless:
        raise InvalidSeason(
            [
                f"{row.position}, instructorName: a name is required, because {row.instructor_email} has no account."
                for row in nameless
            ]
        )
    instructors = [User(email=email, name=names[email], role=Role.INSTRUCTOR, joined_at=now) for email in missing]
    for instructor in instructors:
        instructor.set_unusable_password()
    return _insert_with_history(instructors, now)


def _insert_with_history(accounts: list[User], now: datetime) -> int:
    """Stores the accounts and their history. Skips an account that a concurrent request has created meanwhile."""
    User.objects.bulk_create(accounts, batch_size=BATCH_SIZE, ignore_conflicts=True)
    in_history = Exists(User.history.filter(id=OuterRef("pk")))
    created = User.objects.filter(~in_history, email__in=[account.email for account in accounts])
    return len(User.history.bulk_history_create(created, batch_size=BATCH_SIZE, default_date=now))


def _lock_instructors(emails: set[str]) -> dict[str, User]:
    """Returns the users by e-mail, locked, so that two concurrent runs do not create the same class twice."""
    users = User.objects.select_for_update(no_key=True).filter(email__in=emails).order_by("pk")
    return {user.email: user for user in users}


def _refuse_other_roles(rows: list[SeasonRow], users: dict[str, User]) -> None:
    errors = [
        f"{row.position}, instructorEmail: {row.instructor_email} has the role {users[row.instructor_email].role}. "
        f"To change it: manage.py grant_role {row.instructor_email} instructor"
        for row in rows
        if not users[row.instructor_email].is_instructor
    ]
    if errors:
        raise InvalidSeason(errors)


def _existing_classes(instructors: dict[str, User]) -> set[tuple[str, str]]:
    """Returns the keys (see ``SeasonRow.key``) of all classes of these instructors."""
    classes = CampClass.objects.filter(instructor__in=instructors.values())
    keys = classes.values_list("instructor__email", "name").iterator()
    return {(email, normalize_name(name)) for email, name in keys}


def _batches(rows: list[SeasonRow]) -> Iterator[tuple[int, list[SeasonRow]]]:
    """Yields each batch with the number of rows up to its end."""
    for start in range(0, len(rows), BATCH_SIZE):
        batch = rows[start : start + BATCH_SIZE]
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
        created_at=now,
    )
