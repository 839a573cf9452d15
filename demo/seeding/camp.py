"""Creates the demo's users, classes, pictures and seats. Rows that exist are not changed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from simple_history.utils import bulk_create_with_history

from accounts.models import Child, Role, User
from classes.catalog.lessons import create_lessons, end_classes
from classes.models import CampClass, Craft, Enrollment, Season, Selection, WaitlistEntry
from core.models import School
from core.site_time import site_day
from demo.seeding import catalog, season
from demo.seeding.catalog import DemoClass
from demo.seeding.stored_pictures import store_class_picture, store_portrait
from demo.seeding.today import add_children
from demo.seeding.users import (
    ADMIN,
    ALL_USERS,
    CHILDREN_OF_THE_STUDENT,
    ENROLLED_STUDENTS,
    INSTRUCTOR,
    INSTRUCTORS,
    STUDENT,
    DemoUser,
)

PASSWORD = "Camp-2003!"
SCHOOL = {
    "legal_name": "Craft Camp LLC",
    "tax_id": "12-3456789",
    "address": "12 Kiln Lane, Asheville, NC 28801",
    "phone": "+1 (555) 010-2003",
    "email": "hello@camp.example",
}


@dataclass(frozen=True)
class Created:
    """How many rows were created."""

    users: int
    classes: int
    seats: int


def seed_camp(*, now: datetime) -> Created:
    """Creates the users, classes, confirmed seats and waitlists that do not exist yet, and stores the pictures."""
    portraits = {each.email: store_portrait(each.name) for each in ALL_USERS if each.has_photo}
    pictures = {each.name: store_class_picture(each.name) for each in catalog.CLASSES}
    with transaction.atomic():
        School.objects.get_or_create(defaults=SCHOOL)
        users, users_created = _create_users(portraits, now)
        _create_children(users[STUDENT.mailbox], now)
        classes = _create_classes(users, pictures, now)
        seats = _create_seats(classes, users, now)
        _create_waitlists(classes, users, now)
    return Created(users_created, len(classes), seats)


def _create_users(portraits: dict[str, str], now: datetime) -> tuple[dict[str, User], int]:
    """Returns all users by mailbox, and how many of them are new."""
    emails = [each.email for each in ALL_USERS]
    existing = set(User.objects.filter(email__in=emails).values_list("email", flat=True))
    new = [_user(each, portraits.get(each.email, ""), now) for each in ALL_USERS if each.email not in existing]
    bulk_create_with_history(new, User, default_date=now)
    users = User.objects.filter(email__in=emails)
    return {user.email.partition("@")[0]: user for user in users}, len(new)


def _user(demo_user: DemoUser, photo: str, now: datetime) -> User:
    role = Role.INSTRUCTOR if demo_user in INSTRUCTORS else Role.STUDENT
    joined_at = now - timedelta(days=_random(demo_user.name).uniform(62, 200))
    user = User(
        email=demo_user.email,
        name=demo_user.name,
        photo=photo,
        bio=demo_user.bio,
        role=Role.ADMIN if demo_user is ADMIN else role,
        email_verified=True,
        email_first_verified_at=joined_at,
        joined_at=joined_at,
        profile_completed_at=joined_at,
    )
    user.set_password(PASSWORD if demo_user is ADMIN else None)
    return user


def _create_children(guardian: User, now: datetime) -> None:
    """Creates the student's children, unless the student has had some."""
    if guardian.children.exists():
        return
    for name, age in CHILDREN_OF_THE_STUDENT:
        born_on = (now - timedelta(days=365 * age + 200)).date()
        Child.objects.create(guardian=guardian, name=name, born_on=born_on)


def _create_classes(users: dict[str, User], pictures: dict[str, str], now: datetime) -> dict[str, CampClass]:
    """Creates the missing crafts, classes and their lessons, and returns the new classes by name."""
    Craft.objects.bulk_create(
        [Craft(name=name, slug=name.lower(), position=position) for position, name in enumerate(season.CRAFTS)],
        ignore_conflicts=True,
    )
    crafts = {craft.slug: craft for craft in Craft.objects.all()}
    taught = CampClass.objects.filter(instructor__in=users.values())
    existing = set(taught.values_list("instructor__email", "name"))
    new = [
        _camp_class(each, position, users[each.instructor], pictures[each.name], crafts, now)
        for position, each in enumerate(catalog.CLASSES)
        if (users[each.instructor].email, each.name) not in existing
    ]
    if new:
        _put_into_seasons(new, now)
    classes = bulk_create_with_history(new, CampClass, default_date=now)
    create_lessons([(each, lesson) for each in classes for lesson in season.PLANS[each.name].lessons(now)])
    end_classes(now=now)
    return {camp_class.name: camp_class for camp_class in classes}


