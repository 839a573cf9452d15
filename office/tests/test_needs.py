"""`GET /needs`, and `GET /families?needs=`."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.models.addresses import new_placeholder
from core.models import SiteProblem
from mail.models import OutboxEmail
from testing.clients.admin import AdminClient
from testing.clients.api import as_
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_lesson,
    make_offer,
    make_payment,
    make_reservation,
    make_school,
    make_user,
)
from testing.steps.desk import pay_at_desk

pytestmark = pytest.mark.django_db


def needs(users):
    return {row.pop("kind"): row for row in as_(users.admin).get("/needs")}


def rows_of(users, href):
    """What the page at this address shows."""
    return as_(users.admin).get(f"/families?{urlsplit(href).query}")


def test_it_lists_nothing_if_nothing_waits(users, clay):
    make_payment(users.student, clay)
    make_enrollment(users.student, make_class(users.instructor, "Full enough", min_seats=1))
    assert as_(users.admin).get("/needs") == []


def test_it_counts_classes_to_review(users):
    for name in ("Wood", "Wool"):
        make_class(users.instructor, name, status="Pending")
    assert needs(users) == {
        "review": {"count": 2, "amount": None, "href": "/dashboard/manage-classes?status=Pending"},
    }
    make_class(users.instructor, "Approved")
    assert len([each for each in as_(users.admin).get("/classes") if each["status"] == "Pending"]) == 2


def test_it_sums_what_the_list_of_money_shows(users, clay):
    payment = pay_at_desk(users.admin, users.student, clay)
    as_(users.admin).post(f"/payments/{payment.pk}/release", {"refund": 20, "note": "Moved away"})
    make_payment(users.other_student, clay, price=30, disputed_at=timezone.now())
    make_reservation(users.student, make_class(users.instructor, "Soon", price=12), by=users.admin, days=2)
    make_reservation(users.student, make_class(users.instructor, "Later"), by=users.admin, days=5)
    found = needs(users)
    assert {kind: (row["count"], row["amount"]) for kind, row in found.items()} == {
        "owed": (1, 20),
        "dispute": (1, 30),
        "reservation": (1, 12),
    }
    listed = as_(users.admin).get("/desk/owed")
    for row in found.values():
        wanted = parse_qs(urlsplit(row["href"]).query)["kind"]
        assert len([each for each in listed if each["kind"] in wanted]) == row["count"]
        assert urlsplit(row["href"]).path == "/dashboard/money"


def test_it_counts_children_of_the_next_week_without_paperwork(users):
    make_school(requires=("phone",))
    soon, later = make_class(users.instructor, "Soon"), make_class(users.instructor, "Later")
    make_lesson(soon, timezone.now() + timedelta(days=6))
    make_lesson(later, timezone.now() + timedelta(days=8))
    for child in (make_child(users.student, "Mia"), make_child(users.student, "Leo")):
        make_enrollment(users.student, soon, child)
    make_child(users.student, "Not booked")
    make_enrollment(users.other_student, later, make_child(users.other_student, "Ida"))
    row = needs(users)["paperwork"]
    assert (row["count"], row["amount"]) == (2, None)
    (family,) = rows_of(users, row["href"])
    assert (family["_id"], [child["name"] for child in family["children"]]) == (str(users.student.pk), ["Mia", "Leo"])
    users.student.phone = "555 0142"
    users.student.save()
    assert needs(users) == {}
    assert rows_of(users, row["href"]) == []


def test_it_counts_classes_below_their_minimum(users):
    now = timezone.now()
    for name, days, minimum in (("Few", 13, 2), ("Later", 15, 2), ("Enough", 13, 1), ("Begun", -1, 2)):
        camp_class = make_class(users.instructor, name, min_seats=minimum)
        make_lesson(camp_class, now + timedelta(days=days))
        make_lesson(camp_class, now + timedelta(days=20))
        make_enrollment(users.student, camp_class)
    row = needs(users)["below_minimum"]
    assert row == {"count": 1, "amount": None, "href": "/dashboard/manage-classes?show=below_minimum"}
    shown = [each["nameClass"] for each in as_(users.admin).get("/classes") if each["belowMinimum"]]
    assert shown == ["Few"]


def test_it_counts_offers_to_families_without_email(users):
    caller = make_user("cora")
    User.objects.filter(pk=caller.pk).update(email=new_placeholder())
    for student in (caller, users.student):
        make_offer(student, make_class(users.instructor, f"Offered to {student.pk}"))
    mia = make_child(caller, "Mia")
    make_child(caller, "Leo")
    make_offer(caller, make_class(users.instructor, "For Mia"), child=mia)
    lapsed = make_class(users.instructor, "Lapsed")
    make_offer(caller, lapsed, held_until=timezone.now())
    row = needs(users)["offer"]
    assert (row["count"], row["amount"]) == (1, None)
    (family,) = rows_of(users, row["href"])
    assert (family["_id"], [child["name"] for child in family["children"]]) == (str(caller.pk), ["Mia"])
    assert family["email"] == ""


def test_it_counts_emails_that_failed_in_the_last_week(users):
    now = timezone.now()
    for number, (state, days) in enumerate([("FAILED", 1), ("FAILED", 6), ("FAILED", 9), ("QUEUED", 1)]):
        OutboxEmail.objects.create(
            kind="message",
            recipient=users.student,
            about=number,
            state=state,
            created_at=now - timedelta(days=days),
        )
    row = needs(users)["email_failed"]
    assert (row["count"], row["amount"]) == (2, None)
    page = AdminClient(users.admin).get(row["href"])
    assert page.content.count(b'class="action-select"') == 2


def test_it_counts_problems_of_the_site_that_admins_were_told(users):
    now = timezone.now()
    SiteProblem.objects.create(what="Backup", todo="Run it again.", since=now, told_at=now)
    SiteProblem.objects.create(what="Clock", todo="Set it.", since=now)
    assert needs(users) == {"site_check": {"count": 1, "amount": None, "href": "/dashboard/settings/check"}}


def test_it_takes_a_constant_number_of_queries(users, clay, count_queries):
    make_school(requires=("phone",))

    def add(number):
        camp_class = make_class(users.instructor, f"Class {number}", min_seats=5)
        make_lesson(camp_class, timezone.now() + timedelta(days=2))
        student = make_user(f"family{number}")
        make_enrollment(student, camp_class, make_child(student))
        make_payment(student, clay, price=20, state="refundPending", refund_reason="canceled")
        make_reservation(student, make_class(users.instructor, f"Reserved {number}"), by=users.admin, days=2)
        make_class(users.instructor, f"Pending {number}", status="Pending")

    add(0)
    first = count_queries(as_(users.admin), "/needs")
    for number in range(1, 4):
        add(number)
    assert count_queries(as_(users.admin), "/needs") == first


@pytest.mark.parametrize("role", ["student", "instructor"])
def test_it_is_for_admins(users, role):
    as_(getattr(users, role)).get("/needs", 403)


def test_it_refuses_an_unknown_need(users):
    response = as_(users.admin).get("/families?needs=x", 400)
    assert list(response["fields"]) == ["needs"]
