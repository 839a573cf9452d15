"""Each operation writes exactly the e-mails of the table, even if the operation or its webhook is repeated.

The worker then sends them, except those of the second table, which are no longer true when they are due.
"""

from datetime import timedelta
from decimal import Decimal
from io import StringIO
from uuid import uuid4

import pytest
import time_machine
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

from accounts.firebase import Identity
from accounts.login import log_in
from accounts.models import User
from camp.operations.worker import TASKS
from classes.models import Enrollment
from mail.alerts import put_digests
from mail.models import Alert, OutboxEmail
from mail.sending import send_due_emails
from payments.models import Payment, StripeEvent
from payments.refunds import refunds
from testing import change_operations, desk_operations, waitlist_operations
from testing.api_client import as_
from testing.checkout import (
    create_order,
    enroll_by_card,
    pay_after_expiry,
    select_seats,
    settle_in_browser,
    start_checkout,
    start_order_of,
)
from testing.class_requests import ClassRequests
from testing.factories import make_child, make_class, make_ended_season, make_enrollment, make_lesson, make_season
from testing.stripe_stand_in import deliver_events
from testing.waitlist_operations import INSTRUCTOR, OTHER, STUDENT

pytestmark = pytest.mark.django_db

LESSON = {"date": "2030-07-05", "from": "09:00", "to": "12:00"}
MOVED = LESSON | {"from": "14:00", "to": "17:00"}


def register(requests):
    profile = {"name": "Sam", "photo": "", "email": requests.student.email}
    for status in (201, 200):
        as_(requests.student).post("/users", profile, status)


def get_another_login(requests):
    User.objects.filter(pk=requests.student.pk).update(firebase_uid=None)
    for _ in range(2):
        identity = Identity(uid="another", email=requests.student.email, email_verified=True)
        log_in(identity=identity, now=timezone.now())


def fail_to_pay(requests):
    payment = start_checkout(requests.student, requests.clay)
    requests.stripe.pay(payment.intent_id, card="pm_card_chargeDeclined", status=402)
    settle_in_browser(payment, 402)


def book(requests):
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    settle_in_browser(payment, 200)
    deliver_events(requests.stripe, payment.intent_id, "payment_intent.succeeded")


def book_by_webhook(requests):
    payment = start_checkout(requests.student, requests.clay)
    requests.stripe.pay(payment.intent_id)
    for _ in range(2):
        deliver_events(requests.stripe, payment.intent_id, "payment_intent.succeeded")
        StripeEvent.objects.all().delete()  # as if it were another event about the same intent
    settle_in_browser(payment)


def book_for_two_children(requests):
    children = [make_child(requests.student, name) for name in ("Mia", "Leo")]
    order = start_order_of(requests.student, *((requests.clay, child) for child in children))
    requests.stripe.pay(order.intent_id)
    for status in (201, 200):
        as_(requests.student).post("/payments", {"transactionId": order.intent_id}, status)


def book_free(requests):
    free = make_class(requests.users.instructor, "Free", price=Decimal(0))
    for status in (201, 200):
        as_(requests.student).post("/payments", {"classId": str(free.pk)}, status)


def book_free_order(requests):
    free = [make_class(requests.users.instructor, f"Free {number}", price=Decimal(0)) for number in range(2)]
    create_order(requests.student, select_seats(requests.student, *free))


def pay_too_late(requests):
    payment = pay_after_expiry(requests.student, requests.clay, requests.stripe)
    for other in (requests.users.other_student, requests.users.instructor):
        make_enrollment(other, requests.clay)
    settle_in_browser(payment)
    deliver_events(requests.stripe, payment.intent_id, "payment_intent.succeeded")
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def pay_too_late_with_a_free_class(requests):
    free = make_class(requests.users.instructor, "Free", capacity=1, price=Decimal(0))
    order = start_order_of(requests.student, requests.clay, free)
    Enrollment.objects.update(state="RELEASED", released_at=timezone.now())
    other, instructor = requests.users.other_student, requests.users.instructor
    for camp_class, student in ((requests.clay, other), (requests.clay, instructor), (free, other)):
        make_enrollment(student, camp_class)
    requests.stripe.pay(order.intent_id)
    for status in (201, 200):
        as_(requests.student).post("/payments", {"transactionId": order.intent_id}, status)


