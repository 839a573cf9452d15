"""Filling a new season: many classes at once, all of them or none.

A class is known by its name and its instructor. One that is there already is left as it is, whatever the season says
of it now: instructors may have changed it, and students have paid for it.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from accounts.models import Role, User
from classes.models import CampClass, Status

BATCH = 500

Tell = Callable[[int, int], None]
"""Told how many of how many are done."""


@dataclass(frozen=True)
class SeasonRow:
    """A class to be offered; ``where`` says in which row of the file it stands, for whoever has to mend it."""

    where: str
    name: str
    instructor_email: str
    instructor_name: str
    price: Decimal
    capacity: int
    image: str
    status: Status = Status.PENDING
    description: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.instructor_email, folded(self.name)


@dataclass(frozen=True)
class Seeded:
    """What came of it."""

    classes_made: int
    classes_known: int
    instructors_made: int


class BadSeason(Exception):
    """The season cannot be as it is written; ``mistakes`` are sentences that name the row and the field."""

    def __init__(self, mistakes: list[str]) -> None:
        self.mistakes = mistakes
        super().__init__("; ".join(mistakes[:3]))


def folded(name: str) -> str:
    """The name as it is compared: an accent typed as one character or as two is the same accent."""
    return unicodedata.normalize("NFC", name.strip())


def seed_season(*, rows: list[SeasonRow], now: datetime, dry_run: bool = False, tell: Tell | None = None) -> Seeded:
    """Make the classes that are not there yet, and their instructors; with ``dry_run`` find out and undo it all.

    Raises BadSeason, and then nothing has changed.
    """
    with transaction.atomic():
        instructors_made = _make_instructors(rows, now)
        instructors = _lock_instructors({row.instructor_email for row in rows})
        _refuse_other_roles(rows, instructors)
        known = _known_classes(instructors)
        new = [row for row in rows if row.key not in known]
        for made, batch in _batches(new):
            CampClass.objects.bulk_create(_camp_class(row, instructors[row.instructor_email], now) for row in batch)
            if tell:
                tell(made, len(new))
        transaction.set_rollback(dry_run)
    return Seeded(len(new), len(rows) - len(new), instructors_made)


def _make_instructors(rows: list[SeasonRow], now: datetime) -> int:
    """Accounts for the instructors whom nobody knows yet; they bind at their first log-in."""
    names: dict[str, str] = {}
    for row in rows:
        names[row.instructor_email] = names.get(row.instructor_email) or row.instructor_name
    there = set(User.objects.filter(email__in=names).values_list("email", flat=True))
    missing = [email for email in names if email not in there]
    nameless = [row for row in rows if row.instructor_email in missing and not names[row.instructor_email]]
    if nameless:
        raise BadSeason(
            [f"{row.where}, instructorName: nobody has the address {row.instructor_email} yet." for row in nameless]
        )
    people = [User(email=email, name=names[email], role=Role.INSTRUCTOR, joined_at=now) for email in missing]
    for person in people:
        person.set_unusable_password()
    # Whoever makes the same account at this very moment wins; it is read again below.
    User.objects.bulk_create(people, batch_size=BATCH, ignore_conflicts=True)
    return len(people)


def _lock_instructors(emails: set[str]) -> dict[str, User]:
    """The instructors, locked, so that the same season read twice at the same moment makes no class twice."""
    people = User.objects.select_for_update(no_key=True).filter(email__in=emails).order_by("pk")
    return {person.email: person for person in people}


def _refuse_other_roles(rows: list[SeasonRow], people: dict[str, User]) -> None:
    mistakes = [
        f"{row.where}, instructorEmail: {row.instructor_email} is {people[row.instructor_email].role} here. "
        f"Make them an instructor first: manage.py grant_role {row.instructor_email} instructor"
        for row in rows
        if not people[row.instructor_email].is_instructor
    ]
    if mistakes:
        raise BadSeason(mistakes)


def _known_classes(instructors: dict[str, User]) -> set[tuple[str, str]]:
    taught = CampClass.objects.filter(instructor__in=instructors.values())
    return {(email, folded(name)) for email, name in taught.values_list("instructor__email", "name").iterator()}


def _batches(rows: list[SeasonRow]) -> Iterator[tuple[int, Iterable[SeasonRow]]]:
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
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
        created_at=now,
    )
