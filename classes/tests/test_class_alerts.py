"""Alerts about classes: a pending class, a changed one, too few seats, and a long waitlist."""

from datetime import time, timedelta

import pytest
from django.utils import timezone

from classes.alerts import put_due_alerts
from classes.models import CampClass
from core.site_time import day_text, instant_of, site_day
from mail.models import Alert, OutboxEmail
from mail.rendering import Details, render_with
from testing.clients.api import as_
from testing.emails import words
from testing.factories import make_class, make_enrollment, make_lesson, make_user, make_waitlist_entry

pytestmark = pytest.mark.django_db

NEW = {"nameClass": "Clay", "seats": 5, "price": 10, "image": "https://pictures.example/a.jpg"}
NOW = timezone.now()
WEEK = timedelta(weeks=1)


def line_of(alert, users) -> str:
    facts = {"alerts": [{"kind": alert.kind, **alert.facts}]}
    return words(render_with(OutboxEmail(kind="alert", facts=facts, recipient=users.admin), Details()).subject)


def kinds():
    return list(Alert.objects.order_by("pk").values_list("kind", flat=True))


class TestPending:
    def test_it_tells_of_a_class_that_an_instructor_hands_in(self, users):
        id = as_(users.instructor).post("/classes", NEW, 201)["insertedId"]
        alert = Alert.objects.get()
        assert (alert.kind, alert.about) == ("class_pending", id)
        assert alert.facts == {"class": "Clay", "path": f"/dashboard/manage-classes/{id}"}
        assert line_of(alert, users) == "Clay waits for your approval."

    @pytest.mark.parametrize("decision", ["approved", "denied"])
    def test_it_is_over_with_the_decision(self, users, decision):
        id = as_(users.instructor).post("/classes", NEW, 201)["insertedId"]
        as_(users.admin).patch(f"/classes/{decision}/{id}", {})
        assert not Alert.objects.exists()

    def test_it_tells_of_a_denied_class_that_is_handed_in_again(self, users):
        denied = make_class(users.instructor, status="Denied")
        as_(users.instructor).patch(f"/classes/{denied.pk}", {"price": 12})
        assert kinds() == ["class_pending"]

    def test_it_tells_nothing_of_what_admins_do(self, users):
        as_(users.admin).post("/classes", NEW | {"instructorId": str(users.instructor.pk)}, 201)
        assert kinds() == []


class TestChanged:
    def test_it_shows_before_and_after(self, users, clay):
        as_(users.instructor).patch(f"/classes/{clay.pk}", {"price": 60, "ageFrom": 8, "nameClass": "Clay for all"})
        alert = Alert.objects.get()
        assert (alert.kind, alert.facts["path"]) == ("class_changed", f"/dashboard/manage-classes/{clay.pk}")
        assert line_of(alert, users) == (
            "The instructor of Clay for beginners has changed it after the approval. "
            "Name: Clay for beginners, now Clay for all. Price: $45.50, now $60.00. "
            "Ages: all ages, now children aged 8 and over."
        )

    def test_it_shows_the_early_price_before_and_after(self, users, clay):
        early = {"earlyPrice": 0.5, "earlyUntil": "2027-04-30"}
        as_(users.instructor).patch(f"/classes/{clay.pk}", early)
        as_(users.instructor).patch(f"/classes/{clay.pk}", {"earlyUntil": "2027-05-31"})
        texts = [line_of(alert, users).split("Early price: ")[1] for alert in Alert.objects.order_by("pk")]
        assert texts == [
            "none, now $0.50 until Apr 30, 2027.",
            "$0.50 until Apr 30, 2027, now $0.50 until May 31, 2027.",
        ]

    def test_it_tells_of_days_that_let_the_instructor_read_care_sheets(self, users, clay):
        """Also if the lesson is removed at once: then the families get no e-mail."""
        late, soon = site_day(NOW + 12 * WEEK), site_day(NOW + WEEK)
        make_lesson(clay, instant_of(late, time(9)), hours=1)
        kept, added = ({"date": str(day), "from": "09:00", "to": "10:00"} for day in (late, soon))
        for lessons in ([kept, added], [kept], [kept | {"to": "11:00"}]):
            as_(users.instructor).patch(f"/classes/{clay.pk}", {"lessons": lessons})
        texts = [line_of(alert, users).split("Days: ")[1] for alert in Alert.objects.order_by("pk")]
        alone, both = f"{day_text(late)} to {day_text(late)}", f"{day_text(soon)} to {day_text(late)}"
        assert texts == [f"{alone}, now {both}.", f"{both}, now {alone}."]

    def test_it_tells_nothing_of_other_changes(self, users, clay):
        as_(users.instructor).patch(f"/classes/{clay.pk}", {"description": "New", "price": 45.5})
        as_(users.admin).patch(f"/classes/{clay.pk}", {"price": 60})
        pending = make_class(users.instructor, status="Pending")
        as_(users.instructor).patch(f"/classes/{pending.pk}", {"price": 60})
        assert kinds() == []