def cancel(requests):
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    requests.cancel(payment)
    requests.cancel(payment, status=409)
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def cancel_without_refund(requests):
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    Payment.objects.update(paid_at=timezone.now() - timedelta(days=3))
    requests.cancel(payment, status=409)
    requests.cancel(payment, {"withoutRefund": True})


def refund_by_staff(requests):
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    refunds.refund_and_release(payment_id=payment.pk, now=timezone.now())
    with pytest.raises(refunds.AlreadyRefunded):
        refunds.refund_and_release(payment_id=payment.pk, now=timezone.now())
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def refund_at_provider(requests):
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    requests.stripe.refund(payment.intent_id)
    deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def refund_parts_at_provider(requests):
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    for _ in range(2):
        requests.stripe.refund(payment.intent_id, 1000)
        deliver_events(requests.stripe, payment.intent_id, "charge.refunded")


def book_and_cancel_free(requests):
    free = make_class(requests.users.instructor, "Free", price=Decimal(0))
    for _ in range(3):
        settled = as_(requests.student).post("/payments", {"classId": str(free.pk)}, 201)
        as_(requests.student).post(f"/payments/cancel/{settled['payment']['_id']}", {})


def cancel_free_seat_after_its_email(requests):
    free = make_class(requests.users.instructor, "Free", price=Decimal(0))
    settled = as_(requests.student).post("/payments", {"classId": str(free.pk)}, 201)
    send_all()
    as_(requests.student).post(f"/payments/cancel/{settled['payment']['_id']}", {})


def approve(requests):
    pending = requests.make_pending()
    requests.class_request("approved", camp_class=pending)
    as_(requests.users.admin).patch(f"/classes/approved/{pending.pk}", {}, 409)


def approve_several(requests):
    pending = [requests.make_pending(), make_class(requests.users.other_instructor, "Felt", status="Pending")]
    for _ in range(2):
        as_(requests.users.admin).patch("/classes/approved", {"ids": [str(each.pk) for each in pending]})


def copy_season(requests):
    last, coming = make_ended_season(), make_season()
    original = make_class(requests.users.instructor, "Felt", season=last)
    make_enrollment(requests.student, original)
    for _ in range(2):
        as_(requests.users.admin).post(f"/seasons/{coming.pk}/copy", {"from": str(last.pk)}, 201)


def deny_twice_with_feedback(requests):
    pending = requests.make_pending()
    requests.class_request("denied", {"feedback": "Say more about the tools."}, camp_class=pending)
    for _ in range(2):
        requests.class_request("feedback", {"feedback": "Say more about the tools and ages."}, camp_class=pending)


def move_lesson(requests):
    requests.set_lessons(LESSON)
    mia = make_child(requests.student, "Mia")
    for student, child in ((requests.student, None), (requests.student, mia)):
        make_enrollment(student, requests.clay, child)
    for _ in range(2):
        requests.set_lessons(MOVED)


def add_and_remove_lesson(requests):
    requests.set_lessons(LESSON)
    make_enrollment(requests.student, requests.clay)
    requests.set_lessons(LESSON, LESSON | {"date": "2030-07-06"})
    requests.set_lessons(LESSON)


def move_lesson_twelve_times(requests):
    requests.set_lessons(LESSON)
    make_enrollment(requests.student, requests.clay)
    for minute in range(10, 22):
        requests.set_lessons(LESSON | {"from": f"14:{minute}", "to": "17:00"})


def move_lesson_and_cancel(requests):
    requests.set_lessons(LESSON)
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    requests.set_lessons(MOVED)
    requests.cancel(payment)


def withdraw_right_after_the_approval(requests):
    pending = requests.make_pending()
    requests.class_request("approved", camp_class=pending)
    requests.class_request("withdrawn", {"reason": "The kiln broke."}, camp_class=pending)


def move_lesson_of_nobody(requests):
    requests.set_lessons(LESSON)
    requests.set_lessons(MOVED)


def change_price(requests):
    make_enrollment(requests.student, requests.clay)
    body = {"nameClass": "Clay", "seats": 2, "price": 50, "image": requests.clay.image}
    as_(requests.users.instructor).put(f"/classes/{requests.clay.pk}", body)


def hand_over(requests, *instructors):
    make_enrollment(requests.student, requests.clay)
    for instructor in instructors or [requests.users.other_instructor] * 2:
        path = f"/classes/{requests.clay.pk}/instructor"
        as_(requests.users.admin).patch(path, {"instructorId": str(instructor.pk)})


