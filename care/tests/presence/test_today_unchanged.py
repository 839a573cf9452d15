"""GET /today with the tag of the last answer: 304 as long as nothing changes that it shows."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from care.models import AgreementText, CareRead, CareSheet, Contact, ContactChild, PaperSeen, PresenceEvent
from care.paperwork.sheets import save_sheet
from classes.models import CampClass, Enrollment, Lesson, Season
from core.cache import invalidation, known_tags
from core.models import School
from testing.clients.api import as_
from testing.factories import (
    NOW,
    make_agreement,
    make_agreement_text,
    make_class,
    make_enrollment,
    make_lesson,
    make_school,
    make_season,
)
from testing.factories.presence import event, make_collector, sent

DAY = timedelta(days=1)
START = NOW + timedelta(hours=5)
PAPER = "paper:immunization"


@pytest.fixture
def asked(users, clay, mia, clock, monkeypatch):
    """Returns a function that asks as the user with the tag of their last answer: its status and whether it is new."""
    make_school(requires=["phone", "contact", "pickup", "sheet", PAPER])
    monkeypatch.setattr(invalidation, "is_listening", lambda: True)
    lesson = make_lesson(clay, START)
    seat = make_enrollment(users.student, clay, mia)
    save_sheet(guardian=users.student, child_id=mia.pk, texts={"allergies": "Peanuts"}, keep=False, now=NOW)
    make_collector(mia)
    make_agreement_text()
    as_(users.instructor).post("/presence", sent(event(lesson, seat)))
    tags = {}

    def ask(user=users.instructor):
        response = as_(user).client.get("/today", headers={"If-None-Match": tags.get(user.pk, "")})
        tags[user.pk] = response.headers.get("ETag")
        return response.status_code

    return ask


pytestmark = pytest.mark.django_db

CHANGES = {
    "a child's name": lambda users, mia: type(mia).objects.update(name="Maya"),
    "a child's age": lambda users, mia: type(mia).objects.update(born_on=None),
    "a guardian's name": lambda users, mia: type(users.student).objects.filter(pk=users.student.pk).update(name="Sue"),
    "a guardian's phone": lambda users, mia: as_(users.student).patch("/users/me", {"phone": "555 0107"}),
    "a care sheet": lambda users, mia: as_(users.student).put(f"/care/{mia.pk}", {"allergies": "Milk"}),
    "a deleted care sheet": lambda users, mia: CareSheet.objects.all().delete(),
    "a contact": lambda users, mia: Contact.objects.update(phone="555 0199"),
    "a barred person": lambda users, mia: make_collector(mia, "Eve", may_pick_up=False, barred=True),
    "a removed contact": lambda users, mia: ContactChild.objects.all().delete(),
    "an event": lambda users, mia: as_(users.instructor).post(
        "/presence", sent(event(Lesson.objects.get(), Enrollment.objects.get(), "LEFT", withName="Sam"))
    ),
    "who collected, forgotten": lambda users, mia: PresenceEvent.objects.all().delete(),
    "a seat": lambda users, mia: make_enrollment(users.other_student, CampClass.objects.get()),
    "a canceled seat": lambda users, mia: Enrollment.objects.update(state="RELEASED", released_at=NOW),
    "a lesson's time": lambda users, mia: Lesson.objects.update(ends_at=START + timedelta(hours=1)),
    "a canceled lesson": lambda users, mia: Lesson.objects.update(canceled_at=NOW),
    "another lesson": lambda users, mia: make_lesson(CampClass.objects.get(), START + timedelta(hours=4)),
    "a substitute": lambda users, mia: Lesson.objects.update(substitute=users.other_instructor),
    "a class's name": lambda users, mia: CampClass.objects.update(name="Clay"),
    "a class's place": lambda users, mia: CampClass.objects.update(place="Barn"),
    "a class that isn't approved any more": lambda users, mia: CampClass.objects.update(status="Pending"),
    "an instructor": lambda users, mia: CampClass.objects.update(instructor=users.other_instructor),
    "a text to sign": lambda users, mia: make_agreement_text(version=2, required=False),
    "a signature": lambda users, mia: make_agreement(mia, AgreementText.objects.get()),
    "a paper": lambda users, mia: PaperSeen.objects.create(
        child=mia, kind="immunization", seen_by=users.admin, seen_on=NOW
    ),
    "a season": lambda users, mia: make_season(),
    "what the school requires": lambda users, mia: School.objects.update(requires=[]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_it_answers_again_after_a_change_of_what_it_shows(users, mia, asked, change):
    assert [asked(), asked()] == [200, 304]
    change(users, mia)
    assert [asked(), asked()] == [200, 304]


def test_it_answers_again_in_another_season(users, mia, clay, asked):
    summer = make_season("Summer", starts_on=NOW, ends_on=NOW + 30 * DAY)
    fall = make_season("Fall", starts_on=NOW + 60 * DAY, ends_on=NOW + 90 * DAY)
    CareSheet.objects.update(season=summer)
    for season in (summer, fall):
        make_enrollment(users.student, make_class(users.instructor, season.name, season=season), mia)
    assert [asked(), asked()] == [200, 304]
    CampClass.objects.filter(season=summer).update(ended_at=NOW)
    assert asked() == 200
    Season.objects.filter(pk=fall.pk).update(name="Autumn")
    assert asked() == 304


def test_it_watches_every_table_that_it_reads(users, asked):
    with CaptureQueriesContext(connection) as queries:
        asked()
    read = {table for query in queries for table in re.findall(r'(?:FROM|JOIN) "?(\w+)"?', query["sql"])}
    watched = invalidation._watched_tables | invalidation._tables_of_tags
    assert read - watched == {CareRead._meta.db_table}
    assert len(read) > 10


def test_it_asks_the_database_only_for_the_account_while_nothing_changes(users, asked):
    asked()
    with CaptureQueriesContext(connection) as queries:
        assert asked() == 304
    assert [query["sql"].split("FROM ")[1].split()[0] for query in queries] == ["accounts_user"]


def test_it_answers_each_user_and_each_day(users, asked, clock):
    assert [asked(), asked(users.admin), asked(), asked(users.admin)] == [200, 200, 304, 304]
    first = as_(users.instructor).client.get("/today").headers["ETag"]
    assert (
        as_(users.instructor).client.get("/today?date=2026-03-02", headers={"If-None-Match": first}).status_code == 200
    )
    assert as_(users.other_instructor).client.get("/today", headers={"If-None-Match": first}).status_code == 200
    clock.shift(DAY)
    assert asked() == 200


@pytest.mark.parametrize("edge", [START - 14 * DAY, START + timedelta(hours=3) + DAY])
def test_it_answers_again_when_care_becomes_readable_or_unreadable(users, asked, clock, edge):
    def ask(tag=""):
        response = as_(users.instructor).client.get("/today?date=2026-03-01", headers={"If-None-Match": tag})
        return response.status_code, response.headers.get("ETag")

    clock.move_to(edge - timedelta(seconds=2))
    _, tag = ask()
    clock.move_to(edge - timedelta(seconds=1))
    assert ask(tag) == (304, tag)
    clock.move_to(edge + timedelta(seconds=1))
    assert ask(tag)[0] == 200


def test_it_looks_again_after_a_while_in_case_a_notification_was_lost(users, asked, clock):
    assert [asked(), asked()] == [200, 304]
    CHANGES["a class's name"](users, None)
    known_tags.known_tags.generation -= 1  # as if nobody had told this process
    assert asked() == 304
    clock.shift(known_tags.MAX_AGE)
    assert asked() == 200


def test_it_compares_the_answer_itself_while_no_notification_can_arrive(users, asked, monkeypatch):
    monkeypatch.setattr(invalidation, "is_listening", lambda: False)
    assert [asked(), asked()] == [200, 304]
    CHANGES["a class's name"](users, None)
    known_tags.known_tags.generation -= 1
    assert asked() == 200


def test_it_records_a_read_on_each_day(users, asked, clock):
    asked()
    asked()
    clock.shift(DAY)
    as_(users.instructor).client.get("/today?date=2026-03-01")
    assert CareRead.objects.count() == 2


def test_it_is_stored_by_no_browser(users, asked):
    for tag in ("", as_(users.instructor).client.get("/today").headers["ETag"]):
        response = as_(users.instructor).client.get("/today", headers={"If-None-Match": tag})
        assert response.headers["Cache-Control"] == "no-store"


def test_it_refuses_a_former_instructor_with_a_tag(users, asked):
    asked()
    users.instructor.role = "student"
    users.instructor.save()
    assert asked() == 403
