"""DELETE /users/me: a person deletes their account; the books stay, nameless."""

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Role, User
from accounts.tokens import issue_token
from camp.testing import as_, bearing, choose, make_class, make_user
from classes.models import CampClass, Enrollment, Selection
from payments.tests.test_payment_history import pay
from payments.tests.till import at_the_till, books

pytestmark = pytest.mark.django_db


def test_the_person_becomes_nameless(cast, leave, provider):
    cast.student.set_password("Camp-2003!")
    cast.student.photo = "https://pictures.example/sam.jpg"
    cast.student.save()

    leave(cast.student)

    gone = User.objects.get(pk=cast.student.pk)
    assert (gone.name, gone.photo, gone.role, gone.is_active, gone.email_verified) == (
        *("Deleted account", "", "student"),
        *(False, False),
    )
    assert gone.email.startswith(f"deleted-{gone.pk}-")
    assert gone.email.endswith("@deleted.invalid")
    assert not gone.has_usable_password()
    assert gone.erased_at
    assert gone.identity_deleted_at
    assert provider.deleted == ["uid-sam"]


def test_every_token_ends_at_once(cast, leave):
    token = issue_token(user=cast.student)
    leave(cast.student)
    bearing(token).get("/users/me/data", 401)


def test_nobody_sees_them_among_the_people(cast, leave):
    leave(cast.student)
    assert "Deleted account" not in [person["name"] for person in as_(cast.admin).get("/users")]
    as_(cast.admin).patch(f"/users/instructor/{cast.student.pk}", status=404)


def test_payments_and_former_places_stay_without_a_name(cast, clay, leave):
    payment = pay(cast.student, clay, state="refunded", refund_reason="given_back", intent_id="pi_1")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())

    leave(cast.student)

    payment.refresh_from_db()
    assert (payment.state, payment.price, payment.intent_id) == ("refunded", clay.price, "pi_1")
    assert (payment.student_id, payment.student_name) == (cast.student.pk, "Deleted account")
    assert Enrollment.objects.get().student_id == cast.student.pk


def test_nothing_says_who_it_was(cast, clay, leave):
    """Not in any column of any table."""
    pay(cast.student, clay, state="refunded", refund_reason="given_back")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    choose(cast.student, clay)
    as_(cast.student).patch("/users/me", {"name": "Samuel Sandcastle", "photo": "https://pictures.example/sam.jpg"})
    as_(cast.admin).patch(f"/users/instructor/{cast.student.pk}")
    for word in ("sam@camp.example", "Samuel Sandcastle", "pictures.example/sam.jpg"):
        assert places_of(word), f"nothing has {word}, so this shows nothing"

    leave(cast.student)

    for word in ("sam@camp.example", "Samuel Sandcastle", "pictures.example/sam.jpg"):
        assert places_of(word) == []
    assert places_of("uid-sam") == ["accounts_user"]


def places_of(word):
    """The tables in which any column of any row has this text."""
    with connection.cursor() as cursor:
        tables = sorted(connection.introspection.table_names(cursor))
        found = []
        for table in tables:
            cursor.execute(f'SELECT count(*) FROM "{table}" AS row WHERE row::text LIKE %s', [f"%{word}%"])
            if cursor.fetchone()[0]:
                found.append(table)
    return found


def test_a_live_hold_is_ended_and_the_intent_canceled(cast, last_seat, cards, leave):
    payment = at_the_till(cast.student, last_seat)
    leave(cast.student)
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")
    assert cards.intent(payment.intent_id)["status"] == "canceled"
    assert not Selection.objects.exists()


def test_a_hold_that_nobody_began_to_pay_is_ended(cast, last_seat, leave):
    at = timezone.now()
    Enrollment.objects.create(
        student=cast.student, camp_class=last_seat, state="HELD", price=1, held_at=at, held_until=at
    )
    leave(cast.student)
    assert Enrollment.objects.get().state == "RELEASED"


def test_what_an_instructor_offered_in_vain_goes(cast, leave):
    for status in ("Pending", "Denied"):
        make_class(cast.instructor, status, status=status).save()
    other = make_class(cast.other_instructor, "Another's", status="Pending")

    leave(cast.instructor)

    assert CampClass.objects.get() == other
    assert not CampClass.history.exclude(id=other.pk).exists()


def test_a_class_in_which_somebody_once_was_stays_without_a_name(cast, leave):
    old, handed_over = make_class(cast.instructor, "Old", status="Denied"), make_class(cast.instructor, "Handed over")
    payments = [pay(cast.student, each, state="refunded", refund_reason="by_staff") for each in (old, handed_over)]
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    handed_over.instructor = cast.other_instructor
    handed_over.save()

    leave(cast.instructor)

    old.refresh_from_db()
    assert old.instructor.name == "Deleted account"
    for payment in payments:
        payment.refresh_from_db()
        assert (payment.instructor_name, payment.instructor_email) == ("Deleted account", old.instructor.email)
        assert payment.student_name == "Sam"


def test_an_admin_leaves_another_behind(cast, leave):
    make_user("bea", Role.ADMIN)
    leave(cast.admin)
    assert User.objects.admins().get().name == "Bea"


def test_the_same_address_can_begin_anew(cast, leave, provider):
    leave(cast.student)
    again = provider.log_in("sam@camp.example", uid="uid-sam-again")
    token = again.post("/jwt", {"email": "sam@camp.example"})["token"]
    data = bearing(token).get("/users/me/data")
    assert data["account"]["_id"] != str(cast.student.pk)
    assert data["payments"] == []


def test_nobody_may(cast):
    before = books()
    as_(None).delete("/users/me", 401, {"idToken": "x"})
    assert books() == before


def test_it_counts_for_oneself_alone(cast, leave):
    others = [User.objects.filter(pk=person.pk).values().get() for person in vars(cast).values()][:4]
    leave(cast.other_student)
    assert [User.objects.filter(pk=each["id"]).values().get() for each in others] == others


@pytest.mark.parametrize("token", ["", "nonsense", "null", "x" * 9000, 7, None, []])
def test_what_is_no_token(cast, provider, token):
    before = books()
    answer = as_(cast.student).delete("/users/me", 400, {"idToken": token})
    assert list(answer["fields"]) == ["idToken"]
    assert books() == before


def test_the_sites_own_token_is_none(cast, refused):
    refused(cast.student, "invalid", 400, token=issue_token(user=cast.student))


@pytest.mark.parametrize("body", [None, {}, [], "x"])
def test_no_token_at_all(cast, body):
    before = books()
    as_(cast.student).delete("/users/me", 400, body)
    assert books() == before
