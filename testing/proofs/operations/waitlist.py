"""Operations on waitlists, with the e-mails that each of them writes."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from classes.models import Enrollment
from classes.waitlist.entries import make_due_offers
from testing.clients.api import as_
from testing.factories import make_child, make_lesson, make_waitlist_entry
from testing.steps.class_requests import ClassRequests

STUDENT, OTHER, INSTRUCTOR = "sam", "olga", "ines"
Table = dict[Callable[[ClassRequests], None], list[tuple[str, str | None]]]
"""By operation, the kinds of e-mails and who gets them."""


def join_waitlist(requests: ClassRequests) -> None:
    requests.join_waitlist()
    requests.join_waitlist(status=409)


def join_waitlist_again(requests: ClassRequests) -> None:
    for _ in range(2):
        as_(requests.student).delete(f"/waitlist/{requests.join_waitlist()}")


def get_offer(requests: ClassRequests) -> None:
    requests.join_waitlist()
    for _ in range(2):
        requests.add_seat()
        make_due_offers(now=timezone.now())


def decline_offer(requests: ClassRequests) -> None:
    requests.join_waitlist()
    requests.join_waitlist(requests.users.other_student)
    requests.add_seat()
    as_(requests.student).delete(f"/selectClass/{requests.student.selections.get().pk}")


def let_offer_lapse(requests: ClassRequests) -> None:
    get_offer(requests)
    past = timezone.now() - timedelta(minutes=1)
    Enrollment.objects.update(held_until=past, offered_until=past)
    for _ in range(2):
        make_due_offers(now=timezone.now())


def put_next(requests: ClassRequests) -> None:
    requests.join_waitlist(requests.users.other_student)
    second = requests.join_waitlist()
    as_(requests.users.admin).post(f"/waitlist/{second}/offer", {"reason": "A sibling has a seat."})
    requests.add_seat()


def withdraw_class_with_waitlist(requests: ClassRequests) -> None:
    requests.join_waitlist()
    requests.join_waitlist(requests.users.other_student)
    requests.add_seat()
    requests.class_request("withdrawn", {"reason": "The kiln broke."})


def begin_class_with_waitlist(requests: ClassRequests) -> None:
    requests.join_waitlist()
    make_lesson(requests.clay, timezone.now() - timedelta(hours=1))
    for _ in range(2):
        make_due_offers(now=timezone.now())


def move_lessons_of_offer(requests: ClassRequests) -> None:
    get_offer(requests)
    lesson = make_lesson(requests.clay, timezone.now() + timedelta(hours=9))
    for _ in range(2):
        for _ in range(2):
            make_due_offers(now=timezone.now())
        lesson.starts_at -= timedelta(hours=4)
        lesson.save()


def move_lessons_of_offer_too_close(requests: ClassRequests) -> None:
    get_offer(requests)
    make_lesson(requests.clay, timezone.now() + timedelta(hours=1))
    for _ in range(2):
        make_due_offers(now=timezone.now())


def wait_for_class_of_other_ages(requests: ClassRequests) -> None:
    child = make_child(requests.student)
    make_waitlist_entry(requests.student, requests.clay, child)
    requests.clay.age_from = 90
    requests.clay.save()
    for _ in range(2):
        make_due_offers(now=timezone.now())


def become_instructor(requests: ClassRequests) -> None:
    get_offer(requests)
    requests.join_waitlist(requests.users.other_student)
    for _ in range(2):
        as_(requests.users.admin).patch(f"/users/instructor/{requests.student.pk}")


TABLE: Table = {
    join_waitlist: [("waitlist_joined", STUDENT)],
    join_waitlist_again: [("waitlist_joined", STUDENT), ("waitlist_joined", STUDENT)],
    get_offer: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT)],
    decline_offer: [
        *(("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT)),
        *(("waitlist_joined", OTHER), ("waitlist_offer", OTHER)),
    ],
    let_offer_lapse: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT), ("waitlist_lapsed", STUDENT)],
    move_lessons_of_offer: [("waitlist_joined", STUDENT), *[("waitlist_offer", STUDENT)] * 3],
    move_lessons_of_offer_too_close: [
        *(("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT), ("waitlist_lapsed", STUDENT)),
    ],
    wait_for_class_of_other_ages: [("waitlist_closed", STUDENT)],
    put_next: [("waitlist_joined", OTHER), ("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT)],
    withdraw_class_with_waitlist: [
        *(("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT), ("waitlist_closed", STUDENT)),
        *(("waitlist_joined", OTHER), ("waitlist_closed", OTHER), ("class_withdrawn", INSTRUCTOR)),
    ],
    become_instructor: [
        *(("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT), ("waitlist_closed", STUDENT)),
        *(("waitlist_joined", OTHER),),
    ],
    begin_class_with_waitlist: [("waitlist_joined", STUDENT), ("waitlist_closed", STUDENT)],
}

UNSENT: Table = {
    join_waitlist_again: TABLE[join_waitlist_again],
    get_offer: [("waitlist_joined", STUDENT)],
    decline_offer: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT), ("waitlist_joined", OTHER)],
    let_offer_lapse: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT)],
    move_lessons_of_offer: [("waitlist_joined", STUDENT), *[("waitlist_offer", STUDENT)] * 2],
    move_lessons_of_offer_too_close: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT)],
    put_next: [("waitlist_joined", STUDENT)],
    withdraw_class_with_waitlist: [
        *(("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT), ("waitlist_joined", OTHER)),
    ],
    become_instructor: [("waitlist_joined", STUDENT), ("waitlist_offer", STUDENT)],
    begin_class_with_waitlist: [("waitlist_joined", STUDENT)],
}
"""The e-mails that are no longer true when they are due."""
