from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from classes.models import Message
from core.site_time import site_day
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_guardianship,
    make_lesson,
    make_message,
    make_payment,
    make_season,
    make_user,
)

pytestmark = pytest.mark.django_db


def share(users, guardian, name, **fields):
    child = make_child(users.student, name)
    make_guardianship(child, guardian, care=True)
    camp_class = make_class(users.instructor, f"Class of {name}", **fields)
    make_lesson(camp_class, timezone.now() + timedelta(days=1))
    make_payment(users.student, camp_class, child=child)
    make_message(camp_class, subject=f"To {name}")
    return camp_class


def test_it_makes_a_constant_number_of_queries(users, count_queries):
    guardian = make_user("guardian")
    share(users, guardian, "Mia")
    few = count_queries(as_(guardian), "/sharedChildren")
    for number in range(5):
        share(users, guardian, f"Child {number}")
    assert count_queries(as_(guardian), "/sharedChildren") == few


def test_each_child_has_the_messages_to_its_classes_days_and_seasons(users):
    guardian, season = make_user("guardian"), make_season()
    share(users, guardian, "Mia", season=season)
    leo = share(users, guardian, "Leo")
    later = timezone.now() + timedelta(days=4)
    leo.lessons.update(starts_at=later, ends_at=later + timedelta(hours=1))
    values = {"author": users.admin, "to": "enrolled", "recipients": 1, "text": "Please bring a towel."}
    Message.objects.create(key=uuid4(), subject="To the season", season=season, **values)
    Message.objects.create(key=uuid4(), subject="To the day", day=site_day(later), **values)
    shown = {
        each["name"]: [message["subject"] for message in each["messages"]]
        for each in as_(guardian).get("/sharedChildren")
    }
    assert shown == {"Mia": ["To the season", "To Mia"], "Leo": ["To the day", "To Leo"]}