def hand_over_in_the_form(requests):
    make_enrollment(requests.student, requests.clay)
    body = {"nameClass": "Clay", "seats": 1, "price": 50, "image": requests.clay.image}
    for _ in range(2):
        instructor = {"instructorId": str(requests.users.other_instructor.pk)}
        as_(requests.users.admin).put(f"/classes/{requests.clay.pk}", body | instructor)


def hand_over_and_back(requests):
    hand_over(requests, requests.users.other_instructor, requests.users.instructor)


def withdraw(requests):
    enroll_by_card(requests.student, requests.clay, requests.stripe)
    enroll_by_card(requests.users.other_student, requests.clay, requests.stripe)
    requests.class_request("withdrawn", {"reason": "The kiln broke."})
    as_(requests.users.admin).patch(f"/classes/withdrawn/{requests.clay.pk}", {"reason": "Again."}, 409)


def pay_after_withdrawal(requests):
    payment = start_checkout(requests.student, requests.clay)
    requests.stripe.pay(payment.intent_id)
    requests.class_request("withdrawn", {"reason": "The kiln broke."})
    settle_in_browser(payment)


def pay_after_withdrawal_of_a_free_class(requests):
    free = make_class(requests.users.instructor, "Free", price=Decimal(0))
    order = start_order_of(requests.student, requests.clay, free)
    requests.stripe.pay(order.intent_id)
    requests.class_request("withdrawn", {"reason": "The kiln broke."}, camp_class=free)
    as_(requests.student).post("/payments", {"transactionId": order.intent_id}, 201)


def run_reminders_twice():
    (task,) = [each for each in TASKS if each.name == "reminders"]
    for _ in range(2):
        task.run()


def remind(requests):
    seat = make_enrollment(requests.student, requests.clay)
    seat.confirmed_at = timezone.now() - timedelta(days=9)
    seat.save()
    make_lesson(requests.clay, timezone.now() + timedelta(days=2))
    run_reminders_twice()


def open_season(requests):
    opening = timezone.now() + timedelta(days=1)
    requests.clay.season = make_season(opens_at=opening)
    requests.clay.save()
    select_seats(requests.student, requests.clay)
    run_reminders_twice()


def ask_for_paperwork(requests):
    make_lesson(requests.clay, timezone.now() + timedelta(days=5))
    make_enrollment(requests.student, requests.clay, make_child(requests.student))
    run_reminders_twice()


def select_and_change_role(requests):
    select_seats(requests.student, requests.clay)
    as_(requests.users.admin).patch(f"/users/instructor/{requests.users.other_student.pk}")


def accept_offer(requests):
    waitlist_operations.get_offer(requests)
    book(requests)


def write_to_class(requests):
    for student in (requests.student, requests.users.other_student):
        make_enrollment(student, requests.clay)
    body = {"key": str(uuid4()), "subject": "Hello", "text": "Bring a towel.", "to": "both"}
    for status in (201, 200):
        as_(requests.users.instructor).post(f"/classes/{requests.clay.pk}/messages", body, status)


def want_alerts_at_once(requests):
    as_(requests.users.admin).patch("/users/me", {"alerts": "at_once"})
    change_price(requests)
    run_next_day()


def change_price_and_wait(requests):
    change_price(requests)
    run_next_day()


def run_next_day():
    Alert.objects.update(created_at=timezone.now() - timedelta(days=1))
    for _ in range(2):
        put_digests(now=timezone.now())


