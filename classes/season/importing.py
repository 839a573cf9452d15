"""Creating the classes of a season in one transaction.

A class is identified by its season, its instructor, its name and its first lesson; a row without season or lessons
stands for any class of that name. A class that has another spelling or another time in the file is changed only if the
answer says so; no other existing class is changed, because instructors may have edited it and students may have paid.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.db import transaction
from simple_history.utils import bulk_create_with_history

from accounts.imported import insert_accounts
from accounts.models import Role, User
from classes.catalog.changes import update_any_class
from classes.catalog.lessons import create_lessons
from classes.models import CampClass, Craft, ScheduledClass, Status, scheduled_classes
from classes.season.resemblance import (
    Match,
    class_key,
    differences,
    find_matches,
    warn_of_classes,
    warn_of_days,
    warn_of_rows,
)
from classes.season.rows import InstructorRow, SeasonFile, SeasonRow
from core.errors import DomainError
from core.sheets.problems import Problem
from core.sheets.questions import CHANGE, NEW, NONE, Choice, Interview
from mail import outbox

BATCH_SIZE = 500
NOT_APPROVED = "Such a class can't be Approved."

OnProgress = Callable[[int, int], None]
"""Called with the number of finished items and the total."""


@dataclass(frozen=True)
class SeedResult:
    """With ``errors``, or an open question, nothing was changed."""

    classes_created: int
    classes_existing: int
    classes_changed: int
    instructors: list[User]
    errors: list[Problem]
    warnings: list[Problem]


def seed_season(
    *, file: SeasonFile, now: datetime, dry_run: bool = False, on_progress: OnProgress | None = None
) -> SeedResult:
    """``dry_run`` rolls everything back."""
    rows = file.rows
    with transaction.atomic():
        created = _create_instructors(file.instructors, now)
        instructors = _lock_instructors({row.instructor_email for row in file.instructors})
        existing = _existing_classes(instructors)
        matches = find_matches(rows, existing)
        changed, new = _decided(matches, file.interview)
        known = {match.row.row for match in matches if match.camp_class}
        errors = [
            *file.errors,
            *_without_name(file.instructors, created),
            *_of_students([row for row in file.instructors if row.row not in known], instructors),
            *_not_approvable(new, instructors, now),
            *_repeated(new),
        ]
        if not errors and not file.interview.open:
            outbox.put_invitations([account.pk for account in created], now=now)
            _save_crafts(new)
            errors = _change_classes(changed, now)
            _create_classes(new, instructors, now, on_progress)
        errors.sort(key=lambda error: (error.row is None, error.row))
        warnings = [*file.warnings, *warn_of_days(new, now)]
        warnings += [*warn_of_classes(new, chain.from_iterable(existing.values())), *warn_of_rows(new)]
        same = [match for match in matches if not match.kind]
        warnings += chain.from_iterable(differences(each.row, each.camp_class) for each in same if each.camp_class)
        transaction.set_rollback(dry_run or bool(errors or file.interview.open))
    known_count = len(rows) - len(new) - len(changed)
    return SeedResult(len(new), known_count, len(changed), created, errors, warnings)


CHANGES = {
    "time": "are there already, at another time",
    "spelling": "are there already, in another spelling",
}


def _decided(matches: Iterable[Match], interview: Interview) -> tuple[list[Match], list[SeasonRow]]:
    """The classes to change, and the rows of new ones."""
    changed, new = [], []
    found: dict[str, list[Match]] = {}
    for match in matches:
        if match.camp_class is None:
            new.append(match.row)
        elif match.kind:
            found.setdefault(match.kind, []).append(match)
    for kind, group in found.items():
        names = ", ".join(dict.fromkeys(match.row.name for match in group[:3]))
        text = f"{len(group)} {'class' if len(group) == 1 else 'classes'} of the file {CHANGES[kind]}: {names}."
        choices = [
            Choice(CHANGE, "Change them to what the file says"),
            Choice(NEW, "They are new classes"),
            Choice(NONE, "Leave them as they are"),
        ]
        answer = interview.ask(kind, "", text, choices, [match.row.row for match in group])
        changed += group if answer == CHANGE else []
        new += [match.row for match in group] if answer == NEW else []
    return changed, sorted(new, key=lambda row: row.row)


def _change_classes(matches: list[Match], now: datetime) -> list[Problem]:
    errors = []
    for match in sorted(matches, key=lambda each: each.class_id):
        try:
            with transaction.atomic():
                said = {"name": match.row.name}
                update_any_class(camp_class_id=match.class_id, now=now, values=said, lessons=match.row.lessons or None)
        except DomainError as refusal:
            errors.append(match.row.problem("nameClass", f"The class can't be changed: {refusal.message}"))
    return errors


def _save_crafts(rows: Iterable[SeasonRow]) -> None:
    crafts = {id(row.craft): row.craft for row in rows if row.craft is not None}
    for craft in crafts.values():
        if craft.pk:
            continue
        saved, _ = Craft.objects.get_or_create(
            slug=craft.slug, defaults={"name": craft.name, "position": craft.position}
        )
        craft.pk = saved.pk


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
    instructors = [User(email=email, name=names[email], role=Role.INSTRUCTOR) for email in missing]
    return insert_accounts(instructors, now=now)


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
        found.setdefault(class_key(camp_class.instructor.email, camp_class.name), []).append(camp_class)
    return found


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
