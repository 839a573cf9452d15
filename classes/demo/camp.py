"""Filling a new site with the believable camp. What is there already is left as it is."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.text import slugify

from accounts.models import Role, User
from classes import picture_files
from classes.demo import people, season
from classes.demo.geometry import seeded
from classes.demo.people import Person
from classes.demo.pictures import CLASS_SIZE, PORTRAIT_SIZE, draw_class, draw_portrait
from classes.demo.season import Offer
from classes.models import CampClass, Enrollment, Selection
from classes.seeding import Tell

EDITION = 1
"""Raised when the pictures are drawn otherwise: browsers keep a picture for good under its name."""

PASSWORD = "Camp-2003!"  # noqa: S105 - published on purpose, and set in the demo alone


@dataclass(frozen=True)
class Filled:
    """How much of the camp was not there before."""

    people: int
    classes: int
    seats: int


def fill_camp(*, now: datetime, with_admin: bool, tell: Tell | None = None) -> Filled:
    """Make the demo's people, classes, pictures and seats that are not there yet.

    ``with_admin`` makes the demo's admin too, with the published password: never on a site that others can reach.
    """
    portraits, pictures = _pictures(tell)
    cast = [person for person in people.EVERYBODY if with_admin or person is not people.ADMIN]
    with transaction.atomic():
        users, people_made = _make_people(cast, portraits, now)
        made = _make_classes(users, pictures, now)
        seats = _take_seats(made, users, now)
    return Filled(people_made, len(made), seats)


def _pictures(tell: Tell | None) -> tuple[dict[str, str], dict[str, str]]:
    """The addresses of the portraits by e-mail and of the classes' pictures by name, drawn where they are missing."""
    portraits: dict[str, str] = {}
    pictures: dict[str, str] = {}
    with_photo = [person for person in people.EVERYBODY if person.look]
    total = len(with_photo) + len(season.OFFERS)
    for done, person in enumerate(with_photo, start=1):
        portraits[person.email] = _kept("people", person.name, str(person.look), PORTRAIT_SIZE[0], _portrait_of(person))
        if tell:
            tell(done, total)
    for done, offer in enumerate(season.OFFERS, start=len(with_photo) + 1):
        pictures[offer.name] = _kept("classes", offer.name, offer.scene, CLASS_SIZE[0], _picture_of(offer))
        if tell:
            tell(done, total)
    return portraits, pictures


def _portrait_of(person: Person) -> Callable[[], bytes]:
    return lambda: draw_portrait(person.name, person.look)


def _picture_of(offer: Offer) -> Callable[[], bytes]:
    return lambda: draw_class(offer.name, offer.scene)


def _kept(folder: str, name: str, kind: str, width: int, draw: Callable[[], bytes]) -> str:
    """The address of the picture in the site's storage; drawn only where it is not there yet."""
    digest = hashlib.sha256(f"{EDITION}/{name}/{kind}".encode()).hexdigest()[:10]
    stem = f"{folder}/{slugify(name)}-{digest}"
    path = picture_files.name_of(stem, width)
    return default_storage.url(path) if default_storage.exists(path) else picture_files.keep(stem, draw())


def _make_people(cast: Iterable[Person], portraits: dict[str, str], now: datetime) -> tuple[dict[str, User], int]:
    """Everybody by mailbox, and how many of them were new."""
    cast = list(cast)
    there = {user.email for user in User.objects.filter(email__in=[person.email for person in cast])}
    new = [_user(person, portraits.get(person.email, ""), now) for person in cast if person.email not in there]
    User.objects.bulk_create(new)
    users = User.objects.filter(email__in=[person.email for person in cast])
    return {user.email.partition("@")[0]: user for user in users}, len(new)


def _user(person: Person, photo: str, now: datetime) -> User:
    role = Role.INSTRUCTOR if person in people.INSTRUCTORS else Role.STUDENT
    joined_at = now - timedelta(days=seeded(person.name).uniform(62, 200))
    user = User(
        email=person.email,
        name=person.name,
        photo=photo,
        role=Role.ADMIN if person is people.ADMIN else role,
        email_verified=True,
        email_first_verified_at=joined_at,
        joined_at=joined_at,
        profile_completed_at=joined_at,
    )
    user.set_password(PASSWORD if person is people.ADMIN else None)
    return user


def _make_classes(users: dict[str, User], pictures: dict[str, str], now: datetime) -> dict[str, CampClass]:
    """The classes that were not there, by name."""
    there = set(CampClass.objects.filter(instructor__in=users.values()).values_list("instructor__email", "name"))
    new = [
        CampClass(
            name=offer.name,
            description=offer.description,
            image=pictures[offer.name],
            price=offer.price,
            capacity=offer.capacity,
            instructor=users[offer.instructor],
            status=offer.status,
            feedback=offer.feedback,
            created_at=now - timedelta(days=60 - position),
        )
        for position, offer in enumerate(season.OFFERS)
        if (users[offer.instructor].email, offer.name) not in there
    ]
    return {camp_class.name: camp_class for camp_class in CampClass.objects.bulk_create(new)}


def _take_seats(made: dict[str, CampClass], users: dict[str, User], now: datetime) -> int:
    """Confirmed seats in the new classes; a class that was there keeps who is in it."""
    students = [users[person.mailbox] for person in people.STUDENTS]
    seats = [
        Enrollment(
            student=student,
            camp_class=made[offer.name],
            state=Enrollment.State.CONFIRMED,
            price=offer.price,
            confirmed_at=now - timedelta(minutes=seeded(f"{offer.name}/{student.email}").randint(60, 30 * 24 * 60)),
        )
        for offer in season.OFFERS
        if offer.name in made
        for student in seeded(offer.name).sample(students, offer.taken)
    ]
    Enrollment.objects.bulk_create(seats)
    chosen = made.get(season.CHOSEN_BY_THE_STUDENT)
    if chosen is not None:
        Selection.objects.get_or_create(student=users[people.STUDENT.mailbox], camp_class=chosen)
    return len(seats)
