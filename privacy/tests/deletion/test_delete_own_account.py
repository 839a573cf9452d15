"""DELETE /users/me: deletion of the user's own account."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Role, User
from accounts.tokens import issue_token
from classes.models import CampClass, Enrollment, Message, Selection
from mail.models import Alert
from payments.refunds.cancellation import cancel_enrollment
from testing.clients.api import as_, with_bearer
from testing.factories import (
    make_child,
    make_class,
    make_enrollment,
    make_lesson,
    make_message,
    make_payment,
    make_reservation,
    make_selection,
    make_user,
    make_voucher,
    refund_of,
)
from testing.factories.presence import event, sent
from testing.factories.season_files import CLAY, seed
from testing.snapshots import nothing_changes, tables_with
from testing.steps.checkout import enroll_by_card, start_checkout
from testing.steps.desk import desk_line, pay_at_desk
from testing.steps.desk_payments import make_desk_payment, pay_back_by_hand

pytestmark = pytest.mark.django_db


def test_it_anonymizes_the_account(users, request_deletion, identity_provider):
    users.student.set_password("Camp-2003!")
    users.student.photo = "https://pictures.example/sam.jpg"
    users.student.save()

    request_deletion(users.student)

    deleted = User.objects.get(pk=users.student.pk)
    assert (deleted.name, deleted.photo, deleted.role, deleted.is_active, deleted.email_verified) == (
        *("Deleted account", "", "student"),
        *(False, False),
    )
    assert deleted.email.startswith(f"deleted-{deleted.pk}-")
    assert deleted.email.endswith("@deleted.invalid")
    assert not deleted.has_usable_password()
    assert deleted.deleted_at
    assert deleted.identity_deleted_at
    assert identity_provider.deleted == ["uid-sam"]


def test_it_replaces_a_code_by_one_that_no_admin_can_have_chosen(users, request_deletion):
    aid = make_voucher("SAMS-AID", account=users.student, note="For Sam")
    make_voucher(f"deleted-{aid.pk}")
    request_deletion(users.student)
    aid.refresh_from_db()
    assert (aid.code, aid.note) == (f"deleted:{aid.pk}", "")
    assert aid.canceled_at


def test_it_revokes_all_tokens_immediately(users, request_deletion):
    token = issue_token(user=users.student)
    request_deletion(users.student)
    with_bearer(token).get("/users/me/data", 401)


def test_it_gives_the_lessons_that_the_user_would_substitute_back(users, clay, request_deletion):
    now = timezone.now()
    ahead, over = make_lesson(clay, now + timedelta(days=1)), make_lesson(clay, now - timedelta(days=1))
    clay.lessons.update(substitute=users.other_instructor)
    request_deletion(users.other_instructor)
    for lesson in (ahead, over):
        lesson.refresh_from_db()
    assert (ahead.substitute, over.substitute) == (None, users.other_instructor)


def test_it_keeps_the_names_out_that_a_phone_sends_later(users, clay, request_deletion):
    lesson = make_lesson(clay, timezone.now())
    seat = make_enrollment(users.student, clay)
    seat.state, seat.released_at = "RELEASED", timezone.now()
    seat.save()
    request_deletion(users.student)
    left = event(lesson, seat, "LEFT", withName="Joan")
    assert as_(users.instructor).post("/presence", sent(left))["refused"] == [
        {"id": left["_id"], "code": "not_enrolled"}
    ]


def test_it_hides_the_account_from_admins(users, request_deletion):
    request_deletion(users.student)
    assert "Deleted account" not in [user["name"] for user in as_(users.admin).get("/users")]
    as_(users.admin).patch(f"/users/instructor/{users.student.pk}", status=404)


def test_it_keeps_payments_and_former_enrollments_without_a_name(users, clay, request_deletion):
    payment = make_payment(users.student, clay, state="refunded", refund_reason="canceled", intent_id="pi_1")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())

    request_deletion(users.student)

    payment.refresh_from_db()
    assert (payment.state, payment.price, payment.intent_id) == ("refunded", clay.price, "pi_1")
    assert (payment.student_id, payment.student_name) == (users.student.pk, "Deleted account")
    assert Enrollment.objects.get().student_id == users.student.pk


def test_it_removes_personal_data_from_every_table(users, clay, request_deletion):
    noted = {"note": "Sam and Mia Sandcastle are ill"}
    make_payment(users.student, clay, state="refunded", refund_reason="by_staff", refund=noted)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    moved = make_desk_payment(users.admin, users.student, clay)
    to_wood = {"classId": str(make_class(users.instructor, "Wood").pk), "reason": "Aunt Mia Sandcastle", "refund": 5}
    as_(users.admin).post(f"/payments/{moved.pk}/move", to_wood)
    moved.entries.update(reference="Check of Samuel Sandcastle")
    as_(users.admin).post(f"/payments/{moved.pk}/paidBack", {"method": "check", "reference": "To Samuel Sandcastle"})
    as_(users.admin).post(f"/payments/{moved.pk}/release", {"refund": 0, "note": "Mia Sandcastle is ill"})
    make_selection(users.student, clay)
    profile = {"name": "Samuel Sandcastle", "photo": "https://pictures.example/sam.jpg", "bio": "Sailor and potter."}
    as_(users.student).patch("/users/me", profile)
    mia = make_child(users.student, "Mia Sandcastle")
    make_payment(users.student, clay, child=mia, state="refunded", refund_reason="canceled")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    as_(users.student).put(f"/children/{mia.pk}", {"name": "Mia Castle"})
    make_voucher("AID-SANDCASTLE", account=users.student, note="Asked by Samuel in May")
    calendar = as_(users.student).get("/users/me/calendar")["url"].split("/")[-1].removesuffix(".ics")
    as_(users.admin).patch(f"/users/instructor/{users.student.pk}")
    words = ("sam@camp.example", "Samuel Sandcastle", "pictures.example/sam.jpg", "Sailor and potter.", calendar)
    words += ("Mia Sandcastle", "Mia Castle", "2015-06-01", "AID-SANDCASTLE", "Asked by Samuel")
    for word in words:
        assert tables_with(word), f"{word} is in no table, so the test proves nothing"

    request_deletion(users.student)

    for word in words:
        assert tables_with(word) == []
    assert tables_with("uid-sam") == ["accounts_user"]


def test_it_keeps_no_note_about_a_check_that_bounces_later(users, clay, request_deletion):
    payment = make_desk_payment(users.admin, users.student, clay)
    as_(users.admin).post(f"/payments/{payment.pk}/release", {"refund": 0, "note": "They have moved"})
    request_deletion(users.student)

    row = as_(users.admin).post(f"/payments/{payment.pk}/returned", {"note": "Sam Sandcastle has moved"})

    assert (row["returned"], row["note"]) == (True, "")
    assert tables_with("Sandcastle") == []


def test_it_deletes_an_account_with_a_child(users, clay, stripe, request_deletion, mia):
    """Ends the open payments of student and child, also in the same class."""
    payments = [start_checkout(users.student, clay, child) for child in (None, mia)]
    request_deletion(users.student)
    assert [stripe.intent(each.intent_id)["status"] for each in payments] == ["canceled"] * 2
    assert set(Enrollment.objects.values_list("state", flat=True)) == {"RELEASED"}
    assert not Selection.objects.exists()
    mia.refresh_from_db()
    assert (mia.name, mia.born_on, bool(mia.deleted_at)) == ("Deleted child", None, True)


def test_it_releases_the_holds_of_siblings_without_a_payment(users, clay, request_deletion, mia, leo):
    at = timezone.now()
    for child in (mia, leo, None):
        Enrollment.objects.create(
            student=users.student,
            child=child,
            camp_class=clay,
            state="HELD",
            price=1,
            held_at=at,
            held_until=at,
        )
    request_deletion(users.student)
    assert set(Enrollment.objects.values_list("state", flat=True)) == {"RELEASED"}


def test_it_releases_a_hold_and_cancels_its_intent(users, last_seat, stripe, request_deletion):
    payment = start_checkout(users.student, last_seat)
    request_deletion(users.student)
    payment.refresh_from_db()
    assert (payment.state, payment.enrollment.state) == ("canceled", "RELEASED")
    assert stripe.intent(payment.intent_id)["status"] == "canceled"
    assert not Selection.objects.exists()


def test_it_releases_a_hold_without_a_payment(users, last_seat, request_deletion):
    at = timezone.now()
    Enrollment.objects.create(
        student=users.student, camp_class=last_seat, state="HELD", price=1, held_at=at, held_until=at
    )
    request_deletion(users.student)
    assert Enrollment.objects.get().state == "RELEASED"


def test_it_deletes_the_classes_without_enrollments(users, request_deletion):
    for status in ("Pending", "Denied"):
        make_class(users.instructor, status, status=status).save()
    other = make_class(users.other_instructor, "Another's", status="Pending")

    request_deletion(users.instructor)

    assert CampClass.objects.get() == other
    assert not CampClass.history.exclude(id=other.pk).exists()


def test_it_ends_the_alerts_that_its_classes_wait_for_approval(users, request_deletion):
    new = {"nameClass": "Clay", "seats": 5, "price": 10, "image": "https://pictures.example/a.jpg"}
    for instructor in (users.instructor, users.other_instructor):
        as_(instructor).post("/classes", new, 201)

    request_deletion(users.instructor)

    assert Alert.objects.get().about == str(CampClass.objects.get().pk)


def test_it_keeps_the_classes_with_enrollments_without_a_name(users, request_deletion):
    old, handed_over = make_class(users.instructor, "Old", status="Denied"), make_class(users.instructor, "Handed over")
    payments = [
        make_payment(users.student, each, state="refunded", refund_reason="by_staff") for each in (old, handed_over)
    ]
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    handed_over.instructor = users.other_instructor
    handed_over.save()

    request_deletion(users.instructor)

    old.refresh_from_db()
    assert old.instructor.name == "Deleted account"
    for payment in payments:
        payment.refresh_from_db()
        assert (payment.instructor_name, payment.instructor_email) == ("Deleted account", old.instructor.email)
        assert payment.student_name == "Sam"


def test_it_keeps_the_messages_to_families_without_a_name(users, request_deletion):
    kept, deleted = make_class(users.instructor, "Kept", status="Denied"), make_class(users.instructor, "Deleted")
    CampClass.objects.filter(pk=deleted.pk).update(status="Pending")
    make_payment(users.student, kept, state="refunded", refund_reason="by_staff")
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    message = make_message(kept)
    make_message(deleted)

    request_deletion(users.instructor)

    assert Message.objects.get() == message
    (shown,) = as_(users.admin).get(f"/classes/{kept.pk}/messages")
    assert (shown["author"], shown["text"]) == ("Deleted account", "Please bring a towel.")


def test_it_removes_the_name_from_payments_for_a_seeded_class_that_was_handed_over(
    users, request_deletion, write_seed_file
):
    seed(write_seed_file([CLAY | {"instructorEmail": users.instructor.email}]))
    clay = CampClass.objects.get()
    payment = make_payment(users.student, clay)
    clay.instructor = users.other_instructor
    clay.save()

    request_deletion(users.instructor)

    payment.refresh_from_db()
    assert (payment.instructor_name, payment.instructor_email.split("@")[1]) == ("Deleted account", "deleted.invalid")


def test_it_deletes_an_admin_if_another_remains(users, request_deletion):
    make_user("bea", Role.ADMIN)
    request_deletion(users.admin)
    assert User.objects.admins().get().name == "Bea"


def test_it_allows_registering_the_same_address_again(users, request_deletion, identity_provider):
    request_deletion(users.student)
    again = identity_provider.log_in("sam@camp.example", uid="uid-sam-again")
    token = again.post("/jwt", {"email": "sam@camp.example"})["token"]
    data = with_bearer(token).get("/users/me/data")
    assert data["account"]["_id"] != str(users.student.pk)
    assert data["payments"] == []


def test_it_requires_a_login(users):
    with nothing_changes():
        as_(None).delete("/users/me", 401, {"idToken": "x"})


def test_it_does_not_change_other_accounts(users, request_deletion):
    others = [User.objects.filter(pk=user.pk).values().get() for user in vars(users).values()][:4]
    request_deletion(users.other_student)
    assert [User.objects.filter(pk=each["id"]).values().get() for each in others] == others


@pytest.mark.parametrize("token", ["", "nonsense", "null", "x" * 9000, 7, None, []])
def test_it_refuses_an_invalid_id_token(users, identity_provider, token):
    with nothing_changes():
        response = as_(users.student).delete("/users/me", 400, {"idToken": token})
        assert list(response["fields"]) == ["idToken"]


def test_it_refuses_a_site_token_as_the_id_token(users, expect_refusal):
    expect_refusal(users.student, "invalid", 400, token=issue_token(user=users.student))


def test_it_keeps_the_ids_of_refunds_at_stripe_in_the_books(users, clay, stripe, request_deletion):
    payment = enroll_by_card(users.student, clay, stripe)
    cancel_enrollment(student=users.student, payment_id=payment.pk, now=timezone.now())
    payment.refresh_from_db()
    request_deletion(users.student)
    assert payment.entries.get(kind="REFUND").reference == refund_of(payment).stripe_id != ""


@pytest.mark.parametrize("body", [None, {}, [], "x"])
def test_it_refuses_a_body_without_an_id_token(users, body):
    with nothing_changes():
        as_(users.student).delete("/users/me", 400, body)


def test_it_deletes_what_staff_wrote_at_the_desk_and_releases_the_reservations(users, clay, request_deletion):
    line = desk_line(make_class(users.instructor, "Wood"), price=20, reason="Sam's parents are ill")
    paid = pay_at_desk(users.admin, users.student, lines=[line], total=20, method="check", reference="Sam's check")
    cancel_enrollment(student=users.student, payment_id=paid.pk, now=timezone.now())
    pay_back_by_hand(paid)
    make_reservation(users.student, clay, by=users.admin)

    request_deletion(users.student)

    assert tables_with("Sam's") == []
    assert set(Enrollment.objects.values_list("state", flat=True)) == {"RELEASED"}