class TestTooFewSeats:
    @pytest.fixture
    def small(self, users):
        small = make_class(users.instructor, min_seats=2)
        make_lesson(small, NOW + 2 * WEEK)
        make_enrollment(users.student, small)
        return small

    def test_it_tells_two_weeks_before_the_first_lesson_once(self, users, small):
        put_due_alerts(now=NOW - timedelta(seconds=1))
        assert kinds() == []
        for _ in range(2):
            put_due_alerts(now=NOW)
        alert = Alert.objects.get()
        assert alert.kind == "too_few_seats"
        assert alert.facts["path"] == "/dashboard/manage-classes?show=below_minimum&q=Clay+for+beginners"
        assert line_of(alert, users).endswith("starts within two weeks, and has sold 1 of at least 2 seats.")

    @pytest.mark.parametrize(
        ("change", "is_below"),
        [
            ({}, True),
            ({"status": "Pending"}, False),
            ({"min_seats": 1}, False),
            ({"min_seats": None}, False),
            ({"starts_in": 2 * WEEK + timedelta(minutes=5)}, False),
            ({"starts_in": -WEEK}, False),
        ],
    )
    def test_it_is_what_the_office_sees_in_its_list(self, users, small, change, is_below):
        values = {name: value for name, value in change.items() if name != "starts_in"}
        CampClass.objects.filter(pk=small.pk).update(**values)
        if "starts_in" in change:
            start = timezone.now() + change["starts_in"]
            small.lessons.update(starts_at=start, ends_at=start + timedelta(hours=1))
        (row,) = as_(users.admin).get("/classes")
        assert row["belowMinimum"] is is_below
        put_due_alerts(now=timezone.now())
        assert kinds() == (["too_few_seats"] if is_below else [])
        assert "belowMinimum" not in str(as_(None).get("/classes"))

    def test_it_tells_nothing_of_other_classes(self, users, small):
        make_enrollment(users.other_student, small)
        make_lesson(make_class(users.instructor, "Without a minimum"), NOW + WEEK)
        make_lesson(make_class(users.instructor, "Pending", min_seats=2, status="Pending"), NOW + WEEK)
        make_lesson(make_class(users.instructor, "Begun", min_seats=2), NOW - WEEK)
        put_due_alerts(now=NOW)
        assert kinds() == []


class TestSoldOut:
    def test_it_tells_when_five_wait_once(self, users):
        full = make_class(users.instructor, capacity=1)
        make_enrollment(users.student, full)
        for number in range(4):
            make_waitlist_entry(make_user(f"waiting-{number}"), full)
        put_due_alerts(now=NOW)
        assert kinds() == []
        make_waitlist_entry(users.other_student, full)
        for _ in range(2):
            put_due_alerts(now=NOW)
        alert = Alert.objects.get()
        assert (alert.kind, alert.facts["path"]) == ("sold_out", f"/dashboard/update-class/{full.pk}")
        assert line_of(alert, users) == "Clay for beginners is sold out, and 5 are waiting."

    def test_it_tells_nothing_of_a_class_that_has_got_a_seat(self, users):
        full = make_class(users.instructor, capacity=0)
        for number in range(5):
            make_waitlist_entry(make_user(f"waiting-{number}"), full)
        CampClass.objects.update(capacity=1)
        put_due_alerts(now=NOW)
        assert kinds() == []
