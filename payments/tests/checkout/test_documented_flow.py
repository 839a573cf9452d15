"""The documented calls of a student, without ``childId``, in the order of the documented client.

An account with children gets the same responses as one without: the fields that are documented have the same values,
and the fields about children are null.
"""

from decimal import Decimal
from typing import Any

import pytest

from accounts.models import User
from classes.models import CampClass
from payments.models import Refund
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_selection, make_users
from testing.servers.stripe_stand_in import StripeStandIn

pytestmark = pytest.mark.django_db

DOCUMENTED = {
    "selection": {
        *("_id", "nameClass", "image", "instructorEmail", "email", "instructorName", "price", "seats", "classId"),
        *("enroll", "status"),
    },
    "enrolled": {
        "_id",
        "nameClass",
        "image",
        "price",
        "seats",
        "instructorName",
        "instructorEmail",
        "status",
        "enroll",
    },
    "payment": {
        *("_id", "email", "studentName", "transactionId", "price", "date", "nameClass", "image", "instructorEmail"),
        *("instructorName", "payId", "classId", "seats", "enroll", "status"),
    },
}
"""The fields of the specification."""
BODY = {"email": "sam@camp.example", "status": "Selected", "seats": 10, "enroll": 0, "instructorName": "Ines"}
"""What the documented client sends besides ``classId``."""


def run_flow(student: User, clay: CampClass, free: CampClass, stripe: StripeStandIn) -> list[tuple[str, int, Any]]:
    """Selects two classes, pays for one, enrolls in the free one, and repeats each call. Returns all responses."""
    client, responses = as_(student).client, []

    def send(method: str, path: str, body: Any = None) -> Any:
        response = getattr(client, method)(path, body, format="json") if body else getattr(client, method)(path)
        responses.append((f"{method} {path.partition('?')[0].split('/')[1]}", response.status_code, response.json()))
        return response.json()

    email, intent = student.email, ""
    for camp_class in (clay, clay, free):
        send("post", "/selectClass", BODY | {"classId": str(camp_class.pk), "nameClass": camp_class.name})
    send("get", f"/selectClass?email={email}")
    for body in ({"price": 45.5}, {"price": 45.5, "classId": str(clay.pk)}, {"price": 1}, {"price": 0}):
        opened = send("post", "/createPaymentIntent", body)
        intent = opened["clientSecret"].split("_secret_")[0] if "clientSecret" in opened else intent
    send("post", "/payments", {"transactionId": intent})
    stripe.pay(intent)
    for body in (
        {"transactionId": intent},
        {"transactionId": intent},
        {"classId": str(free.pk)},
        {"classId": str(free.pk)},
    ):
        send("post", "/payments", body)
    send("post", "/createPaymentIntent", {"price": 45.5, "classId": str(clay.pk)})
    send("post", "/selectClass", BODY | {"classId": str(clay.pk)})
    for path in (f"/selectClass?email={email}", f"/enrolledStudent/{email}"):
        send("get", path)
    payments = send("get", f"/payments/{email}")
    for _ in range(2):
        send("post", f"/payments/cancel/{payments[-1]['_id']}")
    removed = send("post", "/selectClass", BODY | {"classId": str(clay.pk)})
    for _ in range(2):
        send("delete", f"/selectClass/{removed['insertedId']}")
    return responses


def anonymous(value: Any) -> Any:
    """Replaces what differs between two runs: ids, secrets and times."""
    if isinstance(value, dict):
        varying = ("_id", "classId", "payId", "insertedId", "transactionId", "clientSecret", "instructorId")
        times = ("date", "heldUntil", "cancelUntil", "until", "enrolledAt", "enrollmentId")
        return {name: bool(inner) if name in varying + times else anonymous(inner) for name, inner in value.items()}
    return [anonymous(each) for each in value] if isinstance(value, list) else value


@pytest.fixture
def run(stripe):
    """Runs the flow as Sam in two new classes; ``prepare`` makes rows before it."""
    users = make_users()

    def run(prepare: Any = lambda *_: None) -> list[tuple[str, int, Any]]:
        clay, free = make_class(users.instructor), make_class(users.instructor, "Free", price=Decimal(0), age_from=3)
        prepare(users.student, clay, free)
        responses = anonymous([list(each) for each in run_flow(users.student, clay, free, stripe)])
        for camp_class in (clay, free):
            camp_class.entries.all().delete()
            Refund.objects.filter(payment__camp_class=camp_class).delete()
            camp_class.payments.all().delete()
            camp_class.enrollments.all().delete()
            camp_class.selections.all().delete()
        return responses

    return run


def add_children(student: User, *_: CampClass) -> None:
    for name in ("Mia", "Leo"):
        make_child(student, name)


def test_it_responds_as_documented(run):
    responses = run()
    assert [(call, status) for call, status, _ in responses] == [
        *(("post selectClass", status) for status in (201, 409, 201)),
        ("get selectClass", 200),
        *(("post createPaymentIntent", status) for status in (200, 200, 400, 400)),
        *(("post payments", status) for status in (402, 201, 200, 201, 200)),
        ("post createPaymentIntent", 409),
        ("post selectClass", 409),
        *(("get selectClass", 200), ("get enrolledStudent", 200), ("get payments", 200)),
        *(("post payments", 200), ("post payments", 409)),
        ("post selectClass", 201),
        *(("delete selectClass", 200), ("delete selectClass", 404)),
    ]
    lists = [body for call, _, body in responses if call.startswith("get")]
    for rows, name in zip((lists[0], lists[2], lists[3]), DOCUMENTED, strict=True):
        assert len(rows) == 2
        assert all(set(row) >= DOCUMENTED[name] for row in rows)
        assert {(row["childId"], row["childName"]) for row in rows} == {(None, None)}


def test_it_responds_equally_to_an_account_with_children(run):
    without_children = run()
    assert run(add_children) == without_children


def test_it_responds_equally_while_a_child_has_a_selection_elsewhere(run):
    """The child's class has another price, so the price alone still names one class."""

    def prepare(student: User, clay: CampClass, _: CampClass) -> None:
        other = make_class(clay.instructor, "Wood", price=Decimal("60.00"))
        make_selection(student, other, make_child(student))

    plain = run()
    with_child = run(prepare)
    listed = [index for index, (call, *_) in enumerate(plain) if call == "get selectClass"]
    for index in listed:
        with_child[index][2] = [row for row in with_child[index][2] if row["childId"] is None]
    assert with_child == plain
