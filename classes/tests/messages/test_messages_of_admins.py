"""POST /seasons/{id}/messages and /days/{date}/messages: an admin writes to many families."""

from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Guardianship
from classes.models import Message
from core.site_time import site_day, site_zone
from mail.models import OutboxEmail
from mail.sending import send_due_emails
from testing.clients.api import INVALID_IDS, as_
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_guardianship,
    make_lesson,
    make_season,
    make_user,
    make_waitlist_entry,
)
from testing.snapshots import nothing_changes

pytestmark = pytest.mark.django_db

DAY = date(2027, 7, 5)
BAD_DAYS = ("2027-02-30", "0", "x", "2027-W01-1x", "9999-12-31", "0001-01-01", "%F0%9F%8E%A8")


def draft(**changes):
    return {"key": str(uuid4()), "subject": "Snow", "text": "We stay closed.", "to": "enrolled"} | changes


def mailed() -> list[str]:
    emails = OutboxEmail.objects.filter(kind="message").order_by("recipient")
    return [email.recipient.email for email in emails]


def local(day: date, hour: int, minute: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=site_zone())


@pytest.fixture
def season(users):
    """A season with two classes in which Sam has seats, and a waitlist with Olga."""
    season = make_season()
    clay, wood = (make_class(users.instructor, name, season=season) for name in ("Clay", "Wood"))
    make_enrollment(users.student, clay)
    make_enrollment(users.student, wood)
    make_waitlist_entry(users.other_student, wood)
    make_enrollment(make_user("uma"), make_class(users.instructor, "Other"))
    return season


class TestSeason:
    def test_it_mails_each_account_once(self, users, season):
        path = f"/seasons/{season.pk}/messages"
        assert as_(users.admin).post(f"{path}?dryRun=true", {"to": "both"})["recipients"] == 2
        body = draft(to="both")
        sent = as_(users.admin).post(path, body, 201)
        assert as_(users.admin).post(path, body, 200) == sent
        assert sent["recipients"] == 2
        assert mailed() == [users.student.email, users.other_student.email]

    def test_it_shows_the_message_on_the_pages_of_the_classes(self, users, season):
        as_(users.admin).post(f"/seasons/{season.pk}/messages", draft(), 201)
        clay = season.classes.get(name="Clay")
        assert [each["subject"] for each in as_(users.student).get(f"/classes/{clay.pk}/messages")] == ["Snow"]

    def test_it_refuses_a_bad_id(self, users):
        for id in INVALID_IDS:
            as_(users.admin).post(f"/seasons/{id}/messages", draft(), 404)

    @pytest.mark.parametrize("ended", [{0}, {1}, {0, 1}])
    def test_it_mails_a_second_guardian_while_one_of_the_children_is_shared(self, users, season, mail_server, ended):
        """Once, whichever of the guardianships has ended while the e-mail waits."""
        clay, olga = season.classes.get(name="Clay"), users.other_student
        children = [make_child(users.student, name) for name in ("Mia", "Leo")]
        rows = [make_guardianship(child, olga) for child in children]
        for child in children:
            make_enrollment(users.student, clay, child)
        as_(users.admin).post(f"/seasons/{season.pk}/messages", draft(), 201)
        assert mailed() == [users.student.email, olga.email]
        ids = [rows[each].pk for each in ended]
        Guardianship.objects.filter(pk__in=ids).update(ended_at=timezone.now(), email="")
        while send_due_emails():
            pass
        sent = [message["To"] for message in mail_server.accepted]
        assert sent.count(olga.email) == (0 if len(ended) == 2 else 1)

    def test_it_stores_the_emails_of_all_guardians_in_one_statement(self, users, season):
        clay, counts = season.classes.get(name="Clay"), []
        for number in range(2):
            child = make_child(users.student, f"Child {number}")
            make_guardianship(child, make_user(f"guardian-{number}"))
            make_enrollment(users.student, clay, child)
            with CaptureQueriesContext(connection) as statements:
                as_(users.admin).post(f"/seasons/{season.pk}/messages", draft(), 201)
            counts.append(len(statements))
        assert counts[0] == counts[1]


class TestDay:
    def test_it_mails_who_has_a_lesson_on_the_day_in_the_zone_of_the_camp(self, users):
        names = {"first": local(DAY, 0), "last": local(DAY, 23, 59), "before": local(DAY, 0) - timedelta(minutes=1)}
        for name, starts_at in (names | {"after": local(DAY + timedelta(days=1), 0)}).items():
            camp_class = make_class(users.instructor, name)
            make_lesson(camp_class, starts_at)
            make_enrollment(make_user(name), camp_class)
        canceled = make_class(users.instructor, "canceled")
        make_lesson(canceled, local(DAY, 9), canceled_at=timezone.now())
        make_enrollment(make_user("canceled"), canceled)
        assert as_(users.admin).post(f"/days/{DAY}/messages", draft(), 201)["recipients"] == 2
        assert mailed() == ["first@camp.example", "last@camp.example"]

    def test_it_shows_the_message_on_the_pages_of_classes_of_the_day(self, users, clay):
        make_enrollment(users.student, clay)
        lesson = make_lesson(clay, timezone.now() + timedelta(days=3))
        as_(users.admin).post(f"/days/{site_day(lesson.starts_at)}/messages", draft(), 201)
        (shown,) = as_(users.student).get(f"/classes/{clay.pk}/messages")
        assert shown["subject"] == "Snow"
        lesson.delete()
        assert as_(users.student).get(f"/classes/{clay.pk}/messages") == []

    @pytest.mark.parametrize("day", BAD_DAYS)
    def test_it_refuses_what_is_no_day(self, users, day):
        as_(users.admin).post(f"/days/{day}/messages", draft(), 404)


def test_it_refuses_who_is_no_admin(users, season):
    with nothing_changes():
        for path in (f"/seasons/{season.pk}/messages", f"/days/{DAY}/messages"):
            for user in (users.student, users.instructor):
                assert as_(user).post(path, draft(), 403)["code"] == "forbidden"
            as_(None).post(path, draft(), 401)
            as_(users.admin).post(path, draft(text=""), 400)
    assert not Message.objects.exists()