def _put_into_seasons(classes: list[CampClass], now: datetime) -> None:
    """Creates the missing seasons, and gives each of these new classes its season."""
    planned = season.seasons(now)
    Season.objects.bulk_create(planned.values(), ignore_conflicts=True)
    found = {each.name: each for each in Season.objects.all()}
    for each in classes:
        part = season.part_of(season.PLANS[each.name])
        each.season = found[planned[part].name] if part else None


def _camp_class(
    each: DemoClass, position: int, instructor: User, picture: str, crafts: dict[str, Craft], now: datetime
) -> CampClass:
    plan = season.PLANS[each.name]
    early_price = catalog.EARLY_PRICES.get(each.name)
    return CampClass(
        name=each.name,
        description=each.description,
        image=picture,
        price=each.price,
        early_price=early_price,
        early_until=site_day(now) + timedelta(days=catalog.EARLY_DAYS) if early_price else None,
        capacity=each.capacity,
        instructor=instructor,
        status=each.status,
        feedback=each.feedback,
        created_at=now - timedelta(days=60 - position),
        craft=crafts[plan.craft],
        place=plan.place,
        bring=plan.bring,
        age_from=plan.ages[0],
        age_to=plan.ages[1],
    )


def _create_seats(classes: dict[str, CampClass], users: dict[str, User], now: datetime) -> int:
    """Creates confirmed enrollments in the new classes, and one selection. Returns the number of enrollments."""
    seats = [
        Enrollment(
            student=student,
            camp_class=classes[each.name],
            state=Enrollment.State.CONFIRMED,
            price=each.price,
            confirmed_at=_last_booking(each.name, now) - age,
        )
        for each in catalog.CLASSES
        if each.name in classes
        for student, age in _students_of(each, users)
    ]
    Enrollment.objects.bulk_create(seats)
    today = [seat for seat in seats if 0 in season.PLANS[seat.camp_class.name].weeks]
    add_children(seats=today, substitute=users[INSTRUCTOR.mailbox], now=now)
    selected = classes.get(catalog.SELECTED_BY_THE_STUDENT)
    if selected is not None:
        Selection.objects.get_or_create(student=users[STUDENT.mailbox], camp_class=selected)
    return len(seats)


def _create_waitlists(classes: dict[str, CampClass], users: dict[str, User], now: datetime) -> None:
    """Creates waitlist entries in the new classes. One student has joined each day until yesterday."""
    for each in catalog.CLASSES:
        if each.name in classes and each.name in catalog.WAITING:
            number = catalog.WAITING[each.name]
            enrolled = {student for student, _ in _students_of(each, users)}
            others = [users[other.mailbox] for other in ENROLLED_STUDENTS if users[other.mailbox] not in enrolled]
            WaitlistEntry.objects.bulk_create(
                WaitlistEntry(student=student, camp_class=classes[each.name], joined_at=now - timedelta(days=days))
                for student, days in zip(others, range(number, 0, -1), strict=False)
            )


def _last_booking(name: str, now: datetime) -> datetime:
    """Returns now, or the first start of a class that has begun."""
    return min([now, *(lesson.starts_at for lesson in season.PLANS[name].lessons(now))])


def _students_of(each: DemoClass, users: dict[str, User]) -> list[tuple[User, timedelta]]:
    """Returns the students of a class, and how long each of them paid before the last possible booking."""
    own = catalog.PAID_BY_THE_STUDENT.get(each.name)
    others = [users[each.mailbox] for each in ENROLLED_STUDENTS]
    chosen = _random(each.name).sample(others, each.enrolled - (own is not None))
    seats = [
        (other, timedelta(minutes=_random(f"{each.name}/{other.email}").randint(60, 30 * 24 * 60))) for other in chosen
    ]
    return seats if own is None else [*seats, (users[STUDENT.mailbox], own)]


def _random(seed: str) -> Random:
    """Returns the same random numbers for the same seed, on every machine."""
    return Random(seed)