HANDED_OVER = [("class_handed_over", INSTRUCTOR), ("class_handed_over", "oskar"), ("class_changed", STUDENT)]
TABLE: waitlist_operations.Table = {
    register: [("welcome", STUDENT)],
    get_another_login: [("login_changed", STUDENT)],
    select_and_change_role: [],
    fail_to_pay: [],
    book: [("booked", STUDENT)],
    book_by_webhook: [("booked", STUDENT)],
    book_for_two_children: [("booked", STUDENT)],
    book_free: [("booked", STUDENT)],
    book_free_order: [("booked", STUDENT)],
    pay_too_late: [("late_payment_refunded", STUDENT)],
    pay_too_late_with_a_free_class: [("late_payment_refunded", STUDENT), ("late_payment_refunded", STUDENT)],
    cancel: [("booked", STUDENT), ("enrollment_canceled", STUDENT)],
    cancel_without_refund: [("booked", STUDENT), ("enrollment_canceled", STUDENT)],
    refund_by_staff: [("booked", STUDENT), ("refunded", STUDENT)],
    refund_at_provider: [("booked", STUDENT), ("refunded", STUDENT)],
    refund_parts_at_provider: [("booked", STUDENT), ("refunded", STUDENT), ("refunded", STUDENT)],
    book_and_cancel_free: [("booked", STUDENT), ("enrollment_canceled", STUDENT)] * 3,
    cancel_free_seat_after_its_email: [("booked", STUDENT), ("enrollment_canceled", STUDENT)],
    approve: [("class_decided", INSTRUCTOR)],
    approve_several: [("class_decided", INSTRUCTOR), ("class_decided", "oskar")],
    copy_season: [],
    deny_twice_with_feedback: [("class_decided", INSTRUCTOR)],
    withdraw_right_after_the_approval: [("class_decided", INSTRUCTOR), ("class_withdrawn", INSTRUCTOR)],
    move_lesson: [("class_changed", STUDENT)],
    move_lesson_twelve_times: [("class_changed", STUDENT)],
    move_lesson_and_cancel: [("booked", STUDENT), ("class_changed", STUDENT), ("enrollment_canceled", STUDENT)],
    add_and_remove_lesson: [("class_changed", STUDENT)],
    move_lesson_of_nobody: [],
    change_price: [],
    hand_over: HANDED_OVER,
    hand_over_in_the_form: HANDED_OVER,
    hand_over_and_back: HANDED_OVER,
    withdraw: [
        *(("booked", STUDENT), ("booked", OTHER)),
        *(("class_withdrawn", INSTRUCTOR), ("class_withdrawn", STUDENT), ("class_withdrawn", OTHER)),
    ],
    pay_after_withdrawal: [("class_withdrawn", INSTRUCTOR), ("class_withdrawn", STUDENT)],
    pay_after_withdrawal_of_a_free_class: [
        *(("booked", STUDENT), ("class_withdrawn", INSTRUCTOR), ("class_withdrawn", STUDENT)),
    ],
    remind: [("reminder", STUDENT)],
    write_to_class: [("message", STUDENT), ("message", OTHER)],
    want_alerts_at_once: [("alert", "ada")],
    change_price_and_wait: [("alert_digest", "ada")],
    open_season: [("season_opens", STUDENT)],
    ask_for_paperwork: [("care_due", STUDENT)],
    accept_offer: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT), ("booked", STUDENT)],
    **waitlist_operations.TABLE,
    **desk_operations.TABLE,
    **change_operations.TABLE,
}


UNSENT: waitlist_operations.Table = {
    hand_over_and_back: HANDED_OVER,
    book_and_cancel_free: TABLE[book_and_cancel_free],
    withdraw_right_after_the_approval: [("class_decided", INSTRUCTOR)],
    move_lesson_and_cancel: [("class_changed", STUDENT)],
    add_and_remove_lesson: [("class_changed", STUDENT)],
    accept_offer: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT)],
    **waitlist_operations.UNSENT,
    **desk_operations.UNSENT,
}


def send_all():
    """Sends what is due after the quiet period."""
    in_memory = override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend")
    with in_memory, time_machine.travel(timezone.now() + timedelta(minutes=10)):
        while send_due_emails():
            pass


@pytest.mark.parametrize("operation", TABLE, ids=lambda operation: operation.__name__)
def test_it_writes_exactly_these_emails(users, fresh_stripe, operation):
    operation(ClassRequests(users, fresh_stripe))
    for _ in range(2):
        call_command("reconcile_payments", stdout=StringIO())
    written = OutboxEmail.objects.values_list("kind", "recipient__email")
    assert sorted(written) == addressed(TABLE[operation])
    send_all()
    assert sorted(written.exclude(state="SENT")) == addressed(UNSENT.get(operation, []))


def addressed(emails):
    return sorted((kind, f"{name}@camp.example") for kind, name in emails)


def test_it_writes_every_kind():
    """A new kind of e-mail needs an operation in the table."""
    written = {kind for emails in TABLE.values() for kind, _ in emails}
    assert written == set(OutboxEmail.Kind.values)
