"""What happens to a class, each with the e-mails that it causes: see ``test_emails_of_operations``."""

from decimal import Decimal

from accounts.models import User
from testing.clients.api import as_
from testing.factories import make_child, make_class, make_ended_season, make_enrollment, make_season
from testing.proofs.operations.waitlist import INSTRUCTOR, OTHER, STUDENT, Table
from testing.steps.checkout import (
    enroll_by_card,
    settle_in_browser,
    start_checkout,
    start_order_of,
)
from testing.steps.class_requests import ClassRequests

LESSON = {"date": "2030-07-05", "from": "09:00", "to": "12:00"}
MOVED = LESSON | {"from": "14:00", "to": "17:00"}


def approve(requests: ClassRequests) -> None:
    pending = requests.make_pending()
    requests.class_request("approved", camp_class=pending)
    as_(requests.users.admin).patch(f"/classes/approved/{pending.pk}", {}, 409)


def approve_several(requests: ClassRequests) -> None:
    pending = [requests.make_pending(), make_class(requests.users.other_instructor, "Felt", status="Pending")]
    for _ in range(2):
        as_(requests.users.admin).patch("/classes/approved", {"ids": [str(each.pk) for each in pending]})


def copy_season(requests: ClassRequests) -> None:
    last, coming = make_ended_season(), make_season()
    original = make_class(requests.users.instructor, "Felt", season=last)
    make_enrollment(requests.student, original)
    for _ in range(2):
        as_(requests.users.admin).post(f"/seasons/{coming.pk}/copy", {"from": str(last.pk)}, 201)


def deny_twice_with_feedback(requests: ClassRequests) -> None:
    pending = requests.make_pending()
    requests.class_request("denied", {"feedback": "Say more about the tools."}, camp_class=pending)
    for _ in range(2):
        requests.class_request("feedback", {"feedback": "Say more about the tools and ages."}, camp_class=pending)


def move_lesson(requests: ClassRequests) -> None:
    requests.set_lessons(LESSON)
    mia = make_child(requests.student, "Mia")
    for student, child in ((requests.student, None), (requests.student, mia)):
        make_enrollment(student, requests.clay, child)
    for _ in range(2):
        requests.set_lessons(MOVED)


def add_and_remove_lesson(requests: ClassRequests) -> None:
    requests.set_lessons(LESSON)
    make_enrollment(requests.student, requests.clay)
    requests.set_lessons(LESSON, LESSON | {"date": "2030-07-06"})
    requests.set_lessons(LESSON)


def move_lesson_twelve_times(requests: ClassRequests) -> None:
    requests.set_lessons(LESSON)
    make_enrollment(requests.student, requests.clay)
    for minute in range(10, 22):
        requests.set_lessons(LESSON | {"from": f"14:{minute}", "to": "17:00"})


def move_lesson_and_cancel(requests: ClassRequests) -> None:
    requests.set_lessons(LESSON)
    payment = enroll_by_card(requests.student, requests.clay, requests.stripe)
    requests.set_lessons(MOVED)
    requests.cancel(payment)


def withdraw_right_after_the_approval(requests: ClassRequests) -> None:
    pending = requests.make_pending()
    requests.class_request("approved", camp_class=pending)
    requests.class_request("withdrawn", {"reason": "The kiln broke."}, camp_class=pending)


def move_lesson_of_nobody(requests: ClassRequests) -> None:
    requests.set_lessons(LESSON)
    requests.set_lessons(MOVED)


def change_price(requests: ClassRequests) -> None:
    make_enrollment(requests.student, requests.clay)
    body = {"nameClass": "Clay", "seats": 2, "price": 50, "image": requests.clay.image}
    as_(requests.users.instructor).put(f"/classes/{requests.clay.pk}", body)


def hand_over(requests: ClassRequests, *instructors: User) -> None:
    make_enrollment(requests.student, requests.clay)
    for instructor in instructors or [requests.users.other_instructor] * 2:
        path = f"/classes/{requests.clay.pk}/instructor"
        as_(requests.users.admin).patch(path, {"instructorId": str(instructor.pk)})


def hand_over_in_the_form(requests: ClassRequests) -> None:
    make_enrollment(requests.student, requests.clay)
    body = {"nameClass": "Clay", "seats": 1, "price": 50, "image": requests.clay.image}
    for _ in range(2):
        instructor = {"instructorId": str(requests.users.other_instructor.pk)}
        as_(requests.users.admin).put(f"/classes/{requests.clay.pk}", body | instructor)


def hand_over_and_back(requests: ClassRequests) -> None:
    hand_over(requests, requests.users.other_instructor, requests.users.instructor)


def withdraw(requests: ClassRequests) -> None:
    enroll_by_card(requests.student, requests.clay, requests.stripe)
    enroll_by_card(requests.users.other_student, requests.clay, requests.stripe)
    requests.class_request("withdrawn", {"reason": "The kiln broke."})
    as_(requests.users.admin).patch(f"/classes/withdrawn/{requests.clay.pk}", {"reason": "Again."}, 409)


def pay_after_withdrawal(requests: ClassRequests) -> None:
    payment = start_checkout(requests.student, requests.clay)
    requests.stripe.pay(payment.intent_id)
    requests.class_request("withdrawn", {"reason": "The kiln broke."})
    settle_in_browser(payment)


def pay_after_withdrawal_of_a_free_class(requests: ClassRequests) -> None:
    free = make_class(requests.users.instructor, "Free", price=Decimal(0))
    order = start_order_of(requests.student, requests.clay, free)
    requests.stripe.pay(order.intent_id)
    requests.class_request("withdrawn", {"reason": "The kiln broke."}, camp_class=free)
    as_(requests.student).post("/payments", {"transactionId": order.intent_id}, 201)


HANDED_OVER = [("class_handed_over", INSTRUCTOR), ("class_handed_over", "oskar"), ("class_changed", STUDENT)]
TABLE: Table = {
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
}
UNSENT: Table = {
    hand_over_and_back: HANDED_OVER,
    withdraw_right_after_the_approval: [("class_decided", INSTRUCTOR)],
    move_lesson_and_cancel: [("class_changed", STUDENT)],
    add_and_remove_lesson: [("class_changed", STUDENT)],
}
