"""Changes of the lists of classes, for the tests of the caches."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from accounts.models import User
from classes.models import CampClass, Lesson
from testing.factories import NOW, Users, make_class, make_craft, make_lesson, make_waitlist_entry

HOURS = {"starts_at": NOW, "ends_at": NOW + timedelta(hours=3)}
CHANGES: dict[str, Callable[[Users], Any]] = {
    "update": lambda users: CampClass.objects.update(name="New name"),
    "delete": lambda users: CampClass.objects.all().delete(),
    "save": lambda users: CampClass.objects.first().save(),
    "create": lambda users: make_class(users.instructor, "Another"),
    "bulk create": lambda users: CampClass.objects.bulk_create(
        [CampClass(name="Bulk", image="https://p.example/", price=1, capacity=1, instructor=users.instructor)]
    ),
    "lesson": lambda users: make_lesson(CampClass.objects.first(), NOW),
    "bulk create of lessons": lambda users: Lesson.objects.bulk_create(
        [Lesson(camp_class=CampClass.objects.first(), **HOURS)]
    ),
    "waitlist": lambda users: make_waitlist_entry(users.student, CampClass.objects.first()),
    "craft": lambda users: make_craft(),
    "other table": lambda users: User.objects.filter(pk=users.instructor.pk).update(name="New name"),
}
"""For each kind of write, a function that gets the users and changes what the lists show. At least one class exists."""
