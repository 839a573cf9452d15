"""GET /desk/owed: what waits for the office."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.models import Enrollment
from payments.models import Order, Payment
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_payment, make_reservation
from testing.servers.stripe_stand_in import deliver_events
from testing.steps.checkout import enroll_by_card, pay_order, start_order_of
from testing.steps.desk_payments import make_desk_payment

pytestmark = pytest.mark.django_db


def owed(users, query=""):
    return as_(users.admin).get(f"/desk/owed{query}")


def only(users, *names):
    (item,) = owed(users)
    return tuple(item[name] for name in names)


def test_it_lists_nothing_if_all_is_well(users, clay, stripe):
    enroll_by_card(users.student, clay, stripe)
    make_desk_payment(users.admin, users.other_student, clay)
    make_reservation(users.student, make_class(users.instructor, "Later"), by=users.admin, days=10)
    assert owed(users) == []


def test_it_names_family_class_and_participant(users, clay):
    paid = make_desk_payment(users.admin, users.student, clay, make_child(users.student))
    as_(users.student).post(f"/payments/cancel/{paid.pk}")
    (item,) = owed(users)
    released_at = Enrollment.objects.get().released_at
    assert item == {
        "_id": str(paid.pk),
        "kind": "owed",
        "paymentId": str(paid.pk),
        "enrollmentId": str(paid.enrollment_id),
        "family": {"_id": str(users.student.pk), "name": "Sam", "phone": "", "email": "sam@camp.example"},
        "classId": str(clay.pk),
        "nameClass": clay.name,
        "participant": "Mia",
        "amount": 45.5,
        "since": released_at.isoformat().replace("+00:00", "Z"),
        "detail": "",
        "lost": False,
    }


def test_it_lists_a_part_refund_at_the_desk(users, clay):
    paid = make_desk_payment(users.admin, users.student, clay)
    body = {"amount": 10, "note": "Rain", "key": str(uuid4())}
    as_(users.admin).post(f"/payments/{paid.pk}/refunds", body, 201)
    assert only(users, "kind", "amount", "participant") == ("owed", 10, "Sam")


def test_it_lists_a_refund_that_stripe_refused(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    stripe.fail("fail", "/v1/refunds", "POST", count=1, status=400)
    as_(users.student).post(f"/payments/cancel/{payment.pk}")
    kind, amount, detail = only(users, "kind", "amount", "detail")
    assert (kind, amount, bool(detail)) == ("failed", 45.5, True)


@pytest.mark.parametrize("lost", [False, True])
def test_it_lists_a_dispute_until_staff_have_settled_it(users, clay, lost):
    now = timezone.now()
    make_payment(users.student, clay, disputed_at=now, dispute_lost_at=now if lost else None)
    assert only(users, "kind", "amount", "lost") == ("disputed", 45.5, lost)
    Payment.objects.update(disputed_at=None)
    assert owed(users) == []


def test_it_lists_an_unassigned_refund_once(users, clay, stripe):
    felt = make_class(users.instructor, "Felt", price=60)
    first, _ = pay_order(start_order_of(users.student, clay, felt), stripe)
    stripe.refund(first.intent_id, 500)
    deliver_events(stripe, first.intent_id, "charge.refunded")
    assert only(users, "kind", "amount", "paymentId") == ("unassigned", 5, str(first.pk))


def test_it_lists_a_reservation_that_ends_soon(users, clay):
    hold = make_reservation(users.student, clay, by=users.admin, days=2)
    until = hold.reserved_until.isoformat().replace("+00:00", "Z")
    assert only(users, "kind", "_id", "paymentId", "amount", "since") == (
        *("reservation", str(hold.pk), None, 45.5, until),
    )


@pytest.fixture
def several(users, clay):
    """Three payments that are owed, the oldest first."""
    found = []
    for days in (3, 2, 1):
        paid = make_desk_payment(users.admin, users.student, clay, make_child(users.student, f"Child {days}"))
        as_(users.student).post(f"/payments/cancel/{paid.pk}")
        released_at = timezone.now() - timedelta(days=days)
        Enrollment.objects.filter(pk=paid.enrollment_id).update(released_at=released_at)
        found.append(str(paid.pk))
    return found


def test_it_lists_the_oldest_first_in_pages(users, several):
    assert [item["_id"] for item in owed(users)] == several
    assert [item["_id"] for item in owed(users, "?limit=2")] == several[:2]
    assert [item["_id"] for item in owed(users, f"?limit=2&after={several[1]}")] == several[2:]
    response = as_(users.admin).client.get("/desk/owed?limit=1")
    assert response["X-Total-Count"] == "3"
    as_(users.admin).get("/desk/owed?limit=0", 400)
    as_(users.admin).get("/desk/owed?after=x", 400)


def test_it_continues_where_a_payment_was(users, several):
    response = as_(users.admin).client.get("/desk/owed?limit=1")
    as_(users.admin).post(f"/payments/{several[0]}/paidBack", {"method": "cash"})
    assert [item["_id"] for item in owed(users, f"?after={response['X-Next-After']}")] == several[1:]


def queries(users):
    with CaptureQueriesContext(connection) as captured:
        owed(users)
    return len(captured)


def test_it_makes_a_constant_number_of_queries(users, clay, several):
    few = queries(users)
    for number in range(10):
        paid = make_desk_payment(users.admin, users.other_student, make_class(users.instructor, f"More {number}"))
        as_(users.other_student).post(f"/payments/cancel/{paid.pk}")
    assert queries(users) == few <= 5


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("student", 403), ("instructor", 403)])
def test_it_refuses_users_who_are_not_admins(users, who, status):
    as_(who and getattr(users, who)).get("/desk/owed", status)


def test_it_leaves_out_a_card_refund_that_is_on_its_way(users, clay, stripe):
    payment = enroll_by_card(users.student, clay, stripe)
    stripe.fail("lose_response", "/v1/refunds", "POST", count=2)
    as_(users.student).post(f"/payments/cancel/{payment.pk}")
    assert Order.objects.get().method == "CARD"
    assert owed(users) == []
